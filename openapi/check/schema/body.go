package schema

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"iacedit/internal/languages/terraform"
	"iacedit/value"
)

// For Terraform's own block types, the schema also restricts the attributes and nested blocks in
// entries. Each terraform.Body has a definition with its restrictions.

// nameBodies chooses a name for the definition of each body. It returns all bodies in the order of
// their definitions.
func (s *schema) nameBodies() (order []*terraform.Body) {
	var visit func(b *terraform.Body, name string, types ...string)
	visit = func(b *terraform.Body, name string, types ...string) {
		if _, named := s.bodies[b]; named || b == nil {
			return
		}
		s.bodies[b] = name
		s.types[b] = types
		order = append(order, b)
		for _, typ := range slices.Sorted(maps.Keys(b.Blocks)) {
			inner := b.Blocks[typ]
			if isOrdinary(inner) {
				visit(inner, "OrdinaryBody")
			} else {
				visit(inner, strings.TrimSuffix(name, "Body")+title(typ)+"Body", append(slices.Clone(types), typ)...)
			}
		}
		visit(b.Block("dynamic"), "DynamicBody", "dynamic")
		visit(b.Block("no type of Terraform's"), "OrdinaryBody")
	}
	for t := range terraform.Blocks {
		if !t.ValuesFile {
			visit(t.Body, title(t.Name)+"Body", t.Name)
		}
	}
	return order
}

// isOrdinary reports whether a body has no restrictions on attributes and nested blocks. All such
// bodies share one definition.
func isOrdinary(b *terraform.Body) bool {
	return len(b.Attributes)+len(b.Blocks)+len(b.First)+len(b.Last) == 0 && b.Others == nil
}

