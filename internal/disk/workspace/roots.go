package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"iacedit/internal/base/excerpt"
)

// Roots are the directories that a caller's paths may not leave. A path is relative to the root; if
// there are several roots, it begins with the name of a root. An absolute path inside a root is
// allowed, too. Roots are safe for concurrent use.
type Roots struct {
	Notice func(string) // called with the outcome of a recovered write; may be nil

	all  []namedRoot
	most int // the greatest number of directory entries in a listing
}

type namedRoot struct {
	name      string // the first element of its paths; "" if it is the only root
	dir, real string // its absolute path, as given, and with links resolved
	root      *Root
}

// The limits of reading through Roots.
const (
	mostEntries = 100_000  // entries of directories in one listing
	mostBytes   = 32 << 20 // bytes of a file
	mostIgnores = 1 << 20  // bytes of a .gitignore file, in any directory
)

// ErrOutside is returned for a path that leads out of the roots.
var ErrOutside = errors.New("the path leads out of the root")

// OpenRoots opens directories as roots. The name of each root is the last element of its path. If
// two roots have the same last element, a number is added.
func OpenRoots(dirs []string) (*Roots, error) {
	r := &Roots{most: mostEntries}
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err == nil {
			err = r.open(abs, len(dirs) > 1)
		}
		if err != nil {
			r.Close()
			return nil, err
		}
	}
	if len(r.all) == 0 {
		return nil, errors.New("there is no root")
	}
	return r, nil
}

func (r *Roots) open(abs string, named bool) error {
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return err
	}
	root, err := Open(abs)
	if err != nil {
		return err
	}
	root.most = mostBytes
	n := namedRoot{dir: abs, real: real, root: root}
	for i := 1; named && (n.name == "" || r.named(n.name) != nil); i++ {
		if n.name = filepath.Base(abs); i > 1 {
			n.name += "-" + strconv.Itoa(i)
		}
	}
	r.all = append(r.all, n)
	return nil
}

// named returns the root with the given name, or nil if there is none.
func (r *Roots) named(name string) *namedRoot {
	i := slices.IndexFunc(r.all, func(n namedRoot) bool { return n.name == name })
	if i < 0 {
		return nil
	}
	return &r.all[i]
}

// Close closes the roots.
func (r *Roots) Close() {
	for i := range r.all {
		r.all[i].root.Close()
	}
}

// Describe returns a line for each root, with its name and its directory. If there is only one
// root, it returns the directory.
func (r *Roots) Describe() string {
	if len(r.all) == 1 {
		return r.all[0].dir
	}
	var text strings.Builder
	for i, n := range r.all {
		if i > 0 {
			text.WriteByte('\n')
		}
		fmt.Fprintf(&text, "%s/ is %s", n.name, n.dir)
	}
	return text.String()
}

// A place is one of the roots, and a path inside it.
type place struct {
	*namedRoot
	inside string // with slashes, cleaned; "." for the root
}

// title adds the name of the root to a path inside the root.
func (p place) title(inside string) string { return filepath.Join(p.name, filepath.FromSlash(inside)) }

// mostPath is the length in bytes of the longest path on Linux. Longer paths are refused before an
// error can contain them.
const mostPath = 4096

// resolve finds the root to which a caller's path leads, and the rest of the path inside that root.
func (r *Roots) resolve(text string) (place, error) {
	refuse := func(err error) (place, error) { return place{}, &fs.PathError{Op: "open", Path: text, Err: err} }
	switch {
	case len(text) > mostPath:
		return place{}, fmt.Errorf("the path %s has %d bytes; the longest path has %d", excerpt.Quote(text), len(text), mostPath)
	case strings.ContainsRune(text, 0):
		return refuse(errors.New("a path cannot contain a NUL byte"))
	case filepath.IsAbs(text):
		for i := range r.all {
			n := &r.all[i]
			for _, dir := range []string{n.dir, n.real} {
				if rel, err := filepath.Rel(dir, filepath.Clean(text)); err == nil && filepath.IsLocal(rel) {
					return place{n, filepath.ToSlash(rel)}, nil
				}
			}
		}
		return refuse(ErrOutside)
	}
	clean := filepath.Clean(text)
	if !filepath.IsLocal(clean) {
		return refuse(ErrOutside)
	}
	if len(r.all) == 1 {
		return place{&r.all[0], filepath.ToSlash(clean)}, nil
	}
	first, rest, _ := strings.Cut(filepath.ToSlash(clean), "/")
	if n := r.named(first); n != nil {
		return place{n, path.Clean(rest)}, nil
	}
	return refuse(fmt.Errorf("a path must begin with the name of a root: %s", strings.Join(r.Names(""), ", ")))
}

