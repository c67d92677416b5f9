package rules

import (
	"cmp"
	"slices"

	"iacedit/address"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/pattern"
	"iacedit/syntax"
)

// A Found describes a match of a rule: where it is, and what the metavariables stand for.
type Found struct {
	Rule    int // the index of the rule
	Address address.Address
	Path    address.Path // the path of the match: the attribute, and the steps to the innermost value that a path can name
	At      syntax.Span
	Held    []Held // the values of the metavariables of a "match", in order
}

// A Held is the code for which a metavariable such as $x stands in a match.
type Held struct {
	pattern.Name
	At []syntax.Span // one span for $name
}

// The price of a Found, in steps and in bytes of memory.
const (
	stepsPerFound = 48
	bytesPerFound = 256
	bytesPerStep  = 48
	bytesPerHeld  = 64
)

// Find returns the matches of rules in the current file, ordered by where they start. Of the
// matches that start at the same place, longer matches come first. Matches of the same range are in
// the order of their rules.
func (s *Search) Find(rules []*Rule) (all []Found) {
	if !s.begin(rules) {
		return nil
	}
	s.walk(func(x *valueSite) error {
		from := len(all)
		s.Budget.Step(len(s.active))
		for i := range s.active {
			a := &s.active[i]
			if s.mayBeIn(a, s.File.Value(x.item)) || a.reference != nil {
				all = s.find(all, x, a)
			}
		}
		sortFound(all[from:])
		return nil
	})
	return all
}

func sortFound(found []Found) {
	sequence.SortStable(found, func(a, b Found) int {
		return cmp.Or(cmp.Compare(a.At.From, b.At.From), cmp.Compare(b.At.To, a.At.To), cmp.Compare(a.Rule, b.Rule))
	})
}

// find appends the matches of one rule in the value of one attribute.
func (s *Search) find(all []Found, x *valueSite, a *activeRule) []Found {
	whole, paths := x.searchedPaths(a)
	if !whole && len(paths) == 0 {
		return all
	}
	e := x.parse()
	chosen := x.chosen(whole, paths)
	add := func(id syntax.NodeID, at syntax.Span, held []Held) {
		s.Budget.Hold((bytesPerFound + bytesPerHeld) * (1 + len(held))) // appending may copy all
		f := Found{Rule: a.number, Address: s.blockAddress(), Path: x.path(id), At: at, Held: held}
		s.Budget.Step(stepsPerFound)
		s.Budget.Grow(bytesPerFound + bytesPerStep*len(f.Path.Steps))
		all = append(all, f)
	}
	if a.reference != nil {
		item := s.File.Item(x.item)
		i, _ := slices.BinarySearchFunc(a.references, item.Name.From, func(at syntax.Span, from int32) int { return cmp.Compare(at.From, from) })
		for ; i < len(a.references) && a.references[i].To <= item.Content.To; i++ {
			if node := x.nodeAt(a.references[i].From); whole || chosen(node) {
				add(node, a.references[i], nil)
			}
		}
		return all
	}
	s.matcher.Reset(e, s.hidden)
	for id := range s.matcher.Places() {
		if a.pattern == nil {
			if e.Node(id).Kind == syntax.NodeTemplate && chosen(id) {
				s.matcher.Occurrences(id, a.finder(s.Budget), func(at syntax.Span) { add(id, at, nil) })
			}
			continue
		}
		if match, ok := s.matcher.Match(a.pattern, id); ok && chosen(id) {
			add(id, e.Node(id).Span(), s.capturedCode(a.pattern, e, &match))
		}
	}
	return all
}

// path returns the path of a node of the site's value.
func (x *valueSite) path(id syntax.NodeID) address.Path {
	p := &x.search.paths
	if !x.pathsRead {
		x.search.Budget.Step(x.parse().Len())
		p.read(x.parse())
		x.pathsRead = true
	}
	return p.pathTo(x.name(), id)
}

// nodeAt returns the first node that starts at an offset, or 0 if there is none.
func (x *valueSite) nodeAt(offset int32) syntax.NodeID {
	e := x.parse()
	if x.starts == nil {
		x.search.Budget.Step(4 * e.Len())
		x.starts = map[int32]syntax.NodeID{}
		for id := range e.All() {
			if start := e.Node(id).Start; x.starts[start] == 0 {
				x.starts[start] = id
			}
		}
	}
	return x.starts[offset]
}

// capturedCode returns the code that each metavariable of a pattern stands for in a match.
func (s *Search) capturedCode(p *pattern.Pattern, e *syntax.Expr, match *pattern.Match) (all []Held) {
	for i, name := range p.Names() {
		h := Held{Name: name}
		c := &match.Captures[i]
		nodes := c.Nodes
		if c.In == 0 {
			nodes = []syntax.NodeID{c.Node}
		}
		for _, id := range nodes {
			at := e.Node(id).Span()
			if c.Quoted {
				at = syntax.Span{From: at.From + 1, To: at.To - 1}
			}
			h.At = append(h.At, at)
		}
		all = append(all, h)
	}
	return all
}
