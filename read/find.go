package read

import (
	"maps"
	"slices"

	"iacedit/address"
	"iacedit/internal/fault"
	"iacedit/internal/language"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A Match is what an address leads to: a block, an attribute, or a value inside an attribute.
type Match struct {
	Block Block        // its ID is syntax.Root for the top level of the file
	Path  address.Path // the path in the block; its Name is "" for the block itself
	file  *File
}

// Find returns what an address leads to in the file, in the order of the code (see package
// address). If there is nothing, the error says which part of the address the file lacks.
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
		if step.Kind == address.StepAppend || step.Kind == address.StepEqual || step.Kind == address.StepLast {
			return nil, fault.At(-1, fault.InvalidRequest, "%s: [+], [=] and (+) do not name what is there", t.Path)
		}
	}
	var c chooser
	c.start([]document{{tree: f.tree()}}, false, f.language, nil, 1)
	selected, err := targetOf(&t, f.language)
	if err != nil {
		return nil, err
	}
	err = c.choose([]selection.Target{selected})
	if m, missing := t.Missing(f.tree(), f.language); missing && (err != nil || len(c.picked) == 0) {
		code := fault.BlockNotFound
		if m.Attribute {
			code = fault.AttributeNotFound
		}
		err = fault.At(-1, code, "%s", m.Message)
	}
	if err != nil {
		return nil, err
	}
	return f.matches(c.picked, &t), nil
}

// Match returns the match of a path in a block, or at the top level of the file if the ID is
// syntax.Root. Its methods report whether it exists.
func (f *File) Match(block syntax.ItemID, path address.Path) Match {
	return Match{Block: f.blockOf(block), Path: path, file: f}
}

// matches returns the picked items, in the order of the code.
func (f *File) matches(picks picked, t *address.Target) (matches []Match) {
	for _, b := range slices.SortedFunc(maps.Keys(picks), ref.compare) {
		p, id := picks[b], b.id
		block := f.blockOf(id)
		switch {
		case p.any:
			for a := range f.attributes(id, block.body) {
				matches = append(matches, Match{Block: block, Path: address.Path{Name: a.Name}, file: f})
			}
		case p.whole, len(p.names) > 0:
			matches = append(matches, f.Match(id, t.Path))
		}
	}
	return matches
}

// blockOf returns a block, nested or not.
func (f *File) blockOf(id syntax.ItemID) Block {
	switch parent := f.tree().Item(id).Parent; {
	case f.tree().Kind(id) != syntax.KindBlock && id != syntax.Root:
		return Block{ID: id, file: f} // it is not a block
	case id == syntax.Root:
		return Block{ID: id, file: f, body: language.Body(f.language, terraform.VariableValues)}
	case parent != syntax.Root:
		return Block{ID: id, file: f, body: f.blockOf(parent).body.Block(string(f.tree().Name(id)))}
	}
	return f.block(id)
}

// targetOf returns the target that selects what an address leads to.
func targetOf(a *address.Target, l address.Language) (selection.Target, error) {
	e := selection.Pick{Entry: selection.Entry{Index: -1}, Any: a.Any}
	if a.Path.Name != "" {
		e.Attributes = []selection.Attribute{attributeAt(a.Path, a.Path.String())}
	}
	for i := len(a.Blocks) - 1; ; i-- {
		level := &a.Blocks[i]
		e.Index, e.At = level.Index, -1
		if err := selectors(&e.Entry, level); err != nil {
			return selection.Target{}, fault.At(-1, fault.InvalidRequest, "%s", err)
		}
		t := selection.Target{Type: level.Type, Values: l.IsValuesFile(level.Type), At: -1}
		if i == 0 {
			t.Labels = slices.Clone(level.Labels)
			for range level.LeftOut {
				t.Labels = append(t.Labels, address.AnyLabel)
			}
			t.Set([]selection.Pick{e}, true)
			return t, nil
		}
		e.HasLabels, e.Labels = level.HasLabels, level.Labels
		t.Set([]selection.Pick{e}, true)
		e = selection.Pick{Entry: selection.Entry{Index: -1}, Blocks: []selection.Target{t}}
	}
}

// selectors sets the selectors of an entry to those of a level of an address.
func selectors(e *selection.Entry, level *address.Level) error {
	for _, c := range level.Where {
		path, err := address.ParsePath(c.Path)
		if err != nil {
			return err
		}
		w := attributeAt(path, c.Path)
		w.Value = value.Value{Kind: value.String, Text: value.EscapeTemplate(c.Value)}
		if c.Null {
			w.Value = value.Value{Kind: value.Null}
		}
		e.Where = append(e.Where, w)
	}
	for _, of := range []struct {
		from []string
		to   *[]selection.Attribute
	}{{level.Has, &e.Has}, {level.Lacks, &e.Lacks}} {
		for _, text := range of.from {
			path, err := address.ParsePath(text)
			if err != nil {
				return err
			}
			*of.to = append(*of.to, attributeAt(path, text))
		}
	}
	return nil
}

// attributeAt returns a path in the form of a selector.
func attributeAt(p address.Path, text string) selection.Attribute {
	return selection.Attribute{Name: p.Name, Path: p.Steps, Text: text, At: -1}
}

// item returns the item of the match, and its schema. It returns false for a block, and if the
// code has no such item.
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

// Source returns the code of the match, a slice of the file's code.
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

// Value returns the value of the match as edits have it. It returns false for a block, and for
// a value that JSON cannot represent.
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
		w.entry(m.file.tree(), placed{ref: ref{id: m.Block.ID}, index: -1}, m.Block.body)
		return w.out.Finish(), true
	}
	id, schema, ok := m.item()
	if !ok {
		return dst, false
	}
	e := m.file.tree().ValueExpr(id)
	return m.file.values.Append(dst, e, e.Root, schema)
}
