package extract

import (
	"bytes"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/internal/fault"
	"iacedit/internal/pattern"
	"iacedit/internal/selection"
	"iacedit/syntax"
)

// A found is a value in the code.
type found struct {
	file    *draft.File
	item    syntax.ItemID // the attribute that contains it
	expr    *syntax.Expr  // the attribute's value
	node    syntax.NodeID // the value
	address address.Address
	path    string // the attribute, and the path in it
}

// find returns the value to extract.
func (x *extractor) find() (found, error) {
	all, why, err := x.findIn(x.mayHave)
	if err == nil && len(all) == 0 {
		all, why, err = x.findIn(func(*draft.File) bool { return true })
	}
	switch {
	case err != nil:
		return found{}, err
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return found{}, fault.At(x.ValueAt, fault.AmbiguousMatch, "extract: %s leads to %d values; [0] is the first of several blocks", x.Value, len(all))
	}
	return found{}, x.notFound(why)
}

// notFound returns the error of an address that leads to no value. why is an error of resolving
// it, if there is one.
func (x *extractor) notFound(why error) error {
	switch missing := x.missing(); {
	case missing.Attribute:
		return fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s", missing.Message)
	case missing.Message != "":
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s", missing.Message)
	case why != nil:
		return fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s: %s", x.Value, why)
	}
	return fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s leads to no value", x.Value)
}

// mayHave reports whether a file may have the value. It is false only if the code lacks a name
// of the address.
func (x *extractor) mayHave(f *draft.File) bool {
	text := f.Tree.Text()
	x.m.Budget.Step(stepsPerLook)
	for _, part := range x.Value[1:] { // a type may have several spellings
		if part.Kind != address.PartName {
			continue
		}
		x.m.Budget.Step(len(text) / 64)
		clues := pattern.TextClues(pattern.LongestRun([]byte(part.Text)))
		if len(clues) > 0 && !slices.ContainsFunc(clues, func(clue []byte) bool { return bytes.Contains(text, clue) }) {
			return false
		}
	}
	return true
}

// findIn returns the values that the address leads to in the files that look chooses. why is an
// error of resolving it in the last of them that cannot.
func (x *extractor) findIn(look func(*draft.File) bool) (all []found, why, err error) {
	in, length := selection.Entry{Folder: x.Folder}, len(x.Value.String())
	for _, f := range x.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name) || !look(f) {
			continue
		}
		x.m.Budget.Step(len(f.Tree.Text())/16 + stepsPerAddress + length/2)
		t, err := x.Value.Resolve(f.Tree, x.m.Language)
		if err != nil {
			why = err
			continue
		}
		if t.Path.Name == "" || t.Any || slices.ContainsFunc(t.Blocks, selectsByValue) {
			return nil, nil, fault.At(x.ValueAt, fault.InvalidRequest, "extract: %s does not lead to one attribute; name its block by labels and numbers, and the attribute", x.Value)
		}
		for _, id := range t.Items(f.Tree) {
			e := valueOf(f, id)
			node, _, seen := address.In(e, nil).Follow(e.Root, t.Schema(x.m.Language), t.Path.Steps)
			if seen == address.There {
				where := t.Address()
				all = append(all, found{f, id, e, node, where[:len(where)-1-len(t.Path.Steps)], t.Path.String()})
			}
		}
	}
	return all, why, nil
}

// stepsPerLook is the price of checking whether a file may have the value.
const stepsPerLook = 8

// stepsPerAddress is the price of searching for an address in a file.
const stepsPerAddress = 500

// missing returns the part of the address that no file has, judging by the file that has most
// of it.
func (x *extractor) missing() (missing address.Missing) {
	in, text := selection.Entry{Folder: x.Folder}, x.Value.String()
	for _, f := range x.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name) {
			continue
		}
		x.m.Budget.Step(len(f.Tree.Text())/4 + stepsPerAddress + len(text))
		t, err := x.Value.Resolve(f.Tree, x.m.Language)
		if err != nil {
			continue
		}
		near, lacks := t.Missing(f.Tree, x.m.Language)
		if lacks && (missing.Message == "" || near.Attribute && !missing.Attribute) {
			missing = near
		}
	}
	return missing
}

// valueOf returns the value of an attribute, in new memory.
func valueOf(f *draft.File, attribute syntax.ItemID) *syntax.Expr {
	at := f.Tree.Value(attribute)
	f.Budget.Step(at.Len() / 2)
	e, _ := syntax.ParseExpression(nil, f.Tree.Text(), at)
	return e
}

// selectsByValue reports whether a level chooses blocks by the values of their attributes.
func selectsByValue(l address.Level) bool {
	return len(l.Where)+len(l.Matches)+len(l.Has)+len(l.Lacks) > 0
}

// reference returns the expression that replaces the value.
func (x *extractor) reference() string {
	if x.Variable {
		return "var." + x.Name
	}
	return "local." + x.Name
}
