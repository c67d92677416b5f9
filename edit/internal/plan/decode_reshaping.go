package plan

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/value"
)

// A Reshaping is the content of an entry under "reshape". It describes the new forms of nested
// blocks and attributes.
type Reshaping struct {
	KeepReferences bool // leave references as they are
	Forms
}

// Forms are the new forms of the nested blocks and the attributes of a body.
type Forms struct {
	Blocks     []NewForm // by type
	Attributes []NewForm // by name

	byType map[string]int // the indexes of the first Blocks
}

// Block returns the form of the nested blocks of a type, or nil.
func (f *Forms) Block(typ string) *NewForm {
	if f.byType == nil {
		f.byType = map[string]int{}
	}
	for i := len(f.byType); i < len(f.Blocks); i++ {
		f.byType[f.Blocks[i].Name] = i
	}
	if i, ok := f.byType[typ]; ok {
		return &f.Blocks[i]
	}
	return nil
}

// A NewForm is what the nested blocks of a type, or an attribute, become.
type NewForm struct {
	Name    string // the type, or the attribute's name
	As      As
	To      string   // the name of what they become
	Key     string   // with AsMap and AsBlocks: the attribute of a block that is the key in the map, or ""
	Value   string   // with Key: the attribute of a block whose value is the member's value; "" if the member is an object
	Members []string // with AsBlock and AsBlocks: the attributes of a block, for values that are not literal
	Inside  Forms
	At      int
}

// As is the kind of code that nested blocks, or an attribute, become.
type As uint8

// The kinds.
const (
	AsBefore As = iota // a block stays a block
	AsObject           // the one block becomes an attribute with an object
	AsList             // blocks become an attribute with a list of objects
	AsMap              // blocks become an attribute with an object of values by key
	AsBlock            // an object becomes a block
	AsBlocks           // a list of objects, or with Key an object of objects, becomes blocks
)

// blockForms and attributeForms are the values of "as" for nested blocks and for attributes.
var (
	blockForms     = map[string]As{"object": AsObject, "list": AsList, "map": AsMap}
	attributeForms = map[string]As{"block": AsBlock, "blocks": AsBlocks}
)

// reshapingKeys are the keys that an entry under "reshape" may have. blockFormKeys and
// attributeFormKeys are those of the forms.
var (
	reshapingKeys     = append(slices.Clone(selection.Keys), "optional", "references", "attributes", "blockTypes", "range", "ranges", "unreadable")
	blockFormKeys     = []string{"as", "name", "key", "value", "blockTypes", "attributes"}
	attributeFormKeys = []string{"as", "name", "key", "value", "members", "attributes"}
)

// decode decodes an entry under "reshape".
func (r *Reshaping) decode(d *Decoder, s scope, e *Entry, v *value.Value) error {
	if s.Values {
		return s.Refuse(v.At, "a file of variable values has no blocks, only attributes")
	}
	for i := range v.Items {
		item := &v.Items[i]
		var err error
		switch item.Key {
		case "references":
			var follow bool
			follow, err = d.Flag(&s.Scope, item)
			r.KeepReferences = !follow
		case "attributes", "blockTypes":
			err = d.forms(&s, s.Special, &r.Forms, item, nil)
		default:
			err = d.commonKey(&s, e, item, reshapingKeys)
		}
		if err != nil {
			return err
		}
	}
	if r.Forms.empty() {
		return s.Refuse(e.At, `the entry names nothing to reshape; there are "blockTypes" and "attributes"`)
	}
	return nil
}

