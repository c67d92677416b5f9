package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// choose resolves an entry's selectors (EDITS.md sections 3 and 4).
func (a *applier) choose(s *site, e *Entry) (choice, error) {
	if s.action == Add {
		return choice{create: true}, a.mayAdd(s, e)
	}
	blocks := a.filter(s, e)
	found := len(blocks)
	if e.Index >= 0 {
		if e.Index >= found {
			return choice{}, errorAt(e.At, BlockNotFound, "%s: no %s number %d; %s, counted from 0", s.action, a.describe(s), e.Index, a.matching(s, e, found))
		}
		blocks = blocks[e.Index : e.Index+1]
	}
	switch {
	case len(blocks) == 0 && s.action == Set && !e.All && mayCreate(e):
		return choice{create: true}, nil
	case len(blocks) == 0:
		return choice{}, errorAt(e.At, BlockNotFound, "%s: no %s; %s", s.action, a.describeSelected(s, e), a.whatIsThere(s, e))
	case len(blocks) > 1 && !e.All:
		return choice{}, errorAt(e.At, AmbiguousMatch, "%s: %d blocks match %s; select with \"where\", \"index\", \"labels\" or \"all\"", s.action, len(blocks), a.describeSelected(s, e))
	}
	return choice{blocks: blocks}, nil
}

// mayCreate says whether an entry under "set" has contents to make a block of: one
// that only updates or deletes has nothing to update or delete there.
func mayCreate(e *Entry) bool {
	for _, c := range e.Changes {
		if c.Action == Set || c.Action == Add {
			return true
		}
	}
	return len(e.Changes) == 0
}

// filter returns the blocks that the selectors "labels" and "where" keep.
func (a *applier) filter(s *site, e *Entry) []syntax.ItemID {
	blocks := s.candidates
	if e.HasLabels {
		blocks = slices.DeleteFunc(slices.Clone(blocks), func(id syntax.ItemID) bool { return !a.d.HasLabels(id, e.Labels) })
	}
	if len(e.Where) == 0 {
		return blocks
	}
	var kept []syntax.ItemID
	for _, id := range blocks {
		if a.matches(id, e.Where, s.place) {
			kept = append(kept, id)
		}
	}
	return kept
}

// matches says whether a block has all the attributes that "where" asks for.
func (a *applier) matches(id syntax.ItemID, where []Attribute, p place) bool {
	for i := range where {
		w := &where[i]
		id, pl, seen := a.valueAt(id, w, p.attribute(w.Name))
		ok := seen == absent && w.Value.Kind == value.Null
		if seen == there {
			e := a.d.Expr(a.d.Item(id).Content)
			ok = value.Equal(e, e.Root, &w.Value, pl, value.Where)
		}
		if !ok {
			return false
		}
	}
	return true
}

// mayAdd says whether an outer "add" may make another block (EDITS.md section 3).
func (a *applier) mayAdd(s *site, e *Entry) error {
	if s.nested || len(s.candidates) == 0 {
		return nil
	}
	switch uniquenessOf(a.options, s.typ) {
	case repeats:
		return nil
	case byAlias:
		alias := sentAlias(e)
		for _, id := range s.candidates {
			w := Attribute{Name: "alias", Text: "alias", Value: alias}
			if a.matches(id, []Attribute{w}, s.place) {
				return errorAt(e.At, BlockAlreadyExists, "add: %s with that alias is there already", a.describe(s))
			}
		}
		return nil
	}
	return errorAt(e.At, BlockAlreadyExists, "add: the code has %s already", a.describe(s))
}

// sentAlias returns the alias that an entry gives to a new provider, null for none.
func sentAlias(e *Entry) value.Value {
	for _, c := range e.Changes {
		for _, attr := range c.Attributes {
			if attr.Name == "alias" && len(attr.Path) == 0 {
				return attr.Value
			}
		}
	}
	return value.Value{Kind: value.Null}
}

// describe names the blocks of a site as code does: resource "a" "b".
func (a *applier) describe(s *site) string {
	var text strings.Builder
	text.WriteString(s.typ)
	for _, l := range s.labels {
		text.WriteString(" " + strconv.Quote(l))
	}
	if s.nested || len(s.labels) == 0 {
		text.WriteString(" block")
	}
	return text.String()
}

// describeSelected adds the selectors to what describe says.
func (a *applier) describeSelected(s *site, e *Entry) string {
	text := a.describe(s)
	if e.HasLabels {
		text += fmt.Sprintf(" with the labels %q", e.Labels)
	}
	for i := range e.Where {
		word := " and "
		if i == 0 {
			word = " where "
		}
		text += word + e.Where[i].Text + " has the value asked for"
	}
	return text
}

// matching says how many blocks an "index" had to choose from.
func (a *applier) matching(s *site, e *Entry, n int) string {
	if n == 1 {
		return "1 block matches"
	}
	return fmt.Sprintf("%d blocks match", n)
}

// mostListed is how many blocks an error message lists.
const mostListed = 5

// whatIsThere lists the blocks that a site has instead of the one looked for.
func (a *applier) whatIsThere(s *site, e *Entry) string {
	types := []string{s.typ}
	if !s.nested {
		types = a.spellings(s.typ)
	}
	var list []string
	more := 0
	a.d.Expand(s.body)
	for id := a.d.Item(s.body).First; id != syntax.NoItem; id = a.d.Item(id).Next {
		if a.d.Item(id).Kind != syntax.KindBlock || !slices.Contains(types, string(a.d.Name(id))) {
			continue
		}
		if len(list) == mostListed {
			more++
			continue
		}
		text := string(a.d.Name(id))
		for label := range a.d.Labels(id) {
			text += " " + strconv.Quote(string(label))
		}
		list = append(list, text)
	}
	switch {
	case len(list) == 0:
		return fmt.Sprintf("the code has no %s block there", s.typ)
	case more > 0:
		return fmt.Sprintf("the code has %s and %d more", strings.Join(list, ", "), more)
	}
	return "the code has " + strings.Join(list, ", ")
}
