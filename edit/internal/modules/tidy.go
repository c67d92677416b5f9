package modules

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/typing"
	"iacedit/internal/budget"
	"iacedit/internal/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// read records how a reference uses a passed object: how much of the object the reference uses,
// which type it needs, and which output has the reference in its value.
func (t *taker) read(u *use, r *refs.Reference) {
	of := r.Address(u.file.Tree)
	if r.Place == refs.InDependsOn {
		u.part.any, u.part.waits = true, true
		return
	}
	if n := len(r.Steps); n > 0 && r.Steps[n-1].End > u.at.To {
		u.of.apart = true
	}
	root := t.reader.find(u.file, r)
	if string(u.file.Tree.Name(r.Owner.Item)) == "output" && string(u.file.Tree.At(r.In)) == "value" {
		u.output, u.value = draft.Block{File: u.file, ID: r.Owner.Item}, t.reader.values[r.In.From]
	}
	if root == 0 {
		u.of.exposed = true
		return
	}
	node := root
	for up := t.reader.source(node); up != 0 && t.reader.e.Node(node).End < u.at.To; up = t.reader.source(node) {
		node = up
	}
	if u.root == "var" && !u.of.exposed && t.reader.isExposed(u.file, r, node) {
		by := t.within(u.file, r.Root.From)
		u.of.exposed = by == nil || by.local != "" || by.typ == "module" || terraform.TakesAny(by.address.Type)
	}
	if u.root == "var" {
		t.reader.want(u, r, node, t.within(u.file, r.Root.From))
	}
	if u.of.isWide(t.repeated[u.of.of]) && t.repeated[of] {
		u.part = t.reader.partOf(u, r, t.counted[of], node)
		if t.single[of] {
			u.part.sole = t.reader.soleOf(u, r, node)
			u.part.sole.sure = u.part.sole.sure && !t.mayBeLeftOut(u.file, r)
		}
	}
}

