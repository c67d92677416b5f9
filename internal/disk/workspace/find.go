package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
)

// A Workspace finds files and keeps their roots open. A Workspace is not safe for concurrent use,
// but the Sources that it finds are.
type Workspace struct {
	JSON    bool     // files in Terraform's JSON syntax are found, too
	Exclude []string // patterns, as in .gitignore, that exclude files of directories
	Wanted  Wanted   // the language of the files of directories

	Notice func(string) // called with the outcome of a recovered write; may be nil

	roots  map[string]*Root // by directory
	looked map[string]bool  // real paths of directories that were searched for a journal
}

// Close closes the roots of all files.
func (w *Workspace) Close() {
	for _, r := range w.roots {
		r.Close()
	}
}

// A Source is a file that was found, or an error.
type Source struct {
	Title string // its path, relative or absolute as the caller wrote it
	Named bool   // the caller named the file, not its directory
	Err   error

	Dialect languages.Dialect // the language of the file, by its name

	root *Root
	name string
}

// Dir returns the directory of the file. The path is relative or absolute, as the caller wrote it.
func (s *Source) Dir() string { return filepath.Dir(s.Title) }

// Read reads the file. Different Sources may be read concurrently.
func (s *Source) Read() (*File, error) {
	if s.Err != nil {
		return nil, s.Err
	}
	f, err := s.root.Read(s.name)
	if err != nil {
		return nil, called(err, s.Title)
	}
	f.Title = s.Title
	return f, nil
}

// Sources returns the files at the given paths, in the order of the paths. For the path of a file
// it returns that file, whatever its name. For the path of a directory it returns the files in the
// directory that are in the language w.Wanted, in the order of their names; in Terraform, these are
// the files of code and the ".tfvars" files. If a ".tf" and a ".tofu" file have the same name, it
// returns both. If recursive is set, Sources also reads
// subdirectories that are not hidden, and leaves out files that .gitignore files or
// .git/info/exclude exclude. In directories, Sources always leaves out files that match w.Exclude.
//
// A link in a directory is an error if it leads out of the working directory. If the directory
// itself is outside the working directory, the link must lead to a place in that directory. A file
// whose own path is given may be anywhere.
//
// Sources first finishes or undoes interrupted writes in these directories, and reports them to
// Notice.
func (w *Workspace) Sources(paths []string, recursive bool) (all []Source) {
	return w.SourcesIn(w.Wanted, paths, recursive)
}

// SourcesIn is like Sources, but for another language.
func (w *Workspace) SourcesIn(wanted Wanted, paths []string, recursive bool) (all []Source) {
	for _, p := range paths {
		info, err := os.Stat(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			all = append(all, Source{Title: p, Err: &fs.PathError{Op: "open", Path: p, Err: errors.New("no such file or directory")}})
		case err != nil:
			all = append(all, Source{Title: p, Err: err})
		case info.IsDir():
			all = w.appendDir(all, p, lister{recursive: recursive})
		default:
			all = append(all, w.Source(p))
		}
	}
	return wanted.choose(all, recursive)
}

// Source returns the Source for the path of a single file, whatever its name.
func (w *Workspace) Source(name string) Source {
	s := Source{Title: name, Named: true}
	if terraform.IsJSON(name) && !w.JSON {
		s.Err = fmt.Errorf("%s is in JSON syntax, which is not supported here; \"iacedit convert\" converts it to native syntax", name)
		return s
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		s.Err = err
		if fault, ok := errors.AsType[*fs.PathError](err); ok {
			s.Err = &fs.PathError{Op: "open", Path: name, Err: fault.Err}
		}
		return s
	}
	dir, base := filepath.Dir(real), filepath.Base(real)
	w.attend(dir)
	if filepath.IsLocal(real) {
		dir, base = ".", real
	}
	if s.root, s.Err = w.root(dir); s.Err == nil {
		s.Dialect = languageOf(dir, s.root.root.FS(), path.Join(filepath.ToSlash(filepath.Dir(base)), filepath.Base(name)))
	}
	s.name = base
	return s
}

// attend finishes or undoes the interrupted writes whose journal is in a directory, or in a
// directory above it.
func (w *Workspace) attend(dir string) {
	if w.looked == nil {
		w.looked = make(map[string]bool)
	}
	real, err := realPath(dir)
	if err != nil {
		return // reading will fail, too
	}
	w.reach().attend(real, w.looked)
}

