package read

import (
	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Match is one thing that an address names: a block, an attribute, or a value inside an
// attribute.
type Match struct {
	Block Block        // its ID is syntax.Root for the top level of the file
	Path  address.Path // the path in the block; its Name is "" for the block itself
	file  *File
}

// Find returns what an address such as "resource.aws_instance.web.tags.Name" names in the file, in
// code order (see package address). If there is no match, the error names the part of the address
// that the file lacks.
func (f *File) Find(text string) ([]Match, error) {
	a, err := address.Parse(text)
	if err != nil {
		return nil, fault.At(-1, fault.InvalidRequest, "%s", err)
	}
	t, err := a.Resolve(f.tree(), f.language)
	if err != nil {
		return nil, fault.At(-1, fault.InvalidRequest, "%s", err)
	}
	for _, step := range t.Path.Steps {
		if step.Kind == address.StepAppend || step.Kind == address.StepEqual || step.Kind == address.StepLast || step.Kind == address.StepMatching {
			return nil, fault.At(-1, fault.InvalidRequest, "%s: [+], [=], [~…] and (+) do not lead to an existing value", t.Path)
		}
	}
	var view selection.View
	view.Open(f.tree(), nil, &value.Classes{}, new(syntax.Expr), 1)
	blocks, err := view.Addressed(&t, f.language)
	if err != nil {
		return nil, fault.At(-1, fault.CodeOf(err), "%s: %s", text, err)
	}
	matches := f.matches(blocks, &t)
	if m, missing := t.Missing(f.tree(), f.language); missing && len(matches) == 0 {
		code := fault.BlockNotFound
		if m.Attribute {
			code = fault.AttributeNotFound
		}
		return nil, fault.At(-1, code, "%s%s", m.Message, m.WhatIsThere())
	}
	return matches, nil
}

// Match returns the match for the item to which a path leads in a block. If the ID is syntax.Root,
// the path starts at the top level of the file. The methods of the Match return false or nil if the
// item does not exist.
func (f *File) Match(block syntax.ItemID, path address.Path) Match {
	return Match{Block: f.blockOf(block), Path: path, file: f}
}

// matches returns what a target names in the given blocks, in code order.
func (f *File) matches(blocks []syntax.ItemID, t *address.Target) (matches []Match) {
	for _, id := range blocks {
		block := f.blockOf(id)
		if t.Any {
			for a := range f.attributes(id, block.body) {
				matches = append(matches, Match{Block: block, Path: address.Path{Name: a.Name}, file: f})
			}
			continue
		}
		m := Match{Block: block, Path: t.Path, file: f}
		if _, _, there := m.item(); there || t.Path.Name == "" {
			matches = append(matches, m)
		}
	}
	return matches
}

// blockOf returns the Block for an item, which may be nested. For syntax.Root it returns the top
// level of the file.
func (f *File) blockOf(id syntax.ItemID) Block {
	switch parent := f.tree().Item(id).Parent; {
	case f.tree().Kind(id) != syntax.KindBlock && id != syntax.Root:
		return Block{ID: id, file: f} // the item is not a block
	case id == syntax.Root:
		return Block{ID: id, file: f, body: language.Body(f.language, terraform.VariableValues)}
	case parent != syntax.Root:
		return Block{ID: id, file: f, body: f.blockOf(parent).body.Block(string(f.tree().Name(id)))}
	}
	return f.block(id)
}

// attributeAt returns a path in the form that package selection uses. text is the path as a string.
func attributeAt(p address.Path, text string) selection.Attribute {
	return selection.Attribute{Name: p.Name, Path: p.Steps, Text: text, At: -1}
}

// item returns the attribute or value of the match, and its schema. It returns false if the match
// is a block or does not exist.
func (m Match) item() (syntax.ItemID, *value.Schema, bool) {
	if len(m.file.tree().Text()) == 0 {
		return syntax.NoItem, nil, false
	}
	var f selection.View
	f.Open(m.file.tree(), nil, &value.Classes{}, new(syntax.Expr), 1)
	a := attributeAt(m.Path, "")
	id, schema, seen := f.ValueAt(m.Block.ID, &a, m.Block.body.Attribute(a.Name))
	return id, schema, seen == address.There
}

// Source returns the code of the match, a slice of the file's code. It returns nil if the item does
// not exist.
func (m Match) Source() []byte {
	if m.Path.Name == "" {
		it := m.file.tree().Item(m.Block.ID)
		return m.file.tree().At(syntax.Span{From: it.Name.From, To: it.Content.To})
	}
	if id, _, ok := m.item(); ok {
		return m.file.tree().At(m.file.tree().Value(id))
	}
	return nil
}

// Value returns the value of the match as edits would write it. It returns false for a block, and
// for a value that JSON cannot represent.
func (m Match) Value() (value.Value, bool) {
	id, schema, ok := m.item()
	if !ok {
		return value.Value{}, false
	}
	e := m.file.tree().ValueExpr(id)
	return value.Read(e, e.Root, schema)
}

// AppendJSON appends the match as JSON: a value, or a block as an entry. It returns false, and
// dst unchanged, for a value that JSON cannot represent.
func (m Match) AppendJSON(dst []byte) ([]byte, bool) {
	if m.file == nil {
		return dst, false
	}
	if m.Path.Name == "" {
		w := writer{language: m.file.language}
		w.out.Reset(dst, nil)
		w.entry(m.file.tree(), blockEntry{ref: ref{id: m.Block.ID}, index: -1}, m.Block.body)
		return w.out.Finish(), true
	}
	id, schema, ok := m.item()
	if !ok {
		return dst, false
	}
	e := m.file.tree().ValueExpr(id)
	return m.file.values.Append(dst, e, e.Root, schema)
}
