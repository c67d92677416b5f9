package modules

import (
	"slices"
	"strconv"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/value"
)

// assignNames finds names for the inputs and outputs. It returns an error for names that the folder
// of the module already has.
func (t *extractor) assignNames() error {
	reserved := reservedNames()
	if t.call.exists() {
		t.reuse()
		taken(t.existing, "variable ", reserved)
	}
	t.inputs.assignNames(t.inputs.inputNames(), reserved)
	reserved = map[string]bool{}
	if t.call.exists() {
		taken(t.existing, "output ", reserved)
	}
	t.outputs.assignNames(t.outputs.outputNames(), reserved)
	check := func(typ, name string) error {
		if b, taken := t.existing[typ+" "+name]; taken {
			return fault.At(t.ToAt, fault.BlockAlreadyExists, "extract: the module would get the %s %s, but %s has one with this name already", typ, excerpt.Quote(name), excerpt.Quote(b.Name))
		}
		return nil
	}
	for _, p := range t.inputs.all {
		if p.reused {
			continue
		}
		if err := check("variable", p.name); err != nil {
			return err
		}
	}
	for _, p := range t.outputs.all {
		if err := check("output", p.name); err != nil {
			return err
		}
	}
	for _, b := range t.items {
		typ, name, _ := strings.Cut(b.key(), " ")
		if err := check(typ, name); err != nil {
			return err
		}
	}
	return nil
}

// reservedNames returns the names that no variable may have, as the keys of a new map.
func reservedNames() map[string]bool {
	reserved := map[string]bool{}
	for _, name := range terraform.Block("variable").Reserved {
		reserved[name] = true
	}
	return reserved
}

// reuse finds the inputs whose values a variable of an existing module has already.
func (t *extractor) reuse() {
	for _, p := range t.inputs.all {
		if name := t.argument(p); name != "" {
			p.name, p.reused = name, true
		}
	}
}

// taken adds the names of the declarations of one kind to a set. The prefix is the kind and a
// space, such as "variable ".
func taken(existing map[string]draft.Block, prefix string, names map[string]bool) {
	for key := range existing {
		if name, found := strings.CutPrefix(key, prefix); found {
			names[name] = true
		}
	}
}

// declaredIn returns the declarations in a folder whose names might conflict with names in the
// module. The keys are the kind and the name, as in "variable region".
func declaredIn(m *draft.Module, folder string) map[string]draft.Block {
	there := map[string]draft.Block{}
	for _, f := range m.FilesIn(folder) {
		if f.Role != module.Configuration && f.Role != module.Override {
			continue
		}
		for _, typ := range slices.Concat([]string{"variable", "output"}, extractableTypes) {
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
	return there
}

// assignNames gives each expression the first of its candidate names that is unique and not
// reserved. If expressions share a candidate, each of them moves on to its next candidate, except
// variables, which keep their name. If no candidate is unique, a number is added. Expressions that
// reuse a variable have their names already.
func (p *passedValues) assignNames(candidates [][]string, reserved map[string]bool) {
	var all [][]string
	var named []*passedValue
	longest := 1
	for i, one := range p.all {
		if !one.reused {
			named, all = append(named, one), append(all, candidates[i])
			longest = max(longest, len(candidates[i]))
		}
	}
	for range longest {
		count := map[string]int{}
		for i, one := range named {
			one.name = all[i][one.candidate]
			count[one.name]++
		}
		for i, one := range named {
			if (count[one.name] > 1 || reserved[one.name]) && one.candidate+1 < len(all[i]) {
				one.candidate++
			}
		}
	}
	used, numbers := map[string]bool{}, map[string]int{}
	for i, one := range named {
		if one.object.Kind == refs.Variable {
			used[all[i][one.candidate]] = true
		}
	}
	for i, one := range named {
		one.name = all[i][one.candidate]
		if one.object.Kind == refs.Variable && !reserved[one.name] {
			continue
		}
		base := one.name
		for used[one.name] || reserved[one.name] {
			numbers[base]++
			one.name = base + "_" + strconv.Itoa(numbers[base]+1)
		}
		used[one.name] = true
	}
}

// inputNames returns the names that each of the inputs may have.
func (p *passedValues) inputNames() (all [][]string) {
	for _, one := range p.all {
		all = append(all, inputNames(one))
	}
	return all
}

// outputNames returns the names that each of the outputs may have.
func (p *passedValues) outputNames() (all [][]string) {
	for _, one := range p.all {
		all = append(all, outputNames(one))
	}
	return all
}

// inputNames returns the names that an input may have, the simplest first. For aws_vpc.main.id the
// first name is vpc_main_id.
func inputNames(p *passedValue) []string {
	of := p.object
	switch of.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
		return []string{join(p, withoutProvider(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
	case refs.Variable:
		return []string{of.Name}
	case refs.Other:
		return []string{join(p, of.Name)}
	}
	return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
}

// outputNames returns the names that an output may have, the simplest first. For aws_vpc.main.id
// the first name is main_id.
func outputNames(p *passedValue) []string {
	of := p.object
	if of.Type == "" {
		return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
	}
	return []string{join(p, of.Name), join(p, withoutProvider(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
}

// join returns the parts, followed by the path of p, as one name. It puts "_" between them.
func join(p *passedValue, parts ...string) string {
	return clean(strings.Join(slices.Concat(parts, p.path), "_"))
}

// clean returns a name with "_" in the place of each "-", and of each character that an identifier
// cannot have.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || !value.IsIdentifier("a"+string(r)) {
			return '_'
		}
		return r
	}, name)
}

// withoutProvider returns a type without its provider: vpc for aws_vpc.
func withoutProvider(typ string) string {
	if _, rest, _ := strings.Cut(typ, "_"); rest != "" {
		return rest
	}
	return typ
}

// argument returns the variable of an existing module that has the value of p, or "". The variable
// must pass the value on unchanged.
func (t *extractor) argument(p *passedValue) string {
	for _, name := range t.call.arguments[p.text] {
		b, found := t.existing["variable "+name]
		t.m.Budget.Step(stepsPerReference)
		if found && t.passesOn(b, p) {
			return name
		}
	}
	return ""
}
