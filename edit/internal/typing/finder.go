// Package typing infers the types of expressions from the code.
//
// It knows the types of literals, operators, functions, typed variables, locals, outputs of
// modules in the tree, and of attributes that are strings in all resources.
//
// # Files
//
//	finder.go      Finder: what the folders declare
//	expression.go  the type of an expression, a local or an output
//	wellknown.go   types known by the name of an attribute or function
package typing

import (
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/syntax"
)

// A Type is the type of an expression in the syntax of type constraints; "" if unknown.
type Type struct {
	Usual string // the usual type: map(string) for an object of strings
	Exact string // the type to which the value converts without change
}

// sure returns a Type with the same usual and exact type.
func sure(text string) Type { return Type{text, text} }

// unknown is the type of an expression that cannot be inferred.
var unknown = Type{}

// Longest is the greatest length of an inferred type of a variable.
const Longest = 100

// A Finder infers the types of expressions in the modules of a tree. Its files must be
// unedited.
type Finder struct {
	m       *draft.Module
	folders map[string]*scope
	known   map[typeKey]Type
	deep    int // how many declarations are being inferred
}

// A typeKey identifies a local or an output of a folder.
type typeKey struct {
	folder string
	output bool
	name   string
}

// A scope holds the declarations in a folder, by name; nil for duplicates.
type scope struct {
	variables, outputs, calls, locals map[string]*draft.Block // for a local, the block that contains it
}

// In returns a Finder for the files of a request.
func In(m *draft.Module) *Finder {
	return &Finder{m: m, folders: map[string]*scope{}, known: map[typeKey]Type{}}
}

// scopeOf returns the declarations in a folder.
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

// variable returns the declared type of a variable.
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
