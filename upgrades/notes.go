package upgrades

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"iacedit/syntax"
)

// before returns the notes about the code as it is before the facts of an entry are applied.
func (s *survey) before(e *Entry, to int) (all []Note) {
	for i := range e.Facts {
		f := &e.Facts[i]
		for _, k := range s.matching(e) {
			all = append(all, s.hidden(k, f)...)
			switch f.Kind {
			case Manual:
				all = append(all, s.manual(k, f)...)
			case Value:
				if rest := e.rest(f.Path); rest != nil {
					all = append(all, s.references(k, f.Path, rest.Say)...)
				} else {
					all = append(all, s.notLiteral(k, f, to)...)
				}
			case Split:
				all = append(all, s.notSplit(k, e, f)...)
			case Reshape:
				all = append(all, s.maybeNull(k, f)...)
			case Rename:
				all = append(all, s.notSwapped(k, f)...)
			case Remove:
				say := fmt.Sprintf("%s is gone in version %d, and nothing replaces it.", lastPart(f.Path), to)
				all = append(all, s.references(k, f.Path, say)...)
			}
		}
	}
	return all
}

// selected matches the nested blocks, and the item in them, for which the edits of a split are made.
var selected = regexp.MustCompile(`\*((?:\.[a-z0-9_]+)*)\[([a-z0-9_.]+)\]$`)

// notSplit returns the notes about items that a split selects and leaves: those that dynamic blocks
// make, and those in files in JSON syntax.
func (s *survey) notSplit(k kindOf, e *Entry, f *Fact) (all []Note) {
	for _, m := range f.Edits {
		each, _ := m.ToMap()["each"].(string)
		found := selected.FindStringSubmatch(each)
		if found == nil {
			continue
		}
		path := strings.TrimPrefix(found[1]+"."+found[2], ".")
		if slices.ContainsFunc(e.Facts, func(f Fact) bool { return f.Kind == Manual && f.Path == path }) {
			continue
		}
		for _, b := range s.owned(k) {
			for _, it := range b.items(path) {
				all = append(all, b.note(it.id, path, "not changed: becomes a block of its own type"))
			}
		}
	}
	return all
}

// hidden returns the notes about arguments that are given in place of the nested blocks on the path
// of a fact: what their values contain is not changed.
func (s *survey) hidden(k kindOf, f *Fact) (all []Note) {
	if f.ofReferences() || f.Missing || f.Kind == Default || f.Kind == Required {
		return nil
	}
	for i := strings.IndexByte(f.Path, '.'); i >= 0; {
		for _, b := range s.owned(k) {
			for _, it := range b.items(f.Path[:i]) {
				if it.shape.kind == syntax.KindAttribute {
					all = append(all, b.note(it.id, f.Path[:i], "its value is not changed: "+f.describe()))
				}
			}
		}
		next := strings.IndexByte(f.Path[i+1:], '.')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return all
}

// lacking returns the notes about arguments that are required now, and that are missing.
func (s *survey) lacking(e *Entry) (all []Note) {
	for i := range e.Facts {
		if f := &e.Facts[i]; f.Kind == Required && f.Say != "" {
			for _, k := range s.matching(e) {
				all = append(all, s.missing(k, f)...)
			}
		}
	}
	return all
}

// after returns the notes about the code as it is after the facts of an entry are applied.
func (s *survey) after(e *Entry) (all []Note) {
	for i := range e.Facts {
		f := &e.Facts[i]
		for _, k := range s.matching(e) {
			if f.Kind == Rename && f.Swaps == nil && f.Path != f.To {
				all = append(all, s.references(k, f.Path, fmt.Sprintf("%s; this reference is left as it is.", f.describe()))...)
			}
		}
	}
	return all
}

// rest returns the manual fact about the values that a value fact at the same path leaves, or nil.
// With both, the argument is gone whatever its value is.
func (e *Entry) rest(path string) *Fact {
	i := slices.IndexFunc(e.Facts, func(f Fact) bool { return f.Kind == Manual && f.Path == path && f.When != nil })
	if i < 0 {
		return nil
	}
	return &e.Facts[i]
}

// manual returns the notes of a manual fact about the blocks of a kind.
func (s *survey) manual(k kindOf, f *Fact) (all []Note) {
	if f.Missing {
		return s.missing(k, f)
	}
	if !f.ofReferences() {
		for _, b := range s.owned(k) {
			for _, it := range b.items(f.Path) {
				if it.shape.kind != syntax.KindAttribute || b.concerns(it.id, f.When) {
					all = append(all, b.note(it.id, f.Path, f.Say))
				}
			}
		}
	}
	if f.Only != "arguments" && f.When == nil && f.Path != "" {
		all = append(all, s.referring(k, f.Path, f.Say, f.Only == "indexes")...)
	}
	return all
}

// concerns reports whether a value is one of the literals, or no literal. Without literals, all
// values are meant.
func (b *block) concerns(id syntax.ItemID, literals []json.RawMessage) bool {
	if literals == nil {
		return true
	}
	text, ok := b.literal(id)
	return !ok || slices.ContainsFunc(literals, func(l json.RawMessage) bool { return literalText(l) == text })
}

// notLiteral returns the notes about values that may be literals which are no longer accepted.
func (s *survey) notLiteral(k kindOf, f *Fact, to int) (all []Note) {
	var old []string
	for _, p := range f.Values {
		old = append(old, literalText(p.Old))
	}
	say := fmt.Sprintf("version %d no longer accepts %s; see that the value is none of them.", to, strings.Join(old, ", "))
	for _, b := range s.owned(k) {
		for _, it := range b.items(f.Path) {
			if it.shape.kind != syntax.KindAttribute {
				continue
			}
			if _, ok := b.literal(it.id); !ok {
				all = append(all, b.note(it.id, f.Path, say))
			}
		}
	}
	return all
}

// maybeNull returns the notes about arguments that become dynamic blocks: an argument may be null, and
// the for_each of a dynamic block may not.
func (s *survey) maybeNull(k kindOf, f *Fact) (all []Note) {
	if f.Form.As != "blocks" {
		return nil
	}
	for _, b := range s.owned(k) {
		for _, it := range b.items(f.Path) {
			if it.shape.kind != syntax.KindAttribute {
				continue
			}
			e := b.f.ValueExpr(it.id)
			switch e.Node(e.Unwrapped(e.Root)).Kind {
			case syntax.NodeTuple, syntax.NodeObject, syntax.NodeForTuple, syntax.NodeForObject, syntax.NodeNull:
			default:
				all = append(all, b.note(it.id, f.Path, "the for_each of a dynamic block cannot be null, as the argument could: see that the value never is."))
			}
		}
	}
	return all
}

// missing returns a note for each body that lacks the argument or nested block of a fact.
func (s *survey) missing(k kindOf, f *Fact) (all []Note) {
	parts := strings.Split(f.Path, ".")
	last := parts[len(parts)-1]
	for _, b := range s.owned(k) {
		if b.overrides() {
			continue // the overridden block may have it
		}
		for _, at := range b.bodies(parts[:len(parts)-1]) {
			has := b.f.Attribute(at.id, last) != syntax.NoItem
			for range b.f.Blocks(at.id, last) {
				has = true
			}
			for range b.f.Blocks(at.id, "dynamic", last) {
				has = true
			}
			if !has {
				all = append(all, b.note(at.id, f.Path, f.Say))
			}
		}
	}
	return all
}
