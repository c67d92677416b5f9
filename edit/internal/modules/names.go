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
	in, out := inputNames, outputNames
	if t.Tidy {
		c := newNamer(t)
		in, out = c.input, c.output
	}
	reserved := map[string]bool{}
	for _, name := range terraform.Block("variable").Reserved {
		reserved[name] = true
	}
	if t.call.exists() {
		t.reuse()
		taken(t.existing, "variable ", reserved)
	}
	t.inputs.assignNames(in, reserved)
	reserved = map[string]bool{}
	if t.call.exists() {
		taken(t.existing, "output ", reserved)
	}
	t.outputs.assignNames(out, reserved)
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

// A namer finds the names that the inputs and outputs of a tidy module may have.
type namer struct {
	*extractor
	calls        []string // the name of the call, its singular and its plural
	prefix, head string   // the results of commonPrefix and headPrefix
	main         *extractedItem
	variables    map[string]bool // the variables that are inputs
}

// longestName is a limit in bytes: descriptions mention the name of a call only if the name is
// shorter than this limit.
const longestName = 60

// newNamer returns the namer of a module.
func newNamer(t *extractor) *namer {
	calls := forms(t.Name)
	c := &namer{t, calls, commonPrefix(t.items), headPrefix(t.inputs.all, t.Name), mainBlock(t.items, calls), map[string]bool{}}
	for _, p := range t.inputs.all {
		t.m.Budget.Step(stepsPerBlock)
		if p.object.Kind == refs.Variable {
			c.variables[p.object.Name] = true
		}
	}
	return c
}

// input returns the names that the input for p may have, the best first.
func (t *namer) input(p *passedValue) []string {
	names := p.plurals(t.repeated[p.object], tidyNames(p, p.object.Name, inputNames(p)))
	if p.object.Kind != refs.Variable && p.object.Kind != refs.Local {
		return names
	}
	rest := cutRepeated(names[0], t.calls, t.prefix, t.head)
	if _, taken := t.existing["variable "+rest]; rest != names[0] && !taken && !t.variables[rest] {
		return append([]string{rest}, names...)
	}
	return names
}

// output returns the names that the output for p may have, the best first.
func (t *namer) output(p *passedValue) []string {
	name, cut := underscored(p.object.Name), false
	if name == t.prefix {
		name = ""
	} else if !startsWithWords(name, t.Name) {
		name, cut = cutWords(name, t.prefix)
	}
	names := p.plurals(t.repeated[p.object], tidyNames(p, name, outputNames(p)))
	if cut && len(t.Name) < longestName {
		p.subject = joinOnce(&passedValue{}, t.Name, p.subject)
	}
	if t.main != nil && t.main.address == p.object && len(p.path) > 0 && value.IsIdentifier(p.path[0]) {
		return append([]string{joinOnce(p)}, names...)
	}
	for _, call := range t.calls { // module.web.web_id repeats the name
		rest, found := cutWords(names[0], call)
		if found && (startsWithWords(name, call) || !startsWithWords(rest, "set") && !startsWithWords(rest, "group")) {
			return append([]string{rest}, names...)
		}
	}
	return names
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
func (p *passedValues) assignNames(candidates func(*passedValue) []string, reserved map[string]bool) {
	var all [][]string
	var named []*passedValue
	longest := 1
	for _, one := range p.all {
		if !one.reused {
			named, all = append(named, one), append(all, candidates(one))
			longest = max(longest, len(all[len(all)-1]))
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
