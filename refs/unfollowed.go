package refs

import "iacedit/syntax"

// unfollowed reports that a value is passed to code that cannot be followed, at a span.
func (m *maker) unfollowed(v flow, at syntax.Span) {
	m.tell(Use{Rename: v.of.any, At: at})
}

// uncertain reports a name that may or may not be the renamed one, because only some blocks are
// renamed.
func (m *maker) uncertain(v flow, at syntax.Span) {
	m.tell(Use{Rename: v.of.any, At: at, Named: true})
}

// tell passes a use to m.unknown. It leaves out whole values in places other than InExpression:
// depends_on, for example, uses no attribute of the block that it names.
func (m *maker) tell(u Use) {
	if m.unknown != nil && (u.Named || m.finder.special.place == InExpression) && !m.finder.done {
		u.Owner = m.finder.owner
		m.finder.done = !m.unknown(u)
	}
}

// A Use is a place where a renamed name may be used.
type Use struct {
	Rename *Rename     // one of the renames inside the value
	At     syntax.Span // the code of the place
	Owner  Declaration // the top-level block that contains the place
	// Named says that the place contains the old name, which may belong to a block that is not
	// renamed. Otherwise the place uses a whole value that contains renamed names.
	Named bool
}

// Unfollowed calls yield for each place of a file where Replacements cannot tell whether the code
// uses a renamed attribute.
func (r *Renames) Unfollowed(f *syntax.File, role Role, yield func(Use) bool) {
	if len(r.roots) == 0 || yield == nil {
		return
	}
	m := maker{renames: r, unknown: yield}
	m.finder = newFinder(orEmpty(f), role, m.reference)
	m.finder.follow = &m
	switch {
	case r.some && r.words != nil && r.holders != nil: // references in ignore_changes do not contain a word of r.holders
		m.finder.wants = func(at syntax.Span) bool {
			return m.inBlock || containsAny(m.finder.f.At(at), r.holders) || containsAny(m.finder.f.At(at), r.words)
		}
	case !r.some && r.holders != nil:
		m.finder.wants = func(at syntax.Span) bool { return m.inBlock || containsAny(m.finder.f.At(at), r.holders) }
	}
	m.finder.file()
}
