package modules

import (
	"bytes"
	"cmp"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A describer finds the descriptions of inputs and outputs.
type describer struct {
	*extractor
	declared map[string]map[string]refs.Address // by folder and address: the declared objects
}

// describe adds descriptions to the inputs and outputs. It must be called after assignNames. It
// also marks outputs as sensitive if necessary. If an input or output of the new module has the
// same value as an output of the folder, or of another module in the tree, its description is that
// of the output, unless that description names an object that the new module does not have. If most
// variables and outputs of the folder have descriptions, the other inputs and outputs are
// described, too, by the first of these that exists: the comment above a local, words for the
// expression ("The ID of the VPC"), the description that other modules have for variables of the
// same name, or the words of the name.
func (t *extractor) describe() error {
	if !t.Tidy {
		return nil
	}
	t.outputs.markSensitive(t.uses)
	d := describer{extractor: t}
	for i := range t.uses {
		t.m.Budget.Step(2)
		if u := &t.uses[i]; u.root != "var" && u.passed.description == "" && u.isValue() {
			u.passed.description = d.validInModule(description(u.output), t.folder)
		}
	}
	for _, p := range t.inputs.all {
		if p.object.Kind == refs.Module && len(p.path) == 1 && !t.repeated[p.object] {
			if b := t.types.OutputBlock(t.folder, p.object.Name, p.path[0]); b != nil {
				p.description = d.validInModule(description(*b), b.Folder)
			}
		}
	}
	d.describeFromVariables()
	usual := d.documentation()
	t.typeFirst, t.valueFirst = 2*usual.descriptionFirst[0] <= usual.complete[0], 2*usual.descriptionFirst[1] < usual.complete[1]
	if 2*usual.described <= usual.all {
		return nil
	}
	d.describeFromComments()
	for _, p := range t.inputs.all {
		p.describe(usual.style(), d.phrase(p))
	}
	d.describeFromModules()
	for _, p := range t.inputs.all {
		p.describe(usual.style(), p.describeByName())
	}
	for _, p := range t.outputs.all {
		p.describe(usual.style(), cmp.Or(d.phrase(p), p.describeByName(), "The "+p.name))
	}
	return nil
}

// describe sets the description of p to the given text, in the given style. If p has a description
// already, describe does nothing.
func (p *passedValue) describe(s style, text string) {
	if p.description == "" && text != "" {
		p.description = quoted(s.sentence(text))
	}
}

// describeFromModules describes inputs by the descriptions that other modules of the tree have for
// variables of the same name. A description is used if at least two of these variables, and more
// than half of them, have it.
func (t *describer) describeFromModules() {
	lacking := map[string]map[string]int{} // by variable name: the number of variables with each description
	for _, p := range t.inputs.all {
		if p.description == "" && p.object.Kind != refs.Variable {
			lacking[p.name] = map[string]int{}
		}
	}
	if len(lacking) == 0 {
		return
	}
	for _, f := range t.m.InOrder() {
		if f.Role != module.Configuration || f.JSON != nil {
			continue
		}
		for _, b := range f.BlocksOf("variable") {
			f.Budget.Step(2)
			if labels := b.Labels(); len(labels) == 1 && lacking[labels[0]] != nil {
				lacking[labels[0]][t.validInModule(description(b), f.Folder)]++
			}
		}
	}
	for _, p := range t.inputs.all {
		all := 0
		for _, n := range lacking[p.name] {
			all += n
		}
		for text, n := range lacking[p.name] {
			if n > 1 && 2*n > all && p.description == "" {
				p.description = text
			}
		}
	}
}

// describeFromVariables describes inputs that pass locals. If the folder has a variable with the
// name of the local, the input receives the description of that variable, unless the module has an
// input for the variable as well.
func (t *describer) describeFromVariables() {
	for _, p := range t.inputs.all {
		t.m.Budget.Step(2)
		if p.object.Kind != refs.Local || len(p.path) > 0 || p.description != "" {
			continue
		}
		a := refs.Address{Kind: refs.Variable, Name: p.object.Name}
		if t.inputs.by[passedKey{object: a}] != nil {
			continue
		}
		if b, known := t.variables.find(t.extractor)[p.object.Name]; known {
			p.description = t.validInModule(description(b), t.folder)
		}
	}
}

// describeFromComments uses the comments above locals as descriptions of the inputs for these
// locals.
func (t *describer) describeFromComments() {
	for _, p := range t.inputs.all {
		if p.object.Kind == refs.Local && len(p.path) == 0 && p.description == "" {
			if text := t.localComment(p.object.Name); text != "" {
				p.description = t.validInModule(quoted(text), t.folder)
			}
		}
	}
}

// localComment returns the one-line comment above a local. It returns "" if the comment may also be
// about the locals below, or is an annotation for a tool ("tflint-ignore: …").
func (t *describer) localComment(name string) string {
	b := t.types.LocalBlock(t.folder, name)
	if b == nil {
		return ""
	}
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return ""
	}
	at := b.Tree.Comments(id)
	below, _, _ := bytes.Cut(b.Tree.Text()[b.Tree.Item(id).Tail.To:], []byte("\n"))
	t.m.Budget.Step(at.Len() + len(below))
	below = bytes.TrimSpace(below)
	if len(below) > 0 && !bytes.HasPrefix(below, []byte("#")) && !bytes.HasPrefix(below, []byte("/")) && below[0] != '}' {
		return ""
	}
	text := string(syntax.AppendComment(nil, b.Tree.At(at)))
	if strings.ContainsAny(text, "\n:") {
		return ""
	}
	return text
}

