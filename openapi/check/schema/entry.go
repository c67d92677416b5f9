package schema

import (
	"slices"
)

// An objectKind is the kind of object that an entry describes, such as a nested block.
type objectKind uint8

const (
	topLevelBlock objectKind = 1 << iota // blocks at the top level
	nestedBlock                          // blocks nested in others
	valuesFile                           // the top level of a file of variable values, which is not a block

	anyBlock  = topLevelBlock | nestedBlock
	anyObject = anyBlock | valuesFile
)

// An entryMember describes a member that entries may have: its key, and the operations and objects
// that allow the member.
type entryMember struct {
	key         string
	actions     []action
	kinds       objectKind
	description string
}

var (
	actionsAndBeside = append(slices.Clone(actions), besideAction)
	selectingActions = append(slices.DeleteFunc(slices.Clone(actionsAndBeside), func(a action) bool { return a == addAction }), replaceAction)
	allActions       = append(slices.Clone(actionsAndBeside), replaceAction)
	creatingActions  = []action{addAction, updateAction, setAction}
	commentActions   = []action{addAction, updateAction, setAction, deleteAction}
	naming           = slices.DeleteFunc(slices.Clone(actions), func(a action) bool { return operationOf(a).attributes == "" })
	nestingActions   = slices.DeleteFunc(slices.Clone(actions), func(a action) bool { return operationOf(a).aboutBlocks == "" })
)

// entryMembers are the members that entries may have (docs/edits.md, "Entries"). member.go and
// contentSchema define their values.
var entryMembers = func() (all []entryMember) {
	for _, r := range sharedMembers {
		if r.key != "" {
			all = append(all, r)
			continue
		}
		for _, o := range operations {
			all = append(all, o.ownMembers...)
		}
	}
	return all
}()

// sharedMembers are the members that several operations share. The empty member marks the position
// in entryMembers of the members that only one operation has.
var sharedMembers = []entryMember{
	{"where", selectingActions, anyBlock, "Selects the blocks in which every attribute or path has the given value."},
	{"matches", selectingActions, anyBlock, "Selects the blocks in which the text of every attribute or path matches the given regular expression (RE2)."},
	{"has", selectingActions, anyBlock, "Selects the blocks that have all of these attributes, paths or nested block types."},
	{"lacks", selectingActions, anyBlock, "Selects the blocks that have none of these attributes, paths or nested block types."},
	{"labels", selectingActions, anyBlock, "Selects the blocks with exactly these labels."},
	{"patterns", selectingActions, anyBlock, `With true, "*" in "labels" means any characters, and in the dialect hcl also in the labels of the address, where it is literal otherwise. All matching blocks are selected.`},
	{"index", selectingActions, anyBlock, "Selects the block with this number, from 0, among those that the other selectors select."},
	{"all", selectingActions, anyBlock, "Selects all blocks that the other selectors select, not only one."},
	{"labels", []action{addAction}, nestedBlock, ""},
	{"folder", actionsAndBeside, topLevelBlock | valuesFile, `The folder to search, or the folder of new code, if the names of files have folders, each of which is a module. "." is the folder of the files without a folder. "*" matches any characters of a segment, "**" any number of segments.`},
	{"file", actionsAndBeside, topLevelBlock | valuesFile, `The file to search, or the file of new code, if the request has "files"; under "move" the destination.`},
	{"optional", []action{updateAction, setAction, deleteAction, tidyAction, replaceAction, sortAction, enableAction, disableAction, reshapeAction, renameAction}, anyObject, "With true, a missing block or attribute is no error under update, delete, tidy, sort, enable, disable, reshape and rename, so that a delete can be sent twice. A path into a value that is computed elsewhere is no error either."},
	{"follow", []action{updateAction, setAction, deleteAction, disableAction, replaceAction}, anyObject, "With true, a path that leads into local.x or var.x continues in the value of that local or variable."},
	{},
	{"attributes", naming, anyObject, ""},
	{"blockTypes", nestingActions, anyBlock, ""},
	{"add", creatingActions, anyObject, "Adds attributes, which must not exist, and nested blocks beside the existing ones."},
	{"update", []action{updateAction, setAction}, anyObject, "Changes attributes and nested blocks, which must exist."},
	{"set", creatingActions, anyObject, "Sets attributes and nested blocks, existing or new."},
	{"delete", []action{updateAction, setAction, deleteAction}, anyObject, "Removes attributes and nested blocks."},
	{"replace", []action{updateAction, setAction}, anyObject, "Replaces text inside the values of attributes, which must exist."},
	{"comment", commentActions, anyBlock, "The comment above the block; null removes it. Under delete it is null: the comment goes, even if it is about something else."},
	{"lineComments", commentActions, anyObject, "The comments behind attributes, keys and elements, on their last lines, by path; null removes a comment."},
	{"comments", commentActions, anyObject, "The comments above attributes, keys and elements, by path; null removes a comment."},
	{"place", []action{addAction, updateAction, setAction, moveAction}, anyBlock, "The place of a new or moved block."},
	{"places", creatingActions, anyObject, "The places of new attributes and keys."},
	{"range", allActions, anyObject, ""},
	{"ranges", allActions, anyObject, ""},
	{"unreadable", allActions, anyObject, ""},
}

