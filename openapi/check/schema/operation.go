package schema

import "slices"

// An action is the key of an operation in a request, such as "update".
type action string

const (
	addAction     action = "add"
	updateAction  action = "update"
	setAction     action = "set"
	deleteAction  action = "delete"
	tidyAction    action = "tidy"
	moveAction    action = "move"
	sortAction    action = "sort"
	enableAction  action = "enable"
	disableAction action = "disable"
	reshapeAction action = "reshape"
	renameAction  action = "rename"
	besideAction  action = "beside" // selects the block in "place"

	replaceAction action = "replace" // only in entries
)

// The keys of the operations that have no entries.
const (
	rewrite = "rewrite"
	inline  = "inline"
	extract = "extract"
)

// names reports whether entries under the action name items, without values for them.
func (a action) names() bool { return a == deleteAction || a == enableAction || a == disableAction }

// title returns the action with a capital letter, for the names of definitions.
func (a action) title() string {
	return string(a[0]-'a'+'A') + string(a[1:])
}

// An operation is a row of the table of operations.
type operation struct {
	action
	about           string // its description
	attributes      string // the definition of its member "attributes"
	aboutAttributes string
	aboutBlocks     string                                                       // the meaning of its member "blockTypes", "" if it has none
	ownMembers      []entryMember                                                // members that only its entries may have
	nonEmpty        func(kind objectKind, filled func(key string) object) object // returns the keywords that refuse entries with too few or too many members
	ownDefinition   object                                                       // the definition whose name is in attributes, if only this operation uses it
	ownBlocks       object                                                       // the content of "blockTypes", if it is not entries
	blocksOnly      bool                                                         // files of variable values are refused
	anyType         bool                                                         // "*" stands for blocks of all types
	terraformOnly   bool                                                         // other languages refuse it
}

