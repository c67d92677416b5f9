// Package plan has the decoded operations of a request, and a table of the actions.
//
// The table has a row for each action: its key in a request, the contents of its entries, and
// whether it finds, makes and removes items. The code that decodes and applies operations reads
// these properties through the methods of Action, and never compares actions. CONTRIBUTING.md lists
// the files that a new operation needs.
//
// A Decoder turns the JSON of "edits" into operations and checks everything that can be checked
// without the code. docs/edits.md describes the edits that it accepts. Fields named At are offsets
// in the JSON text of the edits. Errors have these offsets.
//
// # Files
//
//	table.go           actions, and the table of them
//	entry.go           operations, entries and changes as decoded
//	depth.go           whether operations read most bodies of a file
//	decoder.go         Decoder: the value of "edits"
//	decode_entry.go    entries, their changes, "place" and "move"; decode_attributes.go: attributes
//	decode_old.go      values derived from the old one
//	decode_comment.go  "comment", "comments" and "lineComments"
//	decode_place.go    "places"
//	decode_addressed.go entries with addresses
//	decode_extract.go  the entries of "inline" and "extract"; decode_module.go: extracted blocks
//	decode_root.go     moving blocks to another root module
//	decode_keys.go     the keys of instances
//	decode_naming.go   entries under "rename"; decode_renamed.go: with addresses; decode_newname.go: new names and values; decode_changed.go: names by pattern
//	decode_sorting.go  entries under "sort";
//	                   decode_reshaping.go: under "reshape"; decode_tidying.go: under "tidy"
//
// Addresses, selectors and attribute paths are decoded by package selection.
package plan

import (
	"slices"
	"strings"

	"iacedit/internal/engine/selection"
)

// An Action is the kind of an operation, such as Set. It is an index into the table.
type Action uint8

// The actions, in the order in which they apply (docs/edits.md, "The request").
const (
	Add Action = iota
	Update
	Set
	Delete
	Tidy    // remove and replace what generators of code write, and people do not
	Rewrite // replace expressions and text, by rules
	Inline  // replace references to locals by the values of the locals
	Extract // turn values into locals and variables, and blocks into modules
	Move    // move blocks, attributes and keys to another place
	Sort    // sort blocks, attributes, keys and elements among their places
	Enable  // make code of comments that are code
	Disable // make comments of blocks, attributes, keys and elements
	Reshape // turn nested blocks into attributes, and attributes into nested blocks
	Rename  // change labels, and the names of attributes, keys and nested block types

	Actions // the number of actions

	ForComments = iota - 1 // for messages only: the search for the items that "comments" names
	ForPlaces              // for messages only: the search for the items that "place" and "places" name
	Replace                // in entries only: replace text inside the values of attributes
)

// contents is what the entries of an operation contain besides selectors.
type contents uint8

const (
	holdsNothing     contents = iota // only selectors
	HoldsChanges                     // attributes and nested blocks, comments and places, nested operations
	HoldsPlaces                      // new places for the block, its attributes and its nested blocks
	HoldsContent                     // content that no other operation has: a Content
	HoldsRules                       // rules instead of entries
	HoldsInlinings                   // locals instead of entries
	HoldsExtractions                 // values and blocks to extract, instead of entries
)

// A row describes the operations of one action.
type row struct {
	name         string // the key of the operation in a request
	entry        string // an example of an entry, for messages
	contents     contents
	finds        bool           // the entries select existing blocks
	makes        bool           // the operation creates blocks and attributes that do not exist
	removes      bool           // the operation deletes the items that its entries name, or the whole block if they name no items
	disables     bool           // with removes: the operation makes comments of the items instead
	names        bool           // the entries name items, without values, and the whole block if they name no items
	needsParsed  bool           // the operation works on parsed code: edited files are parsed again first
	replacesText bool           // attributes hold text changes, not values
	readsAll     bool           // the operation searches the values of all bodies, not only of the selected blocks
	together     bool           // all operations of the action are applied together
	once         bool           // together, and after all operations of other actions
	optional     bool           // the items that the entries name may be absent if the entry says "optional"; always so for HoldsChanges with finds
	anyType      bool           // the address may be "*", for blocks of all types
	newContent   func() Content // for HoldsContent: returns new content of an entry, for decoding
	renames      bool           // "to" in an entry with an address is a new name, address or path
	given        string         // the member of an entry that an attribute receives if the entry has its address; "" means "value"
	attr         string         // advice for Go code that uses Attr, such as "use DeleteAttr"; "" if Attr is allowed
}

