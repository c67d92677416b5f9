package project

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A RefusedEdit is why edits of somebody's own were refused: an *edit.Error, and what to
// call the code that it is about.
type RefusedEdit struct {
	Refused *edit.Error
	Title   string // of the file, or the directory
}

func (r *RefusedEdit) Error() string { return r.Refused.Error() }

// Unwrap returns the *edit.Error.
func (r *RefusedEdit) Unwrap() error { return r.Refused }

// Edit applies edits to files: those of each directory are one module, a file that is no
// module's is edited alone, and so is a file that was named and is the only one. A directory
// that has no files yet is named in dirs. Of several modules those stay as they are that
// have none of the blocks that the edits name, with a warning. The error of edits that are
// refused is a *RefusedEdit.
func (s *Scope) Edit(edits []byte, dirs ...string) (*Plan, error) {
	p := &planner{Scope: s}
	groups := grouped(s.Sources, s.language())
	for _, dir := range dirs {
		if dir = filepath.Clean(dir); !slices.ContainsFunc(groups, func(g *group) bool { return g.dir == dir }) {
			groups = append(groups, &group{dir: dir, module: true})
		}
	}
	if len(groups) == 0 {
		return nil, ErrNoFiles
	}
	removes := empties(edits)
	for _, g := range groups {
		g.removes, g.answers = removes, edit.ReturnReport
		if err := p.read(g); err != nil {
			return nil, err
		}
	}
	var first error
	refused := 0
	for g := range InOrder(groups, func(g *group) *group { g.err = s.edit(g, edits); return g }) {
		bad, ok := errors.AsType[*RefusedEdit](g.err)
		switch {
		case g.err == nil:
			continue
		case len(groups) > 1 && ok && bad.Refused.Code == edit.BlockNotFound:
			refused++
			g.warnings = []Warning{{Message: bad.Refused.Message, File: bad.Title}}
		case len(groups) > 1 && s.KeepGoing && ok && bad.Refused.Code == edit.InvalidRequest && bad.Refused.Position != nil:
			p.skipped = append(p.skipped, g.err)
		default:
			return nil, g.err
		}
		if first == nil {
			first = g.err
		}
		g.after = nil
	}
	if refused == len(groups) {
		return nil, first
	}
	return p.planned(groups)
}

// read reads the files of a group.
func (p *planner) read(g *group) error {
	for _, x := range g.all {
		if x.file, x.err = p.Load(x.source); x.err != nil || !p.KeepGoing {
			continue
		}
		if terraform.IsInJSON(x.name) {
			_, _, x.err = p.parse(x.source)
		} else if _, err := syntax.Parse(x.file.Code); err != nil {
			x.err = &Mistake{x.file, err.(*syntax.Error).Offset, err.(*syntax.Error).Message}
		}
	}
	return p.leaveBroken(g)
}

// edit applies the edits to a group.
func (s *Scope) edit(g *group, edits []byte) error {
	g.files()
	result, err := s.Options.Edit(g.after, edits, edit.ReturnCode|g.answers)
	if err == nil {
		g.take(result)
		return nil
	}
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

// empties reports whether edits may take all from a file that then is no more: whether they
// have an operation that moves blocks to other files.
func empties(edits []byte) bool {
	var r value.Reader
	r.Reset(edits)
	v, err := r.Value()
	return err == nil && slices.ContainsFunc(v.Items, func(i value.Item) bool { return i.Key == "move" || i.Key == "extract" })
}

// merged returns the edits of several wishes as those of one request: objects have the
// members of each, lists the elements of one after those of the other.
func merged(all [][]byte) ([]byte, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	var whole value.Value
	for i, text := range all {
		v, err := parseValue(string(text))
		if err != nil {
			return nil, err
		}
		if i == 0 {
			whole = v
		} else if err := mergeInto(&whole, &v, nil); err != nil {
			return nil, err
		}
	}
	return whole.MarshalJSON()
}

// mergeInto puts what is in one value of edits into another.
func mergeInto(to, from *value.Value, at []string) error {
	switch {
	case to.Kind == value.Array && from.Kind == value.Array:
		to.Items = append(to.Items, from.Items...)
		return nil
	case to.Kind != value.Object || from.Kind != value.Object:
		return errors.New("two of the edits contradict each other: " + strings.Join(at, "."))
	}
	index := make(map[string]int, len(to.Items))
	for i := range to.Items {
		index[to.Items[i].Key] = i
	}
	for i := range from.Items {
		item := &from.Items[i]
		if n, ok := index[item.Key]; !ok {
			index[item.Key] = len(to.Items)
			to.Items = append(to.Items, *item)
		} else if err := mergeInto(&to.Items[n].Value, &item.Value, append(at, item.Key)); err != nil {
			return err
		}
	}
	return nil
}
