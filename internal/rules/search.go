package rules

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/pattern"
	"iacedit/internal/selection"
	"iacedit/internal/terraform"
	"iacedit/internal/within"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A Search goes through files with rules. The fields are set before each file; the rest is
// memory.
type Search struct {
	Language address.Language
	Budget   *budget.Budget // nil for no bounds
	File     *syntax.File   // as it was parsed, without edits
	Name     string         // of the file; "" for code without one
	Role     module.Role    // of the file, if it has a name

	// Only reports whether a place is looked at, by its span; nil for all places.
	Only func(at syntax.Span) bool

	// Spare is whether items are left out whose lead comment says "iacedit:ignore".
	Spare bool

	matcher  pattern.Rewriter
	classes  value.Classes
	selected selection.View // the file at hand, once a rule chooses in it
	expr     syntax.Expr    // memory for it
	opened   bool
	paths    paths
	hidden   []string // the iterators that count at hand
	active   []active // the rules that may find something in the file
	address  address.Address
	visit    func(*site) error
}

// An active rule is one that may find something in the file at hand.
type active struct {
	*Rule
	number     int // among the rules
	scope      *scope
	references []syntax.Span
	whole      []syntax.ItemID // the blocks around that are chosen with all in them
}

// A site is an attribute that is looked through.
type site struct {
	item   syntax.ItemID
	name   string
	place  terraform.Place
	expr   *syntax.Expr // nil until somebody asks
	search *Search

	pathsRead bool
	starts    map[int32]syntax.NodeID // by where they start, the first node; nil until somebody asks
}

// MayFind reports whether one of some rules may find something in code: it searches the text
// for their names, and parses nothing.
func MayFind(rules []*Rule, code []byte) bool {
	return slices.ContainsFunc(rules, func(r *Rule) bool { return r.mayBeIn(code) })
}

// begin prepares the rules for the file at hand. It reports whether one of them may find
// something.
func (s *Search) begin(rules []*Rule) bool {
	s.active, s.hidden, s.address, s.opened = s.active[:0], s.hidden[:0], nil, false
	s.classes.Reset()
	s.matcher.Budget = s.Budget
	within.Classes(&s.classes, s.Budget)
	text := s.File.Text()
	for i, r := range rules {
		s.Budget.Step(len(text) / 64)
		if !r.mayBeIn(text) {
			continue
		}
		a := active{Rule: r, number: i, scope: s.choose(r)}
		if r.reference != nil {
			s.Budget.Step(len(text) + len(text)/2) // it is parsed
			r.reference.references(s.File, s.refsRole(), func(at syntax.Span) { a.references = append(a.references, at) })
		}
		s.active = append(s.active, a)
	}
	return len(s.active) > 0
}

// refsRole returns what the file is to package refs.
func (s *Search) refsRole() refs.Role {
	switch {
	case s.Language.Dialect == address.HCL:
		return refs.Generic
	case s.Role == module.Values || s.Role == module.NamedValues:
		return refs.Variables
	}
	return refs.Configuration
}

// walk calls visit for the attributes in which a rule may find something, in the order of the
// code.
func (s *Search) walk(visit func(*site) error) error {
	s.visit = visit
	var in standing
	if s.Language.Dialect == address.Terraform && s.Name != "" && s.refsRole() == refs.Variables {
		in.places = terraform.PlacesOf(terraform.VariableValues)
	}
	err := s.body(syntax.Root, in)
	s.visit = nil
	return err
}