// descriptionOf returns the description of the member with the given key, in the entries of an
// operation if one is given.
func descriptionOf(key string, of ...action) string {
	i := slices.IndexFunc(entryMembers, func(r entryMember) bool {
		return r.key == key && (len(of) == 0 || slices.Contains(r.actions, of[0]))
	})
	return entryMembers[i].description
}

// contentAction returns the operation to which the members "attributes" and "blockTypes" of an
// entry belong if they are not inside a nested operation. For an entry of "add" or "update" that
// describes a block, this operation is "set". For any other entry it is the operation of the entry.
func contentAction(a action, kind objectKind) action {
	if kind != valuesFile && (a == addAction || a == updateAction) {
		return setAction
	}
	return a
}

// memberSchema returns the schema of the value of a member of an entry. The schema depends on the
// operation, on what the entry describes, and on the number of labels of the blocks.
func (s *schema) memberSchema(r entryMember, a action, kind objectKind, labels int) object {
	switch r.key {
	case "attributes", "blockTypes":
		return s.contentSchema(r.key, contentAction(a, kind))
	case "add", "update", "set", "delete", "replace":
		if kind == valuesFile {
			return ref(title(r.key) + "ValuesContents")
		}
		return ref(title(r.key) + "Contents")
	case "place":
		if kind == nestedBlock {
			return ref("NestedPlace")
		}
	case "labels":
		if a == addAction {
			return ref("NewLabels")
		}
	case "folder":
		if a == addAction {
			return ref("NewFolder")
		}
	case "comment":
		if a == deleteAction {
			return object{"description", r.description, "type", "null"}
		}
	case "comments", "lineComments":
		if a == deleteAction {
			return object{"description", r.description, "type", "object", "propertyNames", ref("Path"), "additionalProperties", object{"type", "null"}}
		}
	case "root":
		return object{"description", r.description, "type", "string", "minLength", 1, "examples", list{"data"}}
	case "state":
		return object{"description", r.description, "type", "object"}
	case "ids":
		return object{"description", r.description, "type", "object", "additionalProperties", object{"type", "string", "minLength", 1}, "examples", list{raw(`{"aws_vpc.main": "vpc-1"}`)}}
	case "inputs", "outputs", "import":
		return object{"description", r.description, "type", "boolean"}
	case "to":
		return object{"description", r.description}.With(s.toMembers(labels)...)
	case "by":
		if a == renameAction {
			return object{"description", r.description, "type", "string", "examples", list{"network_$1"}}
		}
		if a == tidyAction {
			return object{"description", r.description, "type", "array", "minItems", 1, "items", ref("Name")}
		}
	case "names":
		return object{"description", r.description}.With(ref("TextChange")...)
	case "range", "ranges", "unreadable":
		return ref("Ignored")
	}
	return ref(title(r.key))
}