// table has a row for each action.
var table = [...]row{
	Add:    {name: "add", entry: `{"attributes": {…}}`, contents: HoldsChanges, makes: true},
	Update: {name: "update", entry: `{"attributes": {…}}`, contents: HoldsChanges, finds: true},
	Set:    {name: "set", entry: `{"attributes": {…}}`, contents: HoldsChanges, finds: true, makes: true},
	Delete: {name: "delete", entry: `{"attributes": ["…"]}`, contents: HoldsChanges, finds: true, removes: true, names: true, attr: "use DeleteAttr"},
	Tidy: {
		name: "tidy", entry: `{}`, contents: HoldsContent, finds: true, needsParsed: true, readsAll: true, together: true, anyType: true, optional: true, attr: "use TidyOnly",
		newContent: func() Content { return new(Tidying) },
	},
	Rewrite: {name: "rewrite", contents: HoldsRules, needsParsed: true, readsAll: true},
	Inline:  {name: "inline", contents: HoldsInlinings, needsParsed: true},
	Extract: {name: "extract", contents: HoldsExtractions, needsParsed: true},
	Move:    {name: "move", entry: `{"place": {…}}`, contents: HoldsPlaces, finds: true, needsParsed: true, given: "place", attr: "use PlaceAttr"},
	Sort: {
		name: "sort", entry: `{}`, contents: HoldsContent, finds: true, needsParsed: true, optional: true, anyType: true, attr: "use SortAttr",
		newContent: func() Content { return new(Sorting) },
	},
	Enable:  {name: "enable", entry: `{"attributes": ["…"]}`, contents: HoldsChanges, finds: true, names: true, needsParsed: true, together: true, attr: "use EnableAttr"},
	Disable: {name: "disable", entry: `{"attributes": ["…"]}`, contents: HoldsChanges, finds: true, removes: true, disables: true, names: true, needsParsed: true, attr: "use DisableAttr"},
	Reshape: {
		name: "reshape", entry: `{"blockTypes": {"…": {"as": "list"}}}`, contents: HoldsContent, finds: true, needsParsed: true, readsAll: true, once: true, optional: true, attr: "use ReshapeBlocks or ReshapeAttr",
		newContent: func() Content { return new(Reshaping) },
	},
	Rename: {
		name: "rename", entry: `{"to": …}`, contents: HoldsContent, finds: true, needsParsed: true, readsAll: true, once: true, optional: true, renames: true, attr: "use RenameAttr",
		newContent: func() Content { return new(Naming) },
	},

	ForComments: {name: "comments", finds: true},
	ForPlaces:   {name: "place", finds: true},
	Replace:     {name: "replace", contents: HoldsChanges, finds: true, replacesText: true},
}

// allowed has the rules for decoding addresses and entries, one for each action.
var allowed = func() (all [len(table)]selection.Rules) {
	for a := range table {
		row := &table[a]
		all[a] = selection.Rules{Name: row.name, Example: row.entry, Finds: row.finds, Makes: row.makes, AnyType: row.anyType, EmptyIsOne: row.names, One: row.renames, Moves: row.contents == HoldsPlaces, OldCode: row.names && !row.removes}
	}
	return all
}()

// A trait is a property of an action.
type trait uint16

const (
	finds trait = 1 << iota
	makes
	removes
	disables
	names
	replacesText
	holdsChanges
)

