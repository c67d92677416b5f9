// Package schema generates the JSON Schema (2020-12) of a request's "edits", one for each dialect.
// The schema describes the form of edits (docs/edits.md), so that editors can complete edits, and
// programs can check edits before they send them.
//
// The block types, their labels and the attributes that accept only some kinds of value come from
// internal/languages/terraform. entry.go defines what an operation's entries may contain; the tests compare
// this definition with edit's decoder, for every key under every operation.
//
//	edits.go      the whole schema
//	blocks.go     block types, labels
//	operation.go  the table of operations
//	addressed.go  entries with addresses, in place of block types and labels
//	entry.go      entries, by operation
//	member.go     the members of entries: selectors, values, names, comments, places
//	rules.go      rules that find and rewrite; extract.go: "extract" and "inline"
//	select.go     a request's "select", for OpenAPI
//	body.go       restrictions for Terraform's own block types
//	object.go     objects that keep their order
package schema

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/openapi/check/ordered"
)

// Dialects are the dialects that have a schema.
var Dialects = []address.Dialect{address.Terraform, address.HCL}

// FileName returns the name of the file with the schema of a dialect.
func FileName(d address.Dialect) string {
	if d == address.HCL {
		return "edits.hcl.schema.json"
	}
	return "edits.schema.json"
}

// Edits returns the schema of a request's "edits".
func Edits(d address.Dialect) ([]byte, error) {
	s := newSchema(d)
	title := "The edits of a request to iacedit, for Terraform and OpenTofu"
	if d == address.HCL {
		title = "The edits of a request to iacedit, for any HCL2 language"
	}
	defs, err := s.reachableFrom("Edits")
	if err != nil {
		return nil, err
	}
	return ordered.Indent(object{
		"$schema", "https://json-schema.org/draft/2020-12/schema",
		"title", title,
		"type", "object",
		"$ref", "#/$defs/Edits",
		"$defs", defs,
	})
}

// Definitions returns all definitions that the schemas "Edits" and "Selection" of a dialect use.
func Definitions(d address.Dialect) (object, error) {
	return newSchema(d).reachableFrom("Edits", "Selection", "FindRules")
}

// reachableFrom returns the definitions with the given names, and all others to which they refer,
// directly or not.
func (s *schema) reachableFrom(names ...string) (object, error) {
	text, err := ordered.Line(s.defs)
	if err != nil {
		return nil, err
	}
	v, err := ordered.Parse(text)
	if err != nil {
		return nil, err
	}
	defs := v.(object)
	found := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		if found[name] {
			continue
		}
		if found[name] = true; defs.Get(name) == nil {
			return nil, fmt.Errorf("%s is referred to, and not defined", name)
		}
		ordered.Walk(defs.Get(name), func(key string, value any) {
			if to, ok := value.(string); ok && key == "$ref" {
				names = append(names, strings.TrimPrefix(to, "#/$defs/"))
			}
		})
	}
	var some object
	for name, definition := range defs.Members {
		if found[name] {
			some = some.With(name, definition)
		}
	}
	return some, nil
}

// A schema collects the definitions of a JSON Schema.
type schema struct {
	dialect address.Dialect
	defs    object
	bodies  map[*terraform.Body]string   // the name of each body's definition
	types   map[*terraform.Body][]string // the types of the blocks around each body's content, outermost first
	plain   map[string]bool              // the definitions that plainBody has added
}

func (s *schema) define(name string, definition object) { s.defs = append(s.defs, name, definition) }

func newSchema(d address.Dialect) *schema {
	s := &schema{dialect: d, bodies: map[*terraform.Body]string{}, types: map[*terraform.Body][]string{}, plain: map[string]bool{}}
	keys := object{}
	var order []string
	for _, o := range operations {
		if o.terraformOnly && d.AnyBlock() {
			continue
		}
		if o.action == moveAction {
			keys = append(keys, rewrite, object{"description", "Replaces expressions and text, by rules.", "$ref", "#/$defs/RewriteRules"})
			order = append(order, rewrite)
			keys = append(keys, inline, object{"description", "Replaces references to locals by their values, and removes the locals.", "$ref", "#/$defs/Inlinings"})
			keys = append(keys, extract, object{"description", "Extracts values into locals and variables, or blocks into a module.", "$ref", "#/$defs/Extractions"})
			order = append(order, inline, extract)
		}
		keys = append(keys, string(o.action), object{"description", o.about, "anyOf", list{ref(o.title() + "Blocks"), o.addressed()}})
		order = append(order, string(o.action))
	}
	s.define("Edits", object{
		"description", "The edits. The operations apply in the order " + strings.Join(order, ", ") + ", whatever their order in the object. Each edit sees the result of the earlier edits. If one fails, none is applied.",
		"type", "object",
		"properties", keys,
		"additionalProperties", false,
		"not", ref("Nothing"),
		"examples", examples[d],
	})
	s.defineNothing()
	s.defineAddressed()
	s.defineRules()
	s.defineExtractions()
	var bodies []*terraform.Body
	if d == address.Terraform {
		bodies = s.nameBodies()
	}
	for _, a := range actions {
		s.defineBlocks(a)
	}
	s.defineEntries()
	s.defineSelection()
	s.defineMembers()
	s.defineForms()
	s.define("By", object{"description", descriptionOf("by", sortAction), "enum", list{"name", "required"}})
	s.define("Order", object{"description", descriptionOf("order"), "type", "array", "minItems", 1, "uniqueItems", true, "items", object{"type", "string", "minLength", 1}})
	s.define("Paragraphs", object{"description", descriptionOf("paragraphs"), "const", "join"})
	s.defineAnyTypes()
	s.define("Only", object{"description", descriptionOf("only"), "type", "array", "minItems", 1, "items", object{"enum", list{"nulls", "computed", "headers", "ids", "empty", "policies", "order"}}})
	for i := range operations {
		if o := &operations[i]; o.ownDefinition != nil {
			s.define(o.attributes, o.ownDefinition)
		}
	}
	if d == address.Terraform {
		s.defineTypes()
	}
	s.defineBodies(bodies)
	return s
}