// contentSchema returns the schema of the value of "attributes" or "blockTypes" in an operation.
func (s *schema) contentSchema(key string, a action) object {
	c := operationOf(a)
	if key == "attributes" {
		return object{"description", c.aboutAttributes}.With(ref(c.attributes)...)
	}
	return object{"description", c.aboutBlocks}.With(ref(a.title() + "NestedBlocks")...)
}

// rootMembers are the members of entries that move blocks to another root module. Only Terraform has
// these modules.
var rootMembers = []string{"root", "state", "ids", "inputs", "outputs", "import"}

// entrySchema returns the schema of an entry. The number of labels of the blocks decides which
// values the member "to" accepts.
func (s *schema) entrySchema(a action, kind objectKind, labels int) object {
	properties := object{}
	for _, r := range entryMembers {
		if slices.Contains(r.actions, a) && r.kinds&kind != 0 && (a != renameAction || s.renames(r.key, labels)) && !(s.dialect.AnyBlock() && slices.Contains(rootMembers, r.key)) {
			properties = append(properties, r.key, s.memberSchema(r, a, kind, labels))
		}
	}
	if a == replaceAction {
		properties = properties.With(replaceSelectors...)
	}
	return object{"type", "object", "properties", properties, "additionalProperties", false}.With(s.nonEmpty(a, kind, labels)...)
}

// renames reports whether an entry under "rename" for blocks with the given number of labels may have a
// member. In languages with any block type, the address may lack labels that the blocks have, or may get.
func (s *schema) renames(key string, labels int) bool {
	switch key {
	case "to", "pattern", "by", "allLabels":
		return labels != 0 || s.dialect.AnyBlock()
	case "keys":
		return labels != 0 && !s.dialect.AnyBlock()
	}
	return true
}

// nonEmpty returns the keywords of JSON Schema that refuse an empty entry. If entries may be empty,
// it returns nil.
func (s *schema) nonEmpty(a action, kind objectKind, labels int) object {
	filled := func(key string) object {
		return object{"properties", object{key, object{"minProperties", 1, "minItems", 1}}, "required", list{key}}
	}
	inner := func(key string) object {
		return object{"properties", object{key, object{"anyOf", list{filled("attributes"), filled("blockTypes")}}}, "required", list{key}}
	}
	if a != besideAction && a != replaceAction && operationOf(a).nonEmpty != nil {
		return operationOf(a).nonEmpty(kind, filled)
	}
	switch {
	case a == renameAction:
		some := list{filled("attributes"), object{"required", list{"names"}}}
		if kind != valuesFile {
			some = append(some, filled("blockTypes"))
		}
		if kind&topLevelBlock != 0 {
			some = append(some, object{"required", list{"alias"}})
		}
		if kind == valuesFile || !s.renames("to", labels) {
			return object{"anyOf", some}
		}
		some = append(some, object{"required", list{"to"}}, object{"required", list{"pattern"}})
		refused := list{object{"required", list{"to", "pattern"}}}
		if s.renames("keys", labels) {
			some = append(some, object{"required", list{"keys"}})
			refused = append(refused, object{"required", list{"to", "keys"}}, object{"required", list{"pattern", "keys"}})
		}
		return object{"anyOf", some, "not", object{"anyOf", refused}, "dependentRequired", object{"pattern", list{"by"}, "by", list{"pattern"}, "allLabels", list{"pattern"}}}
	case a == moveAction && kind == valuesFile:
		return object{"anyOf", list{filled("attributes")}}
	case a == moveAction:
		some := list{filled("attributes"), filled("blockTypes"), object{"required", list{"place"}}}
		if kind == topLevelBlock {
			some = append(some, object{"required", list{"file"}})
		}
		if kind == topLevelBlock && !s.dialect.AnyBlock() {
			some = append(some, object{"required", list{"root"}})
			root, others := list{"root"}, list{}
			for _, key := range []string{"file", "place", "attributes", "blockTypes"} {
				others = append(others, object{"required", list{"root", key}})
			}
			return object{"anyOf", some, "not", object{"anyOf", others}, "dependentRequired", object{"state", root, "ids", root, "inputs", root, "outputs", root, "import", root}}
		}
		return object{"anyOf", some}
	case kind == valuesFile:
		some := list{filled("attributes"), filled("comments"), filled("lineComments")}
		for _, r := range entryMembers {
			if slices.Contains(r.actions, a) && (slices.Contains(actions, action(r.key)) || action(r.key) == replaceAction) {
				some = append(some, inner(r.key))
			}
		}
		if !a.names() {
			for _, key := range []string{"range", "ranges", "unreadable"} {
				some = append(some, object{"required", list{key}})
			}
		}
		return object{"anyOf", some}
	case a.names():
		some := list{object{"required", list{"attributes"}}, object{"required", list{"blockTypes"}}}
		full := list{filled("attributes"), filled("blockTypes")}
		if a == deleteAction {
			some, full = append(some, object{"required", list{"delete"}}), append(full, inner("delete"))
		}
		return object{"if", object{"anyOf", some}, "then", object{"anyOf", full}}
	}
	return nil
}

