package modules

import (
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

// name names the inputs and outputs. It refuses names that the folder of the module already has.
func (t *taker) name() error {
	there := declaredIn(t.m, t.To)
	in, out := inputNames, outputNames
	if t.Tidy {
		prefix, main := commonPrefix(t.taken), mainBlock(t.taken, t.Name)
		variables := map[string]bool{}
		for _, p := range t.inputs.all {
			if p.of.Kind == refs.Variable {
				variables[p.of.Name] = true
			}
		}
		in = func(p *passed) []string {
			names := p.plurals(t.repeated[p.of], tidyNames(p, p.of.Name, inputNames(p)))
			if p.of.Kind != refs.Variable && p.of.Kind != refs.Local {
				return names
			}
			rest := cutRepeated(names[0], t.Name, prefix)
			if _, taken := there["variable "+rest]; rest != names[0] && !taken && !variables[rest] {
				return append([]string{rest}, names...)
			}
			return names
		}
		out = func(p *passed) []string {
			name := p.of.Name
			if !beginsWith(name, t.Name) {
				name, _ = cutWords(name, prefix)
			}
			names := p.plurals(t.repeated[p.of], tidyNames(p, name, outputNames(p)))
			if main != nil && main.address == p.of && len(p.path) > 0 && value.IsIdentifier(p.path[0]) {
				names = append([]string{joinOnce(p)}, names...)
			} else if rest, found := cutWords(names[0], t.Name); found {
				names = append([]string{rest}, names...) // module.web.web_id repeats the name
			}
			return names
		}
	}
	t.inputs.name(in, terraform.Block("variable").Reserved)
	t.outputs.name(out, nil)
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

// declaredIn returns the blocks of a folder that the module could also get, by kind and name.
func declaredIn(m *draft.Module, folder string) map[string]draft.Block {
	there := map[string]draft.Block{}
	for _, f := range m.FilesIn(folder) {
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
	return there
}

// name gives each expression its first candidate that is unique. Expressions with the same
// candidate all take their next one, except variables, which keep their name.
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
			used[all[i][one.candidate]] = true
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
