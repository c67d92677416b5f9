package extract

import (
	"iter"
	"strings"

	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/render"
	"iacedit/internal/within"
	"iacedit/syntax"
	"iacedit/value"
)

// A definition is the attribute that defines a local or variable: an attribute of a "locals" block,
// or the "default" of a variable.
type definition struct {
	file *draft.File
	item syntax.ItemID // the attribute
}

// taken returns the definition of the local or variable if it exists already, and otherwise nil. It
// returns an error if that definition has another value, or if a tool that reads the extracted
// value does not read the definition.
func (x *extractor) taken() (there *definition, err error) {
	var defined draft.Tools
	t, code := &plan.Target{Type: "locals"}, fault.AttributeAlreadyExists
	if x.Variable {
		t, code = &plan.Target{Type: "variable", Labels: []string{x.Name}}, fault.BlockAlreadyExists
	}
	for b := range x.blocks(t, (*draft.Site).WithTwins) {
		id := b.Index.Attribute(b.ID, x.attribute())
		switch {
		case id == syntax.NoItem && !x.Variable:
			continue
		case id == syntax.NoItem || !x.equals(b.File, id):
			at := b
			if id != syntax.NoItem {
				at.ID = id
			}
			return nil, at.WithPosition(fault.At(x.NameAt, code, "extract: %s is there already%s; choose another name", x.described(), otherValue(b.File, id)))
		case there == nil:
			there = &definition{b.File, id}
		}
		defined |= b.Tools()
	}
	for f := range x.all() {
		if there != nil && f.file.Tools()&^defined != 0 {
			return nil, fault.At(x.NameAt, code, "extract: %s is there already, in %s, but not for each tool that reads %s", x.described(), there.file.Name, f.file.Name)
		}
	}
	return there, nil
}

// attribute returns the name of the attribute that gets the value: "default" for a variable, and
// the name of the local for a local.
func (x *extractor) attribute() string {
	if x.Variable {
		return "default"
	}
	return x.Name
}

// described returns the name of the local or variable for messages, such as `local.name`.
func (x *extractor) described() string {
	if x.Variable {
		return "variable " + excerpt.Quote(x.Name)
	}
	return "local." + x.Name
}

// variables yields the variables in the folder of the value that have the requested name, in code
// order.
func (x *extractor) variables() iter.Seq[draft.Block] {
	return x.blocks(&plan.Target{Type: "variable", Labels: []string{x.Name}}, (*draft.Site).Candidates)
}

// localsBlocks yields the "locals" blocks in the folder of the value, in code order.
func (x *extractor) localsBlocks() iter.Seq[draft.Block] {
	return x.blocks(&plan.Target{Type: "locals"}, (*draft.Site).Candidates)
}

