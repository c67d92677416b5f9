package address

import (
	"iter"
	"slices"

	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// Children yields the attributes and blocks of a body with their addresses, in code order. Each
// address begins with parent, which is the address of the body's block, or an empty address if the
// body is the whole file. Attributes at the top level of a file are values of variables, as in a
// .tfvars file. The addresses of blocks with equal type and labels end in an index. A yielded
// address is valid until the next iteration.
func Children(f *syntax.File, body syntax.ItemID, parent Address, l Language) iter.Seq2[Address, syntax.ItemID] {
	return func(yield func(Address, syntax.ItemID) bool) {
		if f == nil {
			return
		}
		count := make(map[string]int)
		for id := range f.Children(body) {
			if f.Kind(id) == syntax.KindBlock {
				count[l.Header(f, body, id).String()]++
			}
		}
		seen := make(map[string]int)
		for id := range f.Children(body) {
			a := slices.Clone(parent)
			switch f.Kind(id) {
			case syntax.KindAttribute:
				if body == syntax.Root {
					a = append(a, Part{Text: terraform.VariableValues})
				}
				a = append(a, Part{Text: string(f.Name(id))})
			case syntax.KindBlock:
				header := l.Header(f, body, id)
				a = append(a, header...)
				if key := header.String(); count[key] > 1 {
					a = append(a, Part{Kind: PartIndex, Index: seen[key]})
					seen[key]++
				}
			default:
				continue
			}
			if !yield(a, id) {
				return
			}
		}
	}
}

// Header returns the type and labels of a block, in the form of an address.
func (l Language) Header(f *syntax.File, body, block syntax.ItemID) Address {
	if f == nil {
		return nil
	}
	typ := string(f.Name(block))
	if body == syntax.Root && !l.Dialect.AnyBlock() && slices.Contains(l.Spellings(terraform.Settings), typ) {
		typ = terraform.Settings
	}
	return Of(typ, labelsOf(f, block)...)
}

// childrenOf returns the attributes or blocks in the given bodies whose name is one of names.
func childrenOf(f *syntax.File, bodies []syntax.ItemID, kind syntax.ItemKind, names ...string) (found []syntax.ItemID) {
	for _, body := range bodies {
		for id := range f.Children(body) {
			if f.Kind(id) == kind && slices.Contains(names, string(f.Name(id))) {
				found = append(found, id)
			}
		}
	}
	return found
}

func labelsOf(f *syntax.File, block syntax.ItemID) []string { return syntax.Strings(f.Labels(block)) }
