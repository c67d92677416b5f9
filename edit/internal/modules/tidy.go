package modules

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/typing"
	"iacedit/internal/base/budget"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
)

// readUse records how a reference uses a passed object: how much of the object the reference uses,
// which type the reference needs, and which output has the reference in its value.
func (t *extractor) readUse(u *use, r *refs.Reference) {
	of := r.Address(u.file.Tree)
	if r.Place == refs.InDependsOn {
		u.part.any, u.part.dependsOn = true, true
		return
	}
	if n := len(r.Steps); n > 0 && r.Steps[n-1].End > u.at.To {
		u.passed.partial = true
	}
	root := t.reader.find(u.file, r)
	if string(u.file.Tree.Name(r.Owner.Item)) == "output" && string(u.file.Tree.At(r.In)) == "value" {
		u.output = draft.Block{File: u.file, ID: r.Owner.Item}
	}
	if root == 0 {
		u.passed.exposed = true
		return
	}
	node := root
	for up := t.reader.source(node); up != 0 && t.reader.e.Node(node).End < u.at.To; up = t.reader.source(node) {
		node = up
	}
	if u.root == "var" && !u.passed.exposed && t.reader.isExposed(u.file, r, t.reader.collected(node)) {
		by := t.itemAt(u.file, r.Root.From)
		u.passed.exposed = by == nil || by.local != "" || by.typ == "module" || terraform.TakesAny(by.address.Type)
	}
	if u.root == "var" {
		t.reader.addNeededType(u, r, node, t.itemAt(u.file, r.Root.From))
	}
	if u.passed.isWide(t.repeated[u.passed.object]) && t.repeated[of] {
		u.part = t.reader.partOf(u, r, t.counted[of], node)
		if t.single[of] {
			u.part.instance = t.reader.instanceUseOf(u, r, node)
			u.part.instance.sure = u.part.instance.sure && !t.mayNotBeEvaluated(u.file, r)
		}
	}
}

// noteID checks whether a reference uses the attribute "id" of a resource. If so, it records that
// the type has this attribute.
func (t *extractor) noteID(f *draft.File, r *refs.Reference) {
	of := r.Address(f.Tree)
	if of.Kind != refs.Resource {
		return
	}
	for i, step := range r.Steps {
		if i < 2 && step.Kind == refs.StepAttribute {
			if string(f.Tree.At(step.Name)) == "id" {
				if t.hasID == nil {
					t.hasID = map[string]bool{}
				}
				t.hasID[of.Type] = true
			}
			return
		}
	}
}

// tidy changes inputs and outputs so that they pass only what is used, and gives the inputs types.
func (t *extractor) tidy() error {
	if !t.Tidy {
		return nil
	}
	t.paths.rebase(t)
	t.narrowAll(&t.inputs, "var")
	t.narrowAll(&t.outputs, t.root)
	t.types = typing.NewFinder(t.m)
	for _, one := range t.inputs.all {
		if one.object.Kind != refs.Variable {
			one.typ = t.typeOf(one)
		}
	}
	t.variables.sortInputs(t)
	t.outputs.markSensitive(t.uses)
	return nil
}

// markSensitive marks an output as sensitive if only sensitive outputs of the folder use it. If the
// output has other uses, Terraform might refuse a sensitive value there.
func (p *passedValues) markSensitive(uses []use) {
	known := map[*passedValue]bool{} // true if some use is not in a sensitive output
	for i := range uses {
		u := &uses[i]
		u.file.Budget.Step(2)
		known[u.passed] = known[u.passed] || u.output.File == nil || !isTrue(u.output, "sensitive")
	}
	for _, one := range p.all {
		open, used := known[one]
		one.sensitive = used && !open
	}
}

// narrowAll changes inputs or outputs that pass a whole object of which only some attributes are
// used. Each of these attributes gets an input or output instead. If the object has several
// instances, that input or output passes the attribute of all instances.
func (t *extractor) narrowAll(p *passedValues, root string) {
	uses := map[*passedValue][]*use{}
	beside := map[refs.Address]*passedValue{} // by object: the first expression for a part of it
	locals := map[refs.Address]*passedValue{}
	for i := range t.uses {
		t.m.Budget.Step(2)
		if u := &t.uses[i]; u.root == root {
			uses[u.passed] = append(uses[u.passed], u)
			if len(u.passed.path) > 0 && beside[u.passed.object] == nil {
				beside[u.passed.object] = u.passed
			} else if u.passed.object.Kind == refs.Local && locals[u.passed.object] == nil {
				locals[u.passed.object] = u.passed
			}
		}
	}
	wide := p.all
	p.all = nil
	for _, one := range wide {
		if !one.isWide(t.repeated[one.object]) || usesWhole(uses[one]) {
			p.all = append(p.all, one)
			for _, u := range uses[one] {
				u.part = usedPart{}
			}
			continue
		}
		first := ""
		for _, u := range uses[one] {
			if first = u.part.attribute; first != "" {
				break
			}
		}
		if first == "" && !slices.ContainsFunc(uses[one], func(u *use) bool { return !u.part.dependsOn }) {
			if other := cmp.Or(beside[one.object], derivedLocal(one.object, t.referrers, locals, t.m.Budget)); other != nil {
				for _, u := range uses[one] {
					u.passed = other
				}
				continue
			}
		}
		switch {
		case first == "" && one.object.Kind == refs.Resource && (t.hasID[one.object.Type] || hasID(one.object.Type)):
			first = "id"
		case first == "":
			p.all = append(p.all, one)
			continue
		}
		by := map[string][]*use{}
		var order []string
		for _, u := range uses[one] {
			t.m.Budget.Step(2)
			name := cmp.Or(u.part.attribute, first)
			if by[name] == nil {
				order = append(order, name)
			}
			by[name] = append(by[name], u)
		}
		sure := mustExist(uses[one])
		for _, name := range order {
			p.all = append(p.all, t.passAttribute(one, name, by[name], sure))
		}
	}
}

