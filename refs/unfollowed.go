package refs

import "iacedit/syntax"

// unfollowed notes a place after which a value cannot be followed.
func (m *maker) unfollowed(v flow, at syntax.Span) {
	m.tell(Use{Rename: v.of.any, At: at})
}

// uncertain notes a place with a name that only some of the blocks lose.
func (m *maker) uncertain(v flow, at syntax.Span) {
	m.tell(Use{Rename: v.of.any, At: at, Named: true})
}

// tell reports a place.
func (m *maker) tell(u Use) {
	if m.unknown != nil && (u.Named || m.finder.special.place == InExpression) && !m.finder.done {
		u.Owner = m.finder.owner
		m.finder.done = !m.unknown(u)
	}
}

// A Use is a place where a renamed name may be used.
type Use struct {
	Rename *Rename // one of the renames that the value is about
	At     syntax.Span
	Owner  Declaration // the top-level block that contains it
	// Named says that the place has the name, but it is not certain that it is the renamed one:
	// other nested blocks have it, too. Otherwise the place passes on a whole value.
	Named bool
}

// Unfollowed calls yield for each place of a file where Replacements does not know whether a
// renamed attribute is used.
func (r *Renames) Unfollowed(f *syntax.File, role Role, yield func(Use) bool) {
	if len(r.roots) == 0 || yield == nil {
		return
	}
	m := maker{renames: r, unknown: yield}
	m.finder = newFinder(orEmpty(f), role, m.reference)
	m.finder.follow = &m
	switch {
	case r.some && r.words != nil && r.holders != nil: // ignore_changes does not name the holder
		m.finder.wants = func(at syntax.Span) bool {
			return m.inBlock || containsAny(m.finder.f.At(at), r.holders) || containsAny(m.finder.f.At(at), r.words)
		}
	case !r.some && r.holders != nil:
		m.finder.wants = func(at syntax.Span) bool { return m.inBlock || containsAny(m.finder.f.At(at), r.holders) }
	}
	m.finder.file()
}
