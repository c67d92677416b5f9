package project

import (
	"errors"
	"slices"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/selection"
)

// Move moves a block, an attribute or a key. If File is set, Beside may be empty.
type Move struct {
	Address string
	File    string // the file in the module to which a block moves; it is created if necessary
	Beside
}

func (c *Move) address() string { return c.Address }

func (c *Move) action(s *Scope) *action {
	m := &mover{Move: c, placer: placer{to: c.Beside, language: s.language()}}
	return &action{choose: m.choose, edits: m.edits, removes: true, moves: c.File != "", module: func(workspace.Source) bool { return c.File != "" }}
}

// A mover carries out a Move: it chooses the file and returns the edits.
type mover struct {
	*Move
	placer
}

// choose returns the file that has the item to move, and sets c.place to the item's new place.
func (c *mover) choose(g *group) ([]*subject, error) {
	chosen, err := chooseComplete(g)
	if err != nil || len(chosen) == 0 {
		return nil, err
	}
	t := &chosen[0].target
	if text := selection.InstanceFault(chosen[0].tree, t, c.Address); text != "" {
		return nil, &Refused{Mistake: Mistake{noFile, -1, text}, Code: edit.InvalidRequest}
	}
	switch {
	case t.Several() && c.given():
		return nil, errors.New("several blocks can be moved only into a file, with --file; move them one at a time to another place")
	case c.File != "" && isLocal(t) && len(t.Path.Steps) == 0:
		if c.given() {
			return nil, errors.New("a local goes to its customary place in another file: give no other place")
		}
		return chosen, nil
	case c.File != "" && (t.Path.Name != "" || len(t.Blocks) > 1):
		return nil, errors.New("only a top-level block or a local can be moved into another file, not a part of it")
	}
	return chosen, c.find(g, chosen[0])
}

func (c *mover) edits(t *address.Target, l address.Language, _ string) ([]byte, error) {
	if t.Path.Name != "" {
		if c.place == nil && c.File == "" {
			return nil, errors.New("give a place: after or before another, first or last")
		}
		r := newRequest(t, l, "", edit.Move, edit.Move)
		if t.Blocks[0].Type == "locals" {
			// Selectors, not an index, identify the block: an index would count only the blocks of
			// one file, but several files may have "locals" blocks.
			one := *t
			one.Blocks = slices.Clone(t.Blocks)
			one.Blocks[0].Index = -1
			r.target, r.existing = &one, true
			if c.File != "" {
				return r.edits(edit.PlaceAttr(t.Path.Name, edit.ToFile(c.File)))
			}
		}
		return r.edits(c.parts(t)...)
	}
	return newRequest(t, l, c.File, edit.Move, edit.Move).edits(c.parts(t)...)
}