// reshapedAt rewrites an entry whose address is that of all nested blocks of a type, or of an attribute. The
// members of such an entry are the form. An entry without a form is for the block at its address, and stays as it is.
func reshapedAt(_ address.Language, x *selection.Addressed) error {
	form, rest := value.Value{Kind: value.Object, At: x.At}, []value.Item(nil)
	t, as, optional := &x.Target, "", false
	for _, m := range x.Members {
		switch {
		case slices.Contains(blockFormKeys, m.Key), slices.Contains(attributeFormKeys, m.Key):
			form.Items = append(form.Items, m)
		default:
			rest = append(rest, m)
		}
		if m.Key == "as" {
			as = m.Value.Text
		}
		optional = optional || m.Key == "optional"
	}
	if as == "" && t.Path.Name == "" && !t.Any {
		return nil
	}
	x.NestMade()
	_, ofBlocks := blockForms[as]
	_, ofAttribute := attributeForms[as]
	if t.Path.Name != "" && !x.There() && !optional && (ofBlocks || ofAttribute) {
		return fault.At(x.At, fault.AttributeNotFound, "no attribute %s", t.Address())
	}
	if why := cannotReshape(t); why != "" {
		return fault.At(x.At, fault.InvalidRequest, "%s %s", t.Address(), why)
	}
	switch last := len(t.Blocks) - 1; { // what has the new shape already stays as it is
	case ofBlocks && t.Path.Name != "":
		t.Nest()
	case ofAttribute && t.Path.Name == "":
		t.Path.Name, t.Blocks = t.Blocks[last].Type, t.Blocks[:last]
	}
	if t.Several() && !optional {
		rest = append(rest, value.Item{Key: "optional", Value: value.Value{Kind: value.True, At: x.At}})
	}
	key, name := "attributes", t.Path.Name
	for i := len(t.Blocks) - 1; ; i-- {
		if name != "" {
			of := value.Value{Kind: value.Object, At: x.At, Items: []value.Item{{Key: name, Value: form}}}
			form = value.Value{Kind: value.Object, At: x.At, Items: []value.Item{{Key: key, Value: of}}}
		}
		if i == 0 {
			break
		}
		key, name = "blockTypes", t.Blocks[i].Type
	}
	t.Blocks, t.Path = t.Blocks[:1], address.Path{}
	x.Members = append(rest, form.Items...)
	return nil
}

// cannotReshape returns why what is at an address cannot change its shape, or "".
func cannotReshape(t *address.Target) string {
	switch {
	case t.Any:
		return "matches blocks; add the name of an attribute"
	case len(t.Path.Steps) > 0:
		return "is inside the value of an attribute, and only a whole attribute can become nested blocks"
	case t.Path.Name == "" && len(t.Blocks) == 1:
		return fmt.Sprintf("is a block of its own; give the address of nested blocks or of an attribute in it: %s.NAME", t.Address())
	}
	for i := range t.Blocks[1:] {
		if level := &t.Blocks[1+i]; level.Selects() || level.Index >= 0 || level.HasLabels {
			return "means some nested blocks, and those of a type change their shape together: omit the index, selector or label"
		}
	}
	return ""
}

// dotted is the path of a form, such as kubernetes.exec in errors. Only errors need it as text.
type dotted []string

func (p dotted) String() string { return strings.Join(p, ".") }

func (f *Forms) empty() bool { return len(f.Blocks)+len(f.Attributes) == 0 }

// forms decodes the member "blockTypes" or "attributes". The argument path has the types of the
// blocks around them; body describes the innermost of these blocks.
func (d *Decoder) forms(s *scope, body *terraform.Body, to *Forms, item *value.Item, path []string) error {
	v := &item.Value
	if v.Kind != value.Object || len(v.Items) == 0 {
		return s.Refuse(v.At, `%q must be an object of forms by name, as in {"set": {"as": "list"}}, found %s`, item.Key, v.Kind)
	}
	list, decode := &to.Attributes, d.attributeForm
	if item.Key == "blockTypes" {
		list, decode = &to.Blocks, d.blockForm
	}
	for i := range v.Items {
		member := &v.Items[i]
		if err := d.Take(member.Value.At); err != nil {
			return err
		}
		at := append(slices.Clip(path), member.Key)
		switch {
		case !value.IsIdentifier(member.Key):
			return s.Refuse(member.Value.At, "%s is not an identifier", excerpt.Quote(dotted(at).String()))
		case item.Key == "blockTypes" && body.Knows(member.Key):
			return s.Refuse(member.Value.At, "%s is a block of the language itself, and stays a block", dotted(at))
		case member.Value.Kind != value.Object:
			return s.Refuse(member.Value.At, `the form of %s must be an object, as in {"as": "list"}, found %s`, dotted(at), member.Value.Kind)
		}
		form := NewForm{Name: member.Key, To: member.Key, At: member.Value.At}
		if err := decode(s, body, &form, &member.Value, at); err != nil {
			return err
		}
		*list = append(*list, form)
	}
	return nil
}

