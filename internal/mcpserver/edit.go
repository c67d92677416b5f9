package mcpserver

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/project"
)

// applyEdits is the tool edit.
func applyEdits(c *call) error {
	s, isDir, err := c.editable()
	if err != nil {
		return err
	}
	var dirs []string
	if isDir {
		dirs = []string{c.title()}
	}
	plan, err := s.Edit(object(c.Edits), dirs...)
	if err != nil {
		return relocated(err, c.title(), isDir)
	}
	return c.change(s, plan, notesOf(plan))
}

// editable returns the files to edit, which may be none in a directory: edits can make
// them.
func (c *call) editable() (s *project.Scope, isDir bool, err error) {
	if c.Path, isDir, err = c.options.Roots.Stat(c.title()); err != nil {
		return nil, false, err
	}
	if s, err = c.sources(); err != nil {
		return nil, false, err
	}
	c.leaveOutside(s)
	return s, isDir, c.same(s)
}

// notesOf returns the warnings of a plan, and what the diff does not show.
func notesOf(p *project.Plan) (notes []string) {
	for i := range p.Warnings {
		w := &p.Warnings[i]
		notes = append(notes, fmt.Sprintf("warning %s at %s: %s", w.Code, strings.TrimPrefix(w.Pointer, "/edits"), w.Message))
	}
	by := map[edit.Effect][]string{}
	for _, o := range p.Effects {
		name := o.Address
		if o.Attribute != "" {
			name += "." + o.Attribute
		}
		by[o.Result] = append(by[o.Result], name)
	}
	for _, effect := range []edit.Effect{edit.EffectUnchanged, edit.EffectAbsent, edit.EffectUnreachable} {
		if names := by[effect]; len(names) > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s", effect, few(sorted(names))))
		}
	}
	return notes
}

// rename gives something another name, in all of its module.
func rename(c *call) error {
	s, err := c.module()
	if err != nil {
		return err
	}
	if err := c.same(s); err != nil {
		return err
	}
	follow := c.References == nil || *c.References
	plan, err := s.Plan(&project.Rename{Old: c.Address, New: c.To, References: follow, Moved: c.Moved})
	if err != nil {
		return err
	}
	var notes []string
	for i := range plan.Warnings {
		notes = append(notes, "warning: "+plan.Warnings[i].Message)
	}
	if follow {
		if names := project.Unsearched(s.Space, []string{c.dir()}); len(names) > 0 {
			notes = append(notes, "warning: not searched for references: "+few(names))
		}
		if what := seenByCallers(c.Address); what != "" {
			notes = append(notes, "warning: what calls the module was not searched for references to "+what)
		}
	}
	return c.change(s, plan, notes)
}

// seenByCallers returns the full address of a variable or an output, which the modules that
// call this one name; "" for anything else.
func seenByCallers(text string) string {
	a, err := address.Parse(text)
	if err != nil || len(a) != 2 {
		return ""
	}
	switch a[0].Text {
	case "var", "variable":
		return "variable." + a[1].Text
	case "output":
		return "output." + a[1].Text
	}
	return ""
}

// move takes something as it is to another place or file.
func move(c *call) error {
	w := &project.Move{Address: c.Address, File: c.File, After: c.After, Before: c.Before, First: c.Place == "first", Last: c.Place == "last"}
	places := 0
	for _, said := range []string{c.After, c.Before, c.Place} {
		if said != "" {
			places++
		}
	}
	switch {
	case places > 1:
		return invalid("move takes one of after, before and place")
	case places == 0 && c.File == "":
		return invalid("move needs file, after, before or place: where to")
	}
	s, err := c.module()
	if err != nil {
		return err
	}
	if err := c.same(s); err != nil {
		return err
	}
	plan, err := s.Plan(w)
	if err != nil {
		return err
	}
	return c.change(s, plan, nil)
}
