package selection

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
	"iacedit/value"
)

// Beside returns what the text of a place such as {"after": "var.region"} means: the tree of the block at this
// address or, if x is an attribute, the path of the attribute there. Both must be in one body. A name
// without dots is in the body of x, unless x is a top-level block.
func (d *Decoder) Beside(r *Rules, x *Addressed, text *value.Value) (place value.Value, err error) {
	s, t := &Scope{Rules: r}, &x.Target
	a, err := ParseAddress(text.Text, d.Budget)
	isTop, isAttribute := len(t.Blocks) == 1 && t.Path.Name == "", t.Path.Name != ""
	switch {
	case isAttribute && (err != nil || len(a) == 1 || len(t.Path.Steps) > 0 && a[0].Text == t.Path.Name):
		return *text, nil // a name, or a path in the same block
	case err != nil:
		return place, s.Refuse(text.At, "the address %s: %s", excerpt.Quote(text.Text), err)
	case len(a) == 1 && !isTop:
		return blockOf(a[0].Text, nil, text.At), nil
	case t.Several() && !isTop:
		return place, s.Refuse(text.At, "%s is in one block, and %s matches several: give only the name beside which to put it", a, x.address)
	}
	o, err := d.neighbour(s, x, a, text.At)
	if err != nil {
		return place, err
	}
	if !o.isThere() && isAttribute == (o.Target.Path.Name == "") && len(t.Blocks) > len(o.Target.Blocks) {
		o.Target.Nest() // an earlier entry may make this block
	}
	last := len(o.Target.Blocks) - 1
	x.followLocal(o)
	switch {
	case isAttribute == (o.Target.Path.Name != "") && last == len(t.Blocks)-1 && (isTop || x.sharesBody(o)):
	case !o.isThere():
		return place, fault.At(text.At, fault.BlockNotFound, "no %s", a)
	case isAttribute != (o.Target.Path.Name != ""):
		return place, s.Refuse(text.At, "%s cannot stand beside %s: one is an attribute, and the other is a block", x.address, a)
	default:
		return place, s.Refuse(text.At, "%s cannot stand beside %s: both have to be in the same place", x.address, a)
	}
	switch {
	case isAttribute:
		return value.Value{Kind: value.String, Text: o.Target.Path.String(), At: text.At}, nil
	case isTop:
		return o.Tree(nil, "", "", false), nil
	}
	selectors := Selectors(&o.Target, last, d.Language, false)
	o.place(selectors)
	return blockOf(o.Target.Blocks[last].Type, selectors, text.At), nil
}

// blockOf returns the tree of a nested block.
func blockOf(typ string, selectors []value.Item, at int) value.Value {
	entries := value.Value{Kind: value.Array, At: at, Items: []value.Item{{Value: value.Value{Kind: value.Object, At: at, Items: selectors}}}}
	return value.Value{Kind: value.Object, At: at, Items: []value.Item{{Key: typ, Value: entries}}}
}

// neighbour resolves the address beside which x is placed: in the file of x, or in all files if that file
// lacks it or x is a top-level block.
func (d *Decoder) neighbour(s *Scope, x *Addressed, a address.Address, at int) (*Addressed, error) {
	all := d.Code
	defer func() { d.Code = all }()
	if i := slices.IndexFunc(all, func(c Code) bool { return c.Tree == x.tree }); i >= 0 && (len(x.Target.Blocks) > 1 || x.Target.Path.Name != "") {
		o := &Addressed{At: at, address: a, language: d.Language}
		d.Code = all[i : i+1]
		if err := d.resolve(s, o, a); err == nil && o.isThere() {
			return o, nil
		}
		d.Code = all
	}
	o := &Addressed{At: at, address: a, language: d.Language}
	err := d.resolve(s, o, a)
	if err != nil || slices.ContainsFunc(o.Target.Blocks, func(l address.Level) bool { return l.LeftOut > 0 }) {
		return nil, d.doubt(s, o, a, err)
	}
	return o, nil
}

// isThere reports whether the code has the block or the attribute at the address.
func (x *Addressed) isThere() bool {
	return x.Target.Depth() == len(x.Target.Blocks) && (x.Target.Path.Name == "" || x.there)
}

// followLocal makes a new local go to the block, and to the file, of the local beside it.
func (x *Addressed) followLocal(o *Addressed) {
	name, other := x.Target.Path, o.Target.Path.Name
	if len(x.Target.Blocks) > 1 || x.Target.Blocks[0].Type != "locals" || name.Name == "" || x.there || o.Target.Blocks[0].Type != "locals" || !o.there || x.sharesBody(o) {
		return
	}
	x.Target, x.tree, x.file = o.Target, o.tree, ""
	x.Target.Path, x.Target.Blocks = name, slices.Clone(o.Target.Blocks)
	block := &x.Target.Blocks[0]
	block.Has, block.Index = []string{other}, -1
}

// sharesBody reports whether two attributes, or two nested blocks, are in one body. What the code lacks is in the body
// that its address names.
func (x *Addressed) sharesBody(o *Addressed) bool {
	a, b := &x.Target, &o.Target
	switch {
	case x.tree != o.tree:
		return false
	case len(a.Found) == 0 || len(b.Found) == 0:
		return outsideOf(a) == outsideOf(b)
	case a.Path.Name != "":
		return slices.Equal(a.Found, b.Found)
	}
	parent := x.tree.Item(a.Found[0]).Parent
	elsewhere := func(id syntax.ItemID) bool { return x.tree.Item(id).Parent != parent }
	return !slices.ContainsFunc(a.Found, elsewhere) && !slices.ContainsFunc(b.Found, elsewhere)
}

// outsideOf returns the address of the block in which the target is.
func outsideOf(t *address.Target) string {
	outside := *t
	if outside.Path = (address.Path{}); t.Path.Name == "" {
		outside.Blocks = t.Blocks[:len(t.Blocks)-1]
	}
	return outside.Address().String()
}
