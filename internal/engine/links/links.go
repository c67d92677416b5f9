// Package links finds out how the code of one file refers to what other files declare: in
// Terragrunt, by the files that it includes or reads, and by the modules that units run.
//
//	links.go    Links: the objects to which code refers, and the code that refers to an object
//	find.go     finds the links of a file
//	modules.go  the modules that the code runs
//	path.go     the files to which the paths in the code lead
package links

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/languages"
	"iacedit/refs"
	"iacedit/syntax"
)

// A File is a file of a tree. Its name is relative to the root of the tree.
type File struct {
	Name    string
	Tree    *syntax.File
	Dialect languages.Dialect
}

// Links contains the links between the files of a tree. The zero value has none.
type Links struct {
	files    []File
	byName   map[string]int
	role     refs.Role
	across   *languages.Across
	budget   *budget.Budget
	at       map[object][]place // by the object that stands for what other files declare
	into     map[spot][]object  // the objects that stand for a place
	known    map[link]bool      // the pairs in at
	followed map[int][]syntax.Span
	includes map[int][]int // by included file: the files that include it
	includer map[int][]int // by file: the files that it includes
	declared map[object]bool
	lost     []Lost

	// A module is a place, too: its number is that of no file. The paths in it begin with Runs.Inputs and
	// Runs.Outputs.
	modules  map[string]int // by directory: the number of the module
	hasName  map[spot]bool  // the variables and outputs that modules declare
	runs     map[int]int    // by file: the number of the module that it runs; for one that is not known, ^i for an index in lostRuns
	runBy    map[int][]int  // by the number of a module: the files that run it
	lostRuns []LostRun
	lostUses []LostUse
}

// An object is an object of a file.
type object struct {
	file int
	refs.Address
}

// A place is a file, or something in it: what the path leads to, from the name of a member or of a kind
// of objects.
type place struct {
	file int
	path []string
}

// A spot is a place as a key of a map.
type spot struct {
	file int
	path string
}

func spotAt(file int, path []string) spot { return spot{file, joined(path)} }

// A link is an object that stands for a place.
type link struct {
	object
	spot
}

// A Lost is code that leads to a file which is not known.
type Lost struct {
	File     int
	Item     syntax.ItemID // the top-level block around the code
	Offset   int32
	Computed bool   // the path is not a literal; otherwise it leads out of the tree
	Name     string // the name of the file outside of the tree, without its directory
}

// Lost returns the code that leads to files which are not known.
func (l *Links) Lost() []Lost { return l.lost }

// stepsPerLink is the cost of following one link.
const stepsPerLink = 20

// mostSteps is the length of the longest path from an object to what code means by it.
const mostSteps = 32

// pathTo returns the path to an object in its file.
func (l *Links) pathTo(a refs.Address) []string {
	for member, kind := range l.across.Members {
		if a.Kind.String() == kind {
			return []string{member, a.Name}
		}
	}
	return []string{a.Kind.String(), a.Name}
}

// objectAt returns the object of a file to which a path leads, and the rest of the path.
func (l *Links) objectAt(path []string) (a refs.Address, rest []string) {
	if len(path) < 2 {
		return a, path
	}
	kind, isMember := l.across.Members[path[0]]
	if !isMember {
		kind = path[0]
	}
	for _, k := range [...]refs.Kind{refs.Local, refs.Dependency, refs.Include, refs.Feature, refs.Unit, refs.Stack, refs.Config, refs.Values} {
		if k.String() == kind {
			a.Kind = k
		}
	}
	a.Name = path[1]
	return a, path[2:]
}

// A Meant is an object of a file to which code of another file refers.
type Meant struct {
	File int
	refs.Address
	Whole bool // the code refers to the whole file, or to all locals in it
}

// Meant yields the objects of other files to which a reference in a file may refer, by the address
// and the names after it. It leaves out those that only the value of a local names.
func (l *Links) Meant(file int, a refs.Address, steps []string, yield func(Meant)) {
	if len(l.at) == 0 && len(l.includer) == 0 {
		return
	}
	type visit struct {
		object
		steps int
	}
	seen := map[visit]bool{}
	var follow func(o object, steps []string, own int) // own: how many of the steps, at their end, code writes
	follow = func(o object, steps []string, own int) {
		if v := (visit{o, len(steps)}); seen[v] || len(seen) > mostSteps {
			return
		} else {
			seen[v] = true
		}
		l.budget.Step(stepsPerLink)
		for _, p := range l.at[o] {
			if p.file >= len(l.files) { // a module
				continue
			}
			full := slices.Concat(p.path, steps)
			to, rest := l.objectAt(full)
			left := min(own, len(rest))
			if named := to.Kind == refs.Other || left < own; named && (p.file != file || o.file != file) {
				yield(Meant{File: p.file, Address: to, Whole: to.Kind == refs.Other})
			}
			if to.Kind != refs.Other {
				follow(object{p.file, to}, rest, left)
			}
		}
		if l.shares(o) {
			for _, included := range l.includer[o.file] {
				yield(Meant{File: included, Address: o.Address})
			}
		}
	}
	follow(object{file, a}, steps, len(steps))
}

