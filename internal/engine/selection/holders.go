package selection

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/bodies"
	"iacedit/syntax"
)

// fewFiles is the largest number of files that are all searched for each address.
const fewFiles = 8

// stepsPerHeld is the price of recording a block or a local of a file.
const stepsPerHeld = 8

// A holders has the indexes of the files that have top-level blocks, by the hashes of their types and
// labels, and of those that have locals, by the hashes of their names below localKey. So the time to
// look up many addresses in many files is not proportional to the product of their numbers.
type holders map[uint64][]int32

// localKey is the type in the hash of a local. It is not a name.
const localKey = "locals."

// holdersOf records the files.
func (d *Decoder) holdersOf(code []Code) holders {
	all := holders{}
	for i := range code {
		tree := code[i].Tree
		if tree == nil {
			continue
		}
		note := func(key uint64) {
			d.Budget.Step(stepsPerHeld)
			if at := all[key]; len(at) == 0 || at[len(at)-1] != int32(i) {
				all[key] = append(at, int32(i))
			}
		}
		for id := range tree.Children(syntax.Root) {
			if tree.Kind(id) != syntax.KindBlock {
				continue
			}
			typ := string(tree.Name(id))
			note(bodies.AddressHash(typ, syntax.Strings(tree.Labels(id))))
			if typ == "locals" {
				for name := range tree.Attributes(id) {
					note(bodies.AddressHash(localKey, []string{string(tree.Name(name))}))
				}
			}
		}
	}
	return all
}

// filesFor returns those of the files that can tell what an address means: the files that have its
// top-level block or, for a local, the local. If no file has the block, one file tells as much as all. If
// the address does not tell which block it means, or means code that is commented out, filesFor returns all files.
func (d *Decoder) filesFor(s *Scope, a address.Address, code []Code) []Code {
	if len(code) <= fewFiles || s.Rules.OldCode || d.Language.Dialect.AnyBlock() {
		return code
	}
	t, err := a.ResolveParsed(nil, d.Language, nil)
	if err != nil || len(t.Blocks) == 0 {
		return code
	}
	first := &t.Blocks[0]
	if first.Patterns || first.LeftOut > 0 || d.Language.IsValuesFile(first.Type) {
		return code
	}
	if d.held == nil {
		d.held = d.holdersOf(code)
	}
	var at []int32
	if first.Type == "locals" && len(t.Blocks) == 1 && first.Index < 0 && !first.Selects() && t.Path.Name != "" {
		at = d.held[bodies.AddressHash(localKey, []string{t.Path.Name})]
	}
	if len(at) == 0 {
		for _, typ := range d.Language.Spellings(first.Type) {
			at = append(slices.Clip(at), d.held[bodies.AddressHash(typ, first.Labels)]...)
		}
		sequence.Sort(at, cmp.Compare[int32])
	}
	switch {
	case len(at) > 0:
	case s.Rules.Reads:
		return code
	default:
		return code[:1]
	}
	found := make([]Code, 0, len(at))
	for _, i := range slices.Compact(at) {
		code[i].indexOf(d) // once, for all addresses
		found = append(found, code[i])
	}
	return found
}
