package plan

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages"
	"iacedit/value"
)

// An Inlining names a local whose value replaces the references to the local.
type Inlining struct {
	Name    string // the local's name
	Pattern bool   // Name is a pattern, such as "*"
	File    string // the file of the local, "" for any
	Folder  string // a pattern of the folders in which the local may be, "" for all
	At      int
}

// An Extraction describes a value that becomes a local or a variable.
type Extraction struct {
	Value      address.Address // the address of an attribute, a key or an element
	ValueAt    int
	Variable   bool   // the value becomes a variable, not a local
	Name       string // the name of the local or variable
	NameAt     int
	Everywhere bool         // replace all equal values
	Comment    *value.Value // the comment above the local or variable; nil for none
	File       string       // the file of the local or variable, "" for the customary file
	Folder     string       // a pattern of the folders in which the value may be, "" for all
	At         int

	Module *ModuleExtraction // the blocks that become a module; nil if a value is extracted
}

var (
	inliningKeys   = []string{"value", "folder", "file"}
	extractionKeys = []string{"value", "blocks", "to", "everywhere", "comment", "folder", "file"}
)

// inlining decodes one element of "inline": the address of a local, or an object with that address.
func (d *Decoder) inlining(s *selection.Scope, v *value.Value) (in Inlining, err error) {
	in.At = v.At
	text := v
	if v.Kind == value.Object {
		text = nil
		for i := range v.Items {
			m := &v.Items[i]
			switch m.Key {
			case "value":
				text = &m.Value
			case "file":
				in.File, err = d.fileName(s, &m.Value)
			case "folder":
				in.Folder, err = d.Folder(s, &m.Value)
			default:
				err = unknownMember(s, m, inliningKeys)
			}
			if err != nil {
				return in, err
			}
		}
	}
	at := v.At
	if text != nil {
		at = text.At
	}
	if text == nil || text.Kind != value.String {
		return in, s.Refuse(at, `expected the address of a local, such as "local.name"`)
	}
	a, err := selection.ParseAddress(text.Text, d.Budget)
	if name, ok := nameAfter(a, "local"); err == nil && ok {
		in.Name = name
		return in, nil
	}
	if err == nil && len(a) == 2 && a[0] == (address.Part{Text: "local"}) {
		switch a[1].Kind {
		case address.PartAny:
			in.Name, in.Pattern = address.AnyLabel, true
			return in, nil
		case address.PartPattern:
			in.Name, in.Pattern = a[1].Text, true
			return in, nil
		}
	}
	return in, s.Refuse(at, `%s is not a local, and only locals are inlined; expected "local." and its name, or a pattern of names%s`, excerpt.Quote(text.Text), suggestRewrite(a))
}

// extraction decodes one element of "extract".
func (d *Decoder) extraction(s *selection.Scope, v *value.Value) (x Extraction, err error) {
	if v.Kind != value.Object {
		return x, s.Refuse(v.At, `expected an object such as {"value": "aws_instance.web.ami", "to": "local.ami"}, found %s`, v.Kind)
	}
	x.At = v.At
	if slices.ContainsFunc(v.Items, func(m value.Item) bool { return m.Key == "blocks" }) {
		if d.Language.Dialect.AnyBlock() {
			return x, s.Refuse(v.At, "only Terraform and OpenTofu have modules, not %s", d.Language.Dialect.Title())
		}
		x.Module, err = d.moduleExtraction(s, v)
		return x, err
	}
	for i := range v.Items {
		m := &v.Items[i]
		switch m.Key {
		case "value":
			err = x.decodeValue(&m.Value, d.Budget)
		case "to":
			err = x.decodeTo(&m.Value, d.Budget)
		case "everywhere":
			x.Everywhere, err = d.Flag(s, m)
		case "comment":
			if m.Value.Kind != value.String {
				err = s.Refuse(m.Value.At, `"comment" must be a string, found %s`, m.Value.Kind)
			}
			x.Comment = &m.Value
		case "file":
			x.File, err = d.fileName(s, &m.Value)
		case "folder":
			x.Folder, err = d.Folder(s, &m.Value)
		default:
			err = unknownMember(s, m, extractionKeys)
		}
		if err != nil {
			return x, err
		}
	}
	switch {
	case x.Value == nil:
		return x, s.Refuse(v.At, `the entry has neither "value", the address of what is taken out, nor "blocks"`)
	case x.Name == "":
		return x, s.Refuse(v.At, `the entry has no "to", such as "local.name" or "var.name"`)
	case x.Variable && !d.Language.Dialect.Declares("variable"):
		return x, s.Refuse(x.NameAt, "%s has no variables; extract the value to local.%s", d.Language.Dialect.Title(), x.Name)
	case !x.Variable && !d.Language.Dialect.Declares("local"):
		return x, s.Refuse(x.NameAt, "%s has no locals; extract the value to var.%s", d.Language.Dialect.Title(), x.Name)
	}
	return x, nil
}

