package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
)

// A source is a file to format, or an error about a path at which there is nothing to format.
type source struct {
	workspace.Source
	terraform bool // it is a Terraform file, in which old spellings are rewritten
}

func (s source) title() string {
	if s.Title == stdin {
		return "<stdin>"
	}
	return s.Title
}

// The endings of other HCL files.
var hclEndings = []string{".hcl", ".nomad", ".hcldec"}

func isHCL(name string) bool {
	return slices.ContainsFunc(hclEndings, func(e string) bool { return strings.HasSuffix(name, e) })
}

// locked returns the files of the paths and, if they are to be written, a lock on their
// directories.
func (c *fmtCommand) locked(w *workspace.Workspace) (*workspace.Lock, []source, error) {
	var files []source
	lock, err := lockIf(c.Write, w, func() (found []workspace.Source) {
		files = c.files(w)
		for i := range files {
			found = append(found, files[i].Source)
		}
		return found
	})
	return lock, files, err
}

// files returns the files to format, in the order of the paths. In a directory these are files with
// known endings. A file that the user named is formatted whatever its name.
func (c *fmtCommand) files(w *workspace.Workspace) (all []source) {
	for _, path := range c.Paths {
		if path == stdin {
			return []source{{workspace.Source{Title: stdin}, true}}
		}
		info, err := os.Stat(path)
		switch {
		case os.IsNotExist(err):
			all = append(all, failed(path, fmt.Errorf("%s: no such file or directory%s", path, likeFile(path))))
		case err != nil:
			all = append(all, failed(path, err))
		case info.IsDir():
			all = c.appendDir(w, all, path, "", w.Excludes())
		default:
			all = append(all, source{w.Source(path), terraform.IsTerraform(path)})
		}
	}
	return all
}

// failed returns a source for a path that cannot be formatted because of err.
func failed(path string, err error) source {
	return source{Source: workspace.Source{Title: path, Err: err}}
}

// appendDir appends those files of a directory that fmt formats, in the order of their names. It
// skips backup files, hidden files and directories, and what the function excludes reports. inside
// is the path of the directory in the one that the user named.
func (c *fmtCommand) appendDir(w *workspace.Workspace, all []source, dir, inside string, excludes func(string, bool) bool) []source {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return append(all, failed(dir, err))
	}
	// A ".t" file is one of HCL's own tests if its directory has specifications. Any other ".t" file
	// is a Perl test.
	tests := slices.ContainsFunc(entries, func(e os.DirEntry) bool { return filepath.Ext(e.Name()) == ".hcldec" })
	for _, e := range entries {
		name := e.Name()
		at := filepath.Join(dir, name)
		switch {
		case ignored(name), excludes(path.Join(inside, name), e.IsDir()):
		case e.IsDir():
			if c.Recursive {
				all = c.appendDir(w, all, at, path.Join(inside, name), excludes)
			}
		case terraform.IsTerraform(name):
			all = append(all, source{w.Source(at), true})
		case isHCL(name) || tests && filepath.Ext(name) == ".t":
			all = append(all, source{w.Source(at), false})
		}
	}
	return all
}

// ignored reports whether a file is hidden, or is a backup that an editor has made.
func ignored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") ||
		strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#")
}