// derivedLocal returns a passed local whose value uses an object, directly or through other locals;
// if there is none, it returns nil. A block that depends on this local depends on the object, too.
func derivedLocal(of refs.Address, referrers map[refs.Address][]refs.Address, passed map[refs.Address]*passedValue, b *budget.Budget) *passedValue {
	if len(passed) == 0 {
		return nil
	}
	seen := map[refs.Address]bool{}
	for queue := []refs.Address{of}; len(queue) > 0; queue = queue[1:] {
		for _, a := range referrers[queue[0]] {
			b.Step(4)
			if a.Kind != refs.Local || seen[a] {
				continue
			}
			if passed[a] != nil {
				return passed[a]
			}
			seen[a] = true
			queue = append(queue, a)
		}
	}
	return nil
}

// hasID reports whether a type belongs to a provider whose resources all have the attribute "id".
func hasID(typ string) bool {
	provider, _, _ := strings.Cut(typ, "_")
	return provider == "azurerm" || provider == "google"
}

// passAttribute returns an expression that passes only one attribute of an object, and makes the
// uses refer to this expression. If all uses refer to the only instance, the expression passes the
// attribute of that instance. If the argument sure is true, the instance always exists.
func (t *extractor) passAttribute(of *passedValue, name string, uses []*use, sure bool) *passedValue {
	one := t.narrowed(of, name)
	single := t.single[of.object] && allUseInstance(uses)
	if single {
		one.passInstanceAttribute(name, sure)
	}
	for _, u := range uses {
		t.m.Budget.Step(2)
		if single {
			u.part.removed = u.part.instance.removed
		}
		u.passed = one
	}
	return one
}

// isWide reports whether p passes a whole object although one of its attributes may be enough.
func (p *passedValue) isWide(repeated bool) bool {
	switch p.object.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
		return len(p.path) == 0
	case refs.Module:
		return len(p.path) == 0 && repeated
	}
	return false
}

// usesWhole reports whether one of the uses needs the whole object.
func usesWhole(uses []*use) bool {
	for _, u := range uses {
		if u.part.attribute == "" && !u.part.any {
			return true
		}
	}
	return false
}

// narrowed returns the expression that passes one attribute of an object. If the object has several
// instances, the expression passes the attribute of each instance.
func (t *extractor) narrowed(p *passedValue, attribute string) *passedValue {
	one := *p
	if !t.repeated[p.object] {
		one.path, one.text = []string{attribute}, p.text+"."+attribute
		return &one
	}
	one.eachAttribute = attribute
	one.path = []string{attribute}
	if t.counted[p.object] {
		one.text = p.text + "[*]." + attribute
	} else {
		one.text = "{ for key, instance in " + p.text + " : key => instance." + attribute + " }"
	}
	return &one
}

// passInstanceAttribute changes p so that it passes an attribute of the only instance. If the
// argument sure is true, the instance always exists.
func (p *passedValue) passInstanceAttribute(attribute string, sure bool) {
	p.eachAttribute, p.path = "", []string{attribute}
	if sure {
		p.text = strings.TrimSuffix(p.text, "[*]."+attribute) + "[0]." + attribute
	} else {
		p.text = "one(" + p.text + ")"
	}
}

// knownType returns the type of an attribute of the object, such as "string" for "arn", or "" if
// the type is unknown. In some providers all names and ids are strings.
func (p *passedValue) knownType(attribute string) string {
	typ := typing.WellKnown(attribute)
	if attribute == "result" && (p.object.Type == "random_password" || p.object.Type == "random_string") {
		return "string"
	}
	if typ == "" && !p.exposed && isStringName(attribute) {
		switch provider, _, _ := strings.Cut(p.object.Type, "_"); provider {
		case "aws", "azurerm", "google":
			typ = "string"
		}
	}
	return typ
}

// typeOf returns the type of the new variable whose value is an expression.
func (t *extractor) typeOf(p *passedValue) string {
	var found typing.Type
	switch {
	case p.object.Kind == refs.Other:
		return "string" // path.module
	case p.object.Kind == refs.Local:
		found = t.types.Local(t.folder, p.object.Name, p.path...)
	case p.object.Kind == refs.Module && len(p.path) == 1 && !t.repeated[p.object]:
		found = t.types.Output(t.folder, p.object.Name, p.path[0])
	case p.object.Type == "" || len(p.path) == 0:
	case p.eachAttribute == "":
		if len(p.path) == 1 || len(p.path) == 2 && t.repeated[p.object] { // otherwise the path leads into an attribute
			found.Usual = p.knownType(p.path[len(p.path)-1])
			found.Exact = found.Usual
		}
	case t.counted[p.object]:
		found.Usual = typing.Collection("list", p.knownType(p.eachAttribute))
	default:
		found.Usual = typing.Collection("map", p.knownType(p.eachAttribute))
	}
	if p.exposed {
		found.Usual = found.Exact
	}
	if strings.HasPrefix(found.Usual, "object(") && !p.partial {
		return "any" // a narrower type would drop attributes that the object gets later
	}
	if len(found.Usual) > typing.Longest {
		return ""
	}
	if found.Usual == "" && p.eachAttribute == "" && p.neededType != conflictingTypes {
		return p.neededType
	}
	return found.Usual
}
