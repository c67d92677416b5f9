package edit

import (
	"encoding/json"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// Expr is an expression in native syntax, used as the value of an attribute or as a part of the
// value: Expr("var.region"), Expr("list(string)"). A "$" in the expression stands for the old
// value: Expr("merge($, local.tags)").
type Expr string

// Value implements value.Valuer. It returns an error if the text is not an expression.
func (e Expr) Value() (value.Value, error) {
	v := value.Value{Kind: value.String, As: value.AsExpression, Text: string(e)}
	named, _, err := v.Old(&value.Schema{Mode: value.Expression})
	if err == nil {
		err = syntax.CheckExpression([]byte(named.Text))
	}
	if err != nil {
		return value.Value{}, fmt.Errorf("%s is not an expression: %w", excerpt.Quote(string(e)), err)
	}
	return v, nil
}

// MarshalJSON returns the expression as a template in a JSON string: "${var.region}" for
// Expr("var.region").
func (e Expr) MarshalJSON() ([]byte, error) { return marshal(e) }

// Template is a template in native syntax, used as the value of an attribute or as a part of the
// value: Template("web-${var.name}"). It means the same as a string in the JSON of a request, so
// "${$}" stands for the old value.
type Template string

// Value implements value.Valuer. The error is nil.
func (t Template) Value() (value.Value, error) {
	return value.Value{Kind: value.String, As: value.AsTemplate, Text: string(t)}, nil
}

// MarshalJSON returns the template as a JSON string.
func (t Template) MarshalJSON() ([]byte, error) { return marshal(t) }

func marshal(x value.Valuer) ([]byte, error) {
	v, err := x.Value()
	if err == nil {
		v, err = v.Placed(nil)
	}
	if err != nil {
		return nil, err
	}
	return v.MarshalJSON()
}

var (
	_ json.Marshaler = Expr("")
	_ json.Marshaler = Template("")
	_ value.Valuer   = Expr("")
	_ value.Valuer   = Template("")
)

// An escaper rewrites the Go strings in an operation so that they mean literal text in the JSON of
// a request. For example, "${x}" becomes "$${x}" for an attribute whose strings are templates.
type escaper struct{ language address.Language }

// operation rewrites the values in an entry for the blocks at an address.
func (p escaper) operation(b BlockAddress, c content) (BlockAddress, content, error) {
	var err error
	if b.dotted != "" {
		c, err = p.addressed(b, c)
	} else {
		c.entry, err = p.entry(c.entry, language.Body(p.language, b.typ), c.action)
	}
	if err == nil && c.place != nil {
		place := *c.place
		place.selectors.entry, err = p.entry(place.selectors.entry, language.Body(p.language, place.block.typ), plan.Update)
		c.place = &place
	}
	return b, c, err
}

// addressed rewrites the values in an entry for what is at a dotted address.
func (p escaper) addressed(b BlockAddress, c content) (content, error) {
	c.entry.Items = append([]value.Item{{Key: "address", Value: textOf(b.dotted)}}, c.entry.Items...)
	a, err := address.Parse(b.dotted)
	if err != nil {
		return c, nil // decoding reports it
	}
	t, err := a.ResolveParsed(nil, p.language, nil)
	if err != nil {
		return c, nil
	}
	if c.entry, err = p.entry(c.entry, language.BodyOf(p.language, &t), c.action); err != nil {
		return c, err
	}
	for i := range c.entry.Items {
		if m := &c.entry.Items[i]; m.Key == "value" {
			m.Value, err = m.Value.Placed(t.Schema(p.language))
		}
	}
	return c, err
}

// entry rewrites the values in an entry. The *terraform.Body describes the blocks that the entry
// selects.
func (p escaper) entry(e value.Value, body *terraform.Body, action plan.Action) (value.Value, error) {
	e.Items = slices.Clone(e.Items)
	for i := range e.Items {
		item := &e.Items[i]
		var err error
		inner, isAction := plan.ActionOf(item.Key)
		switch {
		case item.Key == "where", item.Key == "attributes" && action.Contents() == plan.HoldsChanges:
			item.Value, err = p.attributes(item.Value, body)
		case isAction && action.Contents() == plan.HoldsChanges:
			item.Value, err = p.entry(item.Value, body, inner)
		case item.Key == "blockTypes":
			item.Value, err = p.blocks(item.Value, body, action)
		}
		if err != nil {
			return e, err
		}
	}
	return e, nil
}

// attributes rewrites the values in an object such as {"tags.Owner": "me"}.
func (p escaper) attributes(v value.Value, body *terraform.Body) (value.Value, error) {
	v.Items = slices.Clone(v.Items)
	for i := range v.Items {
		item := &v.Items[i]
		path, err := address.ParsePath(item.Key)
		if err != nil {
			continue // decoding reports it
		}
		if item.Value, err = item.Value.Placed(address.SchemaAt(body.Attribute(path.Name), path.Steps)); err != nil {
			return v, fmt.Errorf("the attribute %s: %w", excerpt.Quote(item.Key), err)
		}
	}
	return v, nil
}

// blocks rewrites the values in an object of entries for nested blocks: {"ingress": [{…}]}.
func (p escaper) blocks(v value.Value, body *terraform.Body, action plan.Action) (value.Value, error) {
	v.Items = slices.Clone(v.Items)
	for i := range v.Items {
		typ := &v.Items[i]
		if typ.Value.Kind != value.Array {
			continue // the new name of the type
		}
		typ.Value.Items = slices.Clone(typ.Value.Items)
		for j := range typ.Value.Items {
			entry := &typ.Value.Items[j].Value
			var err error
			if *entry, err = p.entry(*entry, body.Block(typ.Key), action); err != nil {
				return v, err
			}
			for k := range entry.Items {
				if place := &entry.Items[k]; place.Key == "place" {
					if place.Value, err = p.destination(place.Value, body); err != nil {
						return v, err
					}
				}
			}
		}
	}
	return v, nil
}

// destination rewrites the values in the place to which a nested block is moved, such as the "a" in
// {"before": {"ingress": [{"where": {"name": "a"}}]}}. The *terraform.Body describes the enclosing
// block.
func (p escaper) destination(v value.Value, body *terraform.Body) (value.Value, error) {
	v.Items = slices.Clone(v.Items)
	for i := range v.Items {
		if of := &v.Items[i].Value; of.Kind == value.Object {
			var err error
			if *of, err = p.blocks(*of, body, plan.Update); err != nil {
				return v, err
			}
		}
	}
	return v, nil
}
