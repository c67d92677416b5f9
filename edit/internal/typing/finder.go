// Package typing finds the types of expressions, as far as the code tells them.
//
// A type is found of literals, operators, functions, variables with a type, locals, outputs
// of modules in the tree, and of attributes that are strings wherever there are such.
//
// # Files
//
//	finder.go      Finder: what the folders declare
//	expression.go  the type of an expression, and of what one declares
//	wellknown.go   types that are known by a name
package typing

import (
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/syntax"
)

// A Type is the type of an expression, as type constraints are written; "" where it is not
// known.
type Type struct {
	Usual string // that a person would write: map(string) for an object of strings
	Exact string // that converts no value of the expression
}

// sure returns a type that is both.
func sure(text string) Type { return Type{text, text} }

// unknown is the type of what no type is known of.
var unknown = Type{}

// Longest is how long the type of a variable may be that nobody declared.
const Longest = 100

// A Finder finds the types of expressions in the modules of a tree. Its files must be as they
// were parsed.
type Finder struct {
	m       *draft.Module
	folders map[string]*scope
	known   map[typeKey]Type
	deep    int // how many declarations one leads to another
}

// A typeKey is a local or an output of a folder.
type typeKey struct {
	folder string
	output bool
	name   string
}

// A scope is what is declared in a folder, by name; nil for what is declared twice.
type scope struct {
	variables, outputs, calls, locals map[string]*draft.Block // for a local, the block that it is in
}

// In returns a Finder for the files of a request.
func In(m *draft.Module) *Finder {
	return &Finder{m: m, folders: map[string]*scope{}, known: map[typeKey]Type{}}
}

// scopeOf returns what is declared in a folder.
func (t *Finder) scopeOf(folder string) *scope {
	if s := t.folders[folder]; s != nil {
		return s
	}
	s := &scope{map[string]*draft.Block{}, map[string]*draft.Block{}, map[string]*draft.Block{}, map[string]*draft.Block{}}
	t.folders[folder] = s
	note := func(by map[string]*draft.Block, name string, b *draft.Block) {
		t.m.Budget.Step(2)
		if _, twice := by[name]; twice {
			b = nil
		}
		by[name] = b
	}
	for _, f := range t.m.FilesIn(folder) {
		if f.Role != module.Configuration && f.Role != module.Override {
			continue
		}
		for kind, by := range map[string]map[string]*draft.Block{"variable": s.variables, "output": s.outputs, "module": s.calls} {
			for _, b := range f.BlocksOf(kind) {
				if labels := b.Labels(); len(labels) == 1 {
					note(by, labels[0], &b)
				}
			}
		}
		for _, b := range f.BlocksOf("locals") {
			for id := range f.Tree.Attributes(b.ID) {
				note(s.locals, string(f.Tree.Name(id)), &b)
			}
		}
	}
	return s
}

// variable returns the type that a variable declares.
func (t *Finder) variable(folder, name string) Type {
	b := t.scopeOf(folder).variables[name]
	if b == nil {
		return unknown
	}
	id := b.Index.Attribute(b.ID, "type")
	if id == syntax.NoItem {
		return unknown
	}
	text := string(b.Tree.At(b.Tree.Value(id)))
	if len(text) > Longest || strings.ContainsAny(text, "\n\"#") || strings.Contains(text, "any") || strings.Contains(text, "optional") {
		return unknown
	}
	return sure(text)
}
