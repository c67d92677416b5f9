package terraform

import (
	"slices"

	"iacedit/value"
)

// A Body is what is special in a block: how the values of its attributes are read,
// what is special in the blocks nested in it, and which of its arguments are
// Terraform's own and have a customary place. It is a table entry, never changed. Nil
// is a body of another language, in which nothing is special at any depth.
type Body struct {
	Labels     int // of a nested block; BlockType has those of the others
	Attributes Schemas
	Others     *value.Schema // for the attributes that Attributes does not name; nil for templates
	Blocks     Bodies        // those that are the language's own; a provider may have more

	// Where Terraform takes less than any expression. A body is Constant if its attributes
	// that Places does not name are, and the nested blocks that Blocks does not name.
	Places   Places
	Constant bool

	// Meta-arguments and meta-blocks, where a new one goes.
	First  []string // arguments that come before all others, in this order
	Last   []string // arguments that come after all others
	Ending []string // nested blocks that come after all others
}

// Schemas hold how attributes are read, by name. There are few in any body, and most names
// that are looked up are not among them: to compare is less than to hash.
type Schemas []struct {
	Name   string
	Schema *value.Schema
}

// Bodies hold the bodies of nested blocks, by type.
type Bodies map[string]*Body

// Attribute returns how the value of an attribute is read.
func (b *Body) Attribute(name string) *value.Schema {
	if b == nil {
		return nil
	}
	for i := range b.Attributes {
		if b.Attributes[i].Name == name {
			return b.Attributes[i].Schema
		}
	}
	return b.Others
}

// Block returns the body of nested blocks of a type.
func (b *Body) Block(typ string) *Body {
	if b == nil {
		return nil
	}
	if inner, ok := b.Blocks[typ]; ok {
		return inner
	}
	if b.Constant {
		return constant
	}
	if typ == "dynamic" {
		return dynamicBody
	}
	return ordinary
}

// Repeats reports whether an argument of a block repeats the block, as "count" does: such
// an argument stands apart from the others.
func (b *Body) Repeats(argument string) bool {
	return b != nil && slices.Contains(repeated, argument) && slices.Contains(b.First, argument)
}

// Knows reports whether nested blocks of a type are the language's own.
func (b *Body) Knows(typ string) bool {
	if b == nil {
		return false
	}
	_, ok := b.Blocks[typ]
	return ok || typ == "dynamic"
}

// The bodies that several block types have.
var (
	ordinary         = &Body{}
	labelled         = &Body{Labels: 1}
	constant         = &Body{Constant: true}
	labelledConstant = &Body{Labels: 1, Constant: true}

	// What a dynamic block generates is ordinary: Terraform lets no block in which
	// something is special be dynamic.
	dynamicBody = &Body{
		Labels:     1,
		Attributes: Schemas{{"iterator", reference}},
		Blocks:     Bodies{"content": ordinary},
	}

	provisionerBody = &Body{
		Labels:     1,
		Attributes: Schemas{{"when", reference}, {"on_failure", reference}},
		Places:     Places{{"when", Constant}, {"on_failure", Constant}},
		Blocks:     Bodies{"connection": ordinary},
	}

	lifecycleBody = &Body{Constant: true, Blocks: Bodies{"precondition": ordinary, "postcondition": ordinary}}

	overrideBody = &Body{Attributes: Schemas{{"target", reference}, {"override_during", reference}}}
)

// The arguments that repeat a block.
var repeated = []string{"count", "for_each"}

