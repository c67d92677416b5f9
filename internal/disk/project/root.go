package project

import (
	"fmt"

	"iacedit/edit"
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
		edits, err := edit.Move(edit.At(text), parts...).MarshalJSON()
		if err != nil {
			return nil, err
		}
		all = append(all, edits)
	}
	return batch.Merged(all)
}
