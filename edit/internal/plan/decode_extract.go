package plan

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/module"
	"iacedit/value"
)

// An Inlining names a local whose value comes in place of the references to it.
type Inlining struct {
	Name   string // of the local
	File   string // in which it is, "" for any
	Folder string // a pattern of those in which it may be, "" for all
	At     int
}

// An Extraction says which value becomes a local or a variable.
type Extraction struct {
	Value      address.Address // of an attribute, a key or an element
	ValueAt    int
	Variable   bool   // it becomes a variable; else a local
	Name       string // of the local or variable
	NameAt     int
	Everywhere bool         // all values that equal it are replaced
	Comment    *value.Value // lead comment of what is made; nil for none
	File       string       // into which that comes, "" for the customary one
	Folder     string       // a pattern of those in which the value may be, "" for all
	At         int
}

var (
	inliningKeys   = []string{"value", "folder", "file"}
	extractionKeys = []string{"value", "to", "everywhere", "comment", "folder", "file"}
)

// inlinings decodes what stands under "inline": locals, each as its address or as an object
// with it.
func (d *Decoder) inlinings(action Action, v *value.Value) error {
	items, err := d.list(action, v)
	if err != nil {
		return err
	}
	op := Operation{Action: action, Target: Target{At: v.At}}
	for i := range items {
		item := &items[i].Value
		if err := d.Take(item.At); err != nil {
			return err
		}
		in := Inlining{At: item.At}
		text, at := item, item.At
		if item.Kind == value.Object {
			text = nil
			for j := range item.Items {
				m := &item.Items[j]
				switch m.Key {
				case "value":
					text, at = &m.Value, m.Value.At
				case "file":
					in.File, err = d.fileOf(action, &m.Value)
				case "folder":
					in.Folder, err = d.folderOf(action, &m.Value)
				default:
					err = unknownMember(action, m, inliningKeys)
				}
				if err != nil {
					return err
				}
			}
		}
		if text == nil || text.Kind != value.String {
			return fault.At(at, fault.InvalidRequest, `inline: expected the address of a local, such as "local.name"`)
		}
		name, ok := named(text.Text, "local")
		if !ok {
			return fault.At(at, fault.InvalidRequest, `inline: %s is no local; expected "local." and its name`, excerpt.Quote(text.Text))
		}
		in.Name = name
		op.Inlinings = append(op.Inlinings, in)
	}
	d.operations = append(d.operations, op)
	return nil
}

// extractions decodes what stands under "extract".
func (d *Decoder) extractions(action Action, v *value.Value) error {
	items, err := d.list(action, v)
	if err != nil {
		return err
	}
	op := Operation{Action: action, Target: Target{At: v.At}}
	for i := range items {
		item := &items[i].Value
		if err := d.Take(item.At); err != nil {
			return err
		}
		x, err := d.extraction(action, item)
		if err != nil {
			return err
		}
		op.Extractions = append(op.Extractions, x)
	}
	d.operations = append(d.operations, op)
	return nil
}

// extraction decodes one of them.
func (d *Decoder) extraction(action Action, v *value.Value) (x Extraction, err error) {
	if v.Kind != value.Object {
		return x, fault.At(v.At, fault.InvalidRequest, `extract: expected an object such as {"value": "aws_instance.web.ami", "to": "local.ami"}, found %s`, v.Kind)
	}
	x.At = v.At
	for i := range v.Items {
		m := &v.Items[i]
		switch m.Key {
		case "value":
			err = x.value(&m.Value)
		case "to":
			err = x.to(&m.Value)
		case "everywhere":
			if k := m.Value.Kind; k != value.True && k != value.False {
				err = fault.At(m.Value.At, fault.InvalidRequest, `extract: "everywhere" must be true or false, found %s`, k)
			}
			x.Everywhere = m.Value.Kind == value.True
		case "comment":
			if m.Value.Kind != value.String {
				err = fault.At(m.Value.At, fault.InvalidRequest, `extract: "comment" must be a string, found %s`, m.Value.Kind)
			}
			x.Comment = &m.Value
		case "file":
			x.File, err = d.fileOf(action, &m.Value)
		case "folder":
			x.Folder, err = d.folderOf(action, &m.Value)
		default:
			err = unknownMember(action, m, extractionKeys)
		}
		if err != nil {
			return x, err
		}
	}
	switch {
	case x.Value == nil:
		return x, fault.At(v.At, fault.InvalidRequest, `extract: the entry has no "value", the address of what is taken out`)
	case x.Name == "":
		return x, fault.At(v.At, fault.InvalidRequest, `extract: the entry has no "to", such as "local.name" or "var.name"`)
	}
	return x, nil
}