// The bodies of top-level blocks, by the table of docs/values.md.
var (
	resourceBody = &Body{
		Attributes: Schemas{{"provider", reference}, {"depends_on", references}},
		Places:     onObject,
		Blocks: Bodies{
			"connection":  ordinary,
			"provisioner": provisionerBody,
			"lifecycle": {
				Attributes: Schemas{{"ignore_changes", allOrReferences}, {"replace_triggered_by", expressions}},
				Places:     Places{{"ignore_changes", OwnAttributes}, {"replace_triggered_by", ReplaceTriggers}},
				Constant:   true,
				Blocks: Bodies{
					"precondition":  ordinary,
					"postcondition": ordinary,
					"action_trigger": {
						Attributes: Schemas{{"events", references}, {"actions", expressions}, {"on_failure", reference}},
						Places:     Places{{"events", Constant}, {"actions", Actions}, {"on_failure", Constant}},
					},
				},
			},
		},
		First: repeated, Last: []string{"depends_on"}, Ending: []string{"lifecycle"},
	}
	dataBody = &Body{
		Attributes: Schemas{{"provider", reference}, {"depends_on", references}},
		Places:     onObject,
		Blocks:     Bodies{"lifecycle": lifecycleBody},
		First:      repeated, Last: []string{"depends_on"}, Ending: []string{"lifecycle"},
	}
	actionBody = &Body{Attributes: Schemas{{"provider", reference}}, Places: onObject, Blocks: Bodies{"config": ordinary}, First: repeated}
	listBody   = &Body{Attributes: Schemas{{"provider", reference}}, Places: onObject, Blocks: Bodies{"config": ordinary}, First: repeated}
	moduleBody = &Body{
		Attributes: Schemas{{"source", text}, {"version", text}, {"providers", referencesByReference}, {"depends_on", references}},
		Places:     Places{{"source", Constant}, {"version", Constant}, {"providers", Providers}, {"depends_on", Dependencies}},
		First:      []string{"count", "for_each", "source", "version"}, Last: []string{"depends_on"}, Ending: []string{"lifecycle"},
	}
	variableBody = &Body{
		Attributes: Schemas{{"type", expression}, {"default", text}, {"description", text}, {"deprecated", text}},
		Places:     Places{{"type", Type}},
		Constant:   true,
		Blocks:     Bodies{"validation": ordinary},
	}
	outputBody = &Body{
		Attributes: Schemas{{"type", expression}, {"description", text}, {"deprecated", text}, {"depends_on", references}},
		Places: Places{
			{"type", Type}, {"description", Constant}, {"sensitive", Constant}, {"ephemeral", Constant}, {"deprecated", Constant},
			{"depends_on", Dependencies},
		},
		Blocks: Bodies{"precondition": ordinary},
		Last:   []string{"depends_on"},
	}
	checkBody = &Body{Blocks: Bodies{
		"assert": ordinary,
		"data": {
			Labels:     2,
			Attributes: Schemas{{"provider", reference}, {"depends_on", references}},
			Places:     onObject,
			Last:       []string{"depends_on"},
		},
	}}
	providerBody = &Body{
		Attributes: Schemas{{"alias", text}, {"version", text}},
		Places:     Places{{"alias", Constant}, {"version", Constant}},
		First:      []string{"for_each"},
	}
	settingsBody = &Body{
		Attributes: Schemas{{"required_version", text}, {"experiments", references}},
		Places:     Places{{"required_version", Constant}, {"experiments", Constant}},
		Blocks: Bodies{
			"required_providers": {Others: requirement, Constant: true},
			"backend":            labelledConstant,
			"cloud":              {Blocks: Bodies{"workspaces": constant}, Constant: true},
			"encryption":         ordinary,
			"provider_meta":      labelledConstant,
		},
	}
	movedBody   = &Body{Attributes: Schemas{{"from", reference}, {"to", reference}}, Constant: true}
	removedBody = &Body{
		Attributes: Schemas{{"from", reference}},
		Constant:   true,
		Blocks: Bodies{
			"connection": constant,
			"lifecycle":  constant,
			"provisioner": {
				Labels:     1,
				Attributes: provisionerBody.Attributes,
				Constant:   true,
				Blocks:     Bodies{"connection": constant},
			},
		},
		Ending: []string{"lifecycle"},
	}
	importBody = &Body{
		Attributes: Schemas{{"provider", reference}, {"to", expression}},
		Places:     Places{{"provider", Provider}, {"to", Imported}},
		First:      []string{"for_each"},
	}
	valuesBody = &Body{Others: text, Constant: true}

	runBody = &Body{
		Attributes: Schemas{{"command", reference}, {"expect_failures", references}, {"providers", referencesByReference}},
		Blocks: Bodies{
			"plan_options": {Attributes: Schemas{{"mode", reference}, {"replace", references}, {"target", references}}},
			"assert":       ordinary,
			"variables":    ordinary,
			"module": {
				Attributes: Schemas{{"source", text}, {"version", text}},
				Places:     Places{{"source", Constant}, {"version", Constant}},
				First:      []string{"source", "version"},
			},
			"override_resource": overrideBody,
			"override_data":     overrideBody,
			"override_module":   overrideBody,
		},
	}
	mockProviderBody = &Body{
		Attributes: Schemas{{"override_during", reference}},
		Blocks: Bodies{
			"mock_resource":     labelled,
			"mock_data":         labelled,
			"override_resource": overrideBody,
			"override_data":     overrideBody,
			"override_module":   overrideBody,
		},
	}
)

// How values are read where they are not templates.
var (
	text       = &value.Schema{Mode: value.Literal, Keys: value.Literal}
	reference  = stringOf(value.Reference, `a string that is a reference or keyword, like "aws_vpc.main"`)
	expression = stringOf(value.Expression, `a string that is an expression, like "list(string)"`)

	references  = listOf(reference, "an array of references")
	expressions = listOf(expression, "an array of expressions")

	allOrReferences = &value.Schema{
		Mode:  value.Reference,
		Takes: value.Of(value.String, value.Array),
		Word:  "all",
		Want:  `"all" or an array of references`,
		Elem:  reference,
	}
	referencesByReference = &value.Schema{
		Keys:  value.Reference,
		Takes: value.Of(value.Object),
		Want:  "an object of references",
		Elem:  reference,
	}

	// A version as a string, or an object that says more.
	requirement = &value.Schema{
		Mode: value.Literal,
		Elem: &value.Schema{},
		Members: []value.Member{
			{Key: "source", Schema: text},
			{Key: "version", Schema: text},
			{Key: "configuration_aliases", Schema: references},
		},
	}
)

func stringOf(m value.Mode, want string) *value.Schema {
	return &value.Schema{Mode: m, Takes: value.Of(value.String), Want: want}
}

func listOf(element *value.Schema, want string) *value.Schema {
	return &value.Schema{Takes: value.Of(value.Array), Want: want, Elem: element}
}
