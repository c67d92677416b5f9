package upgrades

import (
	"encoding/json"
	"slices"

	"iacedit/syntax"
)

// A stage is a request of an upgrade. Each stage applies to the result of the previous one.
type stage uint8

// The stages.
const (
	renaming stage = iota // value, remove, and rename of arguments
	grouping              // rename of nested blocks, whose contents have their new names
	filling               // required and default, which name the new arguments
)

// stageOf returns the stage in which a fact is applied; ok is false for facts that are applied
// otherwise.
func stageOf(f *Fact) (at stage, ok bool) {
	switch f.Kind {
	case Value, Remove, Rename:
		if f.Block {
			return grouping, true
		}
		return renaming, true
	case Required, Default:
		return filling, true
	}
	return 0, false
}

// A unit is what is applied, or refused, as a whole: facts about the blocks of one kind.
type unit struct {
	kindOf
	facts  []*Fact
	blocks []*block
	all    bool    // the blocks are all blocks of the kind in the code
	trees  []*tree // the files of the code
}

// request returns the edits of the unit as JSON, or nil if it has none.
func (u *unit) request() []byte {
	var all object
	for _, f := range u.facts {
		switch f.Kind {
		case Value:
			all = u.add(all, "update", u.targets(false), u.values(f)...)
		case Remove:
			all = u.add(all, "delete", u.targets(false), u.removals(f)...)
		case Rename:
			all = u.add(all, "rename", u.targets(true), u.renamesInPlace(f)...)
			all = u.transforms(u.swaps(all, f), f)
		case Default, Required:
			all = u.add(all, "update", u.targets(false), u.defaults(f)...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil // every value in a fact is valid JSON
	}
	return text
}

// add adds an operation with entries for the blocks that targets select.
func (u *unit) add(all object, operation string, targets []target, entries ...object) object {
	if len(entries) == 0 {
		return all
	}
	var labels object
	for _, t := range targets {
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
				settings := object{{"all", true}, {"has", []string{"backend." + p.key}}}
				if !u.all {
					settings = append(settings, property{"file", u.blocks[0].tree.name})
				}
				if operation != "rename" {
					settings = append(settings, property{"optional", true})
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

// targets returns the labels and selectors that select the blocks of the unit, for a rename or
// another operation. Addresses reach override files only by their names.
func (u *unit) targets(renames bool) (all []target) {
	if u.of == "backend" {
		return []target{{u.typ, nil}}
	}
	optional := object{{"optional", true}}
	if renames {
		optional = nil // of a rename, the entry says so
	}
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

// inPlace reports whether a rename only gives an item another name.
func (f *Fact) inPlace() bool {
	return f.Kind == Rename && f.Expr == "" && f.Reference == "" && f.Values == nil && f.Swaps == nil
}

// renamesInPlace returns an entry for each way to the bodies that have the item.
func (u *unit) renamesInPlace(f *Fact) (entries []object) {
	if !f.inPlace() {
		return nil
	}
	kind := "attributes"
	if f.Block {
		kind = "blockTypes"
	}
	last, seen := lastPart(f.Path), map[string]bool{}
	for _, s := range shapes(u.blocks, f.Path) {
		if (s.kind == syntax.KindBlock) != f.Block || seen[s.way] {
			continue
		}
		seen[s.way] = true
		inner := object{{kind, object{{last, lastPart(f.To)}}}}
		if !f.Block {
			inner = append(object{{"has", []string{last}}}, inner...)
		}
		entries = append(entries, nested(s.way, "rename", inner))
	}
	return entries
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