// Stat returns a path in the form that messages and answers show, and whether it is the path of a
// directory. It fails if the path does not exist.
func (r *Roots) Stat(text string) (title string, isDir bool, err error) {
	p, err := r.resolve(text)
	if err != nil {
		return "", false, err
	}
	info, err := p.root.root.Stat(filepath.FromSlash(p.inside))
	if err != nil {
		return "", false, called(err, text)
	}
	return p.title(p.inside), info.IsDir(), nil
}

// Sources returns the files at the given paths, as Workspace.Sources does. "" and "." stand for the
// only root or, if recursive is set, for all roots.
func (r *Roots) Sources(paths []string, recursive bool) (all []Source) {
	return r.SourcesIn(Wanted{}, paths, recursive)
}

// SourcesIn is like Sources, but returns the files of directories that are in another language.
func (r *Roots) SourcesIn(wanted Wanted, paths []string, recursive bool) (all []Source) {
	for _, text := range paths {
		if len(r.all) > 1 && recursive && path.Clean(text) == "." {
			for i := range r.all {
				all = r.appendDir(all, place{&r.all[i], "."}, true)
			}
			continue
		}
		p, err := r.resolve(text)
		isDir := false
		if err == nil {
			_, isDir, err = r.Stat(text)
		}
		switch {
		case err != nil:
			all = append(all, Source{Title: text, Err: err})
		case isDir:
			all = r.appendDir(all, p, recursive)
		default:
			r.attend(p, p.inside)
			s := Source{Title: p.title(p.inside), Named: true, root: p.root, name: p.inside}
			s.Dialect = (&speech{fs: p.root.root.FS()}).of(s.name)
			all = append(all, s)
		}
	}
	return wanted.choose(all, recursive)
}

// attend recovers interrupted writes in the directory of a file, and in the directories above it in
// the root. It returns the directories that it has searched.
func (r *Roots) attend(p place, file string) map[string]bool {
	looked := map[string]bool{}
	if real, err := p.root.realDir(filepath.FromSlash(file)); err == nil {
		r.reach(p.namedRoot).attend(real, looked)
	}
	return looked
}

// appendDir appends the files of a directory.
func (r *Roots) appendDir(all []Source, p place, recursive bool) []Source {
	looked := r.attend(p, p.inside+"/")
	l := lister{json: true, root: p.root, speech: speech{fs: p.root.root.FS()}, reach: r.reach(p.namedRoot), looked: looked, title: p.title(p.inside), start: p.inside, all: all, most: r.most}
	var above ignores
	if l.recursive = recursive; recursive {
		above, l.inTree = p.ignoresAbove()
	}
	l.list(l.start, above)
	return l.all
}

// ignoresAbove reads the .gitignore files of the directories above a place, up to the root. It
// returns their patterns, and the path of the place in the root.
func (p place) ignoresAbove() (list ignores, inTree string) {
	if p.inside == "." {
		return nil, ""
	}
	names := strings.Split(p.inside, "/")
	for i := range names {
		base := strings.Join(names[:i], "/")
		if text, _, err := readRegular(p.root.root, path.Join(base, ".gitignore"), mostIgnores); err == nil {
			list = list.appendFile(base, string(text))
		}
	}
	return list, p.inside
}