// defineEntries defines entries, arrays of entries, and the contents of nested operations.
func (s *schema) defineEntries() {
	for _, a := range actions {
		name := a.title()
		switch {
		case a != renameAction:
			s.defineEntry(name, a, topLevelBlock, 0)
		case s.dialect.AnyBlock():
			s.defineEntry("RenameUnlabelled", renameAction, topLevelBlock, 0)
			s.defineEntry("Rename", renameAction, topLevelBlock, anyLabels)
		default:
			s.defineEntry("RenameUnlabelled", renameAction, topLevelBlock, 0)
			s.defineEntry("Rename", renameAction, topLevelBlock, 1)
			s.defineEntry("RenameTwoLabelled", renameAction, topLevelBlock, 2)
		}
		labels := 0
		if a == renameAction {
			labels = anyLabels
		}
		if !operationOf(a).blocksOnly {
			s.defineEntry("Nested"+name, a, nestedBlock, labels)
			s.defineEntry(name+"Values", a, valuesFile, 0)
		}
		s.defineNestedBlocks(a)
	}
	for _, a := range []action{addAction, updateAction, setAction, deleteAction} {
		s.define(a.title()+"Contents", object{
			"description", descriptionOf(string(a)),
			"type", "object",
			"properties", object{"attributes", s.contentSchema("attributes", a), "blockTypes", s.contentSchema("blockTypes", a)},
			"additionalProperties", false,
		})
		s.define(a.title()+"ValuesContents", object{
			"description", descriptionOf(string(a)),
			"type", "object",
			"properties", object{"attributes", s.contentSchema("attributes", a)},
			"additionalProperties", false,
		})
	}
	s.defineReplace()
	s.define("Selector", object{"description", "Selects one block."}.With(s.entrySchema(besideAction, topLevelBlock, 0)...))
	s.define("NestedSelector", object{"description", "Selects one nested block."}.With(s.entrySchema(besideAction, nestedBlock, 0)...))
}

// replaceSelectors are the members that select the text for "replace".
var replaceSelectors = object{
	"attributes", object{"description", "Replacements, by attribute or path."}.With(ref("TextChanges")...),
	"blockTypes", object{
		"description", "Entries for nested blocks, by type.", "type", "object", "propertyNames", ref("Name"), "additionalProperties", ref("NestedReplaceEntries"),
	},
}