// noteID checks whether a reference uses the attribute "id" of a resource. If so, it records that
// the type has this attribute.
func (t *taker) noteID(f *draft.File, r *refs.Reference) {
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
func (t *taker) tidy() error {
	if !t.Tidy {
		return nil
	}
	t.paths.leadBack(t)
	t.narrowAll(&t.inputs, "var")
	t.narrowAll(&t.outputs, t.root)
	t.types = typing.In(t.m)
	for _, one := range t.inputs.all {
		if one.of.Kind != refs.Variable {
			one.typ = t.typeOf(one)
		}
	}
	t.variables.arrange(t)
	return nil
}

// conceal marks an output as sensitive if only sensitive outputs of the folder use it. For any
// other use, Terraform might refuse a sensitive value.
func (p *passing) conceal(uses []use) {
	known := map[*passed]bool{} // true if some use is not in a sensitive output
	for i := range uses {
		u := &uses[i]
		u.file.Budget.Step(2)
		known[u.of] = known[u.of] || u.output.File == nil || !isTrue(u.output, "sensitive")
	}
	for _, one := range p.all {
		open, used := known[one]
		one.secret = used && !open
	}
}

// isTrue reports whether an attribute of a block is the literal true.
func isTrue(b draft.Block, name string) bool {
	id := b.Index.Attribute(b.ID, name)
	return id != syntax.NoItem && string(b.Tree.At(b.Tree.Value(id))) == "true"
}

// narrowAll changes inputs or outputs that pass a whole object of which only some attributes are
// used. Each of these attributes gets an input or output instead. If the object has several
// instances, this passes the attribute of all instances.
func (t *taker) narrowAll(p *passing, root string) {
	uses := map[*passed][]*use{}
	beside := map[refs.Address]*passed{} // the first expression that passes a part of each object
	locals := map[refs.Address]*passed{}
	for i := range t.uses {
		t.m.Budget.Step(2)
		if u := &t.uses[i]; u.root == root {
			uses[u.of] = append(uses[u.of], u)
			if len(u.of.path) > 0 && beside[u.of.of] == nil {
				beside[u.of.of] = u.of
			} else if u.of.of.Kind == refs.Local && locals[u.of.of] == nil {
				locals[u.of.of] = u.of
			}
		}
	}
	wide := p.all
	p.all = nil
	for _, one := range wide {
		if !one.isWide(t.repeated[one.of]) || usesWhole(uses[one]) {
			p.all = append(p.all, one)
			for _, u := range uses[one] {
				u.part = part{}
			}
			continue
		}
		first := ""
		for _, u := range uses[one] {
			if first = u.part.attribute; first != "" {
				break
			}
		}
		if first == "" && !slices.ContainsFunc(uses[one], func(u *use) bool { return !u.part.waits }) {
			if other := cmp.Or(beside[one.of], derived(one.of, t.referrers, locals, t.m.Budget)); other != nil {
				for _, u := range uses[one] {
					u.of = other
				}
				continue
			}
		}
		switch {
		case first == "" && one.of.Kind == refs.Resource && (t.hasID[one.of.Type] || hasID(one.of.Type)):
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

// derived returns a passed local whose value uses an object, directly or by way of other locals, or
// nil. A block that waits for this local waits for the object, too.
func derived(of refs.Address, referrers map[refs.Address][]refs.Address, passed map[refs.Address]*passed, b *budget.Budget) *passed {
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

// hasID reports whether a type has the attribute "id" because all resources of its provider have
// it.
func hasID(typ string) bool {
	provider, _, _ := strings.Cut(typ, "_")
	return provider == "azurerm" || provider == "google"
}

// passAttribute returns an expression that passes only one attribute of an object, and changes the
// uses to this expression. If all uses refer to the only instance, the expression passes the
// attribute of that instance. The flag sure says that the instance must exist.
func (t *taker) passAttribute(of *passed, name string, uses []*use, sure bool) *passed {
	one := t.narrowed(of, name)
	single := t.single[of.of] && soleUse(uses)
	if single {
		one.takeSole(name, sure)
	}
	for _, u := range uses {
		t.m.Budget.Step(2)
		if single {
			u.part.gone = u.part.sole.gone
		}
		u.of = one
	}
	return one
}

// isWide reports whether p passes a whole object of which one attribute may be enough.
func (p *passed) isWide(repeated bool) bool {
	switch p.of.Kind {
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
// instances, it passes the attribute of each of them.
func (t *taker) narrowed(p *passed, attribute string) *passed {
	one := *p
	if !t.repeated[p.of] {
		one.path, one.text = []string{attribute}, p.text+"."+attribute
		return &one
	}
	one.each = attribute
	one.path = []string{plural(attribute)}
	if t.counted[p.of] {
		one.text = p.text + "[*]." + attribute
	} else {
		one.text = "{ for key, instance in " + p.text + " : key => instance." + attribute + " }"
	}
	return &one
}

// takeSole changes p so that it passes an attribute of the only instance. The flag sure says that
// the instance must exist.
func (p *passed) takeSole(attribute string, sure bool) {
	p.each, p.path = "", []string{attribute}
	if sure {
		p.text = strings.TrimSuffix(p.text, "[*]."+attribute) + "[0]." + attribute
	} else {
		p.text, p.optional = "one("+p.text+")", true
	}
}

// wellKnown returns the type of an attribute of the object, such as "string" for "arn", or "" if
// the type is unknown. In some providers all names and ids are strings.
func (p *passed) wellKnown(attribute string) string {
	typ := typing.WellKnown(attribute)
	if attribute == "result" && (p.of.Type == "random_password" || p.of.Type == "random_string") {
		return "string"
	}
	if typ == "" && !p.exposed && isText(attribute) {
		switch provider, _, _ := strings.Cut(p.of.Type, "_"); provider {
		case "aws", "azurerm", "google":
			typ = "string"
		}
	}
	return typ
}

// typeOf returns the type of the variable that passes an expression.
func (t *taker) typeOf(p *passed) string {
	var found typing.Type
	switch {
	case p.of.Kind == refs.Other:
		return "string" // path.module
	case p.of.Kind == refs.Local:
		found = t.types.Local(t.folder, p.of.Name, p.path...)
	case p.of.Kind == refs.Module && len(p.path) == 1 && !t.repeated[p.of]:
		found = t.types.Output(t.folder, p.of.Name, p.path[0])
	case p.of.Type == "" || len(p.path) == 0:
	case p.each == "":
		if len(p.path) == 1 || len(p.path) == 2 && t.repeated[p.of] { // otherwise the path leads into an attribute
			found.Usual = p.wellKnown(p.path[len(p.path)-1])
			found.Exact = found.Usual
		}
	case t.counted[p.of]:
		found.Usual = typing.Collection("list", p.wellKnown(p.each))
	default:
		found.Usual = typing.Collection("map", p.wellKnown(p.each))
	}
	if p.exposed {
		found.Usual = found.Exact
	}
	if strings.HasPrefix(found.Usual, "object(") && !p.apart {
		return "any" // a narrower type would drop attributes that the object gets later
	}
	if len(found.Usual) > typing.Longest {
		return ""
	}
	if found.Usual == "" && p.each == "" && p.wanted != conflict {
		return p.wanted
	}
	return found.Usual
}
