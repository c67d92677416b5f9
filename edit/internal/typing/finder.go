// Package typing finds the types of expressions, as far as the code tells them.
//
// A type is found of literals, operators, functions, variables with a type, locals, outputs
// of modules in the tree, and of attributes that are strings wherever there are such.
//
// # Files
//
//	finder.go      Finder: what a folder declares, and its type
//	expression.go  the type of an expression; paths.go: of references, splats, for expressions
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

// deepest is how many declarations a type is followed through.
const deepest = 40

// In returns a Finder for the files of a request.
func In(m *draft.Module) *Finder {
	return &Finder{m: m, folders: map[string]*scope{}, known: map[typeKey]Type{}}
}

// Local returns the type of a local of a folder.
func (t *Finder) Local(folder, name string) Type { return t.declared(typeKey{folder, false, name}) }

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

// declared returns the type of a local or an output.
func (t *Finder) declared(key typeKey) Type {
	if known, ok := t.known[key]; ok || t.deep > deepest {
		return known
	}
	t.known[key] = unknown // in a circle
	s := t.scopeOf(key.folder)
	b, attribute := s.locals[key.name], key.name
	if key.output {
		b, attribute = s.outputs[key.name], "value"
	}
	if b == nil {
		return unknown
	}
	id := b.Index.Attribute(b.ID, attribute)
	if id == syntax.NoItem {
		return unknown
	}
	at := b.Tree.Value(id)
	t.m.Budget.Step(at.Len())
	e, err := syntax.ParseExpression(nil, b.Tree.Text(), at)
	if err != nil {
		return unknown
	}
	t.deep++
	found := (&expression{t, key.folder, e, nil}).of(e.Root)
	t.deep--
	t.known[key] = found
	return found
}

// Output returns the type of an output of a call in a folder.
func (t *Finder) Output(folder, call, name string) Type {
	b := t.scopeOf(folder).calls[call]
	if b == nil {
		return unknown
	}
	to, lead := b.Source(folder)
	if lead != draft.InTree {
		return unknown
	}
	return t.declared(typeKey{to, true, name})
}
