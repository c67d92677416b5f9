package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/fault"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/read"
	"iacedit/syntax"
	"iacedit/value"
)

// A Got is a value that Get has found, with its address and position.
type Got struct {
	Address address.Address
	File    *workspace.File
	tree    *syntax.File
	JSON    []byte // the value as in edits; nil if JSON cannot express it

	language address.Language
}

// Get returns the values at addresses, in the order of the addresses. The values at one address are
// in the order of the files. If an address has no value, the error is a NotFound.
func (s *Scope) Get(addresses ...string) (values []Got, err error) {
	s = s.remembering()
	for _, text := range addresses {
		a, err := s.readAddress(text)
		if err != nil {
			return nil, err
		}
		for _, each := range meantBy(a, s) {
			one, err := s.get(each)
			if err != nil {
				return nil, err
			}
			values = append(values, one...)
		}
	}
	return values, nil
}

// get returns the values at one address. Get calls it several times if the user's address has a
// pattern such as required_providers.*.version.
func (s *Scope) get(e plainAddress) (values []Got, err error) {
	groups, err := (&planner{Scope: s}).lookUp(e.address, &action{any: true})
	if err != nil {
		return nil, err
	}
	var subjects []*subject
	for _, g := range e.among(groups) {
		subjects = append(subjects, g.deciding()...)
	}
	for x := range InOrder(subjects, func(x *subject) *subject { s.read(x); return x }) {
		if x.err != nil && err == nil {
			err = x.err
		}
		values = append(values, x.got...)
	}
	switch {
	case err != nil:
		return nil, err
	case len(values) == 0:
		return nil, notFound(subjects)
	}
	return values, nil
}

// deciding returns the files in which to search for the address. If several .tfvars files set the
// variable whose value is searched for, it returns only the file whose value Terraform uses.
func (g *group) deciding() []*subject {
	complete, _ := g.filesWithTarget()
	if len(complete) > 0 && complete[0].target.Path.Name != "" && g.module {
		if one := g.effectiveFiles(complete); len(one) < len(complete) {
			return one
		}
	}
	return g.asked
}

// read collects the values at the target of a subject, or sets the subject's error.
func (scope *Scope) read(s *subject) {
	l := scope.language()
	s.bySource = scope.BySource
	if !s.complete {
		if text := s.excludedBefore(l); text != "" {
			s.missing = address.Missing{Message: text, Offset: s.blockOffset()}
		}
		return
	}
	if s.getOne(l) {
		return
	}
	request, err := s.selection(l)
	if err != nil {
		s.err = err
		return
	}
	content, err := scope.reader().ReadTree(nil, s.tree, request)
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		if refused.Code != fault.BlockNotFound && refused.Code != fault.AttributeNotFound {
			s.err = &Mistake{s.file, s.offset(), refused.Message}
		} else {
			s.missing = address.Missing{Message: refused.Message, Offset: s.offset(), Attribute: refused.Code == fault.AttributeNotFound}
			if refused.Code == fault.BlockNotFound {
				s.missing.Offset = s.blockOffset()
			}
		}
		return
	}
	if s.err = err; err == nil {
		s.err = s.collect(content, l)
	}
}

// If no block has the attribute of the target, excludedBefore looks at the selectors of the target:
// it returns a message if the selectors exclude every block. Otherwise it returns "".
func (s *subject) excludedBefore(l address.Language) string {
	selects := slices.ContainsFunc(s.target.Blocks, func(l address.Level) bool { return l.Selects() })
	if !s.missing.Attribute || s.missing.Distance > 0 || !selects || len(s.target.Found) == 0 {
		return ""
	}
	return viewOf(s.tree).Excluded(&s.target, l)
}

// selection returns the JSON with which package read selects the values at the subject's target.
func (s *subject) selection(l address.Language) ([]byte, error) {
	var attributes []edit.Part
	switch {
	case s.target.Any:
		attributes = append(attributes, contentsOf("attributes", listOf("*")))
	case s.target.Path.Name != "":
		attributes = append(attributes, contentsOf("attributes", listOf(s.target.Path.String())))
	}
	// Package read selects content with an object like {"resource": …}. The operation "move" has
	// such an object as its value. So build the JSON of a move and return the value in it.
	move, err := newRequest(&s.target, l, "", edit.Move, edit.Move).edits(attributes...)
	if err != nil {
		return nil, err
	}
	var addressed struct{ Move json.RawMessage }
	if err := json.Unmarshal(move, &addressed); err != nil {
		return nil, err
	}
	return (&ReadRequest{Select: addressed.Move}).text()
}

func listOf(text string) value.Value {
	return value.Value{Kind: value.Array, Items: []value.Item{{Value: textValue(text)}}}
}

// getOne reads the attribute at the target, or the value inside it, directly from the syntax tree.
// It returns false if that is impossible, for example because blocks must be selected by value.
func (s *subject) getOne(l address.Language) bool {
	t := &s.target
	if len(t.Found) != 1 || t.Path.Name == "" || t.Several() || slices.ContainsFunc(t.Blocks, func(l address.Level) bool { return l.Selects() }) {
		return false
	}
	text, ok := read.FileOf(s.tree, l).Match(t.Found[0], t.Path).AppendJSON(nil)
	if ok {
		s.got = []Got{{Address: t.Address(), File: s.file, tree: s.tree, JSON: text, language: l}}
	}
	return ok
}

// IsBlock reports whether v is a block, not the value of an attribute.
func (v *Got) IsBlock() bool {
	target, err := selection.Resolve(v.Address, v.tree, v.language)
	return err == nil && target.Path.Name == ""
}

// Source returns the code of a value.
func (v *Got) Source() ([]byte, error) {
	target, err := selection.Resolve(v.Address, v.tree, v.language)
	if err != nil {
		return nil, err
	}
	items, err := itemsAt(v.tree, &target, v.language)
	if err != nil || len(items) != 1 {
		return nil, fmt.Errorf("%s: the code of this value cannot be located", v.Address)
	}
	id := items[0]
	if v.tree.Item(id).Kind == syntax.KindBlock {
		return v.tree.At(syntax.Span{From: v.tree.Item(id).Name.From, To: v.tree.Value(id).To}), nil
	}
	e, node := target.Path.Value(v.tree, id, language.BodyOf(v.language, &target).Attribute(target.Path.Name))
	if node == 0 {
		return nil, fmt.Errorf("%s: the code of this value cannot be located", v.Address)
	}
	return e.Source(node), nil
}
