package project

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/oldcode"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Disabled is code that is commented out, with the address that it has as code.
type Disabled struct {
	*oldcode.Code
	Address address.Address // has the numbers of blocks around it that are alike, but not its own

	meant  address.Address // for enable: without the number of the innermost of these blocks
	number int             // its index among the comments with this address
	alone  bool            // there is only one
}

// Enable returns the wish to make code of it.
func (d *Disabled) Enable() *Naming {
	e := &Naming{Operation: edit.Enable, Disabled: true, Address: d.meant.String()}
	if !d.alone {
		e.number = &d.number
	}
	return e
}

// DisabledIn returns what is commented out in a file in native syntax, in the order of the lines.
func DisabledIn(f *syntax.File, l address.Language) []Disabled {
	s := disabledSearch{f: f, language: l}
	s.body(syntax.Root, nil, nil)
	slices.SortFunc(s.found, func(a, b Disabled) int { return cmp.Compare(a.Lines.From, b.Lines.From) })
	count := map[string]int{}
	for i := range s.found {
		d := &s.found[i]
		key := d.meant.String()
		d.number = count[key]
		count[key]++
	}
	for i := range s.found {
		s.found[i].alone = count[s.found[i].meant.String()] == 1
	}
	return s.found
}

type disabledSearch struct {
	f        *syntax.File
	language address.Language
	found    []Disabled
}

// body finds what is commented out in a body, and in its attributes and nested blocks. The address
// meant is that of the body without the number of its block.
func (s *disabledSearch) body(body syntax.ItemID, above, meant address.Address) {
	s.here(body, above, meant)
	for a, id := range address.Children(s.f, body, above, s.language) {
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
	for c := range oldcode.Find(s.f, parent, nil) {
		var own address.Address
		switch kind := c.Tree.Kind(c.ID); kind {
		case syntax.KindBlock:
			own = s.language.Header(c.Tree, parent, c.ID)
			s.found = append(s.found, Disabled{Code: c, Address: slices.Concat(above, own), meant: slices.Concat(above, own)})
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
			own = address.Address{s.numbered(parent, s.elementsBefore(parent, c.Child))}
		}
		s.found = append(s.found, Disabled{Code: c, Address: slices.Concat(above, own), meant: slices.Concat(meant, own)})
	}
}

// numbered returns the part of an address for an element of a list, or for an argument of a call.
func (s *disabledSearch) numbered(parent syntax.ItemID, number int) address.Part {
	if s.f.Inside(parent) == syntax.InsideCall {
		return address.Part{Kind: address.PartArgument, Index: number}
	}
	return address.Part{Kind: address.PartIndex, Index: number}
}

func (s *disabledSearch) elementsBefore(parent, child syntax.ItemID) (n int) {
	for id := range s.f.Children(parent) {
		if id == child {
			break
		}
		if s.f.Kind(id) == syntax.KindElement {
			n++
		}
	}
	return n
}

// isAt reports whether an address means the code or, if the argument below is set, encloses it. It
// compares only the names, and not which of several blocks or elements is meant.
func (d *Disabled) isAt(a address.Address, below bool) bool {
	names := func(all address.Address) address.Address {
		return slices.DeleteFunc(slices.Clone(all), func(p address.Part) bool {
			switch p.Kind {
			case address.PartName, address.PartKey, address.PartPattern, address.PartAny:
				return false
			}
			return true
		})
	}
	wanted, own := names(a), names(d.Address)
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

// listDisabled returns the Listing of what is commented out in a file. If there are addresses, it
// has only what is at these addresses, or inside what they mean.
func (s *Scope) listDisabled(title string, tree *syntax.File, only []address.Target) (l Listing) {
	if terraform.IsInJSON(title) {
		return l
	}
	for _, d := range DisabledIn(tree, s.language()) {
		if len(only) > 0 && !slices.ContainsFunc(only, func(t address.Target) bool { return d.isAt(t.Address(), true) }) {
			continue
		}
		item := describe(d.Tree, d.ID, d.Address, title)
		item.First, item.Last = tree.Line(d.Lines.From), tree.Line(d.Lines.To-1)
		l.All = append(l.All, item)
	}
	return l
}

// findDisabled sets s.complete if what the target names is commented out in the file. The target
// then leads to the comment: a name becomes a nested block if such a block is commented out, and the
// number of a block in which an item is commented out becomes the number of the comment.
func (s *subject) findDisabled(a address.Address, l address.Language) {
	t := &s.target
	s.missing, _ = t.Missing(s.tree, l)
	last := &t.Blocks[len(t.Blocks)-1]
	if isLocal(t) && (len(a) < 2 || a[1].Kind != address.PartIndex) {
		last.Index = -1
	}
	meant := t.Address()
	for _, d := range DisabledIn(s.tree, l) {
		inside := last.Index >= 0 && d.Tree.Kind(d.ID) != syntax.KindBlock
		if !d.isAt(meant, false) || inside && d.Address.String() != meant.String() {
			continue
		}
		s.complete = true
		switch {
		case inside:
			last.Index = d.number
			return
		case d.Tree.Kind(d.ID) == syntax.KindBlock && t.Path.Name != "":
			s.toBlock(a, l)
			return
		}
	}
}

// findAllDisabled is findDisabled for an address that ends in [*] and means nested blocks of which none
// is code. It reports whether such blocks are commented out.
func (s *subject) findAllDisabled(a address.Address, l address.Language) bool {
	above, last := a[:len(a)-1], a[len(a)-1]
	target, err := selection.Resolve(above, s.tree, l)
	if last.Kind != address.PartAll || err != nil {
		return false
	}
	s.target = target
	s.findDisabled(above, l)
	s.target.Blocks[len(s.target.Blocks)-1].All = s.target.Path.Name == ""
	return s.complete
}

// toBlock makes a block of the attribute that the target names.
func (s *subject) toBlock(a address.Address, l address.Language) {
	t := &s.target
	if len(t.Blocks) == 1 && t.Label(s.tree) {
		return
	}
	index := -1
	if i := slices.IndexFunc(t.Path.Steps, func(s address.Step) bool { return s.Kind == address.StepIndex }); i >= 0 {
		index, a, t.Path.Steps = t.Path.Steps[i].Index, a[:len(a)-len(t.Path.Steps)+i], t.Path.Steps[:i]
	}
	if s.nest(a, true, l) {
		t.Blocks[len(t.Blocks)-1].Index = index
	}
}

// askDisabled makes an action choose a file of each group if no file has, commented out, what is to
// be enabled. The edits are then refused, with an error that names what is commented out.
func (do *action) askDisabled(groups []*group) {
	found := func(g *group) bool { return slices.ContainsFunc(g.asked, func(s *subject) bool { return s.complete }) }
	if do.disabled && !slices.ContainsFunc(groups, found) {
		do.choose = func(g *group) ([]*subject, error) { return g.asked[:1], nil }
	}
}
