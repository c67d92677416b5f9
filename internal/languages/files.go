package languages

import (
	"slices"
	"strings"
)

// files says how the files of a language are named, and which of them read as one. In a pattern, "*"
// at the start stands for any text.
type files struct {
	named     []string // patterns of the names of the files of the language
	spans     bool     // any other *.hcl file, in a directory with such a file or above one, is in the language too
	values    []string // patterns of files with the values of variables
	overrides []string // the files that override other files
	together  []string // patterns of the names that, in one directory, read as one; any other file reads alone
	alone     bool     // each file reads alone
	shares    bool     // although each file reads alone, some files refer to what others declare
}

// matches reports whether a file name matches one of the patterns.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		end, any := strings.CutPrefix(p, "*")
		return !any && name == p || any && len(name) > len(end) && strings.HasSuffix(name, end)
	})
}

// HasValues reports whether a file contains the values of variables, by its name without the
// directory.
func (d Dialect) HasValues(name string) bool { return matches(d.row().values, name) }

// Overrides reports whether a file overrides other files, by its name without the directory.
func (d Dialect) Overrides(name string) bool { return matches(d.row().overrides, name) }

// ReadsAlone reports whether a file is not read together with other files of its directory, by its
// name without the directory.
func (d Dialect) ReadsAlone(name string) bool {
	l := d.row()
	return l.alone || len(l.together) > 0 && !matches(l.together, name)
}

// IsReadElsewhere reports whether files of other directories may refer to what a file declares, by its
// name without the directory: in Terragrunt a file that is no unit is there to be included.
func (d Dialect) IsReadElsewhere(name string) bool {
	l := d.row()
	return l.spans && !matches(l.named, name)
}

// ReadsTogether reports whether two files of a directory read as one, by their names.
func (d Dialect) ReadsTogether(name, other string) bool {
	return !d.ReadsAlone(name) && !d.ReadsAlone(other)
}

// Takes reports whether files of the dialect other are read together with files of d: those of d
// and, if d takes any other *.hcl file of a directory with its files, those of no known language.
func (d Dialect) Takes(other Dialect) bool { return d == other || other == HCL && d.row().spans }

// OfFile returns the dialect of a file with any block type, by its name without the directory. The
// argument spans reports whether the directory of the file, or one below it, has a file with a name
// for which named is true; it is called only for names that do not tell. The result ok is false for
// the name of a file in another language.
func OfFile(name string, spans func(named func(name string) bool) bool) (d Dialect, ok bool) {
	for d := range All {
		if l := d.row(); d.Refers() && matches(l.named, name) {
			return d, true
		}
	}
	if !matches(HCL.row().named, name) {
		return HCL, false
	}
	for d := range All {
		if l := d.row(); l.spans && spans != nil && spans(func(name string) bool { return matches(l.named, name) }) {
			return d, true
		}
	}
	return HCL, true
}
