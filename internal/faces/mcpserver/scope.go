package mcpserver

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/base/nearest"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
)

// title returns the path that the call names, or "." if it names none.
func (c *call) title() string {
	if c.Path == "" {
		return "."
	}
	return c.Path
}

// dir returns the path of the call if it is a directory, otherwise the directory of the file.
func (c *call) dir() string {
	if _, isDir, err := c.options.Roots.Stat(c.title()); err == nil && !isDir {
		return filepath.Dir(c.Path)
	}
	return c.title()
}

// scope returns the files that the call names, without links to files outside of the roots.
func (c *call) scope() (s *project.Scope, isDir bool, err error) {
	if s, isDir, err = c.everyFile(); err != nil {
		return nil, isDir, err
	}
	if outside := c.leaveOutside(s); len(s.Sources) == 0 {
		return nil, isDir, outside[0]
	}
	return s, isDir, nil
}

// leaveOutside removes from s the links to files outside of the roots, except those that the agent
// named. It records the removed links for the answer.
func (c *call) leaveOutside(s *project.Scope) []error {
	outside := s.LeaveOutside()
	if c.told = c.told[:0]; len(outside) > 0 {
		for _, err := range outside {
			c.told = append(c.told, "left out: "+err.Error())
		}
	}
	return outside
}

// everyFile is like scope, but includes links to files outside of the roots.
func (c *call) everyFile() (s *project.Scope, isDir bool, err error) {
	if isDir, err = c.locate(); err != nil {
		return nil, false, err
	}
	if s, err = c.sources(); err != nil {
		return nil, isDir, err
	}
	if len(s.Sources) == 0 {
		return nil, isDir, c.noFiles()
	}
	return s, isDir, nil
}

// locate replaces the path in the call's arguments by the same path relative to the root, which is
// the form that the server uses in answers. If the call names several paths, locate replaces each
// of them, and sets c.Path to the directory that contains all of them. locate reports whether the
// path is a directory.
func (c *call) locate() (isDir bool, err error) {
	roots := c.options.Roots
	if c.several == nil && strings.Contains(c.Path, ",") {
		if _, _, err := roots.Stat(c.Path); err != nil { // a name may contain a comma
			for path := range strings.SplitSeq(c.Path, ",") {
				c.several = append(c.several, strings.TrimSpace(path))
			}
		}
	}
	if c.several == nil {
		if c.Recursive && c.title() == "." {
			return true, nil
		}
		c.Path, isDir, err = roots.Stat(c.title())
		return isDir, withNearest(roots, err)
	}
	for i, path := range c.several {
		if c.several[i], isDir, err = roots.Stat(path); err != nil {
			return false, withNearest(roots, err)
		}
		dir := c.several[i]
		if !isDir {
			dir = filepath.Dir(dir)
		}
		if i == 0 {
			c.Path = dir
		}
		for c.Path != "." && dir != c.Path && !strings.HasPrefix(dir, c.Path+string(filepath.Separator)) {
			c.Path = filepath.Dir(c.Path)
		}
	}
	return true, nil
}

// paths returns the paths that the call names.
func (c *call) paths() []string {
	if c.several != nil {
		return c.several
	}
	return []string{c.title()}
}

// dirs returns the directories among the paths of the call. Edits may create files in such a
// directory even if it has no files yet.
func (c *call) dirs() (dirs []string) {
	for _, path := range c.paths() {
		if _, isDir, err := c.options.Roots.Stat(path); err == nil && isDir {
			dirs = append(dirs, path)
		}
	}
	return dirs
}

// sources returns the files at the paths that the call names. If the call writes, it first locks
// the directories of these files. The directories are unlocked at the end of the call.
func (c *call) sources() (*project.Scope, error) {
	l := &loader{call: c}
	s := &project.Scope{Space: c.options.Roots, Load: l.load, Tree: c.Recursive, Options: edit.Options{Timeout: longestCall, Done: c.ctx.Done(), Schemas: c.options.Schemas}}
	find := func() []workspace.Source {
		named, ok := languages.Named(c.Dialect)
		c.others = c.others[:0]
		s.Sources = c.options.Roots.SourcesIn(workspace.Wanted{Dialect: named, Any: !ok, LeftOut: c.leftOut, Callers: c.Callers}, c.paths(), c.Recursive)
		if s.Options.Dialect = named; !ok {
			s.Options.Dialect = project.DialectOf(s.Sources)
		}
		c.progress.expect(len(s.Sources))
		return slices.Concat(s.Sources, project.TestsOf(c.options.Roots, s.Sources))
	}
	if !c.Write || c.lock != nil {
		find()
		return s, nil
	}
	dirs := slices.Clone(c.made)
	switch {
	case c.several != nil:
		dirs = append(dirs, c.dirs()...)
	case !c.Recursive || c.title() != ".":
		dirs = append(dirs, c.dir())
	}
	var err error
	c.lock, _, err = c.options.Roots.Lock(find, dirs...)
	return s, err
}

