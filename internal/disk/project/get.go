package project

import (
	"cmp"
	"encoding/json"
	"slices"

	"iacedit/internal/disk/workspace"
	"iacedit/read"
)

// A Got is a value that Get has found, with its address and position.
type Got struct {
	Address string
	File    *workspace.File
	JSON    []byte // the value as in edits; nil if JSON cannot express it
	Source  []byte // its code
	Block   bool   // a block, not the value of an attribute
}

// Get returns the values at addresses, in the order of the addresses. The values at one address are
// in the order of the files. If an address has no value, the error is a NotFound.
func (s *Scope) Get(addresses ...string) (values []Got, err error) {
	for _, text := range addresses {
		if _, err := parseAddress(text); err != nil {
			return nil, err
		}
	}
	p := &planner{Scope: s}
	groups, err := p.trees(nil)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if err := p.read(g); err != nil {
			return nil, err
		}
	}
	if len(groups) == 1 {
		return s.getIn(groups, addresses)
	}
	for i := range addresses {
		one, err := s.getIn(groups, addresses[i:i+1])
		if err != nil {
			return nil, err
		}
		values = append(values, one...)
	}
	return values, nil
}

// getIn returns the values at addresses, each of which must have a value in one of the groups.
func (s *Scope) getIn(groups []*group, addresses []string) (values []Got, err error) {
	request, err := json.Marshal(map[string]any{"select": addresses})
	if err != nil {
		return nil, err
	}
	some := false
	for _, g := range groups {
		found, err := s.reader().Values(g.modules(), request)
		if err != nil {
			if g.err = g.refused(err); !isAbsent(g.err) {
				return nil, g.err
			}
			continue
		}
		some = true
		if values, err = s.appendGot(values, found, g); err != nil {
			return nil, err
		}
	}
	if !some {
		return nil, absentIn(groups)
	}
	return values, nil
}

// appendGot appends what package read found in a group. It returns an error if JSON cannot express any of
// the values at an address, unless Get returns them by their source.
func (s *Scope) appendGot(values []Got, found []read.Value, g *group) ([]Got, error) {
	readable := map[int]bool{} // by target
	for i := range found {
		readable[found[i].Target] = readable[found[i].Target] || found[i].JSON != nil
	}
	files, order := map[string]*workspace.File{}, map[string]int{} // by the name of the file
	for _, x := range g.all {
		files[x.name] = x.file
		order[x.name] = slices.IndexFunc(s.Sources, func(first workspace.Source) bool { return first.Dir() == x.source.Dir() })
	}
	slices.SortStableFunc(found, func(a, b read.Value) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(order[a.File], order[b.File]))
	})
	for i := range found {
		v, file := &found[i], files[found[i].File]
		if v.JSON == nil && !s.BySource {
			if !readable[v.Target] {
				return nil, &NoJSON{Mistake{file, v.Start, "the value cannot be written as JSON: read its source (--source, source: true)"}}
			}
			continue
		}
		values = append(values, Got{v.Address, file, v.JSON, v.Source, v.Block})
	}
	return values, nil
}

// NoJSON is the error for a value that cannot be written as JSON, so that only its code can be
// returned.
type NoJSON struct{ Mistake }

// Unwrap returns the Mistake, which has the place of the value.
func (n *NoJSON) Unwrap() error { return &n.Mistake }
