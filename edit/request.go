package edit

import (
	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/jsontext"
	"iacedit/value"
)

// Action is what an operation does.
type Action uint8

// The actions, in the order in which they apply (EDITS.md section 1).
const (
	Add Action = iota
	Update
	Set
	Delete
	Rename // labels, and the names of attributes, keys and nested block types
)

var actionNames = [...]string{Add: "add", Update: "update", Set: "set", Delete: "delete", Rename: "rename"}

// String returns the action's key in a request.
func (a Action) String() string { return actionNames[a] }

// A Request is a decoded request: the code, and the operations in the order in
// which they apply. Its strings and slices may alias the body it was decoded from.
type Request struct {
	Code       []byte
	Operations []Operation

	options  Options        // of the server, and what the request says of them
	bounds   budget.Budget  // memory for budget
	budget   *budget.Budget // nil for none
	now      int            // where in edits the edit at hand is, or -1
	module   bool           // it has files, and not one code
	single   document       // memory for the document of a code
	docs     []*document    // in the order in which a module is loaded
	count    int            // how many entries and attributes there are
	edits    []byte         // the JSON text of "edits", to which every At is an offset
	unquoted []byte         // that text where "edits" is a string, and memory for it
	reader   value.Reader
	memory   slabs
	raw      jsontext.Raw // the text of "code" as it was sent
}

// An Operation is one action on blocks of one type and labels.
type Operation struct {
	Action Action
	Target
}

// A Target is an address with the entries for it.
type Target struct {
	Type    string   // the block type as sent: "resource", "iac", "tfvars", or a nested block's
	Labels  []string // the labels that lead to the entries; none for nested blocks
	Entries []Entry  // at least one
	At      int
}

// An Entry selects a block and says what to change in it.
type Entry struct {
	File      string      // selector: the file that is meant, "" for any; where a new block goes
	Labels    []string    // selector; nil where the entry has none
	HasLabels bool        // tells an empty "labels" from none
	Where     []Attribute // selector: the attributes and the values that they must have
	Has       []Attribute // selector: attributes or nested block types that must be there
	Lacks     []Attribute // selector: those that must not
	Index     int         // selector; -1 where the entry has none
	All       bool        // selector
	Optional  bool        // what is not found is passed over
	Naming    *Naming     // under Rename
	Changes   []Change    // in the order in which they apply: at most one of each action
	At        int
}

// A Naming is what an entry under Rename asks for.
type Naming struct {
	To         []string  // the labels' new text: all of them, or the last alone; nil for the old ones
	At         int       // where that is said
	Stays      bool      // references are left alone
	Moved      moved     // whether a "moved" block is to say so
	Attributes []NewName // of attributes and keys
	Types      []NewName // of nested block types
	Blocks     []Target  // what is renamed in nested blocks
}

// A NewName is the new name of what a path leads to.
type NewName struct {
	Of   Attribute
	Name string
}

// moved is whether a rename adds a "moved" block.
type moved uint8

const (
	movedByKind moved = iota // where Terraform would else replace the object
	movedNever
	movedAlways
)

// A Change is one nested operation: an action on attributes and nested blocks.
type Change struct {
	Action     Action
	Attributes []Attribute
	Blocks     []Target // the nested blocks, by type
	At         int
}

// An Attribute is an attribute path and the value for it.
type Attribute struct {
	Name  string      // the path's first step: the attribute's name
	Path  []Step      // the steps after it
	Text  string      // the key as sent, for messages
	Value value.Value // unused where the action is Delete
	At    int
}

// A Step is one step of an attribute path into an object or a list.
type Step = address.Step

// The kinds of step that edits follow.
const (
	StepKey      = address.StepKey      // .name or ["name"]
	StepIndex    = address.StepIndex    // [0]
	StepAppend   = address.StepAppend   // [+]
	StepEqual    = address.StepEqual    // [=]
	StepArgument = address.StepArgument // (0)
)
