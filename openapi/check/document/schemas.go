package document

import (
	"encoding/json"
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/openapi/check/schema"
)

// hclPrefix is put before the name of a definition of the dialect HCL if Terraform's definition of
// that name is different.
const hclPrefix = "Hcl"

// withSchemas adds the schemas of edits to the document's own schemas, and returns the resulting
// document.
func (m *generator) withSchemas(root object) (object, error) {
	terraform, err := schema.Definitions(address.Terraform)
	if err != nil {
		return nil, err
	}
	hcl, err := schema.Definitions(address.HCL)
	if err != nil {
		return nil, err
	}
	components := root.Get("components").(object)
	schemas := components.Get("schemas").(object)
	for name, definition := range terraform.Members {
		schemas = schemas.With(name, anyInGo(componentOf(definition, func(name string) string { return name })))
	}
	shared, err := sharedDefs(terraform, hcl)
	if err != nil {
		return nil, err
	}
	rename := func(name string) string {
		if shared[name] {
			return name
		}
		return hclPrefix + name
	}
	for name, definition := range hcl.Members {
		if !shared[name] {
			schemas = schemas.With(rename(name), anyInGo(componentOf(definition, rename)))
		}
	}
	return root.Set("components", components.Set("schemas", schemas)), nil
}

// anyInGo tells generators of Go code (oapi-codegen) to use any for a definition of the edit
// language, because Go's types cannot describe it. Programs write their edits as maps, or with
// package edit.
func anyInGo(definition any) any {
	if o, ok := definition.(object); ok {
		return o.With("x-go-type", "any")
	}
	return definition
}

// sharedDefs returns the names of the definitions that are the same in both objects. A definition
// is the same only if all definitions to which it refers are the same.
func sharedDefs(a, b object) (map[string]bool, error) {
	shared, refs := map[string]bool{}, map[string][]string{}
	for name, definition := range b.Members {
		x, err := json.Marshal(definition)
		if err != nil {
			return nil, err
		}
		y, err := json.Marshal(a.Get(name))
		if err != nil {
			return nil, err
		}
		shared[name] = string(x) == string(y)
		componentOf(definition, func(to string) string {
			refs[name] = append(refs[name], to)
			return to
		})
	}
	for changed := true; changed; {
		changed = false
		for name, all := range refs {
			for _, to := range all {
				if _, there := shared[to]; !there {
					return nil, fmt.Errorf("%s refers to %s, which is not defined", name, to)
				}
				if shared[name] && !shared[to] {
					shared[name], changed = false, true
				}
			}
		}
	}
	return shared, nil
}

// componentOf returns a definition in the form of the OpenAPI document, where references to other
// definitions start with "#/components/schemas/". The function rename returns the name of a
// definition in the OpenAPI document.
func componentOf(v any, rename func(string) string) any {
	switch v := v.(type) {
	case object:
		var all object
		for key, value := range v.Members {
			if to, ok := value.(string); ok && key == "$ref" {
				value = "#/components/schemas/" + rename(strings.TrimPrefix(to, "#/$defs/"))
			}
			all = all.With(key, componentOf(value, rename))
		}
		if all == nil {
			return object{}
		}
		return all
	case list:
		all := list{}
		for _, value := range v {
			all = append(all, componentOf(value, rename))
		}
		return all
	}
	return v
}