// shares reports whether an object may be one of an included file: the file itself does not declare
// it.
func (l *Links) shares(o object) bool {
	return o.Kind.String() == l.across.Shared && !l.declared[o]
}

// Follows reports whether code at an offset of a file gives a local the value of another file, so that
// references to the local are followed.
func (l *Links) Follows(file int, offset int32) bool {
	return slices.ContainsFunc(l.followed[file], func(s syntax.Span) bool { return s.From <= offset && offset < s.To })
}

// A Target is something in a file that gets a new name: the path to it, and the new name.
type Target struct {
	File int
	Path []string
	Name string
}

// TargetAt returns the Target for an object of a file, or for something at a path in it.
func (l *Links) TargetAt(file int, a refs.Address, inside []string, name string) Target {
	return Target{file, slices.Concat(l.pathTo(a), inside), name}
}

// A Use is what to rename in a file because something in another file has a new name.
type Use struct {
	File   int
	Rename refs.Rename
	Target int // the index of the target from which it follows
	// Uncertain is set if the code also stands for something that keeps its name.
	Uncertain bool
}

// Uses returns the renames that targets require in the code that refers to them from other files.
func (l *Links) Uses(targets []Target) (uses []Use) {
	if len(l.at) == 0 && len(l.includes) == 0 {
		return nil
	}
	type reached struct {
		spot
		name string
	}
	keyOf := func(t Target) reached { return reached{spotAt(t.File, t.Path), t.Name} }
	all, from := slices.Clone(targets), make([]int, len(targets))
	is := map[reached]bool{}
	for i := range targets {
		from[i], is[keyOf(targets[i])] = i, true
	}
	add := func(t Target, of int) (index int) {
		k := keyOf(t)
		if is[k] || len(t.Path) >= mostSteps {
			return -1
		}
		is[k] = true
		all, from = append(all, t), append(from, of)
		return len(all) - 1
	}
	type candidate struct {
		object
		rest     []string
		name     string
		of, made int // indexes in all: the target to which the object leads, and the one that it becomes, or -1
	}
	var found []candidate
	follow := func(o object, rest []string, t Target, of int) {
		made := add(Target{o.file, slices.Concat(l.pathTo(o.Address), rest), t.Name}, from[of])
		found = append(found, candidate{o, rest, t.Name, of, made})
	}
	for i := 0; i < len(all); i++ {
		t := all[i]
		l.budget.Step(stepsPerLink)
		for n := range t.Path {
			l.budget.Step(stepsPerLink)
			for _, o := range l.into[spotAt(t.File, t.Path[:n])] {
				l.budget.Step(stepsPerLink)
				follow(o, t.Path[n:], t, i)
			}
		}
		if a, rest := l.objectAt(t.Path); a.Kind.String() == l.across.Shared {
			for _, includer := range l.includes[t.File] {
				l.budget.Step(stepsPerLink)
				if o := (object{includer, a}); l.shares(o) {
					follow(o, rest, t, i)
				}
			}
		}
	}
	uncertain := make([]bool, len(all))
	for _, c := range found {
		u := Use{File: c.file, Target: from[c.of], Uncertain: uncertain[c.of], Rename: refs.Rename{Of: c.Address, Name: c.name}}
		for _, name := range c.rest {
			u.Rename.Path = append(u.Rename.Path, refs.Part{Name: name})
		}
		for _, p := range l.at[c.object] {
			l.budget.Step(stepsPerLink)
			full := slices.Concat(p.path, c.rest)
			if !is[reached{spotAt(p.file, full), c.name}] && l.declares(p.file, full) {
				u.Uncertain = true
			}
		}
		if c.made >= 0 {
			uncertain[c.made] = u.Uncertain
		}
		uses = append(uses, u)
	}
	return uses
}

// declares reports whether a file, or a module, declares the object to which a path leads.
func (l *Links) declares(file int, path []string) bool {
	a, _ := l.objectAt(path)
	return l.declared[object{file, a}] || l.hasName[spotAt(file, path)]
}

// joined returns a path as one text. Different paths have different texts.
func joined(path []string) string {
	n := 0
	for _, name := range path {
		n += len(name) + 1
	}
	text := make([]byte, 0, n)
	for _, name := range path {
		text = append(append(text, name...), 0)
	}
	return string(text)
}
