package project

import (
	"bytes"
	"cmp"
	"path/filepath"

	"iacedit/internal/base/diff"
	"iacedit/internal/disk/workspace"
)

// A Rewritten is a file that a plan changes, creates or removes.
type Rewritten struct {
	File   *workspace.File
	Before []byte
	After  []byte
	Made   bool
	Gone   bool
	Name   string // the name in diffs; if it is "", the title of File
	To     string // its new path, if a directory above it moves, and otherwise ""

	NewName string // the name after the move in diffs; if it is "", To
}

// Title returns the path of the file after the change, for messages.
func (r *Rewritten) Title() string { return cmp.Or(r.To, r.File.Title) }

// moves reports whether the file only gets another path. Its contents were not read then.
func (r *Rewritten) moves() bool { return r.To != "" && bytes.Equal(r.Before, r.After) }

// AppendDiff appends the change as a unified diff for "git apply".
func (r *Rewritten) AppendDiff(dst []byte) []byte {
	name := cmp.Or(r.Name, r.File.Title)
	from, to := DiffNames(name)
	switch {
	case r.To != "":
		_, to = DiffNames(cmp.Or(r.NewName, r.To))
		dst = diff.AppendRename(dst, from[2:], to[2:], r.moves())
	case r.Made && len(r.After) == 0:
		return diff.AppendEmptyFile(dst, filepath.ToSlash(name))
	case r.Made:
		from = "/dev/null"
	case r.Gone:
		to = "/dev/null"
	}
	return diff.Unified(dst, from, to, r.Before, r.After)
}

// DiffNames returns the two names that a diff shows for a file, such as a/main.tf and b/main.tf.
func DiffNames(title string) (from, to string) {
	name := filepath.ToSlash(title)
	if filepath.IsAbs(title) {
		name = name[1:]
	}
	return "a/" + name, "b/" + name
}
