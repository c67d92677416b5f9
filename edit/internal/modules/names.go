package modules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/value"
)

// name gives inputs and outputs their names, and refuses those that the folder of the module
// has already.
func (t *taker) name() error {
	t.inputs.name(inputNames, terraform.Block("variable").Reserved)
	t.outputs.name(outputNames, nil)
	there := map[string]draft.Block{} // in the folder of the module, by kind and name
	for _, f := range t.m.FilesIn(t.To) {
		if f.Role != module.Configuration && f.Role != module.Override {
			continue
		}
		for _, typ := range [...]string{"variable", "output", "check", "action"} {
			for _, b := range f.BlocksOf(typ) {
				f.Budget.Step(1)
				there[typ+" "+strings.Join(b.Labels(), ".")] = b
			}
		}
		for _, b := range f.BlocksOf("locals") {
			for id := range f.Tree.Attributes(b.ID) {
				f.Budget.Step(1)
				there["local "+string(f.Tree.Name(id))] = b
			}
		}
	}
	check := func(typ, name string) error {
		if b, taken := there[typ+" "+name]; taken {
			return fault.At(t.ToAt, fault.BlockAlreadyExists, "extract: the module would get the %s %s, and %s has one of that name", typ, excerpt.Quote(name), excerpt.Quote(b.Name))
		}
		return nil
	}
	for _, p := range t.inputs.all {
		if err := check("variable", p.name); err != nil {
			return err
		}
	}
	for _, p := range t.outputs.all {
		if err := check("output", p.name); err != nil {
			return err
		}
	}
	for _, b := range t.taken {
		var err error
		switch {
		case b.local != "":
			err = check("local", b.local)
		case b.typ == "check", b.typ == "action":
			err = check(b.typ, strings.Join(b.Labels(), "."))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// name gives each expression the first of its candidates that no other has. Expressions that
// share one all go on to their next, but for variables, which keep their name.
func (p *passing) name(candidates func(*passed) []string, reserved []string) {
	all := make([][]string, len(p.all))
	longest := 1
	for i, one := range p.all {
		all[i] = candidates(one)
		longest = max(longest, len(all[i]))
	}
	for range longest {
		count := map[string]int{}
		for i, one := range p.all {
			one.name = all[i][one.candidate]
			count[one.name]++
		}
		for i, one := range p.all {
			if (count[one.name] > 1 || slices.Contains(reserved, one.name)) && one.candidate+1 < len(all[i]) {
				one.candidate++
			}
		}
	}
	used, numbers := map[string]bool{}, map[string]int{}
	for i, one := range p.all {
		if one.of.Kind == refs.Variable {
			used[all[i][0]] = true
		}
	}
	for i, one := range p.all {
		one.name = all[i][one.candidate]
		if one.of.Kind == refs.Variable {
			continue
		}
		base := one.name
		for used[one.name] || slices.Contains(reserved, one.name) {
			numbers[base]++
			one.name = base + "_" + strconv.Itoa(numbers[base]+1)
		}
		used[one.name] = true
	}
}

// inputNames returns the names that an input may have, the simplest first.
func inputNames(p *passed) []string {
	of := p.of
	switch of.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
		return []string{join(p, short(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
	case refs.Variable, refs.Other:
		return []string{join(p, of.Name)}
	}
	return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
}

// outputNames returns the names that an output may have, the simplest first.
func outputNames(p *passed) []string {
	of := p.of
	if of.Type == "" {
		return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
	}
	return []string{join(p, of.Name), join(p, short(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
}

// short returns a type without its provider.
func short(typ string) string {
	_, rest, _ := strings.Cut(typ, "_")
	return cmp.Or(rest, typ)
}

// join returns the parts of a name and the path of what is passed as one name.
func join(p *passed, parts ...string) string {
	name := strings.Join(slices.Concat(parts, p.path), "_")
	return strings.Map(func(r rune) rune {
		if r != '_' && r != '-' && !value.IsIdentifier("a"+string(r)) {
			return '_'
		}
		return r
	}, name)
}
