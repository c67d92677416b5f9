package upgrades

import (
	"encoding/json"
	"fmt"
	"slices"

	"iacedit/syntax"
)

// A stage is a request of an upgrade. Each stage applies to the result of the previous one.
type stage uint8

// The stages.
const (
	renaming  stage = iota // value, remove, and rename of arguments
	grouping               // rename of nested blocks, whose contents have their new names
	filling                // required and default, which name the new arguments
	reshaping              // reshape, last, because nothing else looks into the values of attributes
)

// stageOf returns the stage in which a fact is applied; ok is false for facts that are applied
// otherwise.
func stageOf(f *Fact) (at stage, ok bool) {
	switch f.Kind {
	case Value, Remove, ReadOnly, Rename:
		if f.Block {
			return grouping, true
		}
		return renaming, true
	case Required, Default:
		return filling, true
	case Reshape:
		return reshaping, true
	}
	return 0, false
}

// A unit is what is applied, or refused, as a whole: facts about the blocks of one kind.
type unit struct {
	kindOf
	facts  []*Fact
	blocks []*block
	all    bool // the blocks are all blocks of the kind in the code
}

// request returns the edits of the unit as JSON, or nil if it has none.
func (u *unit) request() []byte {
	var all object
	for _, f := range u.facts {
		switch f.Kind {
		case Value:
			all = u.add(all, "update", u.values(f)...)
		case Remove, ReadOnly:
			all = u.add(all, "delete", u.removals(f)...)
		case Rename:
			all = u.swaps(all, f)
		case Default, Required:
			all = u.add(all, "update", u.defaults(f)...)
		}
	}
	all = u.add(all, "rename", u.renames()...)
	all = u.add(all, "reshape", u.reshapes()...)
	if len(all) == 0 {
		return nil
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil // every value in a fact is valid JSON
	}
	return text
}

// add adds an operation with entries for the blocks of the unit.
func (u *unit) add(all object, operation string, entries ...object) object {
	if len(entries) == 0 {
		return all
	}
	var labels object
	for _, t := range u.targets() {
		var list []object
		for _, e := range entries {
			list = append(list, slices.Concat(t.selectors, e))
		}
		if i := slices.IndexFunc(labels, func(p property) bool { return p.key == t.label }); i >= 0 {
			labels[i].value = append(labels[i].value.([]object), list...)
			continue
		}
		labels = append(labels, property{t.label, list})
	}
	return merged(all, operation, u.address(operation, labels))
}

// address puts entries, by label, below the types of the blocks.
func (u *unit) address(operation string, labels object) object {
	switch u.of {
	case "provider":
		return object{{"provider", labels}}
	case "backend":
		var entries []object
		for _, p := range labels {
			for _, e := range p.value.([]object) {
				settings := object{{"all", true}, {"optional", true}, {"has", []string{"backend." + p.key}}}
				if !u.all {
					settings = append(settings, property{"file", u.blocks[0].tree.name})
				}
				entries = append(entries, slices.Concat(settings, through(operation, step{name: "backend"}, slices.Concat(object{{"labels", []string{p.key}}}, e))))
			}
		}
		return object{{"terraform", entries}}
	}
	return object{{u.of, object{{u.typ, labels}}}}
}

// merged returns the operations of a request, with more entries for one of them.
func merged(all object, operation string, more object) object {
	i := slices.IndexFunc(all, func(p property) bool { return p.key == operation })
	if i < 0 {
		return append(all, property{operation, more})
	}
	all[i].value = mergedValues(all[i].value, more)
	return all
}

func mergedValues(a, b any) any {
	switch a := a.(type) {
	case object:
		for _, p := range b.(object) {
			if i := slices.IndexFunc(a, func(q property) bool { return q.key == p.key }); i >= 0 {
				a[i].value = mergedValues(a[i].value, p.value)
			} else {
				a = append(a, p)
			}
		}
		return a
	case []object:
		return append(a, b.([]object)...)
	}
	return b
}

// A target selects some blocks of the unit.
type target struct {
	label     string
	selectors object
}

// targets returns the labels and selectors that select the blocks of the unit. Addresses reach
// override files only by their names.
func (u *unit) targets() (all []target) {
	if u.of == "backend" {
		return []target{{u.typ, nil}}
	}
	optional := object{{"optional", true}}
	if u.all {
		label := "*"
		if u.of == "provider" {
			label, optional = u.typ, append(optional, property{"all", true})
		}
		all = append(all, target{label, optional})
	}
	for _, b := range u.blocks {
		selectors := slices.Clone(optional)
		switch {
		case b.overrides():
			selectors = append(selectors, property{"file", b.tree.name})
		case u.all:
			continue
		case b.tree.name != "":
			selectors = append(selectors, property{"folder", b.folder})
		}
		if u.of == "provider" && !u.all {
			selectors = append(selectors, property{"all", true})
		}
		t := target{b.name, selectors}
		if !slices.ContainsFunc(all, func(o target) bool { return same(o, t) }) {
			all = append(all, t)
		}
	}
	return all
}

func same(a, b target) bool {
	x, _ := json.Marshal(a.selectors)
	y, _ := json.Marshal(b.selectors)
	return a.label == b.label && string(x) == string(y)
}

// nested puts an entry for a body into entries for the blocks on the way to it. The operation is
// "delete", or "update", whose entries name the nested operation again.
func nested(way, operation string, inner object) object {
	all := steps(way)
	for _, s := range slices.Backward(all) {
		inner = through(operation, s, inner)
	}
	return inner
}

