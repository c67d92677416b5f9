package lsp

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/project"
	"iacedit/internal/terraform"
	"iacedit/internal/workspace"
	"iacedit/syntax"
)

// files are those on the disk, with the text of an open one in its place. It is a
// project.Space of one request.
type files struct {
	*workspace.Workspace
	open map[string]*document // by path
}

// filesOf returns the files under documents.
func filesOf(all documents) *files {
	f := &files{Workspace: new(workspace.Workspace), open: map[string]*document{}}
	for _, d := range all {
		if d.path != "" {
			f.open[d.path] = d
		}
	}
	return f
}

// Sources returns the files that paths stand for, and those that are open and on no disk yet.
func (f *files) Sources(paths []string, recursive bool) []workspace.Source {
	all := f.Workspace.Sources(paths, recursive)
	added := false
	for path := range f.open {
		if !terraform.IsConfiguration(path) && !terraform.IsValues(path) || f.isOnDisk(path) {
			continue
		}
		if slices.ContainsFunc(paths, func(p string) bool { return isIn(path, p, recursive) }) {
			all, added = append(all, workspace.Source{Title: path}), true
		}
	}
	if added {
		slices.SortStableFunc(all, func(a, b workspace.Source) int { return strings.Compare(a.Title, b.Title) })
	}
	return all
}

// isIn reports whether a file is in a directory, or below it.
func isIn(path, dir string, below bool) bool {
	in := filepath.Dir(path)
	return in == dir || below && strings.HasPrefix(in, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// isOnDisk reports whether there is a file at a path, or may be.
func (f *files) isOnDisk(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Names returns the names of the files in a directory.
func (f *files) Names(dir string) []string {
	names := f.Workspace.Names(dir)
	for path := range f.open {
		if name := filepath.Base(path); filepath.Dir(path) == dir && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// New returns a file that is not there yet. It is the editor who makes it.
func (f *files) New(dir, name string) (*workspace.File, error) {
	return &workspace.File{Title: filepath.Join(dir, name)}, nil
}

// load returns a file: its text in the editor where it is open, else what is on the disk.
func (f *files) load(source workspace.Source) (*workspace.File, error) {
	if d := f.open[source.Title]; d != nil {
		return &workspace.File{Title: source.Title, Code: d.code}, nil
	}
	return source.Read()
}

// scope returns the files of a directory, to be worked on.
func (r *request) scope(dir string) *project.Scope {
	return r.scopeOf(r.files.Sources([]string{dir}, false))
}

// scopeOf returns files to be worked on.
func (r *request) scopeOf(sources []workspace.Source) *project.Scope {
	return &project.Scope{
		Space: r.files, Sources: sources, Load: r.files.load,
		Options: edit.Options{Timeout: longestRequest, Done: r.ctx.Done()},
	}
}

// root returns the directory below which the callers of a module are looked for: the
// repository around it, else the folder of the workspace that holds it, else itself.
func (r *request) root(dir string) string {
	if root := workspace.Repository(dir); root != "" {
		return root
	}
	for _, folder := range r.folders {
		if folder == dir || isIn(filepath.Join(dir, "x"), folder, true) {
			return folder
		}
	}
	return dir
}

// A parsed is a file and its tree.
type parsed struct {
	file *workspace.File
	tree *syntax.File
}

// parse reads and parses files, many at a time, and yields those that can be, in order.
func (r *request) parse(sources []workspace.Source, wanted func(code []byte) bool) func(yield func(parsed) bool) {
	return func(yield func(parsed) bool) {
		for p := range project.InOrder(sources, func(source workspace.Source) parsed {
			file, err := r.files.load(source)
			if err != nil || r.ctx.Err() != nil || !wanted(file.Code) {
				return parsed{}
			}
			tree, err := syntax.Parse(file.Code)
			if err != nil {
				return parsed{}
			}
			return parsed{file, tree}
		}) {
			if p.tree != nil && !yield(p) {
				return
			}
		}
	}
}