// leftOut records a warning about files of another language than those of the call.
func (c *call) leftOut(first workspace.Source, n int) {
	c.others = append(c.others, fmt.Sprintf("%s; dialect: %q takes them", project.LeftOut(first, n), first.Dialect))
}

// dialectOf returns the dialect in the arguments. If there is none, it returns the dialect for the
// name of a file.
func (c *call) dialectOf(path string) edit.Dialect {
	if d, ok := languages.Named(c.Dialect); ok {
		return d
	}
	return project.DialectOf(c.options.Roots.Sources([]string{path}, false))
}

// modules returns all files of the modules that the call names. A call names a module by its
// directory or by any of its files. If the call is recursive, the modules in subdirectories are
// included.
func (c *call) modules() (*project.Scope, error) {
	if err := c.locateModules(); err != nil {
		return nil, err
	}
	s, _, err := c.scope()
	return s, err
}

// locateModules is like locate, but changes the path of a file to the directory of its module.
func (c *call) locateModules() error {
	if _, err := c.locate(); err != nil {
		return err
	}
	moduleOf := func(path string) string { // returns the path of a file that belongs to no module unchanged
		_, isDir, err := c.options.Roots.Stat(path)
		if err != nil || isDir {
			return path
		}
		native, _ := terraform.InNative(path)
		switch d := c.dialectOf(path); {
		case d.AnyBlock() && d.Refers() && !d.ReadsAlone(filepath.Base(path)):
			c.Dialect = d.String() // other files of the directory may be in another language
			return filepath.Dir(path)
		case !d.AnyBlock() && (terraform.IsConfiguration(native) || terraform.IsValues(native)):
			return filepath.Dir(path)
		}
		return path
	}
	if c.several == nil {
		c.Path = moduleOf(c.title())
	}
	for i, path := range c.several {
		c.several[i] = moduleOf(path)
	}
	c.several = unique(c.several)
	return nil
}

// unique returns the distinct elements of a list, in the order in which they first occur.
func unique(list []string) (all []string) {
	for _, one := range list {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// withNearest adds the name of a similar file or directory to the error about a missing file.
func withNearest(roots *workspace.Roots, err error) error {
	missing, ok := errors.AsType[*fs.PathError](err)
	if !ok || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return &fault{fileNotFound, missing.Path + ": no such file or directory" + nearPath(roots, filepath.ToSlash(filepath.Clean(missing.Path)))}
}

// nearPath returns the end of a message about a missing path. It looks for an existing name that is
// similar to the first missing part of the path, and suggests the path with that name. If that path
// does not exist either, it suggests only the path up to the similar name. If no name is similar,
// and the first missing part is in the middle of the path, the message says which directory lacks
// which name; otherwise the result is "".
func nearPath(roots *workspace.Roots, missing string) string {
	parts := strings.Split(missing, "/")
	for i, part := range parts {
		dir := path.Join(parts[:i]...)
		entries := roots.Entries(cmp.Or(dir, "."))
		if slices.Contains(entries, part) {
			continue
		}
		near := nearest.Name(part, slices.Values(entries))
		if near == "" && (i == 0 || i == len(parts)-1) {
			return ""
		} else if near == "" {
			return fmt.Sprintf("; %s has no %q", dir, part)
		}
		whole := path.Join(dir, near, path.Join(parts[i+1:]...))
		if _, _, err := roots.Stat(whole); err != nil {
			whole = path.Join(dir, near)
		}
		return fmt.Sprintf("; did you mean %q?", whole)
	}
	return ""
}

// noFiles returns the error for a path without files. The error names subdirectories with files.
func (c *call) noFiles() error {
	text := fmt.Sprintf("no .tf, .tofu or .tfvars files in %s", c.title())
	if below := c.below(); len(below) > 0 {
		text += "; there are some in " + few(below)
	}
	return &fault{fileNotFound, text}
}

// below returns the subdirectories of the call's path that have files, in order.
func (c *call) below() (dirs []string) {
	if c.Recursive {
		return nil
	}
	for _, s := range c.options.Roots.Sources([]string{c.title()}, true) {
		if dir := s.Dir(); len(dirs) == 0 || dirs[len(dirs)-1] != dir {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