// through returns an entry with an entry for the nested blocks of one step.
func through(operation string, s step, inner object) object {
	every := func(o object) []object { return []object{append(object{{"all", true}}, o...)} }
	in := func(name string, entries []object) object {
		types := object{{"blockTypes", object{{name, entries}}}}
		if operation == "update" {
			return object{{"update", types}}
		}
		return types
	}
	if !s.dynamic {
		return in(s.name, every(inner))
	}
	return in("dynamic", every(append(object{{"labels", []string{s.name}}}, in("content", every(inner))...)))
}

// values returns the entries that replace literals which are no longer accepted.
func (u *unit) values(f *Fact) (entries []object) {
	last := lastPart(f.Path)
	for _, s := range shapes(u.blocks, f.Path) {
		if s.kind != syntax.KindAttribute {
			continue
		}
		for _, p := range f.Values {
			change := property{"update", object{{"attributes", object{{last, p.New}}}}}
			if p.New == nil {
				change = property{"delete", object{{"attributes", []string{last}}}}
			}
			entries = append(entries, nested(s.way, "update", object{{"where", object{{last, p.Old}}}, change}))
		}
	}
	return entries
}

// removals returns the entries that remove an argument, or nested blocks.
func (u *unit) removals(f *Fact) (entries []object) {
	last := lastPart(f.Path)
	for _, s := range shapes(u.blocks, f.Path) {
		var inner object
		switch {
		case s.kind == syntax.KindAttribute:
			inner = object{{"attributes", []string{last}}}
		case s.made:
			inner = object{{"blockTypes", object{{"dynamic", []object{{{"all", true}, {"labels", []string{last}}}}}}}}
		default:
			inner = object{{"blockTypes", object{{last, []object{{{"all", true}}}}}}}
		}
		entries = append(entries, nested(s.way, "delete", inner))
	}
	return entries
}

// renames returns the entries that give items new names and values, or move them into other blocks.
func (u *unit) renames() (entries []object) {
	for _, keepEmpty := range []bool{false, true} {
		var attributes, types object
		for _, f := range u.facts {
			switch {
			case f.Kind != Rename || f.Swaps != nil || f.KeepEmpty != keepEmpty:
			case f.Block:
				types = append(types, property{f.Path, f.To})
			default:
				attributes = append(attributes, property{f.Path, f.newName()})
			}
		}
		var e object
		if attributes != nil {
			e = append(e, property{"attributes", attributes})
		}
		if types != nil {
			e = append(e, property{"blockTypes", types})
		}
		if keepEmpty && e != nil {
			e = append(e, property{"keepEmpty", true})
		}
		if e != nil {
			entries = append(entries, e)
		}
	}
	return entries
}

// newName returns the new name of an argument, as an entry has it: with "value", "values" and
// "reference" if the fact has them. A table with both booleans is a conditional, which also applies
// to expressions.
func (f *Fact) newName() any {
	yes, no := f.mapped("true"), f.mapped("false")
	o := object{{"to", f.To}}
	switch {
	case yes != nil && no != nil:
		o = append(o, property{"value", fmt.Sprintf("$ ? %s : %s", yes, no)})
	case f.Values != nil:
		var values object
		for _, p := range f.Values {
			values = append(values, property{literalText(p.Old), p.New})
		}
		o = append(o, property{"values", values})
	case f.Expr != "":
		o = append(o, property{"value", f.Expr})
	}
	if f.Reference != "" {
		o = append(o, property{"reference", f.Reference})
	}
	if f.Object {
		o = append(o, property{"object", true})
	}
	if len(o) == 1 {
		return f.To
	}
	return o
}

// mapped returns what replaces an old literal, or nil.
func (f *Fact) mapped(text string) json.RawMessage {
	for _, p := range f.Values {
		if literalText(p.Old) == text {
			return p.New
		}
	}
	return nil
}

// defaults returns the entries that write an old default where the argument is missing.
func (u *unit) defaults(f *Fact) (entries []object) {
	if f.Was == nil {
		return nil
	}
	last := lastPart(f.Path)
	for _, way := range ways(u.blocks, f.Path) {
		entries = append(entries, nested(way, "update", object{
			{"lacks", []string{last, "dynamic." + last}},
			{"set", object{{"attributes", object{{last, f.Was}}}}},
		}))
	}
	return entries
}

// quoted returns a text as a JSON string.
func quoted(text string) json.RawMessage {
	dst, _ := json.Marshal(text)
	return dst
}

// swaps adds the edits of a fact that gives references another attribute: the argument gets its new
// name, and the new reference in the place of the old.
func (u *unit) swaps(all object, f *Fact) object {
	if f.Swaps == nil {
		return all
	}
	last := lastPart(f.Path)
	for _, b := range u.blocks {
		one := &unit{kindOf: u.kindOf, blocks: []*block{b}}
		for _, it := range b.items(f.Path) {
			old, new := f.swapped(it)
			if new == "" {
				continue
			}
			where := object{{"where", object{{last, "${" + old + "}"}}}}
			if f.Drop != nil {
				all = one.add(all, "update", nested(it.shape.way, "update", append(where, property{"delete", object{{"attributes", f.Drop}}})))
			}
			name := object{{"to", lastPart(f.To)}, {"value", new}}
			all = one.add(all, "rename", nested(it.shape.way, "rename", append(where, property{"attributes", object{{last, name}}}, property{"references", false})))
		}
	}
	return all
}
