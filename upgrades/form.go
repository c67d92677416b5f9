package upgrades

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// A Form is what nested blocks, or an attribute, become (docs/reshape.md).
type Form struct {
	As, Name, Key, Value string
	Members              []string
}

// ofAttribute reports whether the form is that of an attribute, which becomes nested blocks.
func (f *Form) ofAttribute() bool { return f.As == "block" || f.As == "blocks" }

// describe returns what the item becomes, as a part of a sentence.
func (f *Form) describe() string {
	text := map[string]string{
		"object": "an argument with an object", "list": "an argument with a list of objects", "map": "an argument with an object of values by key",
		"block": "a nested block", "blocks": "nested blocks",
	}[f.As]
	if f.Name != "" {
		text += ", " + f.Name
	}
	return text
}

// readForm reads the new form of nested blocks or of an attribute: a word, or an object.
func readForm(r *reader, n ast.Node) (f *Form, err error) {
	f = new(Form)
	if f.As, err = r.text(n, "reshape"); err != nil {
		err = r.object(n, "reshape", field{"as", &f.As}, field{"name", &f.Name}, field{"key", &f.Key}, field{"value", &f.Value}, field{"members", &f.Members})
		if err != nil {
			return nil, err
		}
	}
	if !slices.Contains([]string{"list", "object", "map", "block", "blocks"}, f.As) {
		return nil, r.fail(n, `reshape: as is "list", "object", "map", "block" or "blocks", not %q`, f.As)
	}
	return f, nil
}

// A nestedForm is the form of the item with a name, and the forms of what is inside it.
type nestedForm struct {
	name   string
	form   Form // without As, the item is a nested block and stays one
	inside []nestedForm
}

// withForm adds the form of the item at a path.
func withForm(all []nestedForm, path []string, form *Form) []nestedForm {
	i := slices.IndexFunc(all, func(n nestedForm) bool { return n.name == path[0] })
	if i < 0 {
		i, all = len(all), append(all, nestedForm{name: path[0]})
	}
	if len(path) == 1 {
		all[i].form = *form
	} else {
		all[i].inside = withForm(all[i].inside, path[1:], form)
	}
	return all
}

// reshapes returns the entry for all facts of the unit that reshape something.
func (u *unit) reshapes() []object {
	var all []nestedForm
	for _, f := range u.facts {
		if f.Kind == Reshape {
			all = withForm(all, strings.Split(f.Path, "."), f.Form)
		}
	}
	if all == nil {
		return nil
	}
	return []object{forms(all)}
}

// forms returns the members "blockTypes" and "attributes" of an entry under reshape, or of a form.
func forms(all []nestedForm) (o object) {
	var types, attributes object
	for _, in := range all {
		var form object
		for _, p := range []property{{"as", in.form.As}, {"name", in.form.Name}, {"key", in.form.Key}, {"value", in.form.Value}} {
			if p.value != "" {
				form = append(form, p)
			}
		}
		if in.form.Members != nil {
			form = append(form, property{"members", in.form.Members})
		}
		form = append(form, forms(in.inside)...)
		if in.form.ofAttribute() {
			attributes = append(attributes, property{in.name, form})
		} else {
			types = append(types, property{in.name, form})
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

// ofReferences reports whether the fact is about references alone.
func (f *Fact) ofReferences() bool { return f.Only == "references" || f.Only == "indexes" }