// Names returns the names of the files in a directory, or none if the directory cannot be read.
func (w *Workspace) Names(dir string) []string {
	entries, _ := os.ReadDir(dir)
	return fileNames(entries)
}

func fileNames(entries []fs.DirEntry) (names []string) {
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// New returns a new file in a directory. The directory need not exist. Lock.Write creates the file.
func (w *Workspace) New(dir, name string) (*File, error) {
	if err := checkNew(name); err != nil {
		return nil, err
	}
	base, inside := dir, name
	if filepath.IsLocal(dir) {
		base, inside = ".", filepath.Join(dir, name)
	}
	for up := filepath.Dir(base); up != base && !exists(base); up = filepath.Dir(base) {
		base, inside = up, filepath.Join(filepath.Base(base), inside)
	}
	root, err := w.root(base)
	if err != nil {
		return nil, err
	}
	f := root.New(inside)
	f.Title = filepath.Join(dir, name)
	return f, root.leadsOut(inside, f.Title)
}

// Short shortens a path that leads out of the working directory and back into it: in a/b,
// "../../a/b/main.tf" becomes "main.tf". It returns other paths unchanged.
func Short(path string) string {
	if filepath.IsAbs(path) || filepath.IsLocal(path) {
		return path
	}
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	short, err := filepath.Rel(here, filepath.Join(here, path))
	if err != nil {
		return path
	}
	return short
}

// root returns the Root for a directory. It opens each directory only once.
func (w *Workspace) root(dir string) (*Root, error) {
	if r := w.roots[dir]; r != nil {
		return r, nil
	}
	r, err := Open(dir)
	if err != nil {
		return nil, err
	}
	if w.roots == nil {
		w.roots = make(map[string]*Root)
	}
	w.roots[dir] = r
	return r, nil
}

// Files returns all files and links in and below a directory, except those that Git ignores, and
// those that Git and Terraform keep for themselves.
func (w *Workspace) Files(dir string) []Source {
	return w.appendDir(nil, dir, lister{recursive: true, every: true})
}

// appendDir appends the files of a directory. The lister says which.
func (w *Workspace) appendDir(all []Source, dir string, l lister) []Source {
	base, name := dir, "."
	if filepath.IsLocal(dir) {
		base, name = ".", filepath.Clean(dir)
	}
	root, err := w.root(base)
	if err != nil {
		return append(all, Source{Title: dir, Err: err})
	}
	w.attend(dir)
	l.json, l.root, l.speech, l.reach, l.looked = w.JSON, root, speech{fs: root.root.FS()}, w.reach(), w.looked
	l.title, l.start, l.exclude, l.all = filepath.Clean(dir), filepath.ToSlash(name), w.exclusions(), all
	var above ignores
	if l.recursive {
		above, l.inTree = ignoresAbove(dir)
	}
	l.list(l.start, above)
	return l.all
}

// exclusions returns the patterns of w.Exclude.
func (w *Workspace) exclusions() (all ignores) {
	for _, text := range w.Exclude {
		all = all.appendFile("", text)
	}
	return all
}

// Excludes returns a function that reports whether w.Exclude excludes a file or directory. Its path
// has slashes, and is relative to the directory that the user named.
func (w *Workspace) Excludes() func(name string, isDir bool) bool { return w.exclusions().match }

// A lister lists the files of directories. Paths have slashes.
type lister struct {
	root      *Root
	reach     *reach
	looked    map[string]bool // real paths of directories that were searched for a journal
	title     string          // the caller's path of the first directory
	start     string          // the path of the first directory in the root
	inTree    string          // the path of start in the Git working tree; "" for the top
	recursive bool
	every     bool    // all files are listed, also hidden ones
	json      bool    // files in JSON syntax are listed, too
	exclude   ignores // patterns for paths relative to start
	most      int     // the greatest number of entries to read; 0 for any
	seen      int
	stopped   bool // there are more entries than the limit
	speech    speech
	all       []Source
}

// list appends the files of a directory to l.all, except those that match the patterns.
func (l *lister) list(dir string, patterns ignores) {
	entries, err := l.entries(dir)
	if err != nil {
		l.all = append(l.all, Source{Title: l.called(dir), Err: err})
		return
	}
	if l.seen += len(entries); l.most > 0 && l.seen > l.most {
		if !l.stopped {
			l.all = append(l.all, Source{Title: l.called(dir), Err: fmt.Errorf("%s: there are more than %d files: name a directory below", l.title, l.most)})
		}
		l.stopped = true
		return
	}
	inside := l.inside(dir)
	if l.recursive {
		if text, _, err := readRegular(l.root.root, path.Join(dir, ".gitignore"), mostIgnores); err == nil {
			patterns = patterns.appendFile(path.Join(l.inTree, inside), string(text))
		}
	}
	var below []string
	for _, e := range entries {
		name := e.Name()
		switch isDir := e.IsDir(); {
		case l.every && (name == ".git" || name == ".terraform" || strings.HasPrefix(name, tempPrefix)):
			continue
		case !l.every && (strings.HasPrefix(name, ".") || !isDir && !l.mayTake(name)):
			continue
		case l.exclude.match(path.Join(inside, name), isDir), l.recursive && patterns.match(path.Join(l.inTree, inside, name), isDir):
			continue
		case isDir:
			below = append(below, name)
		default:
			s := Source{Title: l.called(path.Join(dir, name)), root: l.root, name: path.Join(dir, name)}
			s.Dialect = l.speech.of(s.name)
			if e.Type()&fs.ModeSymlink != 0 {
				s.Err = l.root.leadsOut(s.name, s.Title)
			}
			l.all = append(l.all, s)
		}
	}
	if !l.recursive {
		return
	}
	for _, name := range below {
		l.list(path.Join(dir, name), patterns)
	}
}

// entries recovers interrupted writes in a directory, and then returns the entries of the
// directory.
func (l *lister) entries(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(l.root.root.FS(), dir)
	isJournal := func(e fs.DirEntry) bool { return e.Name() == journalName }
	if err != nil || !slices.ContainsFunc(entries, isJournal) {
		return entries, err
	}
	real, err := l.root.realDir(filepath.FromSlash(dir) + string(filepath.Separator))
	if err == nil && l.reach.attend(real, l.looked) {
		return fs.ReadDir(l.root.root.FS(), dir)
	}
	return entries, err
}

// inside returns the path of a directory relative to l.start, the directory at which the listing
// starts. For l.start itself it returns "".
func (l *lister) inside(dir string) string {
	switch {
	case dir == l.start:
		return ""
	case l.start == ".":
		return dir
	}
	return dir[len(l.start)+1:]
}

// called converts a path in the root to the form that the caller uses: a path that begins with
// l.title, which is l.start as the caller spelled it.
func (l *lister) called(name string) string {
	return filepath.Join(l.title, filepath.FromSlash(l.inside(name)))
}

// mayTake reports whether a file with the given name belongs to the module of its directory, or is in
// another language.
func (l *lister) mayTake(name string) bool {
	native, isJSON := terraform.InNative(name)
	if isJSON && !l.json {
		return false
	}
	if terraform.IsTerraform(native) {
		return terraform.IsValues(native) || terraform.IsConfiguration(native)
	}
	_, is := languages.OfFile(name, nil)
	return is
}

// ignoresAbove reads the .gitignore files above a directory, up to the top of its Git working tree.
// It returns their patterns, and the path of the directory in that tree.
func ignoresAbove(dir string) (list ignores, inTree string) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, ""
	}
	top := abs
	for !exists(filepath.Join(top, ".git")) {
		if filepath.Dir(top) == top {
			return nil, "" // there is no working tree
		}
		top = filepath.Dir(top)
	}
	if text, err := readIgnores(filepath.Join(top, ".git", "info"), "exclude"); err == nil {
		list = list.appendFile("", string(text))
	}
	start, err := filepath.Rel(top, abs)
	if err != nil || start == "." {
		return list, ""
	}
	inTree = filepath.ToSlash(start)
	names := strings.Split(inTree, "/")
	for i := range names {
		base := strings.Join(names[:i], "/")
		if text, err := readIgnores(filepath.Join(top, filepath.FromSlash(base)), ".gitignore"); err == nil {
			list = list.appendFile(base, string(text))
		}
	}
	return list, inTree
}

// readIgnores reads a file of ignore patterns in a directory, such as .gitignore.
func readIgnores(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	text, _, err := readRegular(root, name, mostIgnores)
	return text, err
}
