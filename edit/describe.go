package edit

import (
	"fmt"
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
	"iacedit/syntax"
)

// describe names the blocks of a site as code does: resource "a" "b".
func (a *applier) describe(s *site) string {
	text := s.typ
	for i, l := range s.labels {
		if i == mostListed {
			text += " …"
			break
		}
		text += " " + excerpt.Quote(l)
	}
	if s.nested || len(s.labels) == 0 {
		text += " block"
	}
	return text
}

// describeSelected adds the selectors to what describe says.
func (a *applier) describeSelected(s *site, e *plan.Entry) string {
	text := a.describe(s)
	if e.File != "" {
		text += " in " + excerpt.Quote(e.File)
	}
	if e.HasLabels {
		text += " with the labels " + listed(e.Labels, excerpt.Quote)
	}
	if len(e.Has) > 0 {
		text += " that has " + listed(e.Has, func(n plan.Attribute) string { return excerpt.Quote(n.Text) })
	}
	if len(e.Lacks) > 0 {
		text += " that lacks " + listed(e.Lacks, func(n plan.Attribute) string { return excerpt.Quote(n.Text) })
	}
	if len(e.Where) > 0 {
		text += " where " + listed(e.Where, func(w plan.Attribute) string { return w.Text }) + " has the value asked for"
	}
	return text
}

// listed writes the first few of a list for a message.
func listed[T any](all []T, text func(T) string) string {
	var few []string
	for i := range all {
		if i == mostListed {
			few = append(few, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		few = append(few, text(all[i]))
	}
	return strings.Join(few, ", ")
}

// matching says how many blocks an "index" had to choose from.
func matching(n int) string {
	if n == 1 {
		return "1 block matches"
	}
	return fmt.Sprintf("%d blocks match", n)
}

// mostListed is how many blocks an error message lists.
const mostListed = 5

// whatIsThere lists the blocks that a site has instead of the one looked for.
func (a *applier) whatIsThere(s *site) string {
	types := []string{s.typ}
	if !s.nested {
		types = a.options.language().Spellings(s.typ)
	}
	var list []string
	more := 0
	for _, doc := range a.order {
		if s.nested && doc != a.doc || !s.nested && !a.searched(doc) {
			continue
		}
		if !s.nested {
			a.in(doc)
		}
		for _, id := range a.index.blocks(nil, s.body, types) {
			if len(list) == mostListed {
				more++
				continue
			}
			list = append(list, a.header(id))
		}
	}
	switch {
	case len(list) == 0:
		return fmt.Sprintf("the code has no %s block there", s.typ)
	case more > 0:
		return fmt.Sprintf("the code has %s and %d more", strings.Join(list, ", "), more)
	}
	return "the code has " + strings.Join(list, ", ")
}

// header writes a block's type and labels for a message.
func (a *applier) header(id syntax.ItemID) string {
	text := excerpt.Line(a.d.Name(id))
	n := 0
	for label := range a.d.Labels(id) {
		if n++; n > mostListed {
			return text + " …"
		}
		text += " " + excerpt.Quote(string(label))
	}
	return text
}