// value decodes the address of what is taken out.
func (x *Extraction) value(v *value.Value) (err error) {
	if v.Kind != value.String {
		return fault.At(v.At, fault.InvalidRequest, `extract: "value" must be an address, found %s`, v.Kind)
	}
	x.ValueAt = v.At
	if x.Value, err = address.Parse(v.Text); err != nil {
		return fault.At(v.At, fault.InvalidRequest, "extract: the address %s: %s", excerpt.Quote(v.Text), err)
	}
	return nil
}

// to decodes the name that a value gets.
func (x *Extraction) to(v *value.Value) error {
	x.NameAt = v.At
	if v.Kind != value.String {
		return fault.At(v.At, fault.InvalidRequest, `extract: "to" must be "local.name" or "var.name", found %s`, v.Kind)
	}
	var ok bool
	if x.Name, ok = named(v.Text, "local"); ok {
		return nil
	}
	if x.Name, ok = named(v.Text, "var"); ok {
		x.Variable = true
		return nil
	}
	return fault.At(v.At, fault.InvalidRequest, `extract: %s is neither "local." nor "var." and a name`, excerpt.Quote(v.Text))
}

// list returns the elements of the array that an operation without a tree of addresses holds.
func (d *Decoder) list(action Action, v *value.Value) ([]value.Item, error) {
	switch {
	case d.Language.Dialect == address.HCL:
		return nil, fault.At(v.At, fault.InvalidRequest, "%s: the dialect hcl has no locals and variables", action)
	case v.Kind != value.Array:
		return nil, fault.At(v.At, fault.InvalidRequest, "%s: expected an array, found %s", action, v.Kind)
	case len(v.Items) == 0:
		return nil, fault.At(v.At, fault.InvalidRequest, "%s: the array is empty", action)
	}
	return v.Items, nil
}

// named returns the name behind a word and a dot.
func named(text, word string) (name string, ok bool) {
	a, err := address.Parse(text)
	if err != nil || len(a) != 2 || a[0].Kind != address.PartName || a[0].Text != word || a[1].Kind != address.PartName {
		return "", false
	}
	return a[1].Text, value.IsIdentifier(a[1].Text)
}

// fileOf decodes "file".
func (d *Decoder) fileOf(action Action, v *value.Value) (string, error) {
	switch {
	case v.Kind != value.String || v.Text == "":
		return "", fault.At(v.At, fault.InvalidRequest, `%s: "file" must be the name of a file, found %s`, action, v.Kind)
	case !d.Files:
		return "", fault.At(v.At, fault.InvalidRequest, `%s: "file" is for requests with "files"`, action)
	}
	return v.Text, nil
}

// folderOf decodes "folder".
func (d *Decoder) folderOf(action Action, v *value.Value) (string, error) {
	switch {
	case v.Kind != value.String || v.Text == "":
		return "", fault.At(v.At, fault.InvalidRequest, `%s: "folder" must be the name of a folder, or a pattern, found %s`, action, v.Kind)
	case !d.Files:
		return "", fault.At(v.At, fault.InvalidRequest, `%s: "folder" is for requests with "files"`, action)
	}
	if err := module.CheckFolder(v.Text); err != nil {
		return "", fault.At(v.At, fault.InvalidRequest, "%s: %s", action, err)
	}
	return v.Text, nil
}

// unknownMember is the error of a member that there is not.
func unknownMember(action Action, m *value.Item, known []string) error {
	return fault.At(m.Value.At, fault.InvalidRequest, "%s: an entry has no key %s%s", action, excerpt.Quote(m.Key), nearest.DidYouMean(m.Key, slices.Values(known)))
}