// title converts a block type to a part of the name of a definition: mock_provider becomes
// MockProvider.
func title(typ string) (name string) {
	for _, word := range strings.Split(typ, "_") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

// defineBodies adds two definitions for each body: one for the entries of blocks with this body,
// alone or in an array, and one for the attributes and nested blocks in such entries.
func (s *schema) defineBodies(bodies []*terraform.Body) {
	defined := map[string]bool{}
	for _, b := range bodies {
		name := s.bodies[b]
		if defined[name] {
			continue
		}
		defined[name] = true
		inner := ref(name + "Contents")
		s.define(name, object{"items", ref(name), "allOf", list{inner}, "properties", object{"add", inner, "update", inner, "set", inner}})
		s.define(name+"Contents", object{"properties", object{"attributes", s.attributesOf(b), "blockTypes", s.blocksOf(b)}})
	}
}

// attributesOf returns the schema of the member "attributes" of an entry. The argument is the body
// of the block that the entry selects.
func (s *schema) attributesOf(b *terraform.Body) object {
	var names []string
	for _, a := range b.Attributes {
		names = append(names, a.Name)
	}
	slices.Sort(names)
	attributes := object{}
	for _, name := range slices.Concat(b.First, names, b.Last) {
		if attributes.Get(name) == nil {
			attributes = attributes.With(name, describeAttribute(name).With(valueOf(b.Attribute(name))...))
		}
	}
	attributes = withPlain(attributes, s.types[b])
	all := object{"properties", attributes}
	if b.Others != nil {
		all = all.With("additionalProperties", valueOf(b.Others))
	}
	return all
}

// withPlain returns a schema of attributes with additional members: the arguments that accept any
// value in one of Terraform's own blocks. The parameter types lists the types of the blocks around
// these arguments, outermost first.
func withPlain(attributes object, types []string) object {
	for _, name := range slices.Sorted(terraform.PlainNames(types...)) {
		if attributes.Get(name) == nil {
			attributes = attributes.With(name, describeAttribute(name))
		}
	}
	return attributes
}

// plainBody adds a definition for a body of which only the names of some arguments are known. It
// returns the name of the definition, or "" if no argument is known. The types are as in withPlain.
func (s *schema) plainBody(types []string) string {
	attributes := withPlain(object{}, types)
	if len(attributes) == 0 {
		return ""
	}
	name := title(strings.Join(types[max(0, len(types)-2):], "_")) + "Body"
	if !s.plain[name] {
		s.plain[name] = true
		inner := ref(name + "Contents")
		s.define(name, object{"items", ref(name), "allOf", list{inner}, "properties", object{"add", inner, "update", inner, "set", inner}})
		s.define(name+"Contents", object{"properties", object{"attributes", object{"properties", attributes}}})
	}
	return name
}

// blocksOf returns the schema of the member "blockTypes" of an entry for a block with the body b.
func (s *schema) blocksOf(b *terraform.Body) object {
	types := object{}
	for _, typ := range slices.Sorted(maps.Keys(b.Blocks)) {
		name := s.bodies[b.Blocks[typ]]
		if isOrdinary(b.Blocks[typ]) {
			name = cmp.Or(s.plainBody(append(slices.Clone(s.types[b]), typ)), name)
		}
		types = append(types, typ, ref(name))
	}
	types = append(types, "dynamic", ref(s.bodies[b.Block("dynamic")]))
	return object{"properties", types, "additionalProperties", ref("OrdinaryBody")}
}

// describeAttribute returns the description of one of Terraform's own attributes.
func describeAttribute(name string) object {
	if text, ok := attributeDescriptions[name]; ok {
		return object{"description", text}
	}
	return object{}
}

var attributeDescriptions = map[string]string{
	"count":                 "The number of instances of the block.",
	"for_each":              `A map or set; the block has an instance for each member. An expression, "${toset(var.names)}", or an object.`,
	"provider":              `The provider configuration, as a reference: "aws.east".`,
	"providers":             `Provider configurations, by their names in the module: {"aws": "aws.east"}.`,
	"depends_on":            `The dependencies of the block, as references: ["aws_vpc.main"].`,
	"ignore_changes":        `"all", or the attributes whose changes are ignored, as references: ["tags"].`,
	"replace_triggered_by":  "References to objects; a change of any of them replaces the resource.",
	"type":                  `A type constraint: "list(string)".`,
	"default":               "The default value, as plain JSON: no templates.",
	"source":                "The address, as plain text: no templates.",
	"version":               "The version constraint, as plain text: no templates.",
	"required_version":      "The version constraint, as plain text: no templates.",
	"configuration_aliases": `Provider configurations that the module expects, as references: ["aws.east"].`,
	"from":                  `An address, as a reference: "aws_instance.old".`,
	"to":                    `An address, as a reference: "aws_instance.new".`,
}

// valueOf returns the JSON Schema for the values that are accepted where s applies.
func valueOf(s *value.Schema) object {
	if s == nil {
		return nil
	}
	o := object{}
	switch types := typesOf(s).(type) {
	case nil:
	case string:
		o = append(o, "type", types)
		if types == "array" || types == "object" { // an expression is also accepted
			o = object{"type", list{types, "string"}, "pattern", `^\$\{`}
		}
	default:
		o = append(o, "type", types)
	}
	if s.Elem != nil && s.Elem != s {
		inner := valueOf(s.Elem)
		if len(inner) > 0 && accepts(s, value.Array) {
			o = append(o, "items", inner)
		}
		if len(inner) > 0 && accepts(s, value.Object) {
			o = append(o, "additionalProperties", inner)
		}
	}
	members := object{}
	for _, m := range s.Members {
		if inner := valueOf(m.Schema); len(inner) > 0 {
			members = append(members, m.Key, inner)
		}
	}
	if len(members) > 0 {
		o = append(o, "properties", members)
	}
	return o
}

// accepts reports whether a value of a kind, such as a number, is accepted where s applies.
func accepts(s *value.Schema, k value.Kind) bool { return s.Takes == 0 || s.Takes&value.Of(k) != 0 }

// typesOf returns the JSON types of the values that are accepted where s applies, or nil for all
// types.
func typesOf(s *value.Schema) any {
	names := list{}
	bare := s.Mode == value.Reference || s.Mode == value.Expression
	for _, k := range []struct {
		kind value.Kind
		name string
	}{{value.Null, "null"}, {value.True, "boolean"}, {value.Number, "number"}, {value.String, "string"}, {value.Array, "array"}, {value.Object, "object"}} {
		if accepts(s, k.kind) && !(bare && k.kind < value.String) {
			names = append(names, k.name)
		}
	}
	switch len(names) {
	case 6:
		return nil
	case 1:
		return names[0]
	}
	return names
}
