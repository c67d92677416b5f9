// Package declare adds locals and variables to a module, so that they look as if a person had written
// them.
//
// # Files
//
//	declare.go  Declaration: a local or a variable with its value
//	literal.go  literals, and their types; exact.go: types that change no value
package declare

import (
	"strings"

	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A Declaration is a local or a variable that an edit adds.
type Declaration struct {
	Module      *draft.Module
	Observer    *report.Observer
	Like        *draft.File // a file of the module, such as the one that had the value
	Variable    bool        // a variable, whose default is the value; otherwise a local
	Name        string
	File        string       // the file that gets it; "" for the customary file
	Comment     *value.Value // above it; nil for none
	LineComment string       // behind the value; "" for none
	Text        string       // the code of the value
	Type        string       // of a variable; "" for none
	Description *value.Value // of a variable; nil for none
	Sensitive   bool         // of a variable
	At          int          // the offset of the edit in the JSON text of the edits
}

// Blocks returns the variables of the name or, for a local, all "locals" blocks of the module, in code
// order. With the argument twins it returns the twins of these blocks, too (see draft.Twins).
func (d *Declaration) Blocks(twins bool) (blocks []draft.Block) {
	t := &plan.Target{Type: "locals"}
	if d.Variable {
		t = &plan.Target{Type: "variable", Labels: []string{d.Name}}
	}
	s := d.Module.SiteAt(plan.Update, t)
	defer s.Free()
	all := s.Candidates()
	if twins {
		all = s.WithTwins()
	}
	for _, b := range all {
		if b.Scope() == d.Like.Scope() {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// Add adds the local or variable to the module.
func (d *Declaration) Add() error {
	defer d.Module.BeginLike(d.Like)()
	if d.Variable {
		return d.addVariable()
	}
	return d.addLocal()
}

// addLocal adds a local with the value to the last "locals" block of a file. If the request names
// no file, this is the file that contains the value. If that file has no "locals" block, it is the
// file customary for locals, if the module has it. A file without a "locals" block receives one.
func (d *Declaration) addLocal() error {
	file := d.localsFile()
	last, number := -1, 0
	var block draft.Block
	for _, b := range d.Blocks(false) {
		if file == "" || b.Name == file || d.File == "" && b.Twin != nil && b.Twin.Name == file {
			last, block = number, b
		}
		number++
	}
	v := apply.Values(d.At)
	entry := d.emptyEntry()
	action := "add"
	if last >= 0 {
		action = "set"
		entry.Items = append(entry.Items, v.Member("index", v.Number(last)))
	} else if file != "" && !d.isAlone() {
		entry.Items = append(entry.Items, v.Member("file", v.String(file)))
	}
	sent, raw := d.requestValue()
	entry.Items = append(entry.Items, v.Member("attributes", v.Object(v.Member(d.Name, sent))))
	if d.Comment != nil {
		entry.Items = append(entry.Items, v.Member("comments", v.Object(v.Member(d.Name, *d.Comment))))
	}
	if err := apply.ApplyGenerated(d.Module, d.At, v.Operation(action, "locals", v.List(entry))); err != nil {
		return err
	}
	for _, b := range d.Blocks(false) {
		if b.Index.Attribute(b.ID, d.Name) != syntax.NoItem {
			block = b
		}
	}
	d.reportCreated(block, d.Name)
	if raw != nil {
		if err := d.setValue(block, d.Name, raw); err != nil {
			return err
		}
	}
	return d.setLineComment(block, d.Name)
}

// localsFile returns the name of the file for a new local. It returns "" if any file may have it.
func (d *Declaration) localsFile() string {
	own := d.Like
	switch {
	case d.File != "" || !d.Module.Named:
		return d.File
	case len(own.BlocksOf("locals")) > 0:
		return own.Name
	}
	d.Module.Budget.Step(len(own.Folder))
	if f := d.Module.Find(module.Join(own.Folder, terraform.Block("locals").File)); f != nil && f.Role == module.Configuration {
		return f.Name
	}
	if own.Twin != nil || own.JSON != nil || own.Role != module.Configuration {
		return ""
	}
	return own.Name
}

// addVariable creates a variable with the value as its default.
func (d *Declaration) addVariable() error {
	v := apply.Values(d.At)
	entry := d.emptyEntry()
	if d.File != "" && !d.isAlone() {
		entry.Items = append(entry.Items, v.Member("file", v.String(d.File)))
	}
	var attributes []value.Item
	if d.Description != nil {
		attributes = append(attributes, v.Member("description", *d.Description))
	}
	if typ := d.Type; typ != "" {
		if d.Module.Language.Dialect.AnyBlock() { // all strings are text
			typ = "${" + typ + "}"
		}
		attributes = append(attributes, v.Member("type", v.String(typ)))
	}
	if len(attributes) > 0 {
		entry.Items = append(entry.Items, v.Member("attributes", v.Object(attributes...)))
	}
	if d.Comment != nil {
		entry.Items = append(entry.Items, v.Member("comment", *d.Comment))
	}
	label := v.Object(v.Member(d.Name, v.List(entry)))
	if err := apply.ApplyGenerated(d.Module, d.At, v.Operation("add", "variable", label)); err != nil {
		return err
	}
	var block draft.Block
	for _, b := range d.Blocks(false) {
		block = b
	}
	d.reportCreated(block, "")
	if !d.Module.Language.Dialect.AnyBlock() {
		d.Observer.WarnUndescribed(d.At, block.File, block.Folder, []string{"var." + d.Name})
	}
	sent, raw := d.requestValue()
	if raw == nil {
		text, err := block.AttributeText(block.ID, "default", &sent, nil)
		if err != nil {
			return err
		}
		raw = text
	}
	if _, err := block.PutAttribute(block.ID, render.Place{}, "default", raw, d.At); err != nil {
		return err
	}
	if d.Sensitive {
		if _, err := block.PutAttribute(block.ID, render.Place{}, "sensitive", []byte("true"), d.At); err != nil {
			return err
		}
	}
	return d.setLineComment(block, "default")
}

// setLineComment sets the comment behind the attribute with the value.
func (d *Declaration) setLineComment(b draft.Block, name string) error {
	if d.LineComment == "" {
		return nil
	}
	return draft.ErrorAt(d.At, b.Styler().SetLineComment(b.Index.Attribute(b.ID, name), d.LineComment))
}

// requestValue returns the value as a request would contain it, such as "${80}". A request can
// contain a heredoc only in parentheses. Therefore, for a heredoc, sent is "${null}", and raw is the
// code of the heredoc.
func (d *Declaration) requestValue() (sent value.Value, raw []byte) {
	v := apply.Values(d.At)
	if strings.HasPrefix(d.Text, "<<") {
		return v.String("${null}"), []byte(d.Text)
	}
	return v.String("${" + d.Text + "}"), nil
}

// setValue sets an attribute of a block to the value in text.
func (d *Declaration) setValue(b draft.Block, name string, text []byte) error {
	return draft.ErrorAt(d.At, b.Draft.SetValue(b.Index.Attribute(b.ID, name), text))
}

// reportCreated reports that a local or variable was created.
func (d *Declaration) reportCreated(block draft.Block, name string) {
	if d.Observer == nil {
		return
	}
	head := d.Module.Language.Header(block.Tree, syntax.Root, block.ID)
	d.Observer.RecordOutcome(d.At, block.File, head, name, report.Created)
}

// isAlone reports whether the file of the value reads alone, so that the local or variable must be in
// the same file.
func (d *Declaration) isAlone() bool { return d.Like.Scope() != d.Like.Folder }

// emptyEntry returns an entry without changes. If there may be several folders, the entry applies
// only to the folder that contains the value.
func (d *Declaration) emptyEntry() value.Value {
	v := apply.Values(d.At)
	switch {
	case d.isAlone():
		return v.Object(v.Member("file", v.String(d.Like.Name)))
	case !d.Module.Tree:
		return v.Object()
	}
	return v.Object(v.Member("folder", v.String(d.Like.Folder)))
}
