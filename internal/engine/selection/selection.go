package selection

import (
	"strings"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/regex"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/value"
)

// AnyType is the block type that stands for the top-level blocks of all types, in operations whose
// rules allow it.
const AnyType = "*"

// Rules are the properties of an operation that decide which addresses and entries are valid for
// it.
type Rules struct {
	Name       string // the key of the operation in a request; messages begin with it
	Example    string // an example of an entry, for messages; "" for none
	Finds      bool   // the operation selects blocks: entries have selectors, and a label may be "*"
	Makes      bool   // the operation creates blocks that do not exist: top-level "labels" can only repeat the address
	AnyType    bool   // the address may be the type AnyType
	Reads      bool   // the operation changes nothing: labels may be any text, and a dotted address may omit labels, and means what it matches in any file
	Compares   bool   // [=] compares the values of "attributes", if entries pick attributes
	One        bool   // an address means one attribute
	Moves      bool   // the member "file" of an entry is where the blocks go, not where they are
	OldCode    bool   // an address means code that is commented out
	EmptyIsOne bool   // an empty array of entries stands for one empty entry
}

// A Scope is the address of the entries that are being decoded.
type Scope struct {
	Rules   *Rules
	Type    string          // "" for an operation without a tree of addresses
	Labels  []string        // the labels of the address; none for nested blocks
	Nested  bool            // the blocks are inside a block
	Values  bool            // the scope is the attributes of a file of variable values
	Special *terraform.Body // describes the blocks
}

// String returns the beginning of a message, such as `set: resource "a" "b"`. If the scope has no
// block type, it returns only the name of the operation.
func (s *Scope) String() string {
	if s.Type == "" {
		return s.Rules.Name
	}
	text := s.Rules.Name + ": " + s.Type
	for _, l := range s.Labels {
		text += " " + excerpt.Quote(l)
	}
	return text
}

// Refuse returns an error about the address or about one of its entries. The message begins with
// s.String().
func (s *Scope) Refuse(at int, format string, args ...any) error {
	return fault.At(at, fault.InvalidRequest, "%s: "+format, append([]any{s.String()}, args...)...)
}

// An Entry contains the decoded selectors of an entry.
type Entry struct {
	Folder    string      // the folder, or a pattern of folders; "" for any
	File      string      // the file; "" for any
	Labels    []string    // nil if the entry has none
	HasLabels bool        // "labels" exists, but may be empty
	Patterns  bool        // "*" in Labels is a pattern, and in the dialect hcl in the labels of the address, too
	Where     []Attribute // the attributes and the values that they must have
	Matches   []Pattern   // the attributes, with regular expressions for their text
	Has       []Attribute // attributes or nested block types that must exist
	Lacks     []Attribute // attributes or nested block types that must not exist
	Index     int         // -1 if the entry has none
	All       bool
	Optional  bool // it is no error if the entry selects no block
	At        int
}

// Selects reports whether an entry has a selector.
func (e *Entry) Selects() bool { return e.Folder != "" || e.SelectsInFolder() }

// SelectsInFolder reports whether an entry has a selector besides "folder".
func (e *Entry) SelectsInFolder() bool {
	return e.File != "" || e.HasLabels || len(e.Where) > 0 || len(e.Matches) > 0 || len(e.Has) > 0 || len(e.Lacks) > 0 || e.Index >= 0 || e.All
}

// IsOf reports whether the selectors "folder" and "file" of an entry allow a file. If the entry has
// a "folder", its "file" may be the name without the folder. IsOf charges the comparison to the
// budget, because a pattern of folders may be long, and be compared with many folders.
func (e *Entry) IsOf(name string, b *budget.Budget) bool {
	if e.Folder == "" {
		return e.File == "" || e.File == name
	}
	folder, base := module.Split(name)
	if e.File != "" && e.File != name && e.File != base {
		return false
	}
	steps := 1
	if module.IsPattern(e.Folder) {
		segments := 1 + strings.Count(folder, "/")
		steps += segments * (stepsPerSegment*(1+strings.Count(e.Folder, "/")) + len(e.Folder)/bytesPerMatch)
	}
	b.Step(steps)
	return module.MatchFolder(e.Folder, folder)
}

// The price of comparing a pattern of folders with a folder. Each segment of the pattern may be
// compared with each segment of the folder: stepsPerSegment steps for that, and one step for each
// bytesPerMatch bytes of the pattern.
const stepsPerSegment, bytesPerMatch = 2, 8

// FileName returns the name, with its folder, of the file that an entry selects. It returns "" if
// the entry selects no single file.
func (e *Entry) FileName() string {
	switch {
	case e.File == "" || e.Folder == "" || strings.Contains(e.File, "/"):
		return e.File
	case module.IsPattern(e.Folder):
		return ""
	}
	return module.Join(e.Folder, e.File)
}

// An Attribute is an attribute path and the value that was sent with it.
type Attribute struct {
	Name  string         // the first step of the path: the attribute's name
	Path  []address.Step // the steps after it
	Text  string         // the path as sent, for messages
	Value value.Value    // unused if the path only names an item
	Texts TextChange     // the text change that replaces Value, or nil
	Re    *regex.Regexp  // the regular expression of the last step [~"re"], or nil
	Old   string         // the name that stands for the old value in Value, or ""
	At    int
}

// A TextChange replaces text in the code of a value. The method In returns the new code, or nil if
// the text does not occur.
type TextChange interface {
	In(code []byte, p *value.Schema, b *budget.Budget) ([]byte, error)
}

// Sent returns a message in the words of the client: with "$", which the client wrote for the old
// value, in place of the generated name x.Old.
func (x *Attribute) Sent(message string) string {
	if x.Old == "" {
		return message
	}
	return strings.ReplaceAll(message, x.Old, "$")
}

// EndsInMatching reports whether the path ends in [~"re"].
func (x *Attribute) EndsInMatching() bool { return x.Re != nil }

// EndsInEqual reports whether the path ends in [=].
func (x *Attribute) EndsInEqual() bool {
	n := len(x.Path)
	return n > 0 && x.Path[n-1].Kind == address.StepEqual
}
