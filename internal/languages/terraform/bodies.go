package terraform

import (
	"iter"
	"maps"
	"slices"

	"iacedit/value"
)

// A Body describes the contents of a block: the schemas of its attributes, the bodies of its
// nested blocks, and Terraform's own arguments that have a customary place. Bodies are table
// entries that never change. A nil Body describes a block of another language: all values in the
// block, at any depth, are read as templates, and no argument has a customary place.
type Body struct {
	Labels     int // the number of labels of a nested block; for top-level blocks, see BlockType
	Attributes Schemas
	Others     *value.Schema // for all other attributes; nil means templates
	Blocks     Bodies        // nested blocks that the language defines; a provider may define more
	Labelled   Bodies        // by first label: the bodies of blocks whose contents differ from this body

	Plugin  bool // a provider defines and reads the body, and treats null as a missing argument
	Closed  bool // the provider is Terraform's own, so that all possible contents are known
	Once    bool // for nested blocks: at most one block may occur, or one for each combination of labels
	Ordered bool // the order of blocks with different labels matters
	InOrder bool // the user chooses the names of the attributes, which are often in alphabetical order

	// Meta-arguments and meta-blocks that have a customary place.
	First  []string // arguments before all others, in this order
	Last   []string // arguments after all others
	Ending []string // nested blocks after all others
}

// Schemas lists the schemas of attributes by name. It is not a map, because there are few names,
// and most look-ups find no name: comparing the names is faster than hashing.
type Schemas []struct {
	Name   string
	Schema *value.Schema
}

// Bodies maps the types of nested blocks to their bodies.
type Bodies map[string]*Body

// Attribute returns the schema of an attribute's value.
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

// Block returns the body of the nested blocks of a type. For the body of "terraform" blocks and the
// type "backend", it returns the body of "backend" blocks.
func (b *Body) Block(typ string) *Body {
	if b == nil {
		return nil
	}
	if inner, ok := b.Blocks[typ]; ok {
		return inner
	}
	switch {
	case typ == "dynamic":
		return dynamicBody
	case b.Open():
		return pluginBody
	}
	return ordinaryBody
}

// Repeats reports whether an argument of a block repeats the block, as "count" does. A blank line
// follows such an argument.
func (b *Body) Repeats(argument string) bool {
	return b != nil && slices.Contains(repeated, argument) && slices.Contains(b.First, argument)
}

// OwnNames yields the names of the language's own arguments and nested blocks, in a fixed
// order.
func (b *Body) OwnNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		if b == nil {
			return
		}
		names := slices.Concat(b.First, b.Last)
		for i := range b.Attributes {
			names = append(names, b.Attributes[i].Name)
		}
		for _, name := range append(names, slices.Sorted(maps.Keys(b.Blocks))...) {
			if !yield(name) {
				return
			}
		}
	}
}

// Knows reports whether the language itself, not a provider, defines the nested blocks of a type.
func (b *Body) Knows(typ string) bool {
	if b == nil {
		return false
	}
	_, ok := b.Blocks[typ]
	return ok || typ == "dynamic"
}

// The bodies shared by several block types.
var (
	ordinaryBody     = &Body{}
	singleBody       = &Body{Once: true}
	pluginBody       = &Body{Plugin: true}
	singlePluginBody = &Body{Plugin: true, Once: true}
	mockBody         = &Body{Labels: 1}

	// In a dynamic block, only the provider defines what "content" may contain, because blocks that
	// Terraform itself defines, such as lifecycle, cannot be dynamic.
	dynamicBody = &Body{
		Labels:     1,
		Attributes: Schemas{{"iterator", reference}},
		Blocks:     Bodies{"content": singlePluginBody},
	}

	provisionerBody = &Body{
		Labels:     1,
		Attributes: Schemas{{"when", reference}, {"on_failure", reference}},
		Blocks:     Bodies{"connection": singleBody},
		Ordered:    true,
	}

	lifecycleBody = &Body{Once: true, Blocks: Bodies{"precondition": ordinaryBody, "postcondition": ordinaryBody}}

	// Labelled contains the nested blocks of some backends, by the label of the backend.
	backendBody = &Body{
		Labels: 1, Once: true,
		Labelled: Bodies{
			"remote":     {Blocks: Bodies{"workspaces": singleBody}},
			"kubernetes": {Blocks: Bodies{"exec": singleBody}},
			"oss":        {Blocks: Bodies{"assume_role": singleBody, "assume_role_with_oidc": singleBody}},
			"cos":        {Blocks: Bodies{"assume_role": singleBody}},
		},
	}

	overrideBody = &Body{Attributes: Schemas{{"target", reference}, {"override_during", reference}}}
)

// Repeating returns the two arguments that repeat a block. The caller must not change the slice.
func Repeating() []string { return repeated }

// The arguments that repeat a block.
var repeated = []string{"count", "for_each"}