// decodeValue decodes "value", the address of the extracted value.
func (x *Extraction) decodeValue(v *value.Value, b *budget.Budget) (err error) {
	if v.Kind != value.String {
		return fault.At(v.At, fault.InvalidRequest, `extract: "value" must be an address, found %s`, v.Kind)
	}
	x.ValueAt = v.At
	if x.Value, err = selection.ParseAddress(v.Text, b); err != nil {
		return fault.At(v.At, fault.InvalidRequest, "extract: the address %s: %s", excerpt.Quote(v.Text), err)
	}
	return nil
}

// decodeTo decodes the member "to", such as "local.ami", which names the new local or variable.
func (x *Extraction) decodeTo(v *value.Value, b *budget.Budget) error {
	x.NameAt = v.At
	if v.Kind != value.String {
		return fault.At(v.At, fault.InvalidRequest, `extract: "to" must be "local.name" or "var.name", found %s`, v.Kind)
	}
	a, err := selection.ParseAddress(v.Text, b)
	if name, ok := nameAfter(a, "local"); err == nil && ok {
		x.Name = name
		return nil
	}
	if name, ok := nameAfter(a, "var"); err == nil && ok {
		x.Name, x.Variable = name, true
		return nil
	}
	return fault.At(v.At, fault.InvalidRequest, `extract: %s must be "local." or "var." and a name%s`, excerpt.Quote(v.Text), suggestPrefix(v.Text))
}

// listExamples has an example of each operation whose value is an array.
var listExamples = map[Action]string{
	Extract: `[{"value": "aws_instance.web.ami", "to": "local.ami"}]`,
	Inline:  `["local.ami"]`,
}

// list decodes an operation that is an array: "inline" or "extract".
func (d *Decoder) list(action Action, v *value.Value) error {
	op := Operation{Action: action, Target: Target{At: v.At}}
	s := &selection.Scope{Rules: &selection.Rules{Name: action.String(), Finds: true}}
	switch {
	case !d.Language.Dialect.Refers():
		return s.Refuse(v.At, "it is not for the dialect %s, which does not define references; give the dialect %s", d.Language.Dialect, languages.Referring())
	case action.Contents() == HoldsInlinings && !d.Language.Dialect.Declares("local"):
		return s.Refuse(v.At, "%s has no locals", d.Language.Dialect.Title())
	case v.Kind != value.Array:
		return s.Refuse(v.At, "expected an array, as in %s, found %s", listExamples[action], v.Kind)
	case len(v.Items) == 0:
		return s.Refuse(v.At, "the array is empty")
	}
	for i := range v.Items {
		item := &v.Items[i].Value
		if err := d.Take(item.At); err != nil {
			return err
		}
		if action.Contents() == HoldsInlinings {
			in, err := d.inlining(s, item)
			if err != nil {
				return err
			}
			op.Inlinings = append(op.Inlinings, in)
			continue
		}
		x, err := d.extraction(s, item)
		if err != nil {
			return err
		}
		op.Extractions = append(op.Extractions, x)
	}
	d.operations = append(d.operations, op)
	return nil
}

// suggestPrefix returns the end of an error message about a name without "local." or "var.", such
// as "; write local.ami or var.ami". It returns "" if the text is not a name.
func suggestPrefix(name string) string {
	for wrong, right := range map[string]string{"locals.": "local.", "variable.": "var."} {
		if rest, ok := strings.CutPrefix(name, wrong); ok && value.IsIdentifier(rest) {
			return "; write " + right + rest
		}
	}
	if !value.IsIdentifier(name) {
		return ""
	}
	return "; write local." + name + " or var." + name
}

// suggestRewrite returns the end of the error message for an address that is not the address of a
// local. For a variable it suggests "rewrite", which can replace references to variables. For any
// other address it returns "".
func suggestRewrite(a address.Address) string {
	if name, ok := nameAfter(a, "var"); ok {
		return `; "rewrite" replaces references: {"match": "var.` + name + `", "to": "…"}`
	}
	return ""
}

// nameAfter returns the name in an address that consists of a word and a name. For local.ami and
// the word "local" it returns "ami".
func nameAfter(a address.Address, word string) (name string, ok bool) {
	if len(a) != 2 || a[0].Kind != address.PartName || a[0].Text != word || a[1].Kind != address.PartName {
		return "", false
	}
	return a[1].Text, value.IsIdentifier(a[1].Text)
}
