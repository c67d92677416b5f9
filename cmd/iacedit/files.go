package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// stdin is the argument "-", which means standard input in place of a file.
const stdin = project.Stdin

// excluded is a flag that leaves out files of directories.
type excluded struct {
	Exclude []string `placeholder:"GLOB" sep:"none" help:"Skip files of a directory, as a line of .gitignore does: examples/, *_test.tf, modules/**/old.tf. May be repeated."`
}

// files contains the arguments and flags with which several commands select files.
type files struct {
	Paths     []string `arg:"" optional:"" name:"file" complete:"file" help:"Files, and directories with .tf, .tofu and .tfvars files (.); \"-\" is standard input."`
	Recursive bool     `short:"R" help:"Include subdirectories, except hidden ones and those that Git ignores."`
	excluded
}

// Validate refuses "-" (standard input) together with other paths.
func (f *files) Validate() error {
	if len(f.Paths) > 1 && slices.Contains(f.Paths, stdin) {
		return errors.New("standard input (-) cannot be combined with files; leave out the files")
	}
	return nil
}

// isStdin reports whether the only path is "-", which means standard input.
func (f *files) isStdin() bool { return len(f.Paths) == 1 && f.Paths[0] == stdin }

// sources returns the files that the arguments name, and those in the directories that they name.
func (f *files) sources(w *workspace.Workspace) []workspace.Source {
	if f.isStdin() {
		return []workspace.Source{{Title: stdin, Named: true}}
	}
	all := w.Sources(f.paths(), f.Recursive)
	for i := range all {
		all[i].Err = withNearest(all[i].Err)
	}
	return all
}

// withNearest adds the name of a similar file to the error about a missing file.
func withNearest(err error) error {
	missing, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err
	}
	if exists(missing.Path) {
		return missing
	}
	return fmt.Errorf("%w%s", missing, likeFile(missing.Path))
}

// paths returns the paths, or the working directory if there are none. If the path of a file is
// inside a directory that is also given, the path is changed to begin with the given name of the
// directory. So no file is read under two names.
func (f *files) paths() []string {
	if len(f.Paths) == 0 {
		return []string{"."}
	}
	if len(f.Paths) == 1 || f.isStdin() {
		return f.Paths
	}
	all := slices.Clone(f.Paths)
	for i, path := range f.Paths {
		if given := f.pathAsGiven(path); given != "" {
			all[i] = given
		}
	}
	return all
}

// pathAsGiven returns the path of a file or directory, rewritten so that it begins with the first
// directory among the arguments that contains it. If no argument contains it, the result is "".
func (f *files) pathAsGiven(path string) string {
	to := realPath(path)
	for _, dir := range f.Paths {
		if !isDir(dir) {
			continue
		}
		rest, err := filepath.Rel(realPath(dir), to)
		if err == nil && filepath.IsLocal(rest) && (f.Recursive || rest == "." || filepath.Dir(rest) == "." && !isDir(path)) {
			return filepath.Join(dir, rest)
		}
	}
	return ""
}

// realPath returns the absolute path of a file. It resolves symbolic links among the directories of
// the path, but does not follow the file itself if it is a link.
func realPath(path string) string {
	if all, err := filepath.Abs(path); err == nil {
		path = all
	}
	if isDir(path) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		return path
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(real, filepath.Base(path))
	}
	return path
}

// locked returns the files that the arguments name. If the argument write is true, it also locks
// their directories and the directories dirs, and the directories of the tests of their modules. A
// command that writes even more files passes a function that returns these files, so that their
// directories are locked as well.
func (f *files) locked(w *workspace.Workspace, write bool, others func([]workspace.Source) []workspace.Source, dirs ...string) (*workspace.Lock, []workspace.Source, error) {
	var sources []workspace.Source
	find := func() []workspace.Source {
		sources = f.sources(w)
		all := slices.Concat(sources, project.TestsOf(w, sources))
		if others == nil {
			return all
		}
		return append(all, others(sources)...)
	}
	lock, err := lockIf(write && !f.isStdin(), w, find, append(dirs, directories(f.paths(), nil)...)...)
	return lock, sources, err
}

