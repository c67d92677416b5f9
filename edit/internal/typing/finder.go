// Package typing infers the types of expressions from the code.
//
// It knows the types of literals, operators, functions, typed variables, locals, and outputs of
// modules in the tree. It also knows some attributes that are strings in all resources, such as
// arn.
//
// # Files
//
//	finder.go      Finder: the declarations of the folders
//	constraint.go  the declared types of variables
//	expression.go  the type of an expression, a local or an output
//	paths.go       references in expressions
//	wellknown.go   types known by the name of an attribute or function
package typing

import (
	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/uses"
	"iacedit/module"
	"iacedit/syntax"
)

// A Type is the type of an expression in the syntax of type constraints, such as list(string). Both
// fields are "" if the type is unknown.
type Type struct {
	Usual string // the type that authors usually declare, such as map(string) for an object of strings
	Exact string // a type to which the value can be converted without a change; "" if none is known
}

// exactType returns a Type with the given text in both fields.
func exactType(text string) Type { return Type{text, text} }

// unknown is the type of an expression that cannot be inferred.
var unknown = Type{}

// Longest is the greatest length, in bytes, of a type that is used. Longer types count as unknown.
const Longest = 100

// A Finder infers the types of expressions in the modules of a tree. The files must not have been
// edited after they were parsed.
type Finder struct {
	m       *draft.Module
	folders map[string]*declarations
	types   map[typeKey]Type
	depth   int // the number of declarations whose types are being inferred
}

// A typeKey identifies a local or an output that a folder declares.
type typeKey struct {
	folder string
	output bool
	name   string
}

// declarations maps names to the blocks of a folder that declare them. For a name that is declared
// twice, the block is nil.
type declarations struct {
	variables, outputs, modules, locals map[string]*draft.Block // for a local, the "locals" block that declares it
}

// NewFinder returns a Finder for the files of a request.
func NewFinder(m *draft.Module) *Finder {
	return &Finder{m: m, folders: map[string]*declarations{}, types: map[typeKey]Type{}}
}

// declarationsIn returns the declarations in a folder.
func (t *Finder) declarationsIn(folder string) *declarations {
	if s := t.folders[folder]; s != nil {
		return s
	}
	s := &declarations{map[string]*draft.Block{}, map[string]*draft.Block{}, map[string]*draft.Block{}, map[string]*draft.Block{}}
	t.folders[folder] = s
	note := func(by map[string]*draft.Block, name string, b *draft.Block) {
		t.m.Budget.Step(2)
		if _, twice := by[name]; twice {
			b = nil
		}
		by[name] = b
	}
	for _, f := range t.m.FilesIn(folder) {
		if !f.Searched() && f.Role != module.Override {
			continue
		}
		for kind, by := range map[string]map[string]*draft.Block{"variable": s.variables, "output": s.outputs, "module": s.modules} {
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

// moduleFolder returns the folder of the module that a "module" block calls. The block is in the
// given folder and has the given label. The result ok is false if the module is not in the tree.
func (t *Finder) moduleFolder(folder, label string) (to string, ok bool) {
	b := t.declarationsIn(folder).modules[label]
	if b == nil {
		return "", false
	}
	to, lead := b.Source(folder)
	return to, lead == uses.SourceInTree
}

// valueOf returns the expression that is the value of a local or an output, or nil.
func (t *Finder) valueOf(key typeKey) *syntax.Expr {
	s := t.declarationsIn(key.folder)
	b, attribute := s.locals[key.name], key.name
	if key.output {
		b, attribute = s.outputs[key.name], "value"
	}
	if b == nil {
		return nil
	}
	return t.parse(b, attribute)
}

// parse returns the expression that is the value of an attribute in a block, or nil.
func (t *Finder) parse(b *draft.Block, attribute string) *syntax.Expr {
	id := b.Index.Attribute(b.ID, attribute)
	if id == syntax.NoItem {
		return nil
	}
	at := b.Tree.Value(id)
	t.m.Budget.Step(at.Len())
	e, err := syntax.ParseExpression(nil, b.Tree.Text(), at)
	if err != nil {
		return nil
	}
	return e
}
