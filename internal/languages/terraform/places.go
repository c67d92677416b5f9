package terraform

// A Place is a kind of position of an expression. It determines what the expression may contain.
type Place uint8

// The places.
const (
	Ordinary        Place = iota // anything
	Constant                     // neither references nor calls
	Type                         // a type constraint, in which names are not references
	Dependencies                 // depends_on: references to whole blocks
	Provider                     // a reference to a provider configuration
	Providers                    // an object of provider configurations
	OwnAttributes                // ignore_changes: attributes of the block itself
	ReplaceTriggers              // replace_triggered_by: references to resources and their attributes
	Imported                     // the argument "to" of an import block: the address of a resource
	Actions                      // references to actions
	Destroying                   // a provisioner that runs on destruction: only self, count.index and each.key
	Validating                   // the condition of a variable: it must refer to the variable
	Checking                     // the condition of another check: it must refer to something
)

// Places are the places in the blocks of one type: the Place of each attribute, and the Places of
// each type of nested block. Places never change. A nil Places means that all places are ordinary,
// including those in nested blocks.
type Places struct {
	attributes map[string]Place
	blocks     map[string]*Places
	constant   bool // all other attributes and nested blocks are Constant

	provisioner bool
}

// PlacesOf returns the places in the top-level blocks of a type.
func PlacesOf(typ string) *Places { return places[typ] }

// Attribute returns the place of an attribute's value.
func (p *Places) Attribute(name []byte) Place {
	if p == nil {
		return Ordinary
	}
	if place, ok := p.attributes[string(name)]; ok {
		return place
	}
	if p.constant {
		return Constant
	}
	return Ordinary
}

// Block returns the places in the nested blocks of a type.
func (p *Places) Block(typ string) *Places {
	if p == nil {
		return nil
	}
	if inner, ok := p.blocks[typ]; ok {
		return inner
	}
	if p.constant {
		return constantPlaces
	}
	return nil
}

// RunsOnDestruction reports whether a provisioner runs when its resource is destroyed: whether the
// code of its argument "when" is destroy.
func (p *Places) RunsOnDestruction(when string) bool {
	return p != nil && p.provisioner && (when == "destroy" || when == `"destroy"`)
}

// constantPlaces is the Places of a block in which every place is Constant.
var constantPlaces = &Places{constant: true}

// places contains the Places of top-level blocks, by type.
var places = func() map[string]*Places {
	type in = map[string]Place
	type nested = map[string]*Places
	onObject := in{"provider": Provider, "depends_on": Dependencies}
	checked := &Places{attributes: in{"condition": Checking}}
	lifecycle := &Places{constant: true, blocks: nested{"precondition": checked, "postcondition": checked}}
	settings := &Places{
		attributes: in{"required_version": Constant, "experiments": Constant},
		blocks: nested{
			"required_providers": constantPlaces, "backend": constantPlaces, "cloud": constantPlaces, "provider_meta": constantPlaces,
		},
	}
	module := in{"source": Constant, "version": Constant, "providers": Providers, "depends_on": Dependencies}
	return map[string]*Places{
		"resource": {attributes: onObject, blocks: nested{
			"provisioner": {attributes: in{"when": Constant, "on_failure": Constant}, provisioner: true},
			"lifecycle": {
				attributes: in{"ignore_changes": OwnAttributes, "replace_triggered_by": ReplaceTriggers},
				constant:   true,
				blocks: nested{
					"precondition": checked, "postcondition": checked,
					"action_trigger": {attributes: in{"events": Constant, "actions": Actions, "on_failure": Constant}},
				},
			},
		}},
		"data":      {attributes: onObject, blocks: nested{"lifecycle": lifecycle}},
		"ephemeral": {attributes: onObject, blocks: nested{"lifecycle": lifecycle}},
		"action":    {attributes: onObject},
		"list":      {attributes: onObject},
		"module":    {attributes: module},
		"variable":  {attributes: in{"type": Type}, constant: true, blocks: nested{"validation": {attributes: in{"condition": Validating}}}},
		"output": {attributes: in{
			"type": Type, "description": Constant, "sensitive": Constant, "ephemeral": Constant, "deprecated": Constant, "depends_on": Dependencies,
		}, blocks: nested{"precondition": checked}},
		"provider":     {attributes: in{"alias": Constant, "version": Constant}},
		"check":        {blocks: nested{"data": {attributes: onObject}, "assert": checked}},
		"import":       {attributes: in{"provider": Provider, "to": Imported}},
		"moved":        constantPlaces,
		"removed":      constantPlaces,
		"run":          {blocks: nested{"module": {attributes: module}, "assert": checked}},
		Settings:       settings,
		SettingsAlias:  settings,
		VariableValues: constantPlaces,
	}
}()
