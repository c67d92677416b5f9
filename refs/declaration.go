package refs

import (
	"iter"

	"iacedit/syntax"
)

// A Declaration is where something that references name is declared: a block, or an
// attribute of locals. Its spans are of the names alone, without quotes; Type is empty
// for kinds without one.
//
// A provider's Type is its label; its Name, the text of its alias, is empty for the
// default configuration.
type Declaration struct {
	Kind     Kind
	Type     syntax.Span
	Name     syntax.Span
	Repeated bool          // it has count or for_each
	Item     syntax.ItemID // the block or attribute
}

// Address returns what references to it have as their address.
func (d *Declaration) Address(f *syntax.File) Address {
	return Address{d.Kind, string(f.At(d.Type)), string(f.At(d.Name))}
}

// declares maps block types to what the blocks declare.
var declares = map[string]Kind{
	"resource": Resource, "data": Data, "ephemeral": Ephemeral, "action": Action,
	"module": Module, "variable": Variable, "provider": Provider,
}

// Declarations returns an iterator over what a Terraform file declares, in order: also
// the data sources inside check blocks. The file is expanded as by All.
func Declarations(f *syntax.File) iter.Seq[Declaration] {
	return func(yield func(Declaration) bool) {
		for id := range children(f, syntax.Root) {
			if item(f, id).Kind != syntax.KindBlock {
				continue
			}
			if d := declaration(f, id); d.Kind != Other && !yield(d) {
				return
			}
			typ := string(f.Name(id))
			if typ != "locals" && typ != "check" {
				continue
			}
			for inner := range children(f, id) {
				if d := innerDeclaration(f, typ, inner); d.Kind != Other && !yield(d) {
					return
				}
			}
		}
	}
}

// innerDeclaration returns what an item in a top-level block of a type declares.
func innerDeclaration(f *syntax.File, typ string, id syntax.ItemID) Declaration {
	it := item(f, id)
	switch {
	case typ == "locals" && it.Kind == syntax.KindAttribute:
		return Declaration{Kind: Local, Name: it.Name, Item: id}
	case typ == "check" && it.Kind == syntax.KindBlock && string(f.Name(id)) == "data":
		return declaration(f, id)
	}
	return Declaration{Item: id}
}

// declaration returns what a block declares. Its Kind is Other where that is nothing.
func declaration(f *syntax.File, block syntax.ItemID) Declaration {
	d := Declaration{Kind: declares[string(f.Name(block))], Item: block}
	if d.Kind == Other {
		return d
	}
	n := 0
	for label := range labels(f, block) {
		d.Type, d.Name = d.Name, label
		n++
	}
	if want := 1 + boolInt(typed(d.Kind)); n != want {
		return Declaration{Item: block}
	}
	if d.Kind == Provider {
		d.Type, d.Name = d.Name, syntax.Span{}
	}
	for id := range children(f, block) {
		if item(f, id).Kind == syntax.KindAttribute {
			d.argument(f, id)
		}
	}
	return d
}

// argument notes what an argument tells of the block that it is in.
func (d *Declaration) argument(f *syntax.File, id syntax.ItemID) {
	switch string(f.Name(id)) {
	case "count", "for_each":
		d.Repeated = true
	case "alias":
		value := item(f, id).Content
		if d.Kind == Provider && value.Len() > 2 && f.Text()[value.From] == '"' && quoteEnd(f.Text(), int(value.From)+1) == int(value.To)-1 {
			d.Name = syntax.Span{From: value.From + 1, To: value.To - 1}
		}
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
