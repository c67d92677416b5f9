// Package module contains Terraform's and OpenTofu's rules for the files of a module: which files
// of a directory the tools read, in which order, and which file usually has the blocks of a type.
// The package looks at the names of files, not at their code.
package module

import (
	"fmt"
	"strings"
	"unicode"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
)

// A File is one file of a module.
type File struct {
	Name string // a file name; in a tree of modules, a path such as modules/net/main.tf
	Code []byte
}

// A Role describes how Terraform uses a file of a module.
type Role uint8

// The roles.
const (
	None          Role = iota // any other file, which is not read
	Configuration             // .tf and .tofu
	Override                  // override.tf, *_override.tf and the like: merged into the other files
	Values                    // terraform.tfvars and *.auto.tfvars
	NamedValues               // other .tfvars files, which are read only if a command names them
)

// mostPath is the largest length of a file name with its folder, in bytes. Linux has the same
// limit.
const mostPath = 4096

// checkName returns an error if a file in a module's directory cannot have the name: for example,
// "a/b.tf", ".." and "". It also refuses JSON files that Terraform does not read, such as
// "data.json".
func checkName(name string) error {
	if err := CheckAnyName(name); err != nil {
		return err
	}
	if _, ok := terraform.InNative(name); !ok && strings.HasSuffix(name, ".json") {
		return fmt.Errorf("the file %q is JSON that Terraform does not read", name)
	}
	return nil
}

