package edit

import (
	"encoding/json"
	"errors"
)

// An Extraction says which value becomes a local or a variable (docs/refactor.md).
type Extraction struct {
	Value      string `json:"value"`                // the dotted address of an attribute, a key or an element
	To         string `json:"to"`                   // local.name or var.name
	Everywhere bool   `json:"everywhere,omitempty"` // replace all equal values of the module
	Comment    string `json:"comment,omitempty"`    // the lead comment of the new block or attribute
	Folder     string `json:"folder,omitempty"`     // a pattern of the folders in which the value may be; "" for all
	File       string `json:"file,omitempty"`       // the file for the new local or variable; "" for the customary one
}

// Extract moves values into locals and variables, and puts references in their place.
func Extract(values ...Extraction) Operation {
	if len(values) == 0 {
		return Operation{action: "extract", entry: content{err: errors.New("no values")}}
	}
	return textOperation("extract", values)
}

// A ModuleExtraction says which blocks of a folder become a module of their own
// (docs/refactor.md). It is for files in folders.
type ModuleExtraction struct {
	Blocks  []string // dotted addresses: aws_vpc.main, aws_subnet.*, local.name
	To      string   // the folder of the new module, which manages nothing yet
	Name    string   // the name of its call; "" for the last part of the folder
	NoMoved bool     // add no "moved" blocks
	Tidy    bool     // as little as can be is passed, under short names, with types
	Folder  string   // a pattern of the folders in which the blocks may be; "" for all
}

// ExtractModule moves blocks into a new module and puts a call of it in their place.
func ExtractModule(x ModuleExtraction) Operation {
	if len(x.Blocks) == 0 {
		return Operation{action: "extract", entry: content{err: errors.New("no blocks")}}
	}
	type entry struct {
		Blocks []string `json:"blocks"`
		To     string   `json:"to"`
		Name   string   `json:"name,omitempty"`
		Moved  *bool    `json:"moved,omitempty"`
		Tidy   bool     `json:"tidy,omitempty"`
		Folder string   `json:"folder,omitempty"`
	}
	one := entry{Blocks: x.Blocks, To: x.To, Name: x.Name, Tidy: x.Tidy, Folder: x.Folder}
	if x.NoMoved {
		one.Moved = new(bool)
	}
	return textOperation("extract", []entry{one})
}

// Inline replaces references to locals, each named as "local.name", by the locals' values, and
// deletes the locals.
func Inline(locals ...string) Operation {
	if len(locals) == 0 {
		return Operation{action: "inline", entry: content{err: errors.New("no locals")}}
	}
	return textOperation("inline", locals)
}

// textOperation returns an operation whose content is not that of a block.
func textOperation(action string, v any) Operation {
	op := Operation{action: action}
	text, err := json.Marshal(map[string]any{action: v})
	if op.text = text; err != nil {
		op.text, op.entry.err = nil, err
	}
	return op
}

// RenameKey gives an instance of a resource or module another key: a number, a string in
// quotes, or "" for an object without a key. References with that key follow. It is for
// Rename.
func RenameKey(from, to string) Part {
	return part(func(c *content) { c.give(&c.entry, "keys", from, to) })
}
