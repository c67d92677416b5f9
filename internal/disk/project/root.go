package project

import (
	"fmt"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/selection"
	"iacedit/internal/requests/batch"
)

// A RootMove moves blocks from a root module to another one.
type RootMove struct {
	Addresses []string
	Dir, To   string      // the directories of the two root modules
	Parts     []edit.Part // such as edit.WithInputs
}

// MoveToRoot returns a plan that moves blocks from one root module to another. Both directories must
// be in the tree.
func (s *Scope) MoveToRoot(t *Tree, c *RootMove) (*Plan, error) {
	edits, err := s.rootEdits(t, c)
	if err != nil {
		return nil, err
	}
	return t.Edit(s, edits, c.Dir)
}

// rootEdits returns the edits that move the blocks.
func (s *Scope) rootEdits(t *Tree, c *RootMove) ([]byte, error) {
	folder, ok := t.NameOf(c.Dir)
	to, known := t.NameOf(c.To)
	if !ok || !known {
		return nil, fmt.Errorf("%s and %s are not both in %s", c.Dir, c.To, t.Root)
	}
	parts := append([]edit.Part{edit.InFolder(folder), edit.ToRoot(to)}, c.Parts...)
	var all [][]byte
	for i, text := range c.Addresses {
		if i > 0 { // the entries are applied together, so one state is enough
			parts = parts[:2:2]
		}
		target, err := s.rootTarget(c.Dir, text)
		if err != nil {
			return nil, err
		}
		edits, err := newRequest(target, s.language(), "", edit.Move, edit.Move).edits(parts...)
		if err != nil {
			return nil, err
		}
		all = append(all, edits)
	}
	return batch.Merged(all)
}

// rootTarget returns the target of an address in the module in a directory.
func (s *Scope) rootTarget(dir, text string) (*address.Target, error) {
	a, err := parseAddress(text)
	if err != nil {
		return nil, err
	}
	err = ErrNoFiles
	for _, source := range s.Space.Sources([]string{dir}, false) {
		_, tree, failed := s.parse(source)
		if failed != nil {
			return nil, failed
		}
		target, failed := selection.Resolve(a, tree, s.language())
		if err = failed; err != nil {
			continue
		}
		if target.Path.Name != "" || len(target.Blocks) > 1 {
			return nil, fmt.Errorf("%s is not a top-level block; only whole blocks move to another root module", text)
		}
		return &target, nil
	}
	return nil, err
}
