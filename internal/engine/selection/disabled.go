package selection

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/oldcode"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Disabled is code that is commented out, with the address that it has as code.
type Disabled struct {
	*oldcode.Code
	Address address.Address // has the numbers of blocks around it that are alike, but not its own
	Meant   address.Address // for enabling it: without the number of the innermost of these blocks
	Number  int             // its index among the comments with this address
	Alone   bool            // there is only one
}

// DisabledIn returns what is commented out in a file in native syntax, in the order of the lines.
func DisabledIn(f *syntax.File, l address.Language, b *budget.Budget) []Disabled {
	s := disabledSearch{f: f, language: l, budget: b}
	s.body(syntax.Root, nil, nil)
	sequence.SortStable(s.found, func(a, b Disabled) int { return cmp.Compare(a.Lines.From, b.Lines.From) })
	count := map[string]int{}
	for i := range s.found {
		d := &s.found[i]
		key := d.Meant.String()
		d.Number = count[key]
		count[key]++
	}
	for i := range s.found {
		s.found[i].Alone = count[s.found[i].Meant.String()] == 1
	}
	return s.found
}

type disabledSearch struct {
	f        *syntax.File
	language address.Language
	budget   *budget.Budget
	found    []Disabled
}

// stepsPerDisabled is the price of the address of an item in which code may be commented out.
const stepsPerDisabled = 10

// bytesPerDisabled is the memory of a Disabled, and bytesPerDisabledPart that of a part of its two addresses.
const bytesPerDisabled, bytesPerDisabledPart = 400, 80

// body finds what is commented out in a body, and in its attributes and nested blocks. The address
// meant is that of the body without the number of its block.
func (s *disabledSearch) body(body syntax.ItemID, above, meant address.Address) {
	s.here(body, above, meant)
	for a, id := range address.Children(s.f, body, above, s.language) {
		s.budget.Step(stepsPerDisabled + len(a))
		if s.f.Kind(id) == syntax.KindBlock {
			s.body(id, a, slices.Concat(above, s.language.Header(s.f, body, id)))
		} else {
			s.value(id, a, slices.Concat(meant, a[len(above):]))
		}
	}
}

// value finds what is commented out in the value of an attribute, a pair or an element.
func (s *disabledSearch) value(item syntax.ItemID, above, meant address.Address) {
	if !s.f.Expand(item) {
		return
	}
	s.here(item, above, meant)
	number := 0
	for id := range s.f.Children(item) {
		s.budget.Step(stepsPerDisabled + len(above))
		var p address.Part
		switch s.f.Kind(id) {
		case syntax.KindPair:
			key, literal := s.f.Key(id)
			if !literal {
				continue
			}
			p = address.Name(key)
		case syntax.KindElement:
			p = s.numbered(item, number)
			number++
		default:
			continue
		}
		s.value(id, append(slices.Clip(above), p), append(slices.Clip(meant), p))
	}
}

// here finds what is commented out directly in a body, object, list or call.
func (s *disabledSearch) here(parent syntax.ItemID, above, meant address.Address) {
	var before map[syntax.ItemID]int
	for c := range oldcode.Find(s.f, parent, s.budget) {
		s.budget.Hold(bytesPerDisabled + bytesPerDisabledPart*len(above))
		var own address.Address
		switch kind := c.Tree.Kind(c.ID); kind {
		case syntax.KindBlock:
			own = s.language.Header(c.Tree, parent, c.ID)
			s.found = append(s.found, Disabled{Code: c, Address: slices.Concat(above, own), Meant: slices.Concat(above, own)})
			continue
		case syntax.KindAttribute:
			if parent == syntax.Root {
				own = address.Of(terraform.VariableValues)
			}
			own = append(own, address.Part{Text: string(c.Tree.Name(c.ID))})
		case syntax.KindPair:
			key, literal := c.Tree.Key(c.ID)
			if !literal {
				continue
			}
			own = address.Address{address.Name(key)}
		default:
			if before == nil {
				before = s.elementsBefore(parent)
			}
			own = address.Address{s.numbered(parent, before[c.Child])}
		}
		s.found = append(s.found, Disabled{Code: c, Address: slices.Concat(above, own), Meant: slices.Concat(meant, own)})
	}
}

// numbered returns the part of an address for an element of a list, or for an argument of a call.
func (s *disabledSearch) numbered(parent syntax.ItemID, number int) address.Part {
	if s.f.Inside(parent) == syntax.InsideCall {
		return address.Part{Kind: address.PartArgument, Index: number}
	}
	return address.Part{Kind: address.PartIndex, Index: number}
}

// elementsBefore returns, for each child of a list or call, how many elements are before it.
func (s *disabledSearch) elementsBefore(parent syntax.ItemID) map[syntax.ItemID]int {
	before, n := map[syntax.ItemID]int{}, 0
	for id := range s.f.Children(parent) {
		before[id] = n
		if s.f.Kind(id) == syntax.KindElement {
			n++
		}
	}
	return before
}

// IsAt reports whether an address means the code or, if the argument below is set, encloses it. It
// compares only the names, and not which of several blocks or elements is meant.
func (d *Disabled) IsAt(a address.Address, below bool) bool {
	wanted, own := namesIn(a), namesIn(d.Address)
	if len(wanted) > len(own) || len(wanted) < len(own) && !below {
		return false
	}
	for i, p := range wanted {
		if p.Kind != address.PartAny && !address.MatchLabel(p.Text, own[i].Text) {
			return false
		}
	}
	return true
}

// namesIn returns the names of an address, without numbers and selectors.
func namesIn(a address.Address) address.Address {
	return slices.DeleteFunc(slices.Clone(a), func(p address.Part) bool { return !isName(p) })
}

// isName reports whether a part of an address is a name or a pattern of names.
func isName(p address.Part) bool {
	switch p.Kind {
	case address.PartName, address.PartKey, address.PartPattern, address.PartAny:
		return true
	}
	return false
}
