package refs

import (
	"iter"

	"iacedit/syntax"
)

// A Declaration is a block, or an attribute of a block such as "locals", that declares an object to which
// references can refer. Its spans contain only the names, without quotes. Type is empty for kinds
// without a type.
//
// For a provider block, Type is the label, and Name is the text of the alias, empty for the
// default configuration.
type Declaration struct {
	Kind     Kind
	Type     syntax.Span
	Name     syntax.Span
	Repeated bool          // the block has count or for_each
	Item     syntax.ItemID // the top-level block that is the declaration or contains it
}

// Address returns the address of references to the declared object.
func (d *Declaration) Address(f *syntax.File) Address {
	f = orEmpty(f)
	return Address{d.Kind, string(f.At(d.Type)), string(f.At(d.Name))}
}

// Declarations returns an iterator over the declarations of a Terraform file, in order, including
// data sources inside check blocks. The file must be unedited.
func Declarations(f *syntax.File) iter.Seq[Declaration] { return DeclarationsIn(f, Configuration) }

// DeclarationsIn is like Declarations, for a file of any role. In Bake, an attribute at the top level
// declares a variable; its Item is the attribute.
func DeclarationsIn(f *syntax.File, role Role) iter.Seq[Declaration] {
	return func(yield func(Declaration) bool) {
		f := orEmpty(f)
		lang := role.language()
		if role.hasValues() {
			return
		}
		var body bodyReader
		for id := range topLevel(f) {
			it := item(f, id)
			if it.Kind != syntax.KindBlock {
				if kind := lang.attributes[""]; kind != Other && !yield(Declaration{Kind: kind, Name: it.Name, Item: id}) {
					return
				}
				continue
			}
			body.read(f, id)
			if d := lang.declaration(f, id, &body); d.Kind != Other && !yield(d) {
				return
			}
			typ := string(f.At(it.Name))
			for i := 0; i < len(body.parts); i = body.parts[i].next {
				if d := lang.nestedDeclaration(f, typ, &body, i); d.Kind != Other {
					if d.Item = id; !yield(d) {
						return
					}
				}
			}
		}
	}
}

// nestedDeclaration returns what body.parts[i] declares: a local value, or a data source in a check
// block. The top-level block around the part has the type typ. If the part declares nothing, the
// Kind is Other.
func (l *language) nestedDeclaration(f *syntax.File, typ string, body *bodyReader, i int) Declaration {
	p := &body.parts[i]
	switch {
	case l.attributes[typ] != Other && !p.isBlock:
		return Declaration{Kind: l.attributes[typ], Name: p.name}
	case p.isBlock && l.nested[typ] != "" && string(f.At(p.name)) == l.nested[typ]:
		return l.declarationAt(f, p.name, body, i+1, p.next)
	}
	return Declaration{}
}

// declaration returns what a top-level block declares. body contains the parts of the block. If the
// block declares nothing, the Kind is Other.
func (l *language) declaration(f *syntax.File, block syntax.ItemID, body *bodyReader) Declaration {
	d := l.declarationAt(f, item(f, block).Name, body, 0, len(body.parts))
	d.Item = block
	return d
}

// declarationAt is like declaration, but for a block at any level. The span of its type is typ, and
// its parts are body.parts[from:to].
func (l *language) declarationAt(f *syntax.File, typ syntax.Span, body *bodyReader, from, to int) Declaration {
	d := Declaration{Kind: l.blocks[string(f.At(typ))]}
	n := 0
	for label := range labels(f.Text(), typ) {
		d.Type, d.Name = d.Name, label
		n++
	}
	switch {
	case d.Kind == Other, n != 1 && !hasType(d.Kind), n != 2 && hasType(d.Kind):
		return Declaration{}
	case d.Kind == Provider:
		d.Type, d.Name = d.Name, syntax.Span{}
	case !hasType(d.Kind):
		d.Type = syntax.Span{}
	}
	for i := from; i < to; i = body.parts[i].next {
		if p := &body.parts[i]; !p.isBlock {
			d.readArgument(f, p)
		}
	}
	return d
}

// readArgument records a part in d if the part is an argument "count", "for_each" or "alias". It
// ignores any other part.
func (d *Declaration) readArgument(f *syntax.File, p *part) {
	switch string(f.At(p.name)) {
	case "count", "for_each":
		d.Repeated = true
	case "alias":
		from, to := int(p.value.From)+1, int(p.value.To)-1
		if d.Kind == Provider && f.Text()[p.value.From] == '"' && quoteEnd(f.Text(), from) == to {
			d.Name = span(from, to)
		}
	}
}
