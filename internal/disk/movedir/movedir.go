// Package movedir gives a directory with modules another path.
//
//   - movedir.go: the plan of a move and of its undoing, and the calls that follow
//   - left.go: what keeps the old path, of which warnings tell
package movedir

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/internal/requests/batch"
	"iacedit/syntax"
)

// A Move gives a directory with modules another path.
type Move struct {
	*workspace.Move
	Paths workspace.Move     // the same paths, as in the titles of files
	Files []workspace.Source // all files of the tree, also those without code
}

// Plan returns a plan that moves the directory. Every call in the tree follows whose source leads
// into the directory, or out of it. The warnings name what may still lead to the old path.
func (c *Move) Plan(s *project.Scope, t *project.Tree) (*project.Plan, error) {
	m := &mover{scope: s, Move: c, tree: *t, sources: map[string][]syntax.Span{}}
	var err error
	if m.paths.From, err = filepath.Abs(c.Paths.From); err == nil {
		m.paths.To, err = filepath.Abs(c.Paths.To)
	}
	if err != nil {
		return nil, err
	}
	m.tree.Sources = nil
	for _, source := range t.Sources {
		switch err := m.follow(source); {
		case err != nil && !s.KeepGoing:
			return nil, err
		case err != nil:
			m.skipped = append(m.skipped, err)
		default:
			m.tree.Sources = append(m.tree.Sources, source)
		}
	}
	if !m.code {
		return nil, fmt.Errorf("there is no code in %s; \"git mv\" moves other directories", c.Paths.From)
	}
	plan := new(project.Plan)
	if len(m.edits) > 0 {
		edits, err := batch.Merged(m.edits)
		if err != nil {
			return nil, err
		}
		if plan, err = m.tree.Edit(s, edits, c.Paths.From); err != nil {
			return nil, err
		}
	}
	plan.Skipped = m.skipped
	plan.Warnings = slices.Concat(plan.Warnings, m.warnings, m.left(plan))
	c.addTo(plan)
	return plan, nil
}

// A mover plans the move of a directory.
type mover struct {
	*Move
	scope    *project.Scope
	tree     project.Tree   // the files that parse
	paths    workspace.Move // the paths of the directory, like those that filepath.Abs returns
	code     bool           // there is code in the directory
	edits    [][]byte
	sources  map[string][]syntax.Span // by title of a file of code: the sources of its calls, in native syntax
	warnings []project.Warning
	skipped  []error
}

// follow adds the edits for the calls in a file.
func (m *mover) follow(source workspace.Source) error {
	folder, err := filepath.Abs(source.Dir())
	if err != nil {
		return err
	}
	m.code = m.code || isIn(folder, m.paths.From)
	_, tree, err := m.scope.Parse(source)
	if err != nil {
		return err
	}
	m.sources[source.Title] = nil
	if !terraform.IsTest(source.Title) {
		for id := range tree.Blocks(syntax.Root, "module") {
			m.followCall(call{source, tree, id, folder}, func(to edit.Part, in edit.Part) edit.Operation {
				return edit.Update(edit.Block("module", syntax.Strings(tree.Labels(id))...), in, to)
			})
		}
		return nil
	}
	folder = filepath.FromSlash(uses.TestedBy(filepath.ToSlash(folder)))
	for run := range tree.Blocks(syntax.Root, "run") {
		for id := range tree.Blocks(run, "module") {
			m.followCall(call{source, tree, id, folder}, func(to edit.Part, in edit.Part) edit.Operation {
				return edit.Update(edit.Block("run", syntax.Strings(tree.Labels(run))...), in, edit.Update(edit.Block("module"), to))
			})
		}
	}
	return nil
}

// A call is a "module" block. Its source starts at the folder.
type call struct {
	source workspace.Source
	tree   *syntax.File
	id     syntax.ItemID
	folder string
}

// followCall adds the edit of a call whose source has to change. The function makes the edit from
// two parts: the new source, and the file.
func (m *mover) followCall(c call, update func(to, in edit.Part) edit.Operation) {
	at := c.tree.Attribute(c.id, "source")
	if at == syntax.NoItem {
		return
	}
	e := c.tree.ValueExpr(at)
	text, literal := uses.Literal(e)
	if !literal {
		w := project.Warning{Code: edit.NotSearched, File: c.source.Title, Offset: -1,
			Message: fmt.Sprintf("the source is not a literal, and stays: it may lead to %s", m.Paths.From)}
		if !terraform.IsInJSON(c.source.Title) {
			w.Line, w.Column = c.tree.Position(c.tree.Item(at).Name.From)
		}
		m.warnings = append(m.warnings, w)
		return
	}
	if !terraform.IsInJSON(c.source.Title) {
		m.sources[c.source.Title] = append(m.sources[c.source.Title], c.tree.Value(at))
	}
	to, kind := uses.SourceIn(e, ".", nil)
	if kind != uses.SourceInTree && kind != uses.SourceOutside {
		return
	}
	target := filepath.Join(c.folder, filepath.FromSlash(to))
	before, after := localSource(c.folder, target), localSource(m.paths.After(c.folder), m.paths.After(target))
	name, ok := m.tree.NameOf(c.source.Title)
	if before == after || !ok {
		return
	}
	if strings.HasSuffix(text, "/") || strings.HasSuffix(text, `\`) {
		after += "/"
	}
	edits, err := update(edit.Attr("source", after), edit.InFile(name)).MarshalJSON()
	if err == nil {
		m.edits = append(m.edits, edits)
	}
}

// localSource returns the source that leads from one directory to another: "./net" or "../net".
func localSource(from, to string) string {
	text, err := filepath.Rel(from, to)
	if err != nil {
		return to
	}
	if text = filepath.ToSlash(text); !terraform.IsLocalSource(text) {
		text = "./" + text
	}
	return text
}

// addTo adds the move to a plan. Each file in the directory is a change.
func (c *Move) addTo(p *project.Plan) {
	p.Moved = c.Move
	known := map[string]bool{}
	for i := range p.Changes {
		r := &p.Changes[i]
		known[r.File.Title] = true
		if to := c.Paths.After(r.File.Title); to != r.File.Title {
			r.To = to
		}
	}
	for _, f := range c.Files {
		title := workspace.Short(f.Title)
		if to := c.Paths.After(title); to != title && !known[title] {
			p.Changes = append(p.Changes, project.Rewritten{File: &workspace.File{Title: title}, To: to})
		}
	}
	slices.SortFunc(p.Changes, func(a, b project.Rewritten) int { return cmp.Compare(a.File.Title, b.File.Title) })
}

// Undo adds to the plan that undoes a write what undoes the write's move of a directory. Without such
// a move, it does nothing. The function title is that of Scope.Undo, and files returns all files below
// a directory.
func Undo(p *project.Plan, r *undo.Record, title func(string) string, files func(dir string) []workspace.Source) error {
	if r.Moved == nil {
		return nil
	}
	c := &Move{Paths: workspace.Move{From: title(r.Moved.To), To: title(r.Moved.From)}}
	var err error
	if c.Move, err = workspace.NewMove(workspace.CommonDir(r.Moved.From, r.Moved.To), c.Paths.From, c.Paths.To); err != nil {
		return &undo.ChangedSince{Title: c.Paths.From, Err: err}
	}
	c.Files = files(c.Paths.From)
	c.addTo(p)
	return nil
}

// isIn reports whether a path is a directory or a path in it. Both paths are absolute.
func isIn(path, dir string) bool {
	_, in := workspace.Inside(dir, path)
	return in
}
