package selection

import (
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// dynamic is the type of blocks that generate nested blocks. The label of such a block is the type
// of the generated blocks.
const dynamic = "dynamic"

// Nest makes a nested block of the attribute at the address, which the code need not have. It reports
// whether that was possible. In a language that allows any block, all names after the block's type are
// labels if the argument whole is set, and otherwise only those in brackets.
func (x *Addressed) Nest(whole bool) bool { return nest(&x.Target, x.address, whole, x.language) }

func nest(t *address.Target, a address.Address, whole bool, l address.Language) bool {
	if l.Dialect.AnyBlock() {
		return t.NestLabelled(a, whole)
	}
	return t.Nest()
}

// IsBlock reports whether the members of the entry are those of a block, so that the last names of its
// address may be labels.
func (x *Addressed) IsBlock() bool {
	kind, isValue, holds := "", false, false
	for i := range x.Members {
		m := &x.Members[i]
		switch m.Key {
		case "kind":
			kind = m.Value.Text
		case "value":
			isValue = m.Value.Kind != value.Object
		case "attributes", "blockTypes":
			holds = true
		}
	}
	return holds || kind == KindBlock && !isValue
}

// mayMakeLabelled reports whether the entry may make a block with labels that no block has yet. A set
// that has a value sets an attribute.
func (x *Addressed) mayMakeLabelled(r *Rules) bool {
	if !r.Makes || !x.language.Dialect.AnyBlock() {
		return false
	}
	i := slices.IndexFunc(x.Members, func(m value.Item) bool { return m.Key == "value" })
	return i < 0 || x.IsBlock() || !r.Finds && x.Members[i].Value.Kind == value.Object
}

// The kinds of what an address names and the code lacks.
const (
	KindBlock     = "block"
	KindAttribute = "attribute"
)

// NestMade makes nested blocks of the attribute at the address, if only dynamic blocks make such blocks.
func (x *Addressed) NestMade() {
	if !x.there && IsGenerated(x.tree, &x.Target) {
		x.Nest(true)
	}
}

// IsGenerated reports whether dynamic blocks generate nested blocks of the type that the target has as the
// name of an attribute.
func IsGenerated(f *syntax.File, t *address.Target) bool {
	if t.Path.Name == "" || len(t.Path.Steps) > 0 || t.Depth() < len(t.Blocks) {
		return false
	}
	return slices.ContainsFunc(t.Found, func(body syntax.ItemID) bool {
		for id := range f.Blocks(body, dynamic) {
			if isKind(f, id, t.Path.Name) {
				return true
			}
		}
		return false
	})
}

// Take removes a member of the entry, and returns its value, or nil if the entry lacks the member.
func (x *Addressed) Take(key string) *value.Value {
	i := slices.IndexFunc(x.Members, func(m value.Item) bool { return m.Key == key })
	if i < 0 {
		return nil
	}
	v := x.Members[i].Value
	x.Members = slices.Delete(slices.Clone(x.Members), i, i+1) // the targets of a pattern share the members
	return &v
}

// Sent returns the address as it was sent.
func (x *Addressed) Sent() address.Address { return x.address }

// There reports whether the code has the attribute that the address names, or leads into.
func (x *Addressed) There() bool { return x.there }

// NestNew decides whether a name at an address that the code lacks is a nested block or an attribute.
// In log_config.metadata, for example, log_config becomes a nested block if the provider's schema has
// such a block. A name that the schema does not know becomes one if other blocks of the same type contain
// a nested block of that name. In a language that allows any block, NestNew refuses a name whose path may
// be a label.
func (d *Decoder) NestNew(x *Addressed) error {
	t := &x.Target
	if x.there || t.Path.Name == "" || d.Language.IsValuesFile(t.Blocks[0].Type) {
		return nil
	}
	if nested, known := NestBySchema(t, d.Schemas); nested || !known && d.nests(t) && t.Nest() {
		return nil
	}
	return x.refuseUnclear()
}

// refuseUnclear returns an error for an address such as job.x.group.a.task.t.config, if the language
// allows any block, and no block or attribute "task" is there: it may be the type of a nested block
// whose label is t, or an attribute whose value is an object.
func (x *Addressed) refuseUnclear() error {
	t, dialect, a := &x.Target, x.language.Dialect, x.address
	name, steps := t.Path.Name, t.Path.Steps
	if !dialect.AnyBlock() || t.Depth() < len(t.Blocks) || len(steps) == 0 || steps[0].Kind != address.StepKey ||
		terraform.IsUsualMap(name) || dialect.HoldsObject(t.Blocks[len(t.Blocks)-1].Type, name) {
		return nil
	}
	rest := len(a) - len(steps)
	labelled := slices.Clone(a)
	labelled[rest].Kind = address.PartKey
	return fault.At(x.At, fault.InvalidRequest, `%s: nothing is named %s there yet: with the kind "block" (set --block), %s makes a nested block with the label %s, and add makes %[5]s without a label (add --block); with the kind "attribute" (set --attribute), %[2]s is an attribute`,
		a, excerpt.Quote(name), labelled, excerpt.Quote(a[rest].Text), a[:rest])
}

// NestBySchema changes the attribute of a target to a nested block if the provider's schema has a
// nested block of that name. It changes the following names of the target in the same way, until
// one is not the name of a nested block. It reports whether it has changed the target, and whether
// the schema has at least one of the names.
func NestBySchema(t *address.Target, schemas *schema.Schemas) (nested, known bool) {
	if schemas == nil {
		return false, false
	}
	levels := LevelsOf(t)
	for t.Path.Name != "" {
		it, ok := schemas.Inside(levels).Find(t.Path.Name)
		known = known || ok
		if !it.IsBlock() || it.Form == schema.Labelled {
			break
		}
		levels = append(levels, schema.Level{Type: t.Path.Name})
		if !t.Nest() {
			break
		}
		nested = true
	}
	return nested, known
}

// LevelsOf returns the types and labels of the target's blocks, in the form that package schema
// needs to find these blocks.
func LevelsOf(t *address.Target) (levels []schema.Level) {
	for _, level := range t.Blocks {
		l := schema.Level{Type: level.Type}
		if len(level.Labels) > 0 {
			l.Label = level.Labels[0]
		}
		levels = append(levels, l)
	}
	return levels
}

// nests reports whether a block similar to the target's block contains a nested block whose type is
// the last name of the target. Blocks are similar if they have the same type. If they are providers
// or have two labels, their first labels must also be equal.
func (d *Decoder) nests(t *address.Target) bool {
	level := &t.Blocks[0]
	first := address.AnyLabel
	if len(level.Labels) > 1 || len(level.Labels) == 1 && level.Type == "provider" {
		first = level.Labels[0]
	}
	key := strings.Join(append([]string{first}, t.Types()...), " ")
	names, known := d.similar[key]
	if !known {
		names = d.nestedIn(t, first)
		if d.similar == nil {
			d.similar = map[string]map[string]bool{}
		}
		d.similar[key] = names
		d.Budget.Hold(len(key))
	}
	return names[t.Path.Name]
}

// stepsPerSimilar is the price of one item in a block that may be similar.
const stepsPerSimilar = 2

// nestedIn returns the types of the nested blocks, and of those that dynamic blocks generate, in all
// blocks whose types are those of the target, and whose first label matches first.
func (d *Decoder) nestedIn(t *address.Target, first string) map[string]bool {
	names := map[string]bool{}
	for i := range d.Code {
		c := &d.Code[i]
		if c.Tree == nil {
			continue
		}
		f, bodies := c.Tree, d.similarTo(c, &t.Blocks[0], first)
		for _, inner := range t.Blocks[1:] {
			var next []syntax.ItemID
			for _, body := range bodies {
				for id := range d.itemsOf(f, body) {
					if name := string(f.Name(id)); name == inner.Type || name == dynamic && isKind(f, id, inner.Type) {
						next = append(next, id)
					}
				}
			}
			bodies = next
		}
		for _, body := range bodies {
			for id := range d.itemsOf(f, body) {
				name := string(f.Name(id))
				if name == dynamic {
					for label := range f.Labels(id) {
						name = string(label)
						break
					}
				}
				names[name] = true
			}
		}
	}
	return names
}

// similarTo returns the top-level blocks of a file whose type is that of a level, and whose first label
// matches first.
func (d *Decoder) similarTo(c *Code, level *address.Level, first string) []syntax.ItemID {
	index, types := c.indexOf(d), d.Language.Spellings(level.Type)
	if first == address.AnyLabel || address.IsPattern(first) {
		all := index.Blocks(nil, syntax.Root, types)
		if first == address.AnyLabel {
			return all
		}
		return slices.DeleteFunc(all, func(id syntax.ItemID) bool { return !isKind(c.Tree, id, first) })
	}
	labels := slices.Repeat([]string{address.AnyLabel}, len(level.Labels))
	labels[0] = first
	return index.At(nil, types, labels, len(labels) > 1)
}

// itemsOf yields the blocks in a body.
func (d *Decoder) itemsOf(f *syntax.File, body syntax.ItemID) func(yield func(syntax.ItemID) bool) {
	return func(yield func(syntax.ItemID) bool) {
		for id := range f.Children(body) {
			d.Budget.Step(stepsPerSimilar)
			if f.Kind(id) == syntax.KindBlock && !yield(id) {
				return
			}
		}
	}
}

// isKind reports whether the first label of a block matches wanted, which may be a pattern.
func isKind(f *syntax.File, block syntax.ItemID, wanted string) bool {
	for label := range f.Labels(block) {
		return address.MatchLabel(wanted, string(label))
	}
	return false
}