// defineReplace defines the nested operation "replace".
func (s *schema) defineReplace() {
	s.define("ReplaceContents", object{
		"description", descriptionOf("replace"),
		"type", "object",
		"properties", replaceSelectors,
		"additionalProperties", false,
	})
	s.define("ReplaceValuesContents", object{
		"description", descriptionOf("replace"), "type", "object", "properties", object{"attributes", replaceSelectors.Get("attributes")}, "additionalProperties", false,
	})
	s.define("NestedReplaceEntry", object{"description", "Selects nested blocks; attributes and blockTypes contain the replacements."}.With(s.entrySchema(replaceAction, nestedBlock, 0)...))
	s.define("NestedReplaceEntries", object{
		"description", "Entries, each for one block unless \"all\" is true; a single entry needs no array.",
		"anyOf", list{object{"type", "array", "items", ref("NestedReplaceEntry"), "minItems", 1}, ref("NestedReplaceEntry")},
	})
	s.define("TextChanges", object{
		"type", "object", "propertyNames", ref("DeletedPath"), "additionalProperties", ref("TextChange"),
		"examples", list{raw(`{"source": {"text": "?ref=v1.2.0", "by": "?ref=v1.3.0"}}`)},
	})
	s.define("TextChange", object{
		"description", `Replaces "text", which is literal, or "pattern", a regular expression (RE2), by the text of "by", in strings, templates and heredocs at any depth. Keys, sequences and references stay unchanged.`,
		"type", "object",
		"properties", object{
			"text", object{"description", "Literal text.", "type", "string", "minLength", 1},
			"pattern", object{"description", "A regular expression (RE2).", "type", "string"},
			"by", object{"description", `The new text; with "pattern", $1, $2 and so on stand for groups, and $$ for $.`, "type", "string"},
		},
		"additionalProperties", false,
		"oneOf", list{object{"required", list{"text", "by"}, "not", object{"required", list{"pattern"}}}, object{"required", list{"pattern", "by"}, "not", object{"required", list{"text"}}}},
		"examples", list{raw(`{"text": "?ref=v1.2.0", "by": "?ref=v1.3.0"}`), raw(`{"pattern": "ref=v([0-9]+)", "by": "ref=v$1.0"}`)},
	})
}

// defineEntry defines an entry under an operation, and the array of such entries. A single entry is
// also accepted instead of an array, unless it could be mistaken for an object of labels.
func (s *schema) defineEntry(name string, a action, kind objectKind, labels int) {
	s.define(name+"Entry", s.entrySchema(a, kind, labels))
	array := object{"type", "array", "items", ref(name + "Entry")}
	about1 := "Entries, each for one block unless \"all\" is true; a single entry needs no array."
	switch {
	case !a.names() || kind == valuesFile:
		array = array.With("minItems", 1)
	default:
		about1 = "Entries, each for one block unless \"all\" is true; an empty array is about the whole block."
	}
	if s.dialect.AnyBlock() && kind == topLevelBlock {
		s.define(name+"Entries", object{"description", "Entries, each for one block unless \"all\" is true."}.With(array...))
		return
	}
	s.define(name+"Entries", object{"description", about1, "anyOf", list{array, ref(name + "Entry")}})
}

// defineNestedBlocks defines the content of the member blockTypes under an operation.
func (s *schema) defineNestedBlocks(a action) {
	if own := operationOf(a).ownBlocks; own != nil {
		s.define(a.title()+"NestedBlocks", own)
		return
	}
	entries := ref("Nested" + a.title() + "Entries")
	if a == renameAction {
		s.define("RenameNestedBlocks", object{"type", "object", "propertyNames", ref("NamePath"),
			"patternProperties", object{"^" + identifier + "$", object{"anyOf", list{ref("NamePath"), entries}}}, "additionalProperties", ref("NamePath")})
		return
	}
	s.define(a.title()+"NestedBlocks", object{"type", "object", "propertyNames", ref("Name"), "additionalProperties", entries})
}