// blocks yields the blocks of a target that are in the folder of the value, in code order. The func
// returns the blocks of a site that count: the candidates, or also their twins (see draft.Twins).
func (x *extractor) blocks(t *plan.Target, of func(*draft.Site) []draft.Block) iter.Seq[draft.Block] {
	return func(yield func(draft.Block) bool) {
		s := x.m.SiteAt(plan.Update, t)
		defer s.Free()
		for _, b := range of(s) {
			if b.Folder == x.found.file.Folder && !yield(b) {
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

// equals reports whether an attribute has the extracted value.
func (x *extractor) equals(f *draft.File, attribute syntax.ItemID) bool {
	e := valueOf(f, attribute)
	x.m.Budget.Step(len(x.text))
	var classes value.Classes
	within.Classes(&classes, x.m.Budget)
	return classes.Node(x.found.expr, x.found.node, nil) == classes.Node(e, e.Root, nil)
}

// This method adds the local or variable to the module.
func (x *extractor) make() error {
	if x.Variable {
		return x.makeVariable()
	}
	return x.makeLocal()
}

// makeLocal adds a local with the value to the last "locals" block of the requested file. If no
// file is requested, it chooses the last "locals" block of the file that contains the value, or
// else of the module. If no file has a "locals" block, makeLocal makes one.
func (x *extractor) makeLocal() error {
	last, number := -1, 0
	var home draft.Block
	for b := range x.localsBlocks() {
		away := home.File != nil && home.File == x.found.file && b.File != home.File
		if x.File == "" && !away || b.Name == x.File {
			last, home = number, b
		}
		number++
	}
	v := apply.Values(x.At)
	entry := x.entry()
	action := "add"
	if last >= 0 {
		action = "set"
		entry.Items = append(entry.Items, v.Member("index", v.Number(last)))
	} else if x.File != "" {
		entry.Items = append(entry.Items, v.Member("file", v.String(x.File)))
	}
	sent, raw := x.sent()
	entry.Items = append(entry.Items, v.Member("attributes", v.Object(v.Member(x.Name, sent))))
	if x.Comment != nil {
		entry.Items = append(entry.Items, v.Member("comments", v.Object(v.Member(x.Name, *x.Comment))))
	}
	if err := apply.ApplyGenerated(x.m, x.At, v.Operation(action, "locals", v.List(entry))); err != nil {
		return err
	}
	for b := range x.localsBlocks() {
		if b.Index.Attribute(b.ID, x.Name) != syntax.NoItem {
			home = b
		}
	}
	x.tell(home, x.Name)
	if raw == nil {
		return nil
	}
	return x.put(home, x.Name, raw)
}

// makeVariable makes a variable with the value as its default. It sets the type only if typeOf
// returns one.
func (x *extractor) makeVariable() error {
	v := apply.Values(x.At)
	entry := x.entry()
	if x.File != "" {
		entry.Items = append(entry.Items, v.Member("file", v.String(x.File)))
	}
	if typ := typeOf(x.found.expr, x.found.node); typ != "" {
		entry.Items = append(entry.Items, v.Member("attributes", v.Object(v.Member("type", v.String(typ)))))
	}
	if x.Comment != nil {
		entry.Items = append(entry.Items, v.Member("comment", *x.Comment))
	}
	label := v.Object(v.Member(x.Name, v.List(entry)))
	if err := apply.ApplyGenerated(x.m, x.At, v.Operation("add", "variable", label)); err != nil {
		return err
	}
	var made draft.Block
	for b := range x.variables() {
		made = b
	}
	x.tell(made, "")
	sent, raw := x.sent()
	if raw == nil {
		text, err := made.AttributeText(made.ID, "default", &sent, nil)
		if err != nil {
			return err
		}
		raw = text
	}
	_, err := made.PutAttribute(made.ID, render.Place{}, "default", raw, x.At)
	return err
}

// The result sent is the value as a request would contain it, such as "${80}". A heredoc would need
// parentheses in a request. For a heredoc the result sent is therefore null, and the result raw is
// the code of the heredoc.
func (x *extractor) sent() (sent value.Value, raw []byte) {
	v := apply.Values(x.At)
	if strings.HasPrefix(x.text, "<<") {
		return v.String("${null}"), []byte(x.text)
	}
	return v.String("${" + x.text + "}"), nil
}

// put sets an attribute of a block to the value in text.
func (x *extractor) put(b draft.Block, name string, text []byte) error {
	return draft.ErrorAt(x.At, b.Draft.SetValue(b.Index.Attribute(b.ID, name), text))
}

// tell reports that a local or variable was made.
func (x *extractor) tell(made draft.Block, name string) {
	if x.o == nil {
		return
	}
	head := x.m.Language.Header(made.Tree, syntax.Root, made.ID)
	x.o.RecordOutcome(x.At, made.File, head, name, report.Created)
}

// entry returns an entry without changes. It selects blocks by the folder of the value if there may
// be several folders.
func (x *extractor) entry() value.Value {
	v := apply.Values(x.At)
	if !x.m.Tree {
		return v.Object()
	}
	return v.Object(v.Member("folder", v.String(x.found.file.Folder)))
}