// The bodies of top-level blocks, as in the table of docs/values.md.
var (
	resourceBody = &Body{
		Attributes: Schemas{{"provider", reference}, {"depends_on", references}},
		Plugin:     true,
		Blocks: Bodies{
			"connection":  singleBody,
			"provisioner": provisionerBody,
			"timeouts":    singlePluginBody,
			"lifecycle": {
				Once:       true,
				Attributes: Schemas{{"ignore_changes", allOrReferences}, {"replace_triggered_by", expressions}},
				Blocks: Bodies{
					"precondition":   ordinaryBody,
					"postcondition":  ordinaryBody,
					"action_trigger": {Attributes: Schemas{{"events", references}, {"actions", expressions}, {"on_failure", reference}}},
				},
			},
		},
		First: repeated, Last: []string{"depends_on"}, Ending: []string{"lifecycle"},
	}
	dataBody = &Body{
		Attributes: Schemas{{"provider", reference}, {"depends_on", references}},
		Plugin:     true,
		Blocks:     Bodies{"lifecycle": lifecycleBody, "timeouts": singlePluginBody},
		First:      repeated, Last: []string{"depends_on"}, Ending: []string{"lifecycle"},
	}
	actionBody = &Body{Attributes: Schemas{{"provider", reference}}, Blocks: Bodies{"config": singlePluginBody}, First: repeated}
	listBody   = &Body{Attributes: Schemas{{"provider", reference}}, Blocks: Bodies{"config": singlePluginBody}, First: repeated}
	moduleBody = &Body{
		Attributes: Schemas{{"source", text}, {"version", text}, {"providers", referencesByReference}, {"depends_on", references}},
		Blocks:     Bodies{"lifecycle": singleBody},
		First:      []string{"count", "for_each", "source", "version"}, Last: []string{"depends_on"}, Ending: []string{"lifecycle"},
	}
	variableBody = &Body{
		Attributes: Schemas{{"type", expression}, {"default", text}, {"description", text}, {"deprecated", text}},
		Blocks:     Bodies{"validation": ordinaryBody},
	}
	outputBody = &Body{
		Attributes: Schemas{{"type", expression}, {"description", text}, {"deprecated", text}, {"depends_on", references}},
		Blocks:     Bodies{"precondition": ordinaryBody},
		Last:       []string{"depends_on"},
	}
	checkBody     = &Body{Blocks: Bodies{"assert": ordinaryBody, "data": checkDataBody}}
	checkDataBody = &Body{
		Labels: 2, Plugin: true, Once: true,
		Attributes: Schemas{{"provider", reference}, {"depends_on", references}},
		Last:       []string{"depends_on"},
	}
	providerBody = &Body{Attributes: Schemas{{"alias", text}, {"version", text}}, Plugin: true, First: []string{"for_each"}}
	settingsBody = &Body{
		Attributes: Schemas{{"required_version", text}, {"experiments", references}},
		Blocks: Bodies{
			"required_providers": {Once: true, Others: requirement, InOrder: true},
			"backend":            backendBody,
			"cloud":              {Once: true, Blocks: Bodies{"workspaces": singleBody}},
			"encryption":         encryptionBody,
			"provider_meta":      {Labels: 1, Plugin: true, Once: true},
		},
	}
	encryptionBody = &Body{
		Once: true,
		Blocks: Bodies{
			"key_provider": {Labels: 2},
			"method":       {Labels: 2},
			"state":        {Once: true, Blocks: Bodies{"fallback": singleBody}},
			"plan":         {Once: true, Blocks: Bodies{"fallback": singleBody}},
			"remote_state_data_sources": {Once: true, Blocks: Bodies{
				"default":                  {Once: true, Blocks: Bodies{"fallback": singleBody}},
				"remote_state_data_source": {Labels: 1, Blocks: Bodies{"fallback": singleBody}},
			}},
		},
	}
	movedBody   = &Body{Attributes: Schemas{{"from", reference}, {"to", reference}}}
	removedBody = &Body{
		Attributes: Schemas{{"from", reference}},
		Blocks:     Bodies{"connection": singleBody, "lifecycle": singleBody, "provisioner": provisionerBody},
		Ending:     []string{"lifecycle"},
	}
	importBody = &Body{Attributes: Schemas{{"provider", reference}, {"to", expression}}, First: []string{"for_each"}}
	valuesBody = &Body{Others: text, InOrder: true}
	localsBody = &Body{InOrder: true}

	runBody = &Body{
		Ordered:    true,
		Attributes: Schemas{{"command", reference}, {"expect_failures", references}, {"providers", referencesByReference}},
		Blocks: Bodies{
			"backend":           backendBody,
			"plan_options":      {Once: true, Attributes: Schemas{{"mode", reference}, {"replace", references}, {"target", references}}},
			"assert":            ordinaryBody,
			"variables":         singleBody,
			"module":            {Once: true, Attributes: Schemas{{"source", text}, {"version", text}}, First: []string{"source", "version"}},
			"override_resource": overrideBody,
			"override_data":     overrideBody,
			"override_module":   overrideBody,
		},
	}
	mockProviderBody = &Body{
		Attributes: Schemas{{"override_during", reference}},
		Blocks: Bodies{
			"mock_resource":     mockBody,
			"mock_data":         mockBody,
			"mock_ephemeral":    mockBody,
			"override_resource": overrideBody,
			"override_data":     overrideBody,
			"override_module":   overrideBody,
		},
	}
)

// The schemas of values that are not templates.
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

	// requirement is the schema of an entry of required_providers: a version as a string, or an object
	// with more details.
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
