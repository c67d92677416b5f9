package draft

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
)

// CheckNumber refuses an address with a pattern and a number, as in aws_vpc.*[1], if several files of a
// module have blocks that the pattern matches: the number counts the blocks of one file. It looks in the
// given folders ("" for all). offset is the offset of the address in the edits.
func (m *Module) CheckNumber(a address.Address, offset int, folders string) error {
	isPattern := func(p address.Part) bool { return p.Kind == address.PartAny || p.Kind == address.PartPattern }
	isNumber := func(p address.Part) bool { return p.Kind == address.PartIndex }
	if !slices.ContainsFunc(a, isPattern) || !slices.ContainsFunc(a, isNumber) {
		return nil
	}
	at := slices.IndexFunc(a, isNumber)
	if slices.ContainsFunc(a[:at], func(p address.Part) bool { return p.Kind == address.PartWhere }) {
		return nil // a selector chooses the blocks before the number does
	}
	blocks := a[:at] // without the number, and what is inside the blocks
	in := selection.Entry{Folder: folders}
	first := map[string]*File{} // the first file with such blocks, by scope
	for _, f := range m.InOrder() {
		if !f.Searched() || !in.IsOf(f.Name, f.Budget) {
			continue
		}
		m.Budget.Step(stepsPerFile + len(f.Tree.Text())/4)
		t, err := f.Resolve(blocks, m.Language)
		if err != nil || len(t.Blocks) > 1 || t.Path.Name != "" {
			continue // the number is that of something inside a block
		}
		if found, err := f.Addressed(&t, m.Language); err != nil || len(found) == 0 {
			continue
		}
		switch other := first[f.Scope()]; {
		case other == nil:
			first[f.Scope()] = f
		case other != f.Twin:
			return fault.At(offset, fault.AmbiguousMatch, "extract: %s: the number counts the blocks of one file, and both %s and %s have such blocks; name the block", a, other.Name, f.Name)
		}
	}
	return nil
}