// isValue reports whether the value of an output consists only of the reference.
func (u *use) isValue() bool {
	if u.output.File == nil {
		return false
	}
	left := u.value.Len() - u.at.Len()
	for _, gone := range u.part.removed {
		left -= gone.Len()
	}
	return left == 0
}

// description returns the description of an output or variable with its quotes. It returns "" if
// the block has no description, or if the description has several lines.
func description(b draft.Block) string {
	id := b.Index.Attribute(b.ID, "description")
	if id == syntax.NoItem {
		return ""
	}
	text := string(b.Tree.At(b.Tree.Value(id)))
	if !strings.HasPrefix(text, `"`) || strings.Contains(text, "\n") {
		return ""
	}
	return text
}

// validInModule returns the given description if the module can use it unchanged. It returns "" if
// the description names an object of the folder that the module does not have.
func (t *describer) validInModule(description, folder string) string {
	if description == "" {
		return ""
	}
	t.m.Budget.Step(len(description))
	all := t.objects(folder)
	for _, word := range strings.FieldsFunc(description, notInAddress) {
		parts := strings.Split(strings.Trim(word, ".-"), ".")
		for n := 2; n <= min(len(parts), 3); n++ {
			a, known := all[strings.Join(parts[:n], ".")]
			if known && (folder != t.folder || !t.moduleHas(a)) {
				return ""
			}
		}
	}
	return description
}

// moduleHas reports whether the new module contains an object that was in the folder. The object is
// an extracted one, or a variable for which the module has an input of the same name.
func (t *describer) moduleHas(a refs.Address) bool {
	if t.extractedDecls[a] != nil {
		return true
	}
	p := t.inputs.by[passedKey{object: a}]
	return p != nil && a.Kind == refs.Variable && p.name == a.Name
}

// objects maps the addresses of the objects that a folder declares, such as "aws_vpc.main", to the
// parsed addresses.
func (t *describer) objects(folder string) map[string]refs.Address {
	if all := t.declared[folder]; all != nil {
		return all
	}
	all := map[string]refs.Address{}
	for _, f := range t.m.FilesIn(folder) {
		if f.Role != module.Configuration {
			continue
		}
		f.Budget.Step(len(f.Tree.Text()) / 8)
		for d := range refs.Declarations(f.Tree) {
			f.Budget.Step(stepsPerReference)
			a := d.Address(f.Tree)
			all[a.String()] = a
		}
	}
	if t.declared == nil {
		t.declared = map[string]map[string]refs.Address{}
	}
	t.declared[folder] = all
	return all
}

// quoted returns a text as a quoted string in code.
func quoted(text string) string {
	return string(value.AppendString(nil, text))
}

// documentation holds counts that show how the variables and outputs of a folder are documented.
type documentation struct {
	all, described   int
	periods          int    // the number of descriptions that end in "."
	acronyms         [2]int // the numbers of acronyms in lower case ("id") and in upper case ("ID")
	complete         [2]int // the numbers of variables and of outputs that have a description and a type or value
	descriptionFirst [2]int // how many of these have the description before the type or value
}

// documentation returns the counts for the variables and outputs of the folder.
func (t *describer) documentation() (d documentation) {
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role != module.Configuration {
			continue
		}
		for kind, typ := range [...]string{"variable", "output"} {
			for _, b := range f.BlocksOf(typ) {
				f.Budget.Step(4)
				d.note(b, kind)
			}
		}
	}
	return d
}

// note counts a variable (kind 0) or an output (kind 1).
func (d *documentation) note(b draft.Block, kind int) {
	d.all++
	text := b.Index.Attribute(b.ID, "description")
	if text == syntax.NoItem {
		return
	}
	d.described++
	said := strings.Trim(description(b), `"`)
	b.Budget.Step(len(said))
	d.noteStyle(said)
	other := b.Index.Attribute(b.ID, [...]string{"type", "value"}[kind])
	if other == syntax.NoItem {
		return
	}
	d.complete[kind]++
	if b.Tree.Item(text).Name.From < b.Tree.Item(other).Name.From {
		d.descriptionFirst[kind]++
	}
}
