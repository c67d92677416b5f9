package extract

import (
	"iter"
	"strings"

	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
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
	t, code := &plan.Target{Type: "locals"}, fault.AttributeAlreadyExists
	if x.Variable {
		t, code = &plan.Target{Type: "variable", Labels: []string{x.Name}}, fault.BlockAlreadyExists
	}
	for b := range x.blocksInFolder(t, (*draft.Site).WithTwins) {
		id := b.Index.Attribute(b.ID, x.attributeName())
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

// attributeName returns the name of the attribute that receives the value: "default" for a
// variable, and the name of the local for a local.
func (x *extractor) attributeName() string {
	if x.Variable {
		return "default"
	}
	return x.Name
}

// displayName returns the name of the local or variable for messages, such as `local.name`.
func (x *extractor) displayName() string {
	if x.Variable {
		return "variable " + excerpt.Quote(x.Name)
	}
	return "local." + x.Name
}

// variables yields the variables in the folder of the value that have the requested name, in code
// order.
func (x *extractor) variables() iter.Seq[draft.Block] {
	return x.blocksInFolder(&plan.Target{Type: "variable", Labels: []string{x.Name}}, (*draft.Site).Candidates)
}

// localsBlocks yields the "locals" blocks in the folder of the value, in code order.
func (x *extractor) localsBlocks() iter.Seq[draft.Block] {
	return x.blocksInFolder(&plan.Target{Type: "locals"}, (*draft.Site).Candidates)
}

// blocksInFolder yields the blocks of a target that are in the folder of the value, in code order.
// list is a function that returns the blocks of a site: only the candidates, or also their twins
// (see draft.Twins).
func (x *extractor) blocksInFolder(t *plan.Target, list func(*draft.Site) []draft.Block) iter.Seq[draft.Block] {
	return func(yield func(draft.Block) bool) {
		s := x.m.SiteAt(plan.Update, t)
		defer s.Free()
		for _, b := range list(s) {
			if b.Scope() == x.first.file.Scope() && !yield(b) {
				return
			}
		}
	}
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

// define adds the local or variable to the module.
func (x *extractor) define() error {
	defer x.m.BeginLike(x.first.file)()
	if x.Variable {
		return x.defineVariable()
	}
	return x.defineLocal()
}

// defineLocal adds a local with the value to the last "locals" block of a file. If the request names
// no file, this is the file that contains the value. If that file has no "locals" block, it is the
// file customary for locals, if the module has it. A file without a "locals" block receives one.
func (x *extractor) defineLocal() error {
	file := x.localsFile()
	last, number := -1, 0
	var block draft.Block
	for b := range x.localsBlocks() {
		if file == "" || b.Name == file || x.File == "" && b.Twin != nil && b.Twin.Name == file {
			last, block = number, b
		}
		number++
	}
	v := apply.Values(x.At)
	entry := x.emptyEntry()
	action := "add"
	if last >= 0 {
		action = "set"
		entry.Items = append(entry.Items, v.Member("index", v.Number(last)))
	} else if file != "" && !x.isAlone() {
		entry.Items = append(entry.Items, v.Member("file", v.String(file)))
	}
	sent, raw := x.requestValue()
	entry.Items = append(entry.Items, v.Member("attributes", v.Object(v.Member(x.Name, sent))))
	if x.Comment != nil {
		entry.Items = append(entry.Items, v.Member("comments", v.Object(v.Member(x.Name, *x.Comment))))
	}
	if err := apply.ApplyGenerated(x.m, x.At, v.Operation(action, "locals", v.List(entry))); err != nil {
		return err
	}
	for b := range x.localsBlocks() {
		if b.Index.Attribute(b.ID, x.Name) != syntax.NoItem {
			block = b
		}
	}
	x.reportCreated(block, x.Name)
	if raw == nil {
		return nil
	}
	return x.setValue(block, x.Name, raw)
}

// localsFile returns the name of the file for a new local. It returns "" if any file may have it.
func (x *extractor) localsFile() string {
	own := x.first.file
	switch {
	case x.File != "" || !x.m.Named:
		return x.File
	case len(own.BlocksOf("locals")) > 0:
		return own.Name
	}
	x.m.Budget.Step(len(own.Folder))
	if f := x.m.Find(module.Join(own.Folder, terraform.Block("locals").File)); f != nil && f.Role == module.Configuration {
		return f.Name
	}
	if own.Twin != nil || own.JSON != nil || own.Role != module.Configuration {
		return ""
	}
	return own.Name
}

// defineVariable creates a variable with the value as its default. It sets the type of the variable
// only if typeOf returns a type.
func (x *extractor) defineVariable() error {
	v := apply.Values(x.At)
	entry := x.emptyEntry()
	if x.File != "" && !x.isAlone() {
		entry.Items = append(entry.Items, v.Member("file", v.String(x.File)))
	}
	if typ := typeOf(x.first.expr, x.first.node); typ != "" && x.m.Language.Dialect.Types() {
		if x.m.Language.Dialect.AnyBlock() { // all strings are text
			typ = "${" + typ + "}"
		}
		entry.Items = append(entry.Items, v.Member("attributes", v.Object(v.Member("type", v.String(typ)))))
	}
	if x.Comment != nil {
		entry.Items = append(entry.Items, v.Member("comment", *x.Comment))
	}
	label := v.Object(v.Member(x.Name, v.List(entry)))
	if err := apply.ApplyGenerated(x.m, x.At, v.Operation("add", "variable", label)); err != nil {
		return err
	}
	var block draft.Block
	for b := range x.variables() {
		block = b
	}
	x.reportCreated(block, "")
	if !x.m.Language.Dialect.AnyBlock() {
		x.o.WarnUndescribed(x.At, block.File, block.Folder, []string{"var." + x.Name})
	}
	sent, raw := x.requestValue()
	if raw == nil {
		text, err := block.AttributeText(block.ID, "default", &sent, nil)
		if err != nil {
			return err
		}
		raw = text
	}
	_, err := block.PutAttribute(block.ID, render.Place{}, "default", raw, x.At)
	return err
}

// requestValue returns the value as a request would contain it, such as "${80}". A request can
// contain a heredoc only in parentheses. Therefore, for a heredoc, the first result is "${null}",
// and the second result is the code of the heredoc.
func (x *extractor) requestValue() (sent value.Value, raw []byte) {
	v := apply.Values(x.At)
	if strings.HasPrefix(x.text, "<<") {
		return v.String("${null}"), []byte(x.text)
	}
	return v.String("${" + x.text + "}"), nil
}

// setValue sets an attribute of a block to the value in text.
func (x *extractor) setValue(b draft.Block, name string, text []byte) error {
	return draft.ErrorAt(x.At, b.Draft.SetValue(b.Index.Attribute(b.ID, name), text))
}

// reportCreated reports that a local or variable was created.
func (x *extractor) reportCreated(block draft.Block, name string) {
	if x.o == nil {
		return
	}
	head := x.m.Language.Header(block.Tree, syntax.Root, block.ID)
	x.o.RecordOutcome(x.At, block.File, head, name, report.Created)
}

// isAlone reports whether the file of the value reads alone, so that the local or variable must be in
// the same file.
func (x *extractor) isAlone() bool { return x.first.file.Scope() != x.first.file.Folder }

// emptyEntry returns an entry without changes. If there may be several folders, the entry applies
// only to the folder that contains the value.
func (x *extractor) emptyEntry() value.Value {
	v := apply.Values(x.At)
	switch {
	case x.isAlone():
		return v.Object(v.Member("file", v.String(x.first.file.Name)))
	case !x.m.Tree:
		return v.Object()
	}
	return v.Object(v.Member("folder", v.String(x.first.file.Folder)))
}
