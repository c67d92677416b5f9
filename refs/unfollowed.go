package refs

import "iacedit/syntax"

// reportUnfollowed reports the place at which a value is passed to code that cannot be followed.
func (m *replacer) reportUnfollowed(v flow, at syntax.Span) {
	if r := v.branch.shaped; r != nil {
		m.reportUse(Use{Rename: r, At: at})
		return
	}
	m.reportUse(Use{Rename: v.branch.anyRename, At: at})
}

// reportUncertain reports a name that may or may not be the renamed name, because only some blocks
// are renamed.
func (m *replacer) reportUncertain(v flow, at syntax.Span) {
	m.reportUse(Use{Rename: v.branch.anyRename, At: at, Named: true})
}

// reportUse passes a use to m.onUnfollowed. It omits uses of a whole value outside ordinary
// expressions (InExpression). For example, depends_on names a block, but uses none of its
// attributes.
func (m *replacer) reportUse(u Use) {
	if m.onUnfollowed != nil && (u.Named || m.finder.rule.place == InExpression) && !m.finder.done {
		u.Owner = m.finder.owner
		m.finder.done = !m.onUnfollowed(u)
	}
}

// gained reports a key that names at most one object, if it will name an object with a new name too.
func (m *replacer) gained(key syntax.Span, n *naming) {
	if m.onUnfollowed == nil {
		return
	}
	w := m.finder
	text := string(w.f.At(key))
	after := text // the key with the new name
	newName := func(r *run) *Rename {
		if r.own != "" {
			return nil
		}
		return m.renameOf(&Reference{Kind: r.kind, Type: r.typ, Name: r.name})
	}
	for i := range n.candidates {
		if one := newName(&n.candidates[i]); one != nil && n.candidates[i].key(w) == text {
			after = one.Name
		}
	}
	var gained *Rename // a rename because of which the key names more
	names := 0
	for i := range n.candidates {
		r := &n.candidates[i]
		one, name := newName(r), r.key(w)
		if one != nil {
			name = one.Name
		}
		if name == after {
			if names++; one != nil && r.key(w) != after {
				gained = one
			}
		}
	}
	if gained != nil && (names > 1 || after == text) {
		m.reportUse(Use{Rename: gained, At: key, Named: true, Key: true, Gained: true})
	}
}

// A Use is a place where a renamed name may be used.
type Use struct {
	Rename *Rename     // one of the renames inside the value
	At     syntax.Span // the code of the place
	Owner  Declaration // the top-level block that contains the place
	// Named is set if the place contains the old name, which may belong to a block that is not
	// renamed. Otherwise the place uses a whole value, in which some names are renamed.
	Named bool
	// Key is set if the place is a key that may be the name of another object too. If Gained is set, it is
	// the new name that may be the name of another object.
	Key, Gained bool
}

// Unfollowed calls yield for each place of a file where Replacements cannot tell whether the code
// uses a renamed attribute.
func (r *Renames) Unfollowed(f *syntax.File, role Role, yield func(Use) bool) {
	if len(r.roots) == 0 && !role.language().keys || yield == nil {
		return
	}
	m := replacer{renames: r, onUnfollowed: yield}
	m.finder = newFinder(orEmpty(f), role, m.reference)
	m.finder.replacer = &m
	switch {
	case role.language().keys:
	case r.partial && r.words != nil && r.objectNames != nil: // references in ignore_changes do not contain a word of r.objectNames
		m.finder.filter = func(at syntax.Span) bool {
			return m.inBlock || containsAny(m.finder.f.At(at), r.objectNames) || containsAny(m.finder.f.At(at), r.words)
		}
	case !r.partial && r.objectNames != nil:
		m.finder.filter = func(at syntax.Span) bool { return m.inBlock || containsAny(m.finder.f.At(at), r.objectNames) }
	}
	m.finder.searchFile()
}
