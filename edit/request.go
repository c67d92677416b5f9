package edit

import (
	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/jsontext"
	"iacedit/render"
	"iacedit/value"
)

// A request is a decoded request: the code, and the operations in the order in
// which they apply. Its strings and slices may alias the body it was decoded from.
type request struct {
	Code       []byte
	Operations []operation

	options  Options        // of the server, and what the request says of them
	bounds   budget.Budget  // memory for budget
	budget   *budget.Budget // nil for none
	now      int            // where in edits the edit at hand is, or -1
	module   bool           // it has files, and not one code
	answers  Answers        // what is wanted
	told     *reporter      // what the edits did, nil where nobody asked
	single   document       // memory for the document of a code
	docs     []*document    // in the order in which a module is loaded
	draft    render.Draft   // that of single
	decoder  decoder
	applier  applier
	count    int    // how many entries and attributes there are
	edits    []byte // the JSON text of "edits", to which every At is an offset
	unquoted []byte // that text where "edits" is a string, and memory for it
	reader   value.Reader
	top      [1]value.Item // the value of "edits"
	memory   slabs
	raw      jsontext.Raw // the text of "code" as it was sent
}

// An operation is one action on blocks of one type and labels.
type operation struct {
	Action actionKind
	target
}

// A target is an address with the entries for it.
type target struct {
	Type    string   // the block type as sent: "resource", "iac", "tfvars", or a nested block's
	Labels  []string // the labels that lead to the entries; none for nested blocks
	Entries []entry  // at least one
	At      int
}

// An entry selects a block and says what to change in it.
type entry struct {
	File      string           // selector: the file that is meant, "" for any; where a new block goes
	Labels    []string         // selector; nil where the entry has none
	HasLabels bool             // tells an empty "labels" from none
	Where     []attribute      // selector: the attributes and the values that they must have
	Has       []attribute      // selector: attributes or nested block types that must be there
	Lacks     []attribute      // selector: those that must not
	Index     int              // selector; -1 where the entry has none
	All       bool             // selector
	Optional  bool             // what is not found is passed over
	Read      bool             // it has keys that only reading answers
	Naming    *naming          // under Rename
	Changes   []change         // in the order in which they apply: at most one of each action
	Comment   *value.Value     // the block's lead comment: text, or null for none; nil leaves it
	Comments  []attribute      // those of attributes, keys and elements
	Place     *place           // of the block that the entry makes or moves; nil where it says none
	ToFile    string           // under Move: the file that the block comes into, "" for its own
	Places    []attributePlace // of the attributes and keys that it makes or moves
	At        int
}

// A naming is what an entry under Rename asks for.
type naming struct {
	To         []string  // the labels' new text: all of them, or the last alone; nil for the old ones
	At         int       // where that is said
	Stays      bool      // references are left alone
	Moved      moved     // whether a "moved" block is to say so
	Attributes []newName // of attributes and keys
	Types      []newName // of nested block types
	Blocks     []target  // what is renamed in nested blocks
}

// A newName is the new name of what a path leads to.
type newName struct {
	Of   attribute
	Name string
}

// moved is whether a rename adds a "moved" block.
type moved uint8

const (
	movedByKind moved = iota // where Terraform would else replace the object
	movedNever
	movedAlways
)

// A change is one nested operation: an action on attributes and nested blocks.
type change struct {
	Action     actionKind
	Attributes []attribute
	Blocks     []target // the nested blocks, by type
	At         int
}

// An attribute is an attribute path and the value for it.
type attribute struct {
	Name  string         // the path's first step: the attribute's name
	Path  []address.Step // the steps after it
	Text  string         // the key as sent, for messages
	Value value.Value    // unused where the action is Delete
	At    int
}
