package project

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"

	"iacedit/edit"
	"iacedit/internal/requests/batch"
	"iacedit/value"
)

// A RefusedEdit is returned if package edit refuses edits. It wraps the *edit.Error, and names the
// file or directory that was to be edited.
type RefusedEdit struct {
	Refused *edit.Error
	Title   string // of the file, or the directory
}

func (r *RefusedEdit) Error() string { return r.Refused.Error() }

// Unwrap returns the *edit.Error.
func (r *RefusedEdit) Unwrap() error { return r.Refused }

// Edit applies edits to files. The files of one directory are a module; files of several
// directories are a tree of modules (docs/trees.md). The root of the tree is the deepest directory
// that contains all these directories. A file is edited alone if it belongs to no module, or if it
// is the only file of a Scope and the user named it. The given directories also belong to the
// module or tree, even if they have no files yet. If a file or module lacks the blocks that the
// edits name, it stays unchanged, and the plan has a warning. If all of them lack the blocks, Edit
// returns an error. If edits are refused, the error is a *RefusedEdit.
func (s *Scope) Edit(edits []byte, dirs ...string) (*Plan, error) {
	return s.EditAll([]batch.Step{{Edits: edits}}, dirs...)
}

// EditAll is like Edit, but applies several requests, each to the result of the earlier requests.
func (s *Scope) EditAll(steps []batch.Step, dirs ...string) (*Plan, error) {
	p := &planner{Scope: s}
	groups, err := p.trees(dirs)
	if err != nil {
		return nil, err
	}
	// A file that these operations leave empty is removed.
	removes := slices.ContainsFunc(steps, func(s batch.Step) bool { return has(s.Edits, "move", "extract", "delete") })
	extracts := slices.ContainsFunc(steps, func(s batch.Step) bool { return has(s.Edits, "extract") }) // a new module may be in a subdirectory
	follows := slices.ContainsFunc(steps, func(s batch.Step) bool { return s.Do != nil || mayBreakReferences(s.Edits) })
	for _, g := range groups {
		if follows {
			p.addTests(g)
		}
		g.removes, g.answers = removes, edit.ReturnReport
		g.folders = g.folders || extracts
		if err := p.read(g); err != nil {
			return nil, err
		}
	}
	var first error
	refused := 0
	for g := range InOrder(groups, func(g *group) *group { g.err = s.edit(g, steps); return g }) {
		if g.err == nil {
			continue
		}
		bad, ok := errors.AsType[*RefusedEdit](g.err)
		if len(groups) == 1 || !ok || bad.Refused.Code != edit.BlockNotFound {
			return nil, g.err
		}
		refused++
		first = cmp.Or(first, g.err)
		g.warnings, g.after = []Warning{{Message: bad.Refused.Message, File: bad.Title}}, nil
	}
	if refused == len(groups) {
		return nil, first
	}
	return p.planned(groups)
}

// edit applies the edits of the steps to a group, one step after the other.
func (s *Scope) edit(g *group, steps []batch.Step) error {
	g.files()
	for i := range steps {
		o := s.editor()
		result, err := g.do(&steps[i], o)
		if err != nil {
			return err
		}
		if result != nil {
			g.take(result, o)
		}
	}
	return nil
}

// do carries out a step. The result is nil if there is nothing to do.
func (g *group) do(step *batch.Step, o *edit.Options) (*edit.Result, error) {
	if step.Do != nil {
		result, err := step.Do(g.after, g.dir, o)
		return result, g.refusedEdit(err)
	}
	edits, in, err := step.On(g.after, g.module)
	if edits == nil || err != nil {
		return nil, err
	}
	result, err := o.Edit(in, edits, edit.ReturnCode|g.answers)
	return result, g.refusedEdit(err)
}

// refusedEdit converts an *edit.Error to a *RefusedEdit with the title of the file or directory. It
// returns other errors unchanged.
func (g *group) refusedEdit(err error) error {
	refused, ok := errors.AsType[*edit.Error](err)
	if !ok {
		return err
	}
	title := g.dir
	switch at := refused.Position; {
	case !g.module:
		title = g.all[0].file.Title
	case at != nil && at.File != "":
		title = filepath.Join(g.dir, at.File)
	}
	return &RefusedEdit{refused, title}
}

// mayBreakReferences reports whether edits may change or delete what code can refer to.
func mayBreakReferences(edits []byte) bool {
	v, err := parseValue(string(edits))
	var mayBreak func(*value.Value) bool
	mayBreak = func(v *value.Value) bool {
		return slices.ContainsFunc(v.Items, func(i value.Item) bool {
			return slices.Contains([]string{"rename", "inline", "extract", "delete", "disable"}, i.Key) || mayBreak(&i.Value)
		})
	}
	return err == nil && mayBreak(&v)
}

// has reports whether edits contain at least one of the operations.
func has(edits []byte, operations ...string) bool {
	var r value.Reader
	r.Reset(edits)
	v, err := r.Value()
	return err == nil && slices.ContainsFunc(v.Items, func(i value.Item) bool { return slices.Contains(operations, i.Key) })
}