// operations lists all operations in the order in which they apply.
var operations = []operation{
	{action: addAction, about: `Adds blocks. If a block that must be unique exists already, the error is BLOCK_ALREADY_EXISTS.`,
		attributes: "Values", aboutAttributes: "The attributes to add, with their values.", aboutBlocks: "The nested blocks to add, by type."},
	{action: updateAction, about: `Changes existing blocks. If a block is missing, the error is BLOCK_NOT_FOUND.`,
		attributes: "FoundValues", aboutAttributes: "The attributes to change, with their values; each must exist.", aboutBlocks: "The nested blocks to change, by type; each must exist."},
	{action: setAction, about: `Changes existing blocks, and creates missing ones.`,
		attributes: "Values", aboutAttributes: "The attributes to set, with their values.", aboutBlocks: "The nested blocks to set, by type."},
	{action: deleteAction, about: `Removes blocks; or, if an entry has "attributes" or "blockTypes", only these parts of a block.`,
		attributes: "Names", aboutAttributes: "The attributes to remove.", aboutBlocks: "The nested blocks to remove, by type."},
	{action: tidyAction, about: `Makes code fit to keep that a program has generated, without a change of what it means.`,
		ownMembers: []entryMember{
			{"only", []action{tidyAction}, topLevelBlock, `What is done; without "only" everything: null arguments, arguments that only the provider sets, and empty ones go; the comments of generators go; IDs become references; JSON in strings becomes calls of jsonencode; arguments go to their customary places. "computed" and "empty" need the schemas of the providers.`},
			{"by", []action{tidyAction}, topLevelBlock, `Further arguments by whose literals blocks are known, such as "arn". The literals become references to these arguments.`},
		},
		nonEmpty: func(objectKind, func(key string) object) object {
			others := object{"properties", object{"only", object{"not", object{"contains", object{"const", "ids"}}}}, "required", list{"only", "by"}}
			return object{"not", others}
		},
		blocksOnly: true, anyType: true, terraformOnly: true,
	},
	{action: moveAction, about: `Moves blocks and attributes to another place, or blocks to another file, byte for byte.`,
		attributes: "MovedPlaces", aboutAttributes: "The attributes and keys to move, with their places.", aboutBlocks: "The nested blocks to move, by type.",
		ownMembers: []entryMember{
			{"root", []action{moveAction}, topLevelBlock, `The folder of another root module, into which the blocks move; "removed" blocks take their place, and "import" blocks go with them.`},
			{"state", []action{moveAction}, topLevelBlock, `With "root": what "terraform show -json" prints for the root module of the blocks. It has the import IDs.`},
			{"ids", []action{moveAction}, topLevelBlock, `With "root": import IDs by address of an object.`},
			{"inputs", []action{moveAction}, topLevelBlock, `With "root" and true, what the blocks refer to and the other root module lacks becomes a variable there.`},
			{"outputs", []action{moveAction}, topLevelBlock, `With "root" and true, what refers to the blocks refers to variables afterwards, and the other root module gets outputs.`},
			{"import", []action{moveAction}, topLevelBlock, `With "root" and false, no "import" blocks are added.`},
		}},
	{action: sortAction, about: `Sorts blocks; or, if an entry has "attributes", "order" or "blockTypes", sorts inside the blocks.`,
		attributes: "Sorted", aboutAttributes: "The objects and lists to sort; \"*\" sorts the attributes of the block.", aboutBlocks: "The nested blocks to sort in, by type.",
		ownMembers: []entryMember{
			{"by", []action{sortAction}, topLevelBlock, `The order of the blocks: "name", by type and labels; or "required", variables without a default first.`},
			{"order", []action{sortAction}, anyBlock | valuesFile, `The order of the attributes and nested blocks in the block: names, patterns of names, and "*" for all others, which otherwise come last.`},
			{"paragraphs", []action{sortAction}, anyBlock | valuesFile, `"join" lets the items of "order" change places across blank lines and comments.`},
		},
		nonEmpty: func(kind objectKind, filled func(key string) object) object {
			ordered := object{"required", list{"order"}}
			refused := list{
				object{"required", list{"paragraphs"}, "not", ordered},
				object{"properties", object{"attributes", object{"const", "*"}}, "required", list{"order", "attributes"}},
			}
			if kind == valuesFile {
				return object{"anyOf", list{filled("attributes"), ordered}, "not", object{"anyOf", refused}}
			}
			refused = append(refused, object{"properties", object{"blockTypes", object{"maxProperties", 0}}, "required", list{"blockTypes"}})
			if kind == nestedBlock {
				return object{"anyOf", list{object{"required", list{"attributes"}}, object{"required", list{"blockTypes"}}, ordered}, "not", object{"anyOf", refused}}
			}
			for _, inside := range []string{"attributes", "blockTypes", "order"} {
				refused = append(refused, object{"required", list{"by", inside}})
			}
			return object{"not", object{"anyOf", refused}}
		},
		anyType: true,
		ownDefinition: object{"anyOf", list{
			object{"const", "*"}, object{"type", "array", "items", ref("Path"), "minItems", 1},
		}},
	},
	{action: enableAction, about: `Makes code of blocks that are commented out; or, if an entry has "attributes" or "blockTypes", of such parts of a block.`,
		attributes: "Names", aboutAttributes: "The attributes, keys and elements that are commented out.", aboutBlocks: "The nested blocks that are commented out, by type."},
	{action: disableAction, about: `Makes comments of blocks; or, if an entry has "attributes" or "blockTypes", only of these parts of a block.`,
		attributes: "Names", aboutAttributes: "The attributes, keys and elements to comment out.", aboutBlocks: "The nested blocks to comment out, by type."},
	{action: reshapeAction, about: `Turns nested blocks into attributes, and attributes into nested blocks, and updates the references to them.`,
		attributes: "AttributeForms", aboutAttributes: "The forms of attributes that become nested blocks, by name.", aboutBlocks: "The forms of nested blocks that become attributes, by type.",
		nonEmpty: func(_ objectKind, filled func(key string) object) object {
			return object{"anyOf", list{filled("attributes"), filled("blockTypes")}}
		},
		ownDefinition: formsOf(ref("AttributeForm")).With("examples", list{raw(`{"access": {"as": "block"}}`), raw(`{"set": {"as": "blocks", "members": ["name", "value"]}}`)}),
		ownBlocks:     formsOf(ref("BlockForm")).With("examples", list{raw(`{"set": {"as": "list"}}`), raw(`{"kubernetes": {"as": "object", "blockTypes": {"exec": {"as": "object"}}}}`)}),
		blocksOnly:    true,
	},
	{action: renameAction, about: `Renames blocks, attributes, keys and nested block types, and updates the references to them.`,
		attributes: "NewNames", aboutAttributes: "New names of attributes and keys, or their paths through nested blocks, by the old ones; \"var.name\" makes a variable of a local.", aboutBlocks: "New types of nested blocks, or their paths, by the old ones; or entries that rename inside such blocks.",
		ownMembers: []entryMember{
			{"to", []action{renameAction}, anyBlock, `The new last label, or an array of all labels. With "local.name", a variable becomes a local.`},
			{"pattern", []action{renameAction}, anyBlock, "A regular expression (RE2). In the last label of each selected block, \"by\" replaces what it matches."},
			{"by", []action{renameAction}, anyBlock, `The replacement of what "pattern" matches; $1 is its first group, and $$ is $.`},
			{"allLabels", []action{renameAction}, anyBlock, `With true, "pattern" changes all labels of the blocks.`},
			{"names", []action{renameAction}, anyObject, "The text to replace in the names of all attributes of the selected blocks."},
			{"alias", []action{renameAction}, topLevelBlock, "The new alias of a provider."},
			{"references", []action{reshapeAction, renameAction}, anyObject, "With false, references stay unchanged."},
			{"keys", []action{renameAction}, topLevelBlock, "New keys of instances of a resource or module, by the old ones; a key is a number, a string in quotes, or an empty string for an object without keys. Or the text to replace in the keys of for_each."},
			{"keepEmpty", []action{renameAction}, anyObject, "With true, nested blocks that become empty because an item leaves them stay."},
			{"callers", []action{renameAction}, anyObject, "With false, renaming a variable or an output leaves the calls of the module unchanged."},
			{"moved", []action{renameAction}, anyObject, `Whether to add a "moved" block; by default one is added for resources and modules.`},
		},
	},
}

// actions lists the action of each operation, in the order of the operations.
var actions = func() (all []action) {
	for i := range operations {
		all = append(all, operations[i].action)
	}
	return all
}()

// Operations returns the keys of the operations.
func Operations() (keys []string) {
	for _, a := range actions {
		keys = append(keys, string(a))
	}
	return keys
}

// operationOf looks up an action in the table of operations.
func operationOf(a action) *operation {
	return &operations[slices.Index(actions, a)]
}
