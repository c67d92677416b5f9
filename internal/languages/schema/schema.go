// Package schema holds the schemas of providers: which names in a body are arguments, and which
// are nested blocks. It reads the output of "terraform providers schema -json", and keeps only
// names, kinds and nesting.
//
// # Files
//
//	schema.go   Schemas: the providers, and the bodies of their blocks
//	reader.go   Schemas read from JSON
//	cache.go    a compact form of Schemas, written and read
package schema

import (
	"iacedit/internal/base/sequence"
	"iter"
	"slices"
	"strings"
)

// Schemas holds the schemas of some providers. The zero value is empty. A Schemas is immutable,
// so several goroutines may use it at once.
type Schemas struct {
	Providers []Provider

	names  []string // every name, stored once
	bodies []*Body  // every body, stored once; a body follows the bodies inside it
}

// A Provider holds the schemas of one provider.
type Provider struct {
	Address string // such as registry.terraform.io/hashicorp/aws
	Source  string // the file from which the schemas were read
	Bodies  [Kinds]map[string]*Body
}

// A Kind is a kind of block for which providers have schemas.
type Kind uint8

// The kinds.
const (
	Configuration Kind = iota // the provider block itself, which is stored under the name ""
	Resource
	Data
	Ephemeral
	Action
	List
	Kinds // the number of kinds
)

var kindNames = [Kinds]string{"provider", "resource", "data", "ephemeral", "action", "list"}

// String returns the block type.
func (k Kind) String() string { return kindNames[k] }

// A Body describes the contents of a block.
type Body struct {
	items []Item // sorted by name
	id    int    // the index of the body in Schemas.bodies
}

// An Item is an argument or a nested block of a Body.
type Item struct {
	Name  string
	Form  Form
	Trait Trait
	Body  *Body // the body of a nested block, or the members of an argument's objects; nil for other arguments
}

// A Form says whether an Item is an argument or a nested block.
type Form uint8

// A Trait says who sets an argument, or whether a nested block must be there. The zero Trait is that
// of other arguments, and of nested blocks that may be missing.
type Trait uint8

// The traits.
const (
	Computed Trait = iota + 1 // only the provider sets the argument
	Filled                    // the provider sets the optional argument if the code does not
	Required                  // there must be nested blocks of the type
	traits
)

// The forms.
const (
	Attribute  Form = iota
	Objects         // an argument whose value is a list or set of objects, which old code writes as blocks
	Block           // a nested block
	Labelled        // a nested block with one label, which the provider reads as a key of a map
	Single          // at most one nested block
	Object          // an argument whose value is an object
	ObjectList      // an argument whose value is a list or set of objects, which is never written as blocks
	ObjectMap       // an argument whose value is a map of objects
	forms
)

// Name returns the usual local name of a provider: the end of its address.
func (p *Provider) Name() string { return p.Address[strings.LastIndexByte(p.Address, '/')+1:] }

// Body returns the body of the blocks that have a given type, such as "resource", and a given first
// label. It returns nil if no provider has such blocks. If several providers have such blocks, it
// prefers the provider whose name is the part of the label before the first "_".
func (s *Schemas) Body(typ, label string) *Body {
	kind := slices.Index(kindNames[:], typ)
	if s == nil || kind < 0 {
		return nil
	}
	var found *Body
	prefix, _, _ := strings.Cut(label, "_")
	for i := range s.Providers {
		p := &s.Providers[i]
		if Kind(kind) == Configuration {
			if p.Name() == label {
				return p.Bodies[Configuration][""]
			}
			continue
		}
		b := p.Bodies[kind][label]
		if b != nil && p.Name() == prefix {
			return b
		}
		if found == nil {
			found = b
		}
	}
	return found
}

// Find returns the item of a body with the given name, and reports whether there is such an item.
func (b *Body) Find(name string) (Item, bool) {
	if b == nil {
		return Item{}, false
	}
	i, ok := slices.BinarySearchFunc(b.items, name, func(it Item, name string) int { return strings.Compare(it.Name, name) })
	if !ok {
		return Item{}, false
	}
	return b.items[i], true
}

// Items iterates over the items of a body, in the order of their names.
func (b *Body) Items() iter.Seq[Item] {
	if b == nil {
		return func(func(Item) bool) {}
	}
	return slices.Values(b.items)
}

// Names iterates over the names of the items of a body, in order.
func (b *Body) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for item := range b.Items() {
			if !yield(item.Name) {
				return
			}
		}
	}
}

// A Level is one block on the path from a top-level block to a nested block. Label is the first
// label of the block, or "" if the block has no labels.
type Level struct{ Type, Label string }

// Inside returns the body of a nested block, or nil if no provider describes the body. The argument
// lists the blocks from the top-level block to the nested block.
func (s *Schemas) Inside(levels []Level) *Body {
	var body, generated *Body // generated is the body of "content" if the current level is a dynamic block
	for i, l := range levels {
		next := body.Inside(l.Type)
		var inDynamic *Body
		switch {
		case i == 0 && l.Type != Action.String() && l.Type != List.String():
			next = s.Body(l.Type, l.Label)
		case i == 1 && l.Type == "config" && next == nil:
			next = s.Body(levels[0].Type, levels[0].Label)
		case i == 1 && levels[0].Type == "check":
			next = s.Body(l.Type, l.Label)
		case l.Type == "content" && generated != nil:
			next = generated
		case l.Type == "dynamic" && next == nil:
			inDynamic = body.Inside(l.Label)
		}
		body, generated = next, inDynamic
	}
	return body
}

// IsBlock reports whether an item is written as a nested block.
func (it Item) IsBlock() bool { return it.Form == Block || it.Form == Labelled || it.Form == Single }

// IsArgument reports whether an item is written as an argument, and never as nested blocks.
func (it Item) IsArgument() bool { return !it.IsBlock() && it.Form != Objects }

// Inside returns the body of the nested blocks of a type, or nil. Old code may have blocks where the
// schema of a new version has an argument.
func (b *Body) Inside(typ string) *Body {
	if it, ok := b.Find(typ); ok && it.Form != Objects {
		return it.Body
	}
	return nil
}

// Merge returns the union of schemas. If several arguments have the same provider, the last one
// takes precedence.
func Merge(all ...*Schemas) *Schemas {
	merged := &Schemas{}
	for _, s := range slices.Backward(all) {
		for i := range s.Providers {
			if !slices.ContainsFunc(merged.Providers, func(p Provider) bool { return p.Address == s.Providers[i].Address }) {
				merged.Providers = append(merged.Providers, s.Providers[i])
			}
		}
	}
	sequence.Sort(merged.Providers, func(a, b Provider) int { return strings.Compare(a.Address, b.Address) })
	return merged
}
