package upgrades

import (
	"encoding/json"

	"iacedit/internal/requests/ruleset"
	"iacedit/syntax"
	"iacedit/value"
)

// A Note is a place in the code that somebody has to look at.
type Note struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line"`
	Address string `json:"address"`
	Say     string `json:"say"`

	code []byte // the file in which Line is a line
}

// String returns the note as a line: file:line: address: text.
func (n Note) String() string {
	return ruleset.Note{File: n.File, Line: n.Line, Address: n.Address, Say: n.Say}.String()
}

// note returns a note about an item of a block.
func (b *block) note(id syntax.ItemID, path, say string) Note {
	address := b.address()
	if path != "" {
		address += "." + path
	}
	return Note{File: b.tree.name, Line: b.line(id), Address: address, Say: say, code: b.code}
}

// literal returns the text of an attribute's value, as far as it is a string, number or boolean.
func (b *block) literal(id syntax.ItemID) (text string, ok bool) {
	e := b.f.ValueExpr(id)
	if text, ok := e.PlainString(e.Root); ok {
		return text, true
	}
	var r value.Reader
	code := e.Source(e.Root)
	r.Reset(code)
	v, err := r.Value()
	if err != nil || v.Kind == value.Array || v.Kind == value.Object || v.Kind == value.String {
		return "", false
	}
	return string(code), true
}

// literalText returns the text of a literal in JSON: "true" and true have the same text.
func literalText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}
