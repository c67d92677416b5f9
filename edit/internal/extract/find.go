package extract

import (
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/internal/fault"
	"iacedit/internal/selection"
	"iacedit/syntax"
)

// A found is a value in the code.
type found struct {
	file    *draft.File
	item    syntax.ItemID // the attribute that it is in
	expr    *syntax.Expr  // the value of that
	node    syntax.NodeID // the value
	address address.Address
	path    string // the attribute, and the way in it
}

// find returns the value that is to be taken out.
func (x *extractor) find() (found, error) {
	var all []found
	why := error(nil)
	in, length := selection.Entry{Folder: x.Folder}, len(x.Value.String())
	for _, f := range x.m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name) {
			continue
		}
		x.m.Budget.Step(len(f.Tree.Text())/16 + stepsPerAddress + length/2)
		t, err := x.Value.Resolve(f.Tree, x.m.Language)
		if err != nil {
			why = err
			continue
		}
		if t.Path.Name == "" || t.Any || slices.ContainsFunc(t.Blocks, selectsByValue) {
			return found{}, fault.At(x.ValueAt, fault.InvalidRequest, "extract: %s does not lead to one attribute; name its block by labels and numbers, and the attribute", x.Value)
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
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return found{}, fault.At(x.ValueAt, fault.AmbiguousMatch, "extract: %s leads to %d values; [0] is the first of several blocks", x.Value, len(all))
	}
	switch missing := x.missing(); {
	case missing.Attribute:
		return found{}, fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s", missing.Message)
	case missing.Message != "":
		return found{}, fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s", missing.Message)
	case why != nil:
		return found{}, fault.At(x.ValueAt, fault.BlockNotFound, "extract: %s: %s", x.Value, why)
	}
	return found{}, fault.At(x.ValueAt, fault.AttributeNotFound, "extract: %s leads to no value", x.Value)
}

// stepsPerAddress is what it takes to look for an address in a file.
const stepsPerAddress = 500

// missing returns what of the address no file has, as far as one has it.
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

// valueOf returns the value of an attribute, in memory of its own.
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

// reference returns the expression that takes the value's place.
func (x *extractor) reference() string {
	if x.Variable {
		return "var." + x.Name
	}
	return "local." + x.Name
}
