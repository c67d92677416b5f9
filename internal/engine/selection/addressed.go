package selection

import (
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/regex"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// stepsPerAddressed is the price of comparing the labels of a block with those of an address.
const stepsPerAddressed = 12

// Addressed returns the blocks of the file that an address selects, in code order. It applies the
// selectors and indexes in the address, such as [alias=east] and [0]. In a file of variable values
// it returns syntax.Root, the top level.
func (f *View) Addressed(t *address.Target, l address.Language) ([]syntax.ItemID, error) {
	if !slices.ContainsFunc(t.Blocks, func(l address.Level) bool { return l.Selects() }) {
		return t.Found, nil
	}
	return f.Selected(t, l)
}

// Selected is like Addressed, but searches the file again, so that the levels of the target may
// differ from those with which it was resolved.
func (f *View) Selected(t *address.Target, l address.Language) ([]syntax.ItemID, error) {
	blocks, _, err := f.addressed(t, l, false)
	return blocks, err
}

// Items returns the items of the file that an address names: the blocks that it selects, or their
// attributes if it names an attribute or all attributes. It does not follow a path into a value.
func (f *View) Items(t *address.Target, l address.Language) (items []syntax.ItemID, err error) {
	blocks, err := f.Addressed(t, l)
	for _, body := range blocks {
		switch {
		case t.Any:
			items = slices.AppendSeq(items, f.Tree.Attributes(body))
		case t.Path.Name == "":
			items = append(items, body)
		default:
			if id := f.Tree.Attribute(body, t.Path.Name); id != syntax.NoItem {
				items = append(items, id)
			}
		}
	}
	return items, err
}

// Excluded explains why an address selects no block. If the selectors and indexes in the address
// exclude all blocks, it returns a message that reports this exclusion, and otherwise "".
func (f *View) Excluded(t *address.Target, l address.Language) string {
	_, excluded, _ := f.addressed(t, l, true)
	return excluded
}

// addressed returns the blocks that a target selects. If no block is selected and the argument
// explain is true, it also returns the message of Excluded.
func (f *View) addressed(t *address.Target, l address.Language, explain bool) (blocks []syntax.ItemID, excluded string, err error) {
	x := addressedBlocks{View: f}
	bodies, types := []syntax.ItemID{syntax.Root}, t.Types()
	for i := range t.Blocks {
		level := &t.Blocks[i]
		e := Entry{Index: level.Index}
		if err := e.Select(level, f.Budget); err != nil {
			return nil, "", err
		}
		names := []string{level.Type}
		if i == 0 {
			names = l.Spellings(level.Type)
		}
		x.candidates.Special = terraform.BodyIn(l.Dialect.AnyBlock(), types[:i+1]...)
		var next []syntax.ItemID
		all := Candidates{Special: x.candidates.Special}
		for _, body := range bodies {
			next = x.appendSelected(next, &e, level, body, names)
			if explain && len(next) == 0 {
				all.Blocks = append(all.Blocks, x.candidates.Blocks...)
			}
		}
		if explain && len(next) == 0 && len(bodies) > 0 {
			if there := all.Instead(&e); there != "" {
				excluded = fmt.Sprintf("no %s%s; the code has %s", excerpt.Header(level.Type, level.Labels), e.Selected(), there)
			}
		}
		bodies = next
	}
	return bodies, excluded, nil
}

// addressedBlocks contains slices that appendSelected uses at each level of an address, so that
// they are allocated only once.
type addressedBlocks struct {
	*View
	candidates Candidates
	blocks     []syntax.ItemID
	kept       []int
}

// appendSelected appends the blocks in a body that have one of the types and match one level of an
// address.
func (x *addressedBlocks) appendSelected(dst []syntax.ItemID, e *Entry, level *address.Level, body syntax.ItemID, types []string) []syntax.ItemID {
	c := &x.candidates
	x.blocks, c.Blocks = x.Index.Blocks(x.blocks[:0], body, types), c.Blocks[:0]
	for _, id := range x.blocks {
		x.Budget.Step(stepsPerAddressed + len(level.Labels))
		if level.Fits(x.Tree, id) {
			c.Blocks = append(c.Blocks, Block{x.View, id})
		}
	}
	x.kept = c.Filter(x.kept[:0], x.Classes, e.Where, e)
	for n, at := range x.kept {
		if e.Index < 0 || e.Index == n {
			dst = append(dst, c.Blocks[at].ID)
		}
	}
	return dst
}

// Select adds the selectors in one level of an address to e.
func (e *Entry) Select(level *address.Level, b *budget.Budget) error {
	for _, c := range level.Where {
		w, err := attributeOf(c.Path)
		if err != nil {
			return err
		}
		w.Value = value.Value{Kind: value.String, Text: value.EscapeTemplate(c.Value)}
		if c.Null {
			w.Value = value.Value{Kind: value.Null}
		}
		e.Where = append(e.Where, w)
	}
	for _, c := range level.Matches {
		a, err := attributeOf(c.Path)
		if err != nil {
			return err
		}
		re, err := regex.Compile(c.Path, -1, c.Value, b)
		if err != nil {
			return err
		}
		e.Matches = append(e.Matches, Pattern{a, re})
	}
	for _, of := range []struct {
		from []string
		to   *[]Attribute
	}{{level.Has, &e.Has}, {level.Lacks, &e.Lacks}} {
		for _, text := range of.from {
			a, err := attributeOf(text)
			if err != nil {
				return err
			}
			*of.to = append(*of.to, a)
		}
	}
	return nil
}

// attributeOf parses an attribute path in an address.
func attributeOf(text string) (Attribute, error) {
	path, err := address.ParsePath(text)
	return Attribute{Name: path.Name, Path: path.Steps, Text: text, At: -1}, err
}
