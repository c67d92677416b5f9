package project

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/internal/requests/batch"
	"iacedit/syntax"
)

// A DirMove gives a directory with modules another path.
type DirMove struct {
	*workspace.Move
	Paths workspace.Move     // the same paths, as in the titles of files
	Files []workspace.Source // all files of the tree, also those without code
}

// MoveDir returns a plan that moves a directory. Every call in the tree follows whose source leads
// into the directory, or out of it. The warnings name what may still lead to the old path.
func (s *Scope) MoveDir(t *Tree, c *DirMove) (*Plan, error) {
	m := &dirMover{Scope: s.remembering(), DirMove: c, tree: *t, sources: map[string][]syntax.Span{}}
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
	plan := new(Plan)
	if len(m.edits) > 0 {
		edits, err := batch.Merged(m.edits)
		if err != nil {
			return nil, err
		}
		if plan, err = m.tree.edit(s, edits, c.Paths.From); err != nil {
			return nil, err
		}
	}
	plan.Skipped = m.skipped
	plan.Warnings = slices.Concat(plan.Warnings, m.warnings, m.left(plan))
	plan.move(c)
	return plan, nil
}

// A dirMover plans the move of a directory.
type dirMover struct {
	*Scope
	*DirMove
	tree     Tree           // the files that parse
	paths    workspace.Move // the paths of the directory, like those that filepath.Abs returns
	code     bool           // there is code in the directory
	edits    [][]byte
	sources  map[string][]syntax.Span // by title of a file of code: the sources of its calls, in native syntax
	warnings []Warning
	skipped  []error
}

// follow adds the edits for the calls in a file.
func (m *dirMover) follow(source workspace.Source) error {
	folder, err := filepath.Abs(source.Dir())
	if err != nil {
		return err
	}
	m.code = m.code || isBelow(folder, m.paths.From)
	_, tree, err := m.parse(source)
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
	if filepath.Base(folder) == "tests" { // these are tests of the module above
		folder = filepath.Dir(folder)
	}
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
func (m *dirMover) followCall(c call, update func(to, in edit.Part) edit.Operation) {
	at := c.tree.Attribute(c.id, "source")
	if at == syntax.NoItem {
		return
	}
	e := c.tree.ValueExpr(at)
	text, literal := e.PlainString(e.Root)
	if !literal {
		w := Warning{Code: edit.NotSearched, File: c.source.Title, Offset: -1,
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
	to := strings.ReplaceAll(text, `\`, "/")
	if to != "." && to != ".." && !strings.HasPrefix(to, "./") && !strings.HasPrefix(to, "../") {
		return
	}
	target := filepath.Join(c.folder, filepath.FromSlash(to))
	before, after := localSource(c.folder, target), localSource(m.paths.After(c.folder), m.paths.After(target))
	name, ok := m.tree.nameOf(c.source.Title)
	if before == after || !ok {
		return
	}
	if strings.HasSuffix(to, "/") {
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
	if text = filepath.ToSlash(text); text != "." && text != ".." && !strings.HasPrefix(text, "../") {
		text = "./" + text
	}
	return text
}

// move adds the move of a directory to the plan. Each file in the directory is a change.
func (p *Plan) move(c *DirMove) {
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
			p.Changes = append(p.Changes, Rewritten{File: &workspace.File{Title: title}, To: to})
		}
	}
	slices.SortFunc(p.Changes, func(a, b Rewritten) int { return cmp.Compare(a.File.Title, b.File.Title) })
}

// UndoMove adds to the plan that undoes a write what undoes the write's move of a directory. Without
// such a move, it does nothing. The function files returns all files below a directory.
func (p *Plan) UndoMove(r *undo.Record, title func(string) string, files func(dir string) []workspace.Source) error {
	if r.Moved == nil {
		return nil
	}
	c := &DirMove{Paths: workspace.Move{From: title(r.Moved.To), To: title(r.Moved.From)}}
	var err error
	if c.Move, err = workspace.NewMove(CommonDir(r.Moved.From, r.Moved.To), c.Paths.From, c.Paths.To); err != nil {
		return &ChangedSince{c.Paths.From, err}
	}
	c.Files = files(c.Paths.From)
	p.move(c)
	return nil
}