// body goes through a body.
func (s *Search) body(id syntax.ItemID, in standing) error {
	var numbers map[string]int
	for i := range s.active {
		if a := &s.active[i]; a.scope != nil && a.scope.blocks[id] {
			a.whole = append(a.whole, id)
			defer func() { a.whole = a.whole[:len(a.whole)-1] }()
		}
	}
	dynamic := id != syntax.Root && string(s.File.Name(id)) == "dynamic" && s.File.Item(id).Parent != syntax.Root
	iterator, iterates := "", false
	if dynamic {
		if at, ok := refs.Iterator(s.File, id); ok {
			iterator, iterates = string(s.File.At(at)), true
		}
	}
	for c := range s.File.Children(id) {
		s.Budget.Step(2)
		kind := s.File.Kind(c)
		if kind != syntax.KindAttribute && kind != syntax.KindBlock {
			continue
		}
		name := string(s.File.Name(c))
		inside := iterates && refs.Iterated(name)
		if inside {
			s.hidden = append(s.hidden, iterator)
		}
		var err error
		if kind == syntax.KindAttribute {
			if (!dynamic || name != "iterator") && !s.isSpared(c) {
				err = s.attribute(c, name, in)
			}
		} else {
			err = s.block(id, c, in, &numbers)
		}
		if inside {
			s.hidden = s.hidden[:len(s.hidden)-1]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// block goes through a block of a body.
func (s *Search) block(parent, id syntax.ItemID, in standing, numbers *map[string]int) error {
	above := s.address
	s.Budget.Step(stepsPerBlock + s.File.Item(id).Head.Len()/4)
	header := s.Language.Header(s.File, parent, id)
	s.address = append(slices.Clip(above), header...)
	if parent != syntax.Root {
		if *numbers == nil {
			*numbers = map[string]int{}
		}
		key := header.String()
		s.address = append(s.address, address.Part{Kind: address.PartIndex, Index: (*numbers)[key]})
		(*numbers)[key]++
	}
	if s.isSpared(id) {
		s.address = above
		return nil
	}
	defer func() { s.address = above }()
	if !slices.ContainsFunc(s.active, func(a active) bool { return s.mayBeIn(&a, s.File.Value(id)) }) {
		return nil
	}
	if parent == syntax.Root && s.Language.Dialect == address.Terraform {
		return s.body(id, in.withPlaces(s.File, id, terraform.PlacesOf(header[0].Text)))
	}
	return s.body(id, in.block(s.File, id))
}

// What it takes to come to a block, and to an attribute, with a rule.
const stepsPerBlock, stepsPerAttribute = 20, 20

// mayBeIn reports whether a rule may find something in a stretch of the file.
func (s *Search) mayBeIn(a *active, at syntax.Span) bool {
	s.Budget.Step(at.Len() / 64)
	return a.mayBeIn(s.File.At(at))
}

// attribute visits an attribute in which a rule may find something.
func (s *Search) attribute(id syntax.ItemID, name string, in standing) error {
	item := s.File.Item(id)
	whole := syntax.Span{From: item.Name.From, To: item.Content.To}
	if !slices.ContainsFunc(s.active, func(a active) bool { return s.mayBeIn(&a, whole) }) {
		return nil
	}
	s.Budget.Step(stepsPerAttribute)
	at := site{item: id, name: name, search: s, place: in.attribute(name)}
	return s.visit(&at)
}

// parse returns the tree of the site's value.
func (x *site) parse() *syntax.Expr {
	if x.expr == nil {
		x.expr = x.search.File.ValueExpr(x.item)
		x.search.Budget.Step(x.search.File.Value(x.item).Len() / 4)
	}
	return x.expr
}

// looks reports whether a rule looks through a site: all of it, or some paths.
func (x *site) looks(a *active) (all bool, paths []selection.Attribute) {
	s := x.search
	if a.Types != (x.place == terraform.Type) {
		return false, nil
	}
	return a.scope.chosen(s.File.Item(x.item).Parent, x.item, len(a.whole) > 0)
}

// chosen returns a function that reports whether a node is in one of some paths.
func (x *site) chosen(all bool, paths []selection.Attribute) func(id syntax.NodeID) bool {
	if all {
		return func(syntax.NodeID) bool { return true }
	}
	e := x.parse()
	var spans []syntax.Span
	for _, p := range paths {
		s := x.search
		node, _, seen := address.In(e, &s.classes).Follow(e.Root, nil, p.Path)
		if seen == address.There {
			spans = append(spans, e.Node(node).Span())
		}
	}
	return func(id syntax.NodeID) bool {
		at := e.Node(id).Span()
		return slices.ContainsFunc(spans, func(s syntax.Span) bool { return s.From <= at.From && at.To <= s.To })
	}
}

// block returns the address of the block that the site is in, or of the top level.
func (s *Search) blockAddress() address.Address {
	if len(s.address) == 0 {
		return address.Of(terraform.VariableValues)
	}
	return s.address
}