// blockForm decodes the form of the nested blocks of a type.
func (d *Decoder) blockForm(s *scope, body *terraform.Body, f *NewForm, v *value.Value, path []string) error {
	for i := range v.Items {
		item := &v.Items[i]
		var err error
		switch item.Key {
		case "blockTypes", "attributes":
			err = d.forms(s, body.Block(f.Name), &f.Inside, item, path)
		default:
			err = d.formMember(s, f, item, blockForms, blockFormKeys)
		}
		if err != nil {
			return err
		}
	}
	where := dotted(path)
	switch {
	case f.As == AsBefore && f.Inside.empty():
		return s.Refuse(f.At, `the form of %s says nothing: "as" is "object", "list" or "map"`, where)
	case f.As == AsBefore && (f.To != f.Name || f.Key != "" || f.Value != ""):
		return s.Refuse(f.At, `%s stays a block without "as"; "name", "key" and "value" are for what it becomes`, where)
	case f.As == AsMap && f.Key == "":
		return s.Refuse(f.At, `"map" needs "key", the attribute of %s that becomes the key`, where)
	case f.As != AsMap && (f.Key != "" || f.Value != ""):
		return s.Refuse(f.At, `"key" and "value" are for "map"`)
	case f.Value != "" && f.Value == f.Key:
		return s.Refuse(f.At, `"key" and "value" name one attribute`)
	}
	if f.As == AsBefore {
		return nil
	}
	for _, inner := range f.Inside.Blocks {
		if inner.As == AsBefore {
			return s.Refuse(inner.At, `%s.%s cannot stay a block, because %s becomes a value: its form needs "as"`, where, inner.Name, where)
		}
	}
	if len(f.Inside.Attributes) > 0 {
		return s.Refuse(f.Inside.Attributes[0].At, "%s.%s cannot become a block, because %s becomes a value", where, f.Inside.Attributes[0].Name, where)
	}
	return nil
}

// attributeForm decodes the form of an attribute.
func (d *Decoder) attributeForm(s *scope, body *terraform.Body, f *NewForm, v *value.Value, path []string) error {
	for i := range v.Items {
		item := &v.Items[i]
		var err error
		switch item.Key {
		case "attributes":
			err = d.forms(s, body.Block(f.Name), &f.Inside, item, path)
		case "members":
			err = d.members(s, f, &item.Value)
		default:
			err = d.formMember(s, f, item, attributeForms, attributeFormKeys)
		}
		if err != nil {
			return err
		}
	}
	where := dotted(path)
	switch {
	case f.As == AsBefore:
		return s.Refuse(f.At, `the form of the attribute %s needs "as": "block" or "blocks"`, where)
	case f.As == AsBlock && (f.Key != "" || f.Value != ""):
		return s.Refuse(f.At, `"key" and "value" are for "blocks"`)
	case f.Value != "" && f.Value == f.Key:
		return s.Refuse(f.At, `"key" and "value" name one attribute`)
	case f.Value != "" && f.Members != nil:
		return s.Refuse(f.At, `"value" is for values that are no objects, and "members" is for objects`)
	case body.Knows(f.To):
		return s.Refuse(f.At, "%s is a block of the language itself, and no attribute becomes one", f.To)
	}
	return nil
}

// formMember decodes a member of a form that is a text: "as", "name", "key" or "value".
func (d *Decoder) formMember(s *scope, f *NewForm, item *value.Item, kinds map[string]As, known []string) error {
	v := &item.Value
	if !slices.Contains(known, item.Key) {
		return s.Refuse(v.At, "unknown key %s in the form of %s%s", excerpt.Quote(item.Key), f.Name, nearest.Or(item.Key, known))
	}
	if v.Kind != value.String {
		return s.Refuse(v.At, "%q must be a string, found %s", item.Key, v.Kind)
	}
	if item.Key == "as" {
		as, ok := kinds[v.Text]
		if !ok {
			names := make([]string, 0, len(kinds))
			for name := range kinds {
				names = append(names, name)
			}
			slices.Sort(names)
			return s.Refuse(v.At, `"as" cannot be %s%s`, excerpt.Quote(v.Text), nearest.Or(v.Text, names))
		}
		f.As = as
		return nil
	}
	if !value.IsIdentifier(v.Text) {
		return s.Refuse(v.At, "the name %s is not an identifier", excerpt.Quote(v.Text))
	}
	switch item.Key {
	case "name":
		f.To = v.Text
	case "key":
		f.Key = v.Text
	default:
		f.Value = v.Text
	}
	return nil
}

// members decodes "members", the attributes of the blocks that a value makes if it is not literal.
func (d *Decoder) members(s *scope, f *NewForm, v *value.Value) error {
	if v.Kind != value.Array || len(v.Items) == 0 {
		return fault.At(v.At, fault.InvalidRequest, `%s: "members" must be an array of names, found %s`, s, v.Kind)
	}
	for i := range v.Items {
		name := &v.Items[i].Value
		switch {
		case name.Kind != value.String || !value.IsIdentifier(name.Text):
			return s.Refuse(name.At, `"members" must be identifiers, found %s`, excerpt.Quote(name.Text))
		case slices.Contains(f.Members, name.Text):
			return s.Refuse(name.At, `"members" names %s twice`, name.Text)
		}
		if err := d.Take(name.At); err != nil {
			return err
		}
		f.Members = append(f.Members, name.Text)
	}
	return nil
}
