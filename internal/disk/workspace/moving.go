package workspace

import (
	"fmt"
	"path/filepath"
	"slices"
)

// A moving is the last step of a write: the renaming of a directory. A nil moving does nothing.
type moving struct {
	movedDir
	*Move
	*area
	above []*heldDir
	took  bool
}

// moving returns the step that moves a directory, or nil if there is no Move.
func (l *Lock) moving(m *Move) (*moving, error) {
	if m == nil {
		return nil, nil
	}
	from, to := l.at(filepath.Dir(m.From)), l.at(filepath.Dir(m.To))
	if from == nil || to == nil || from.area != to.area {
		return nil, fmt.Errorf("%s cannot become %s: the directories above them are not locked together", m.From, m.To)
	}
	s := &moving{Move: m, area: from.area, above: []*heldDir{from, to}}
	for name, path := range map[*string]string{&s.movedDir.From: m.From, &s.movedDir.To: m.To} {
		rel, _ := Inside(s.area.path, path)
		*name = filepath.ToSlash(rel)
	}
	return s, s.check()
}

// take renames the directory. Before that, it unlocks the directory and those in it, because some
// systems keep a locked directory from being renamed.
func (s *moving) take(l *Lock) error {
	l.held = slices.DeleteFunc(l.held, func(h *heldDir) bool {
		_, below := Inside(s.Move.From, h.path)
		if below {
			h.unlock()
		}
		return below
	})
	err := s.rename(s.root)
	s.took = err == nil
	return err
}

// back undoes the renaming.
func (s *moving) back() error {
	if s == nil || !s.took {
		return nil
	}
	return (&movedDir{From: s.movedDir.To, To: s.movedDir.From}).rename(s.root)
}