// New returns a new file in a directory. Lock.Write creates the file on the disk.
func (r *Roots) New(dir, name string) (*File, error) {
	p, err := r.resolve(dir)
	if err != nil {
		return nil, err
	}
	if err := checkNew(name); err != nil {
		return nil, err
	}
	inside := path.Join(p.inside, name)
	f := p.root.New(inside)
	f.Title = p.title(inside)
	return f, p.root.leadsOut(filepath.FromSlash(inside), f.Title)
}

// MadeDirs are directories that were created, the innermost first.
type MadeDirs struct {
	Paths []string // absolute, with links resolved

	names  []string // arguments for the function remove
	remove func(string) error
}

// RemoveEmpty removes the directories, the innermost first, until it reaches one that is not empty.
func (m *MadeDirs) RemoveEmpty() {
	for _, name := range m.names {
		if m.remove(name) != nil {
			return
		}
	}
}

// MakeDirs creates a directory and its missing parents, and returns the directories that it
// created.
func (r *Roots) MakeDirs(dir string) (*MadeDirs, error) {
	p, err := r.resolve(dir)
	if err != nil {
		return new(MadeDirs), err
	}
	root := p.root.root
	made := &MadeDirs{remove: root.Remove}
	err = made.makeAll(filepath.FromSlash(p.inside), root.Stat, root.Mkdir)
	for _, name := range made.names {
		made.Paths = append(made.Paths, filepath.Join(p.root.path, name))
	}
	return made, called(err, dir)
}

// MakeDirs is like Roots.MakeDirs, but the directory may be outside of all roots.
func MakeDirs(dir string) (*MadeDirs, error) {
	made := &MadeDirs{remove: os.Remove}
	err := made.makeAll(dir, os.Stat, os.Mkdir)
	for _, name := range made.names {
		if path, err := realPath(name); err == nil {
			made.Paths = append(made.Paths, path)
		}
	}
	return made, err
}

// makeAll creates a directory and its missing parents. It records the names of the directories that
// it has created, even if it fails.
func (m *MadeDirs) makeAll(dir string, stat func(string) (fs.FileInfo, error), make func(string, fs.FileMode) error) error {
	var missing []string
	for at := filepath.Clean(dir); at != filepath.Dir(at); at = filepath.Dir(at) {
		if info, err := stat(at); err == nil {
			if !info.IsDir() {
				return &fs.PathError{Op: "mkdir", Path: at, Err: syscall.ENOTDIR}
			}
			break
		}
		missing = append(missing, at)
	}
	for _, at := range slices.Backward(missing) {
		switch err := make(at, 0o777); {
		case err == nil:
			m.names = slices.Insert(m.names, 0, at)
		case !errors.Is(err, fs.ErrExist):
			return err
		default: // another program may have created it
			if info, missing := stat(at); missing != nil || !info.IsDir() {
				return err
			}
		}
	}
	return nil
}

// Top returns the name of the root to which a path leads. If there is only one root, it returns
// ".".
func (r *Roots) Top(text string) string {
	p, err := r.resolve(text)
	if err != nil || p.name == "" {
		return "."
	}
	return p.name
}

// Names returns the names of the files in a directory, or none if the directory cannot be read. If
// there are several roots, it returns the names of the roots for "" and ".".
func (r *Roots) Names(dir string) []string {
	return r.names(dir, fileNames)
}

// Entries is like Names, but for files and directories.
func (r *Roots) Entries(dir string) []string {
	return r.names(dir, func(entries []fs.DirEntry) (names []string) {
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	})
}

// names reads a directory, passes its entries to the function choose, and returns the result.
func (r *Roots) names(dir string, choose func([]fs.DirEntry) []string) (names []string) {
	if len(r.all) > 1 && path.Clean(dir) == "." {
		for i := range r.all {
			names = append(names, r.all[i].name)
		}
		return names
	}
	p, err := r.resolve(dir)
	if err != nil {
		return nil
	}
	entries, err := fs.ReadDir(p.root.root.FS(), p.inside)
	if err != nil {
		return nil
	}
	return choose(entries)
}