// CheckAnyName is like checkName, but does not refuse JSON files.
func CheckAnyName(name string) error {
	switch {
	case len(name) > mostPath:
		return errTooLong(name)
	case name == "" || name == "." || name == "..":
		return fmt.Errorf("%q is not a file name", name)
	case strings.ContainsAny(name, `/\`):
		return fmt.Errorf("the file name %q has a \"/\" or \"\\\" in it", name)
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the file name %q has a control character in it", name)
	}
	return nil
}

// CheckPath is like checkName, but for a file of a tree of modules. The name may contain folders:
// "modules/net/main.tf".
func CheckPath(name string) error {
	if len(name) > mostPath {
		return errTooLong(name)
	}
	folder, base := Split(name)
	if len(folder) < len(name) && strings.Contains(name, "/") {
		if folder == "." {
			return fmt.Errorf("the file name %q begins with \"./\": leave that out", name)
		}
		if err := CheckFolder(folder); err != nil {
			return fmt.Errorf("the file name %q: %w", name, err)
		}
	}
	return checkName(base)
}

func errTooLong(name string) error {
	return fmt.Errorf("the file name %s has %d bytes; the longest path has %d", excerpt.Quote(name), len(name), mostPath)
}

// CheckFolder returns an error unless folder is ".", a relative path such as "modules/net", or a
// pattern such as "modules/*".
func CheckFolder(folder string) error {
	if folder == "." {
		return nil
	}
	for segment := range strings.SplitSeq(folder, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return fmt.Errorf("the folder %q has an empty segment, or \".\" or \"..\": folders are relative, as in \"modules/net\"", folder)
		}
		if err := CheckAnyName(segment); err != nil {
			return fmt.Errorf("the folder %q: %w", folder, err)
		}
	}
	return nil
}

// IsPattern reports whether a folder is a pattern for MatchFolder, such as "modules/*".
func IsPattern(folder string) bool { return strings.Contains(folder, "*") }

// Split splits the path of a file in a tree into folder and name: "modules/net" and "main.tf" for
// "modules/net/main.tf". If the path has no folder, folder is ".".
func Split(path string) (folder, name string) {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return ".", path
}

// Join is the inverse of Split: it returns "modules/net/main.tf" for "modules/net" and "main.tf".
func Join(folder, name string) string {
	if folder == "." {
		return name
	}
	return folder + "/" + name
}

// MatchFolder reports whether a folder matches a pattern, such as "modules/*". A "*" matches any
// characters of a segment, and the segment "**" matches any number of segments, including none.
func MatchFolder(pattern, folder string) bool {
	if pattern == folder {
		return true
	}
	want, have := firstSegment(pattern), segments{}
	if folder != "." {
		have = firstSegment(folder)
	}
	var after, tried segments // the pattern after the last "**"; the rest of folder that it was last compared with
	starred := false
	for want.more || have.more {
		switch {
		case want.more && want.first == "**":
			want = want.others()
			starred, after, tried = true, want, have
		case want.more && have.more && matchSegment(want.first, have.first):
			want, have = want.others(), have.others()
		case starred && tried.more: // let the "**" match one more segment
			tried = tried.others()
			want, have = after, tried
		default:
			return false
		}
	}
	return true
}

// segments are the segments of a path that have not been matched yet. If the field more is false,
// no segments are left.
type segments struct {
	first, rest string // the text of rest begins with the slash after first
	more        bool
}

// firstSegment returns the segments of a path.
func firstSegment(path string) segments {
	end := strings.IndexByte(path, '/')
	if end < 0 {
		end = len(path)
	}
	return segments{path[:end], path[end:], true}
}

// others returns the segments after the first.
func (s segments) others() segments {
	if s.rest == "" {
		return segments{}
	}
	return firstSegment(s.rest[1:])
}

// matchSegment reports whether a segment matches a pattern, in which "*" matches any characters:
// "net-*" matches "net-eu".
func matchSegment(pattern, name string) bool {
	first, rest, ok := strings.Cut(pattern, "*")
	if !ok {
		return pattern == name
	}
	if !strings.HasPrefix(name, first) {
		return false
	}
	name = name[len(first):]
	for {
		middle, after, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(name, middle)
		}
		i := strings.Index(name, middle)
		if i < 0 {
			return false
		}
		name, rest = name[i+len(middle):], after
	}
}

// RoleOf returns the role of a file in its module. If a folder has main.tf and main.tofu, both are
// Configuration, although each tool reads only one of them.
func RoleOf(path string) Role {
	_, name := Split(path)
	name, _ = terraform.InNative(name)
	switch {
	case terraform.IsValues(name) && terraform.IsLoadedByDefault(name):
		return Values
	case terraform.IsValues(name):
		return NamedValues
	case !terraform.IsConfiguration(name):
		return None
	}
	if terraform.IsOverride(name) {
		return Override
	}
	return Configuration
}

// RoleIn returns the role of a file in its module, in a language. In a language that defines no
// references, the role says nothing, and is None.
func RoleIn(d languages.Dialect, path string) Role {
	_, name := Split(path)
	switch {
	case !d.AnyBlock():
		return RoleOf(path)
	case !d.Refers():
		return None
	case d.HasValues(name):
		return NamedValues
	case d.Overrides(name):
		return Override
	}
	return Configuration
}

// Compare returns a negative number if the file a comes before the file b in load order, a positive
// number if it comes after b, and otherwise 0. Terraform loads files in the order of their names,
// except that overrides come after other configuration, and terraform.tfvars before other values.
// The files of a folder are adjacent; files without a folder come first.
func Compare(a, b string) int {
	folderA, a := Split(a)
	folderB, b := Split(b)
	return CompareIn(folderA, a, folderB, b)
}

// CompareIn is like Compare, but its arguments are the folder and the name of each file, as Split
// returns them.
func CompareIn(folderA, a, folderB, b string) int {
	if folderA != folderB {
		return CompareFolders(folderA, folderB)
	}
	if x, y := rank(a), rank(b); x != y {
		return x - y
	}
	return strings.Compare(a, b)
}

// CompareFolders compares two folders by name, as Compare does. The folder "." comes first.
func CompareFolders(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == ".":
		return -1
	case b == ".":
		return 1
	}
	return strings.Compare(a, b)
}

func rank(name string) int {
	if terraform.IsInJSON(name) {
		name = strings.TrimSuffix(name, ".json") // not the native name of a test file, but test files have rank 0 anyway
	}
	if terraform.IsOverride(name) || terraform.IsValues(name) && name != terraform.Block(terraform.VariableValues).File {
		return 1
	}
	return 0
}

// FileFor returns the name of the file for a new block of a type. Some types have a usual file,
// such as variables.tf for "variable". If the usual file exists, FileFor returns this file, unless
// only other files have blocks of the type. Otherwise FileFor returns last, which must be the name
// of the file with the last block of the type, or "" if no file has such a block. If last is "",
// FileFor returns "main.tf". The call exists(name) must report whether the module has the file, and
// has(name) whether the file has blocks of the type.
func FileFor(typ, last string, exists, has func(name string) bool) string {
	if t := terraform.Block(typ); t != nil && t.File != "" && exists(t.File) && (last == "" || has(t.File)) {
		return t.File
	}
	if last != "" {
		return last
	}
	return terraform.MainFile
}
