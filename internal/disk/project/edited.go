package project

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
)

// addLine adds a line number to the message of a warning about a new name that resembles another
// name, as "amy" resembles "ami". The number is the line of the new attribute or block in the
// edited code. addLine leaves other warnings unchanged.
func (g *group) addLine(w *Warning, changed []edit.Outcome, o *edit.Options) {
	if w.Code != edit.NewAttributeNearly {
		return
	}
	line := 0
	for i := range changed {
		c := &changed[i]
		if c.Pointer != w.Pointer {
			continue
		}
		if line != 0 {
			return // several places
		}
		if line = g.lineOf(c, o); line == 0 {
			return
		}
	}
	if before, after, ok := strings.Cut(w.Message, " is new; "); ok && line > 0 {
		w.Message = fmt.Sprintf("%s is new, on line %d as edited; %s", before, line, after)
	}
}

// lineOf returns the line on which a changed attribute or block starts in the edited code, or 0 if
// it is unknown.
func (g *group) lineOf(c *edit.Outcome, o *edit.Options) int {
	text := c.Address
	if c.Attribute != "" {
		text += "." + c.Attribute
	}
	a, err := address.Parse(text)
	if err != nil {
		return 0
	}
	for i := range g.after {
		if f := &g.after[i]; f.Name == c.File || !g.module {
			tree, err := syntax.Parse(f.Code)
			if err != nil {
				return 0
			}
			l := address.Language{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock}
			t, err := selection.Resolve(a, tree, l)
			if err != nil {
				return 0
			}
			if items, err := itemsAt(tree, &t, l); err == nil && len(items) == 1 {
				return tree.Line(tree.Item(items[0]).Name.From)
			}
			return 0
		}
	}
	return 0
}
