package edit

import (
	"iacedit/value"
)

// A place is where the values of a block's attributes stand, as far as their
// reading goes: what of the block is special. It is a table entry; it is never
// changed. Nil is a block in which strings are templates everywhere and so they are
// in all blocks inside, the only place there is in the dialect HCL.
type place = *blockPlace

type blockPlace struct {
	attributes map[string]*value.Schema
	others     *value.Schema // the attributes not named; nil for templates
	blocks     map[string]*blockPlace
}

// topPlace returns the place of top-level blocks of a type.
func topPlace(o *Options, typ string) place {
	if o.Dialect == HCL {
		return nil
	}
	if p, ok := topPlaces[typ]; ok {
		return p
	}
	return ordinaryBlock
}

// block returns the place of nested blocks of a type.
func (p *blockPlace) block(typ string) place {
	if p == nil {
		return nil
	}
	if inner, ok := p.blocks[typ]; ok {
		return inner
	}
	if typ == "dynamic" {
		return dynamicBlock
	}
	return ordinaryBlock
}

// attribute returns the place of an attribute's value.
func (p *blockPlace) attribute(name string) *value.Schema {
	if p == nil {
		return nil
	}
	if inner, ok := p.attributes[name]; ok {
		return inner
	}
	return p.others
}

// How values are read at the places of JSON-VALUES.md that are not templates.
var (
	literalPlace    = &value.Schema{Mode: value.Literal, Keys: value.Literal}
	referencePlace  = stringPlace(value.Reference, `a string that is a reference or keyword, like "aws_vpc.main"`)
	expressionPlace = stringPlace(value.Expression, `a string that is an expression, like "list(string)"`)

	referencesPlace  = listPlace(referencePlace, "an array of references")
	expressionsPlace = listPlace(expressionPlace, "an array of expressions")

	// "all", or an array of references.
	ignoreChangesPlace = &value.Schema{
		Mode:  value.Reference,
		Takes: value.Of(value.String, value.Array),
		Word:  "all",
		Want:  `"all" or an array of references`,
		Elem:  referencePlace,
	}
	providersPlace = &value.Schema{
		Keys:  value.Reference,
		Takes: value.Of(value.Object),
		Want:  "an object of references",
		Elem:  referencePlace,
	}
	// A version as a string, or an object that says more.
	providerRequirement = &value.Schema{
		Mode: value.Literal,
		Elem: templatePlace,
		Members: []value.Member{
			{Key: "source", Place: literalPlace},
			{Key: "version", Place: literalPlace},
			{Key: "configuration_aliases", Place: referencesPlace},
		},
	}
	templatePlace = &value.Schema{}
)

func stringPlace(m value.Mode, want string) *value.Schema {
	return &value.Schema{Mode: m, Takes: value.Of(value.String), Want: want}
}

func listPlace(element *value.Schema, want string) *value.Schema {
	return &value.Schema{Takes: value.Of(value.Array), Want: want, Elem: element}
}

type attributePlaces = map[string]*value.Schema

// What is special in the blocks that may be inside any or several others. The
// contents of a dynamic block are ordinary: Terraform lets no block with special
// places be dynamic.
var (
	ordinaryBlock    = &blockPlace{}
	dynamicBlock     = &blockPlace{attributes: attributePlaces{"iterator": referencePlace}}
	provisionerBlock = &blockPlace{attributes: attributePlaces{"when": referencePlace, "on_failure": referencePlace}}
	onData           = attributePlaces{"provider": referencePlace, "depends_on": referencesPlace}
)

// topPlaces holds, by type, the top-level blocks with special places in them or in
// the blocks inside them.
var topPlaces = map[string]*blockPlace{
	"resource": {
		attributes: onData,
		blocks: map[string]*blockPlace{
			"provisioner": provisionerBlock,
			"lifecycle": {
				attributes: attributePlaces{"ignore_changes": ignoreChangesPlace, "replace_triggered_by": expressionsPlace},
				blocks: map[string]*blockPlace{
					"action_trigger": {attributes: attributePlaces{"events": referencesPlace, "actions": expressionsPlace, "on_failure": referencePlace}},
				},
			},
		},
	},
	"data":      {attributes: onData},
	"ephemeral": {attributes: onData},
	"check": {blocks: map[string]*blockPlace{
		"data": {attributes: attributePlaces{"depends_on": referencesPlace}},
	}},
	"import":   {attributes: attributePlaces{"provider": referencePlace, "to": expressionPlace}},
	"moved":    {attributes: attributePlaces{"from": referencePlace, "to": referencePlace}},
	"removed":  {attributes: attributePlaces{"from": referencePlace}, blocks: map[string]*blockPlace{"provisioner": provisionerBlock}},
	"variable": {attributes: attributePlaces{"type": expressionPlace, "default": literalPlace, "description": literalPlace, "deprecated": literalPlace}},
	"output":   {attributes: attributePlaces{"type": expressionPlace, "description": literalPlace, "deprecated": literalPlace, "depends_on": referencesPlace}},
	"module": {attributes: attributePlaces{
		"source": literalPlace, "version": literalPlace, "providers": providersPlace, "depends_on": referencesPlace,
	}},
	"provider":  {attributes: attributePlaces{"alias": literalPlace, "version": literalPlace}},
	"iac":       settingsBlock,
	"terraform": settingsBlock,
	"iacvars":   variableFile,
	"tfvars":    variableFile,
}

var (
	settingsBlock = &blockPlace{
		attributes: attributePlaces{"required_version": literalPlace, "experiments": referencesPlace},
		blocks:     map[string]*blockPlace{"required_providers": {others: providerRequirement}},
	}
	variableFile = &blockPlace{others: literalPlace}
)