// lockIf calls the function find, and locks the directories dirs and those of the files that find
// returns. If the argument write is false, lockIf locks nothing.
func lockIf(write bool, w *workspace.Workspace, find func() []workspace.Source, dirs ...string) (*workspace.Lock, error) {
	if !write {
		find()
		return new(workspace.Lock), nil
	}
	lock, _, err := w.Lock(find, dirs...)
	return lock, err
}

// scope returns a project.Scope with the files of the arguments and the options o.
func (f *files) scope(w *workspace.Workspace, o edit.Options, std *streams) *project.Scope {
	return scope(w, f.sources(w), o, std)
}

// directories returns the paths that are directories, and the directory of each source that the
// user did not name as a file.
func directories(paths []string, sources []workspace.Source) (dirs []string) {
	for _, path := range paths {
		if isDir(path) {
			dirs = append(dirs, filepath.Clean(path))
		}
	}
	for i := range sources {
		if s := &sources[i]; !s.Named && s.Err == nil {
			dirs = append(dirs, s.Dir())
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// scope returns a project.Scope with the given files and options.
func scope(w *workspace.Workspace, sources []workspace.Source, o edit.Options, std *streams) *project.Scope {
	std.progress.expect(len(sources))
	in := sync.OnceValues(func() (*workspace.File, error) { return load(workspace.Source{Title: stdin}, std) })
	load := func(s workspace.Source) (*workspace.File, error) {
		if s.Title == stdin {
			return in() // standard input can only be read once
		}
		return load(s, std)
	}
	return &project.Scope{Space: w, Sources: sources, Load: load, Options: o}
}

// workspace returns a Workspace that reports to standard error.
func (std *streams) workspace() *workspace.Workspace {
	return &workspace.Workspace{Notice: func(text string) { warning(std, "%s", text) }}
}

// workspace returns a Workspace without the files that the flags exclude.
func (f *files) workspace(std *streams) *workspace.Workspace {
	w := std.workspace()
	w.Exclude, w.JSON = f.Exclude, true
	return w
}

// noFiles returns the error for paths at which there are no files of code. If there is a subdirectory
// with files, the error names it.
func (f *files) noFiles(s *project.Scope) error {
	err := fmt.Errorf("%w in %s", project.ErrNoFiles, strings.Join(f.paths(), ", "))
	if f.Recursive {
		return err
	}
	for _, below := range s.Space.Sources(f.paths(), true) {
		if below.Err == nil {
			return fmt.Errorf("%w; -R looks in the directories below, too, such as %s", err, filepath.Dir(below.Title))
		}
	}
	return fmt.Errorf("%w, nor in the directories below", err)
}

// adviseRecursive adds advice to the error that no file has blocks of the wanted type: the user may
// have forgotten -R, which also searches subdirectories.
func (f *files) adviseRecursive(err error) error {
	missing, ok := errors.AsType[*project.NotFound](err)
	if ok && missing.None && !f.Recursive && slices.ContainsFunc(f.paths(), isDir) {
		missing.Advise("; -R looks in the directories below, too")
	}
	return err
}

// leaveOutside drops links to files outside of the root, and reports them on standard error.
func leaveOutside(s *project.Scope, std *streams) { warnOfOutside(s.LeaveOutside(), std) }

// warnOfOutside warns of files that were left out.
func warnOfOutside(outside []error, std *streams) {
	for _, err := range outside {
		warning(std, "left out: %v", err)
	}
}

// load reads a file, or standard input if the title is "-".
func load(s workspace.Source, std *streams) (*workspace.File, error) {
	defer std.progress.step()
	if s.Title == stdin {
		code, err := io.ReadAll(std.in)
		return &workspace.File{Title: "<stdin>", Code: code}, err
	}
	return s.Read()
}
