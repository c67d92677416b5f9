package modules

import (
	"strings"

	"iacedit/refs"
)

// narrow lets inputs and outputs that pass all of an object pass no more of it than is used:
// one attribute, of each instance where it has several.
func (t *taker) narrow() error {
	if t.Tidy {
		t.narrowAll(&t.inputs, "var")
		t.narrowAll(&t.outputs, "module."+t.Name)
		for _, one := range t.inputs.all {
			if one.of.Kind != refs.Variable {
				one.typ = t.typeOf(one)
			}
		}
	}
	return nil
}

// narrowAll narrows what is passed in one direction.
func (t *taker) narrowAll(p *passing, root string) {
	uses := map[*passed][]*use{}
	beside := map[refs.Address]*passed{} // the first that passes a part of something
	for i := range t.uses {
		t.m.Budget.Step(2)
		if u := &t.uses[i]; u.root == root {
			uses[u.of] = append(uses[u.of], u)
			if len(u.of.path) > 0 && beside[u.of.of] == nil {
				beside[u.of.of] = u.of
			}
		}
	}
	wide := p.all
	p.all = nil
	for _, one := range wide {
		if !t.isWide(one) || usesWhole(uses[one]) {
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
		switch {
		case first == "" && beside[one.of] != nil: // it is waited for
			for _, u := range uses[one] {
				u.of = beside[one.of]
			}
			continue
		case first == "" && one.of.Kind == refs.Resource && t.hasID[one.of.Type]:
			first = "id"
		case first == "":
			p.all = append(p.all, one)
			continue
		}
		by := map[string]*passed{}
		for _, u := range uses[one] {
			t.m.Budget.Step(2)
			name := u.part.attribute
			if name == "" {
				name = first
			}
			if by[name] == nil {
				by[name] = t.narrowed(one, name)
				p.all = append(p.all, by[name])
			}
			u.of = by[name]
		}
	}
}

// isWide reports whether a part of what is passed might do.
func (t *taker) isWide(p *passed) bool {
	switch p.of.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
		return len(p.path) == 0
	case refs.Module:
		return len(p.path) == 0 && t.repeated[p.of]
	}
	return false
}

// usesWhole reports whether one of some uses needs all of the object.
func usesWhole(uses []*use) bool {
	for _, u := range uses {
		if u.part.attribute == "" && !u.part.any {
			return true
		}
	}
	return false
}

// narrowed returns what passes on an attribute of an object, of all its instances.
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

// plural returns the plural of an attribute's name.
func plural(name string) string {
	switch {
	case strings.HasSuffix(name, "ss"), strings.HasSuffix(name, "x"):
		return name + "es"
	case strings.HasSuffix(name, "s"):
		return name
	case strings.HasSuffix(name, "y") && !strings.HasSuffix(name, "ey"):
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}
