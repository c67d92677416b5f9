package upgrades

import (
	"encoding/json"
	"slices"
	"strings"

	"iacedit/syntax"
)

// A stage is a request of an upgrade. Each stage applies to the result of the previous one.
type stage uint8

// The stages.
const (
	renaming  stage = iota // value, remove, rename, and the retypes
	reshaping              // reshape
	filling                // required and default, which name the new arguments
)

// stageOf returns the stage in which facts of a kind are applied; ok is false for facts that edit
// nothing, and for splits.
func stageOf(kind Kind) (at stage, ok bool) {
	switch kind {
	case Value, Remove, Rename, Retype:
		return renaming, true
	case Reshape:
		return reshaping, true
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
	all    bool // the blocks are all blocks of the kind in the code
}

// request returns the edits of the unit as JSON, or nil if it has none.
func (u *unit) request() []byte {
	var all object
	for i, f := range u.facts {
		switch f.Kind {
		case Value:
			all = u.add(all, "update", u.values(f)...)
		case Remove:
			all = u.add(all, "delete", u.removals(f)...)
		case Rename:
			if !slices.ContainsFunc(u.facts[:i], func(f *Fact) bool { return f.Kind == Rename }) {
				all = u.add(all, "rename", u.renames()...)
			}
		case Reshape:
			if !slices.ContainsFunc(u.facts[:i], func(f *Fact) bool { return f.Kind == Reshape }) {
				all = u.add(all, "reshape", u.reshapes()...)
			}
		case Default, Required:
			all = u.add(all, "update", u.defaults(f)...)
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

// add adds an operation with entries for the blocks of the unit.
func (u *unit) add(all object, operation string, entries ...object) object {
	if len(entries) == 0 {
		return all
	}
	var labels object
	for _, t := range u.targets(operation) {
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
	return merged(all, operation, u.address(labels))
}

// address puts entries, by label, below the types of the blocks.
func (u *unit) address(labels object) object {
	switch u.of {
	case "provider":
		return object{{"provider", labels}}
	case "backend":
		var entries []object
		for _, p := range labels {
			for _, e := range p.value.([]object) {
				entries = append(entries, object{{"optional", true}, {"all", true}, {"blockTypes", object{{"backend", []object{slices.Concat(object{{"labels", []string{p.key}}}, e)}}}}})
			}
		}
		return object{{"terraform", entries}}
	}
	return object{{u.of, object{{u.typ, labels}}}}
}

// merged adds the entries of an operation to those that it has.
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

// targets returns the labels and selectors that select the blocks of the unit, for an operation. A
// rename changes override files without naming them.
func (u *unit) targets(operation string) (all []target) {
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
		case b.overrides() && operation != "rename": // other addresses do not reach override files
			selectors = append(selectors, property{"file", b.tree.name})
		case u.all || b.overrides():
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
		inner = within(operation, s, inner)
	}
	return inner
}

// within returns an entry with an entry for the nested blocks of one step.
func within(operation string, s step, inner object) object {
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

// renames returns one entry for all renames of the unit.
func (u *unit) renames() []object {
	var attributes, types object
	for _, f := range u.facts {
		if f.Kind != Rename {
			continue
		}
		if p := (property{f.Path, f.newName()}); f.Block {
			types = append(types, p)
		} else {
			attributes = append(attributes, p)
		}
	}
	var e object
	if len(attributes) > 0 {
		e = append(e, property{"attributes", attributes})
	}
	if len(types) > 0 {
		e = append(e, property{"blockTypes", types})
	}
	return []object{e}
}

// newName returns the new name of a renamed item, as a request has it.
func (f *Fact) newName() any {
	if f.Expr == "" && f.Reference == "" && f.Values == nil && !f.Object && !f.KeepEmpty {
		return f.To
	}
	o := object{{"to", f.To}}
	if f.Expr != "" {
		o = append(o, property{"value", f.Expr})
	}
	if f.Reference != "" {
		o = append(o, property{"reference", f.Reference})
	}
	if f.Values != nil {
		var values object
		for _, p := range f.Values {
			values = append(values, property{textOf(p.Old), p.New})
		}
		o = append(o, property{"values", values})
	}
	if f.Object {
		o = append(o, property{"object", true})
	}
	if f.KeepEmpty {
		o = append(o, property{"keepEmpty", true})
	}
	return o
}

// reshapes returns one entry for all reshapes of the unit.
func (u *unit) reshapes() []object {
	var inner []Inner
	for _, f := range u.facts {
		if f.Kind == Reshape {
			inner = add(inner, strings.Split(f.Path, "."), *f.Form)
		}
	}
	return []object{forms(inner)}
}

// add adds the form at a path to forms.
func add(all []Inner, path []string, form Form) []Inner {
	i := slices.IndexFunc(all, func(in Inner) bool { return in.Name == path[0] })
	if len(path) == 1 {
		if i < 0 {
			return append(all, Inner{path[0], form})
		}
		form.Inside = append(all[i].Form.Inside, form.Inside...)
		all[i].Form = form
		return all
	}
	if i < 0 {
		i, all = len(all), append(all, Inner{Name: path[0]})
	}
	all[i].Form.Inside = add(slices.Clone(all[i].Form.Inside), path[1:], form)
	return all
}

// forms returns the members "blockTypes" and "attributes" of an entry under reshape.
func forms(all []Inner) (o object) {
	var types, attributes object
	for _, in := range all {
		f := &in.Form
		var form object
		for _, p := range []property{{"as", f.As}, {"name", f.Name}, {"key", f.Key}, {"value", f.Value}} {
			if p.value != "" {
				form = append(form, p)
			}
		}
		if f.Members != nil {
			form = append(form, property{"members", f.Members})
		}
		form = append(form, forms(f.Inside)...)
		if f.attribute() {
			attributes = append(attributes, property{in.Name, form})
		} else {
			types = append(types, property{in.Name, form})
		}
	}
	if types != nil {
		o = append(o, property{"blockTypes", types})
	}
	if attributes != nil {
		o = append(o, property{"attributes", attributes})
	}
	return o
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

// textOf returns the text of a JSON string.
func textOf(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text)
	return text
}