// examples are edits that can be applied to the code in the tests.
var examples = map[address.Dialect]list{
	address.Terraform: {
		raw(`{"set": {"resource": {"aws_instance": {"web": [{"attributes": {"instance_type": "t3.small", "tags.Owner": "core"}}]}}}}`),
		raw(`{"add": {"variable": {"region": [{"attributes": {"type": "string", "default": "eu-west-1"}}]}}}`),
		raw(`{"update": {"resource": {"aws_security_group": {"web": [{"update": {"blockTypes": {"ingress": [{"where": {"from_port": 80}, "attributes": {"cidr_blocks[+]": "10.0.0.0/8"}}]}}}]}}}}`),
		raw(`{"delete": {"resource": {"aws_instance": {"web": [{"attributes": ["ami"]}]}}, "module": {"old": []}}}`),
		raw(`{"rename": {"resource": {"aws_instance": {"web": [{"to": "app"}]}}}}`),
		raw(`{"reshape": {"resource": {"aws_security_group": {"web": [{"blockTypes": {"ingress": {"as": "list"}}}]}}}}`),
		raw(`{"tidy": {"resource": {"*": {"*": [{"only": ["nulls", "ids"]}]}}}}`),
		raw(`{"disable": {"resource": {"aws_instance": {"web": [{"attributes": ["tags.Owner"]}]}}}}`),
		raw(`{"extract": [{"value": "aws_instance.web.ami", "to": "local.ami"}]}`),
		raw(`{"set": [{"address": "aws_instance.web.tags.Owner", "value": "core"}], "delete": ["aws_instance.web.ami"]}`),
		raw(`{"set": {"terraform": [{"set": {"blockTypes": {"required_providers": [{"attributes": {"aws.version": "~> 6.0"}}]}}}]}}`),
	},
	address.HCL: {
		raw(`{"set": {"job": {"web": [{"attributes": {"datacenters": ["eu1"]}, "blockTypes": {"group": [{"labels": ["app"], "attributes": {"count": 3}}]}}]}}}`),
		raw(`{"set": {"inputs": [{"attributes": {"region": "eu-west-1"}}]}}`),
		raw(`{"delete": {"source": {"amazon-ebs": {"base": []}}}}`),
		raw(`{"update": {"iacvars": [{"attributes": {"terraform_version": "1.11"}}]}}`),
	},
}

// defineNothing defines edits that contain no entry. The schema refuses such edits.
func (s *schema) defineNothing() {
	types := object{"type", "object"}
	if s.dialect.AnyBlock() {
		s.define("NoEntry", object{"type", "object", "additionalProperties", ref("NoEntry")})
		files := object{}
		for _, name := range namesOf(terraform.Block(terraform.VariableValues)) {
			files = append(files, name, object{"not", object{}})
		}
		types = types.With("properties", files, "additionalProperties", ref("NoEntry"))
	} else {
		properties := object{}
		for t := range terraform.Blocks {
			for _, name := range namesOf(t) {
				if t.Labels > 0 {
					properties = append(properties, name, nestedObjects(t.Labels-1, object{"type", "object", "maxProperties", 0}))
				}
			}
		}
		types = types.With("properties", properties, "additionalProperties", false)
	}
	s.define("NoAddress", types)
	anyTypes := object{} // an object after the type "*" is an entry
	for _, o := range operations {
		if o.anyType && !(o.terraformOnly && s.dialect.AnyBlock()) {
			anyTypes = append(anyTypes, string(o.action), object{"allOf", list{ref("NoAddress"), object{"not", object{"required", list{selection.AnyType}}}}})
		}
	}
	s.define("Nothing", object{
		"description", "Edits that contain nothing to apply.",
		"type", "object",
		"properties", anyTypes,
		"additionalProperties", ref("NoAddress"),
	})
}

// nestedObjects returns a schema for nested objects. The depth is the number of levels. The values
// in the innermost objects must match the given schema.
func nestedObjects(depth int, innermost object) object {
	if depth == 0 {
		return innermost
	}
	return object{"type", "object", "additionalProperties", nestedObjects(depth-1, innermost)}
}
