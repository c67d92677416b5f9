package lsp

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// files is the project.Space of one request: the files on the disk, but with the editor's text in
// place of the contents of open files.
type files struct {
	*workspace.Workspace
	open map[string]*document // by path
}

// filesOf returns files in which the texts of the open documents replace the contents on the disk.
func filesOf(all documents) *files {
	f := &files{Workspace: new(workspace.Workspace), open: map[string]*document{}}
	for _, d := range all {
		if d.path != "" {
			f.open[d.path] = d
		}
	}
	return f
}

// Sources returns the given files and the files in the given directories. The result includes open
// files that do not exist on the disk yet.
func (f *files) Sources(paths []string, recursive bool) []workspace.Source {
	return f.SourcesIn(workspace.Wanted{}, paths, recursive)
}

// SourcesIn is like Sources, for files in another language.
func (f *files) SourcesIn(w workspace.Wanted, paths []string, recursive bool) []workspace.Source {
	all := f.Workspace.SourcesIn(w, paths, recursive)
	added := false
	for path := range f.open {
		source := workspace.Source{Title: path, Dialect: dialectOf(path)}
		if !w.Dialect.Takes(source.Dialect) || !w.Dialect.AnyBlock() && !terraform.IsConfiguration(path) && !terraform.IsValues(path) {
			continue
		}
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			continue // Workspace.Sources handles files on the disk
		}
		if slices.ContainsFunc(paths, func(p string) bool { return isIn(path, p, recursive) }) {
			all, added = append(all, source), true
		}
	}
	if added {
		slices.SortStableFunc(all, func(a, b workspace.Source) int { return strings.Compare(a.Title, b.Title) })
	}
	return all
}

// isIn reports whether a file is in a directory or, if below is true, in one of its subdirectories.
func isIn(path, dir string, below bool) bool {
	in := filepath.Dir(path)
	return in == dir || below && strings.HasPrefix(in, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
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

// New returns a new file, which the editor will create.
func (f *files) New(dir, name string) (*workspace.File, error) {
	return &workspace.File{Title: filepath.Join(dir, name)}, nil
}

// load returns a file with its text: from the editor if the file is open, otherwise from the disk.
func (f *files) load(source workspace.Source) (*workspace.File, error) {
	if d := f.open[source.Title]; d != nil {
		return &workspace.File{Title: source.Title, Code: d.code}, nil
	}
	return source.Read()
}

// A unit is what reads as one in a language: the files of a directory, or a single file.
type unit struct {
	dialect languages.Dialect
	path    string
}

// unitOf returns the unit of a file.
func (r *request) unitOf(path string) unit {
	u := unit{dialectOf(path), filepath.Dir(path)}
	if sources := r.files.Sources([]string{path}, false); len(sources) > 0 && sources[0].Err == nil {
		u.dialect = project.DialectOf(sources)
	}
	if u.dialect.AnyBlock() && u.dialect.ReadsAlone(filepath.Base(path)) {
		u.path = path
	}
	return u
}

// dialectOf returns the language of a file, by its name alone.
func dialectOf(path string) languages.Dialect {
	if terraform.IsTerraform(path) {
		return languages.Terraform
	}
	d, _ := languages.OfFile(filepath.Base(path), nil)
	return d
}

// sources returns the files of a unit.
func (r *request) sources(u unit) []workspace.Source {
	return r.files.SourcesIn(workspace.Wanted{Dialect: u.dialect}, []string{u.path}, false)
}

// scope returns a project.Scope with the files of a unit.
func (r *request) scope(u unit) *project.Scope {
	s := r.scopeOf(r.sources(u))
	s.Options.Dialect = u.dialect
	return s
}

func (r *request) scopeOf(sources []workspace.Source) *project.Scope {
	return &project.Scope{
		Space: r.files, Sources: sources, Load: r.files.load,
		Options: edit.Options{Schemas: r.options.Schemas, Timeout: longestRequest, Done: r.ctx.Done()},
	}
}

// treeOf returns the files in which to search for code that refers to the objects of a unit: those
// below the enclosing repository and, if there is none, below the unit's directory; and those below
// all folders of the workspace.
func (r *request) treeOf(u unit) *project.Tree {
	dir := u.path
	if u.dialect.AnyBlock() && u.dialect.ReadsAlone(filepath.Base(dir)) {
		dir = filepath.Dir(dir)
	}
	root := cmp.Or(workspace.Repository(dir), dir)
	var others []string
	for _, folder := range r.folders {
		switch {
		case isIn(filepath.Join(root, "x"), folder, true):
			root = folder
		case !isIn(filepath.Join(folder, "x"), root, true):
			others = append(others, folder)
		}
	}
	return project.FindTree(u.dialect, r.files, root, others...)
}

// parsed is the result of parsing a file: the file, and the syntax tree of its code.
type parsed struct {
	file *workspace.File
	tree *syntax.File
}

// parse reads and parses files concurrently, and yields those without syntax errors in the order of
// the sources. It skips a file if the given function returns false for the code of the file.
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
