package report

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/internal/excerpt"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// A deletion is something deleted that expressions may refer to.
type deletion struct {
	at     int
	folder string
	of     refs.Address
	name   string // as messages have it
	places []string
	more   int // places that the message leaves out
}

// mostPlaces is how many places a warning names.
const mostPlaces = 5

// DeletesBlock notes that a top-level block is about to be deleted.
func (o *Observer) DeletesBlock(at int, b draft.Block) {
	if o == nil || b.Module.Language.Dialect == address.HCL {
		return
	}
	typ := string(b.Draft.Name(b.ID))
	if typ == "locals" {
		b.Draft.Expand(b.ID)
		for a := b.Draft.FirstItem(b.ID); a != syntax.NoItem; a = b.Draft.NextItem(a) {
			b.Budget.Step(1)
			if b.Draft.Kind(a) == syntax.KindAttribute {
				o.deletes(at, b.File, refs.Address{Kind: refs.Local, Name: string(b.Draft.Name(a))}, "local."+string(b.Draft.Name(a)))
			}
		}
		return
	}
	kind := refs.KindOf(typ)
	labels := b.Labels()
	of := refs.Address{Kind: kind}
	switch {
	case kind == refs.Other:
		return
	case kind == refs.Provider && len(labels) == 1:
		of.Type = labels[0]
		if alias := b.Index.Attribute(b.ID, "alias"); alias != syntax.NoItem {
			e := b.Expr(alias)
			of.Name, _ = e.PlainString(e.Root)
		}
	case len(labels) == 1 && (kind == refs.Module || kind == refs.Variable):
		of.Name = labels[0]
	case len(labels) == 2:
		of.Type, of.Name = labels[0], labels[1]
	default:
		return
	}
	o.deletes(at, b.File, of, address.Of(typ, labels...).String())
}

// deletesLocal notes that an attribute of a body is deleted: of locals it may be referred to.
func (o *Observer) deletesLocal(at int, f *draft.File, body syntax.ItemID, name string) {
	if f.Module.Language.Dialect == address.HCL || body == syntax.Root {
		return
	}
	if it := f.Draft.Item(body); it.Parent == syntax.Root && string(f.Draft.Name(body)) == "locals" {
		o.deletes(at, f, refs.Address{Kind: refs.Local, Name: name}, "local."+name)
	}
}

func (o *Observer) deletes(at int, f *draft.File, of refs.Address, name string) {
	o.Budget.Grow(bytesPerOutcome + len(name))
	o.deleted = append(o.deleted, deletion{at: at, folder: f.Folder, of: of, name: name})
}

// JudgeDeletions warns of what was deleted, is not there again, and is still referred to in the
// code as edited.
func (o *Observer) JudgeDeletions(m *draft.Module) error {
	if o == nil || len(o.deleted) == 0 {
		return nil
	}
	type key struct {
		folder string
		of     refs.Address
	}
	gone := map[key]*deletion{}
	for i := range o.deleted {
		d := &o.deleted[i]
		gone[key{d.folder, d.of}] = d
	}
	trees := map[*draft.File]*syntax.File{}
	for _, f := range m.InOrder() {
		tree, err := o.edited(f)
		if err != nil {
			return err
		}
		if trees[f] = tree; f.Searched() {
			o.Budget.Step(len(tree.Text()) >> 1)
			for d := range refs.Declarations(tree) {
				delete(gone, key{f.Folder, d.Address(tree)})
			}
		}
	}
	for _, f := range m.InOrder() {
		role := refs.Configuration
		switch {
		case f.Role == module.Values || f.Role == module.NamedValues:
			role = refs.Variables
		case m.Named && f.Role == module.None:
			continue
		}
		if len(gone) == 0 {
			break
		}
		tree := trees[f]
		o.Budget.Step(len(tree.Text()) >> 1)
		for r := range refs.All(tree, role) {
			if r.Kind == refs.Self || r.Kind == refs.Own {
				continue
			}
			if d := gone[key{f.Folder, r.Address(tree)}]; d != nil {
				d.found(m, f, tree, r)
			}
		}
	}
	for i := range o.deleted {
		if d := &o.deleted[i]; len(d.places) > 0 {
			o.Warn(d.at, StillReferenced, fmt.Sprintf("%s is deleted and still referred to, %s", d.name, d.list()))
		}
	}
	return nil
}

// edited returns the tree of a file as edited.
func (o *Observer) edited(f *draft.File) (*syntax.File, error) {
	if !f.Draft.Changed() {
		return f.Tree, nil
	}
	code := f.Draft.Append(nil)
	o.Budget.Grow(len(code))
	return syntax.Parse(code)
}

// found notes a place that refers to what was deleted.
func (d *deletion) found(m *draft.Module, f *draft.File, tree *syntax.File, r *refs.Reference) {
	if len(d.places) == mostPlaces {
		d.more++
		return
	}
	place := ""
	if r.Owner != nil && r.Owner.Item != syntax.NoItem && r.Owner.Item != syntax.Root {
		place = m.Language.Header(tree, syntax.Root, r.Owner.Item).String() + "."
	}
	place += string(tree.At(r.In))
	line, _ := tree.Position(r.At.From)
	where := fmt.Sprintf("on line %d of the code as edited", line)
	if f.Name != "" {
		where = fmt.Sprintf("on line %d of %s as edited", line, f.Name)
	}
	d.places = append(d.places, strings.TrimSuffix("by "+excerpt.Printable([]byte(place))+" "+where, " "))
}

// list returns the places as a message has them.
func (d *deletion) list() string {
	text := strings.Join(d.places, ", ")
	if d.more > 0 {
		text += fmt.Sprintf(", and in %d more places", d.more)
	}
	return text
}
