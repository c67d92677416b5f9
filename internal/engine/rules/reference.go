package rules

import (
	"strconv"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/value"
)

func itoa(n int) string { return strconv.Itoa(n) }

// A reference is the object that the member "reference" of a rule names, such as var.region. The
// rule finds the references to that object.
type reference struct {
	target refs.Address
	word   []byte // a name that each reference contains
}

// referenceOf decodes the object of a "reference": an address as in code or on the command
// line (var.region, aws_instance.web, resource.aws_instance.web, variable.region).
func (d *Decoder) referenceOf(v *value.Value) (*reference, error) {
	bad := func(why string) error {
		return d.refuse(v.At, "reference: %s %s", excerpt.Quote(v.Text), why)
	}
	if !d.Language.Dialect.Refers() {
		return nil, bad("cannot be searched for: the dialect " + d.Language.Dialect.String() + " does not define references; give the dialect " + languages.Referring())
	}
	a, err := selection.ParseAddress(v.Text, d.Budget)
	if err != nil {
		return nil, bad("is not an address: " + err.Error())
	}
	names := make([]string, 0, len(a))
	for _, part := range a {
		if part.Kind != address.PartName && part.Kind != address.PartKey {
			return nil, bad("is not an address that references can have")
		}
		names = append(names, part.Text)
	}
	var to refs.Address
	if d.Language.Dialect.AnyBlock() {
		to, rest := refs.RoleIn(d.Language.Dialect, false).ObjectNamed(names)
		if to.Kind == refs.Other || to.Name == "" || len(rest) > 0 {
			return nil, bad("is not an address that references in " + d.Language.Dialect.Title() + " can have")
		}
		return &reference{target: to, word: []byte(to.Name)}, nil
	}
	typ := language.Block(d.Language, names[0])
	if typ == nil {
		typ = terraform.Referred(names[0])
	}
	switch {
	case names[0] == "local" || names[0] == "locals":
		if len(names) == 2 {
			to = refs.Address{Kind: refs.Local, Name: names[1]}
		}
	case typ == nil && len(names) == 2:
		to = refs.Address{Kind: refs.Resource, Type: names[0], Name: names[1]}
	case typ == nil:
	case typ.Name == "provider" && len(names) <= 3 && len(names) > 1:
		to = refs.Address{Kind: refs.Provider, Type: names[1]}
		if len(names) == 3 {
			to.Name = names[2]
		}
	case refs.KindOf(typ.Name) != refs.Other && len(names) == 1+typ.Labels:
		to = refs.Address{Kind: refs.KindOf(typ.Name), Name: names[len(names)-1]}
		if typ.Labels == 2 {
			to.Type = names[1]
		}
	}
	if to.Kind == refs.Other {
		return nil, bad("is not an address that references can have, such as var.region or aws_instance.web")
	}
	word := to.Name
	if word == "" {
		word = to.Type
	}
	return &reference{target: to, word: []byte(word)}, nil
}