// traits has the properties of each action in the table as bits, for fast access. It has 256
// elements, so that an index of type Action needs no bounds check.
var traits = func() (all [256]trait) {
	for a, row := range table {
		set := func(t trait, has bool) {
			if has {
				all[a] |= t
			}
		}
		set(finds, row.finds)
		set(makes, row.makes)
		set(removes, row.removes)
		set(disables, row.disables)
		set(names, row.names)
		set(replacesText, row.replacesText)
		set(holdsChanges, row.contents == HoldsChanges)
	}
	return all
}()

// nestedActions are the actions of the operations inside an entry, in the order in which they
// apply.
var nestedActions = []Action{Add, Update, Set, Delete, Replace}

// nestedAction returns the action of an operation inside an entry, given its key.
func nestedAction(key string) (Action, bool) {
	for _, a := range nestedActions {
		if a.String() == key {
			return a, true
		}
	}
	return 0, false
}

// Names are the keys of the operations in a request, in the order of the actions.
var Names = func() (names []string) {
	for a := range Actions {
		names = append(names, a.String())
	}
	return names
}()

// List names all operations in one text, for messages: "add", "update" and so on.
var List = func() string {
	last := len(Names) - 1
	return `"` + strings.Join(Names[:last], `", "`) + `" and "` + Names[last] + `"`
}()

// ActionOf returns the action that has the given key in requests.
func ActionOf(key string) (Action, bool) {
	i := slices.Index(Names, key)
	return Action(max(i, 0)), i >= 0
}

// String returns the action's key in a request.
func (a Action) String() string { return table[a].name }

// Contents returns what entries under the action contain besides selectors.
func (a Action) Contents() contents { return table[a].contents }

// Finds reports whether the action selects existing blocks.
func (a Action) Finds() bool { return traits[a]&finds != 0 }

// Makes reports whether the action creates blocks and attributes that do not exist.
func (a Action) Makes() bool { return traits[a]&makes != 0 }

// Removes reports whether the action deletes the items that its entries name, or makes comments of
// them (see Disables).
func (a Action) Removes() bool { return traits[a]&removes != 0 }

// Disables reports whether the action makes comments of the items that its entries name.
func (a Action) Disables() bool { return traits[a]&disables != 0 }

// Enables reports whether the action makes code of comments: the items that its entries name are commented
// out.
func (a Action) Enables() bool { return traits[a]&(names|removes) == names }

// Names reports whether entries under the action name items, without values for them.
func (a Action) Names() bool { return traits[a]&names != 0 }

// NeedsParsed reports whether the action works on parsed code. Edited files are parsed again before
// such an action.
func (a Action) NeedsParsed() bool { return table[a].needsParsed }

// Together reports whether all operations of the action are applied together.
func (a Action) Together() bool { return table[a].together || table[a].once }

// Once reports whether all operations of the action are applied together, after all operations of
// other actions.
func (a Action) Once() bool { return table[a].once }

// Nests reports whether the action can be that of an operation inside an entry.
func (a Action) Nests() bool { return slices.Contains(nestedActions, a) }

// SetsValues reports whether entries under the action set attributes, comments and places.
func (a Action) SetsValues() bool {
	return traits[a]&(holdsChanges|names|replacesText) == holdsChanges
}

// SetsComments reports whether entries under the action set or remove comments.
func (a Action) SetsComments() bool { return a.Nests() && !a.ReplacesText() }

// ReplacesText reports whether the action replaces text inside values.
func (a Action) ReplacesText() bool { return traits[a]&replacesText != 0 }

// Upserts reports whether the action changes items that exist and creates items that do not.
func (a Action) Upserts() bool { return traits[a]&(finds|makes) == finds|makes }

// NeedsItem reports whether the items that the action changes or deletes must exist.
func (a Action) NeedsItem() bool {
	return traits[a]&(holdsChanges|finds|makes) == holdsChanges|finds
}

// InsteadOfAttr returns advice for Go code that uses Attr with the action, such as "use
// DeleteAttr". The result is "" if Attr is allowed.
func (a Action) InsteadOfAttr() string { return table[a].attr }
