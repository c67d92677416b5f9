package mcpserver

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
)

// applyEdits carries out a call of the tool edit.
func applyEdits(c *call) error {
	s, plan, err := c.planned()
	if err != nil {
		return err
	}
	if c.Write {
		if missing := plan.NotLocked(c.lock); len(missing) > 0 { // directories must exist to be locked
			if err := c.makeDirs(missing); err != nil {
				return err
			}
			if s, plan, err = c.planned(); err != nil {
				return err
			}
		}
	}
	return c.change(s, plan, notesOf(plan))
}

// planned returns the plan of the call's edits. If the call asks for writing, planned first locks
// the directories of the files and the directories that the call has created.
func (c *call) planned() (*project.Scope, *project.Plan, error) {
	s, isDir, err := c.editable()
	if err != nil {
		return nil, nil, err
	}
	plan, err := s.Edit(object(c.Edits), c.dirs()...)
	if err != nil {
		return nil, nil, relocated(err, c.title(), isDir)
	}
	return s, plan, nil
}

// makeDirs releases all locks and creates directories. The call locks the new directories when it
// makes its next plan.
func (c *call) makeDirs(dirs []string) error {
	c.lock.Unlock()
	c.lock = nil
	for _, dir := range dirs {
		dirs, err := c.options.Roots.MakeDirs(dir)
		c.made, c.tidy = append(c.made, dir), append(c.tidy, dirs)
		if err != nil {
			return err
		}
	}
	return nil
}

// editable returns the files that the call may edit. It accepts a directory without files, because
// edits can create files.
func (c *call) editable() (s *project.Scope, isDir bool, err error) {
	if isDir, err = c.locate(); err != nil {
		return nil, false, err
	}
	if s, err = c.sources(); err != nil {
		return nil, false, err
	}
	c.leaveOutside(s)
	return s, isDir, c.checkVersion(s)
}

// notesOf returns lines for the answer: the warnings of a plan, and those effects that cannot be
// seen in its diff.
func notesOf(p *project.Plan) (notes []string) {
	notes = alike(p.Warnings)
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

// rename carries out a call of the tool rename. It renames an object in each given module that has
// the object. If the argument callers is true, it also changes the code elsewhere in the root that
// refers to the object.
func rename(c *call) error {
	w := &project.Rename{Old: c.Address, New: c.To, References: c.References == nil || *c.References, Moved: c.Moved, Attribute: edit.NewName{Value: c.Value, Reference: c.Reference}}
	if c.Callers {
		return renameWithCallers(c, w)
	}
	s, err := c.modules()
	if err != nil {
		return err
	}
	if w.ChangesKind() && c.References == nil && hasCallers(s, c.Address) { // no caller may give a value to what is a local now
		return renameWithCallers(c, w)
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	var plan *project.Plan
	if w.References && hasCallers(s, c.Address) {
		plan, err = s.PlanIn(w, project.FindTree(s.Options.Dialect, s.Space, c.options.Roots.Top(c.title())))
	} else {
		plan, err = s.Plan(w)
	}
	if err != nil {
		return err
	}
	return c.change(s, plan, alike(plan.Warnings))
}

// renameWithCallers renames an object in each given module that has it, and its uses in all files of
// the root.
func renameWithCallers(c *call, w *project.Rename) error {
	look := *c
	args := *c.arguments
	look.arguments, args.Write = &args, false // the write will lock the whole root later
	own, err := look.modules()
	if err != nil {
		return err
	}
	if c.Moved != nil || c.References != nil || c.Value != "" || c.Reference != "" || !hasCallers(own, c.Address) {
		return invalid("callers is only for a variable or an output, in Terragrunt for any object, and cannot be combined with moved, references, value or reference")
	}
	c.Path, c.Recursive, c.several = c.options.Roots.Top(look.title()), true, nil
	c.Dialect = own.Options.Dialect.String()
	edits, err := own.EditsIn(w, &project.Tree{Root: c.Path, Follow: true})
	if err == nil && edits == nil {
		err = invalid("code elsewhere cannot refer to %s; leave out callers", c.Address)
	}
	if err != nil {
		return err
	}
	s, _, err := c.scope()
	if err != nil {
		return err
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	s.KeepGoing = true // a broken file elsewhere is only reported
	plan, err := s.Edit(edits, c.Path)
	if err != nil {
		return relocated(err, c.Path, true)
	}
	notes := notesOf(plan)
	for _, why := range plan.Skipped {
		notes = append(notes, "warning: skipped: "+why.Error())
	}
	return c.change(s, plan, notes)
}

// hasCallers reports whether code of other modules, or of other files, may refer to the object with an
// address: the callers of a module can only use its variables and outputs.
func hasCallers(s *project.Scope, text string) bool {
	if s.Options.Dialect.LinksFiles() {
		return true
	}
	a, err := address.Parse(text)
	return err == nil && len(a) == 2 && !s.Options.Dialect.AnyBlock() && slices.Contains([]string{"var", "variable", "output"}, a[0].Text)
}

// move carries out a call of the tool move. It moves a block or attribute to another place or file,
// in each given module that has it.
func move(c *call) error {
	w := &project.Move{Address: c.Address, File: c.File, Beside: project.Beside{After: c.After, Before: c.Before, First: c.Place == "first", Last: c.Place == "last"}}
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
		return invalid("move needs a destination: file, after, before or place; as in %s", forms["move"])
	}
	if strings.HasPrefix(c.File, "../") {
		return invalid(`move: a block stays in its module, and %s is a file of another one; edit moves blocks into a module: {"edits": {"extract": [{"blocks": [%q], "to": "modules/net", "name": "net"}]}}`, excerpt.Quote(c.File), c.Address)
	}
	s, err := c.modules()
	if err != nil {
		return err
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	plan, err := s.Plan(w)
	if err != nil {
		return err
	}
	return c.change(s, plan, nil)
}
