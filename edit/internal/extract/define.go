package extract

import (
	"iacedit/edit/internal/declare"
	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A definition is the attribute that defines a local or variable: an attribute of a "locals" block,
// or the "default" of a variable.
type definition struct {
	file *draft.File
	item syntax.ItemID // the attribute
}

// existingDefinition returns the definition of the local or variable, or nil if there is none. It
// returns an error if that definition has another value, or if Terraform or OpenTofu reads the file
// of the extracted value, but not the file of the definition.
func (x *extractor) existingDefinition() (existing *definition, err error) {
	var defined draft.Tools
	if err := x.checkNotDeclared(); err != nil {
		return nil, err
	}
	name, code := x.Name, fault.AttributeAlreadyExists
	if x.Variable {
		name, code = "default", fault.BlockAlreadyExists
	}
	for _, b := range x.declaration().Blocks(true) {
		id := b.Index.Attribute(b.ID, name)
		switch {
		case id == syntax.NoItem && !x.Variable:
			continue
		case id == syntax.NoItem || !x.hasValue(b.File, id):
			at := b
			if id != syntax.NoItem {
				at.ID = id
			}
			return nil, at.WithPosition(fault.At(x.NameAt, code, "extract: %s is there already%s; choose another name", x.displayName(), otherValue(b.File, id)))
		case existing == nil:
			existing = &definition{b.File, id}
		}
		defined |= b.Tools()
	}
	for f := range x.allValues() {
		if existing != nil && f.file.Tools()&^defined != 0 {
			return nil, fault.At(x.NameAt, code, "extract: %s is there already, in %s, which some tools that read %s do not read", x.displayName(), existing.file.Name, f.file.Name)
		}
	}
	return existing, nil
}

// checkNotDeclared returns an error if the local or variable is declared in a way that has no place for
// the value: by a block local in Packer, for example.
func (x *extractor) checkNotDeclared() error {
	if !x.m.Language.Dialect.AnyBlock() {
		return nil
	}
	kind, typ := refs.Local, "locals"
	if x.Variable {
		kind, typ = refs.Variable, "variable"
	}
	for _, f := range x.m.FilesOf(x.first.file.Scope()) {
		x.m.Budget.Parse(len(f.Tree.Text()))
		for d := range refs.DeclarationsIn(f.Tree, f.Reading()) {
			if d.Kind == kind && string(f.Tree.At(d.Name)) == x.Name && string(f.Tree.Name(d.Item)) != typ {
				return (draft.Block{File: f, ID: d.Item}).WithPosition(fault.At(x.NameAt, fault.BlockAlreadyExists, "extract: %s is there already; choose another name", x.displayName()))
			}
		}
	}
	return nil
}

// displayName returns the name of the local or variable for messages, such as `local.name`.
func (x *extractor) displayName() string {
	if x.Variable {
		return "variable " + excerpt.Quote(x.Name)
	}
	return "local." + x.Name
}

// otherValue returns the end of an error message, such as ", with the value 80", about an existing
// definition.
func otherValue(f *draft.File, id syntax.ItemID) string {
	if id == syntax.NoItem {
		return ", without a default"
	}
	return ", with the value " + f.Excerpt(id)
}

// hasValue reports whether an attribute has the extracted value.
func (x *extractor) hasValue(f *draft.File, attribute syntax.ItemID) bool {
	e := parseValue(f, attribute)
	x.m.Budget.Step(len(x.text))
	var classes value.Classes
	classes.SetBudget(x.m.Budget)
	return classes.Node(x.first.expr, x.first.node, nil) == classes.Node(e, e.Root, nil)
}

// declaration returns the local or variable that gets the value.
func (x *extractor) declaration() *declare.Declaration {
	like := x.first.file
	d := &declare.Declaration{Module: x.m, Observer: x.o, Like: like, Variable: x.Variable, Name: x.Name, File: x.File, Comment: x.Comment, Text: x.text, At: x.At}
	if x.Variable && like.Module.Language.Dialect.Types() {
		d.Type = declare.TypeOf(x.first.expr, x.first.node)
	}
	return d
}
