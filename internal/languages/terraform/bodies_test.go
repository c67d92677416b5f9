package terraform

import (
	"strings"
	"testing"

	"iacedit/value"
)

// How a string is read, by where it stands: block/block/attribute and, inside the
// value, .key or [] for an element (docs/values.md).
func TestModes(t *testing.T) {
	for path, want := range map[string]value.Mode{
		"resource/provider":       value.Reference,
		"data/provider":           value.Reference,
		"ephemeral/provider":      value.Reference,
		"import/provider":         value.Reference,
		"module/provider":         value.Template,
		"resource/depends_on[]":   value.Reference,
		"data/depends_on[]":       value.Reference,
		"ephemeral/depends_on[]":  value.Reference,
		"module/depends_on[]":     value.Reference,
		"output/depends_on[]":     value.Reference,
		"check/data/depends_on[]": value.Reference,
		"locals/depends_on[]":     value.Template,

		"resource/lifecycle/ignore_changes":                  value.Reference,
		"resource/lifecycle/ignore_changes[]":                value.Reference,
		"resource/lifecycle/replace_triggered_by[]":          value.Expression,
		"resource/lifecycle/prevent_destroy":                 value.Template,
		"resource/lifecycle/action_trigger/events[]":         value.Reference,
		"resource/lifecycle/action_trigger/actions[]":        value.Expression,
		"resource/lifecycle/action_trigger/on_failure":       value.Reference,
		"resource/provisioner/when":                          value.Reference,
		"resource/provisioner/on_failure":                    value.Reference,
		"removed/provisioner/when":                           value.Reference,
		"resource/x/provisioner/when":                        value.Template,
		"module/lifecycle/ignore_changes[]":                  value.Template,
		"resource/dynamic/iterator":                          value.Reference,
		"resource/dynamic/for_each":                          value.Template,
		"resource/dynamic/content/dynamic/iterator":          value.Reference,
		"resource/dynamic/content/when":                      value.Template,
		"provider/x/dynamic/iterator":                        value.Reference,
		"resource/iterator":                                  value.Template,
		"variable/type":                                      value.Expression,
		"variable/default":                                   value.Literal,
		"variable/default[].x":                               value.Literal,
		"variable/description":                               value.Literal,
		"variable/deprecated":                                value.Literal,
		"variable/validation/error_message":                  value.Template,
		"output/type":                                        value.Expression,
		"output/description":                                 value.Literal,
		"output/value":                                       value.Template,
		"resource/type":                                      value.Template,
		"module/providers.aws":                               value.Reference,
		"module/source":                                      value.Literal,
		"module/version":                                     value.Literal,
		"resource/source":                                    value.Template,
		"provider/alias":                                     value.Literal,
		"provider/version":                                   value.Literal,
		"iac/required_version":                               value.Literal,
		"terraform/experiments[]":                            value.Reference,
		"iac/required_providers/aws":                         value.Literal,
		"iac/required_providers/aws.source":                  value.Literal,
		"iac/required_providers/aws.version":                 value.Literal,
		"iac/required_providers/aws.configuration_aliases[]": value.Reference,
		"iac/required_providers/aws.other":                   value.Template,
		"iac/backend/bucket":                                 value.Template,
		"iac/cloud/organization":                             value.Template,
		"moved/from":                                         value.Reference,
		"moved/to":                                           value.Reference,
		"removed/from":                                       value.Reference,
		"import/to":                                          value.Expression,
		"import/id":                                          value.Template,
		"action/provider":                                    value.Reference,
		"list/provider":                                      value.Reference,
		"check/data/provider":                                value.Reference,
		"import/for_each":                                    value.Template,
		"resource/lifecycle/create_before_destroy":           value.Template,
		"removed/lifecycle/destroy":                          value.Template,
		"run/command":                                        value.Reference,
		"run/expect_failures[]":                              value.Reference,
		"run/providers.aws":                                  value.Reference,
		"run/plan_options/mode":                              value.Reference,
		"run/plan_options/replace[]":                         value.Reference,
		"run/plan_options/target[]":                          value.Reference,
		"run/plan_options/refresh":                           value.Template,
		"run/module/source":                                  value.Literal,
		"run/module/version":                                 value.Literal,
		"run/variables/source":                               value.Template,
		"run/assert/condition":                               value.Template,
		"run/override_resource/target":                       value.Reference,
		"run/override_data/override_during":                  value.Reference,
		"run/override_module/target":                         value.Reference,
		"run/override_module/outputs.x":                      value.Template,
		"override_resource/target":                           value.Reference,
		"override_resource/override_during":                  value.Reference,
		"override_data/target":                               value.Reference,
		"override_module/target":                             value.Reference,
		"override_resource/values.target":                    value.Template,
		"mock_provider/override_during":                      value.Reference,
		"mock_provider/source":                               value.Template,
		"mock_provider/override_data/target":                 value.Reference,
		"mock_provider/override_resource/override_during":    value.Reference,
		"mock_provider/mock_resource/target":                 value.Template,
		"iacvars/x":                                          value.Literal,
		"tfvars/x.y[]":                                       value.Literal,
	} {
		if got := modeAt(path); got != want {
			t.Errorf("%s: got mode %d, want %d", path, got, want)
		}
	}
	for _, block := range []string{"module", "run"} {
		if s := Block(block).Body.Attribute("providers"); s.Keys != value.Reference {
			t.Errorf("the keys of providers in %s are not references", block)
		}
	}
}

// Nothing is special in other languages, at any depth.
func TestOtherLanguages(t *testing.T) {
	var body *Body
	if inner := body.Block("dynamic"); inner != nil || body.Attribute("provider") != nil {
		t.Errorf("got %v", inner)
	}
}

// modeAt returns how a string is read where a path of TestModes leads.
func modeAt(path string) value.Mode {
	blocks := strings.Split(path, "/")
	name := blocks[len(blocks)-1]
	body := Block(blocks[0]).Body
	for _, typ := range blocks[1 : len(blocks)-1] {
		body = body.Block(typ)
	}
	end := strings.IndexAny(name+".", ".[")
	schema := body.Attribute(name[:end])
	for steps := name[end:]; steps != ""; {
		if rest, ok := strings.CutPrefix(steps, "[]"); ok {
			schema, steps = schema.Element(), rest
			continue
		}
		key := steps[1:]
		if i := strings.IndexAny(key, ".["); i >= 0 {
			key = key[:i]
		}
		schema, steps = schema.Member(key), steps[1+len(key):]
	}
	if schema == nil {
		return value.Template
	}
	return schema.Mode
}

// TestNoAttributeTwice: a table says of an attribute once how it is read.
func TestNoAttributeTwice(t *testing.T) {
	var check func(where string, b *Body, depth int)
	check = func(where string, b *Body, depth int) {
		seen := map[string]bool{}
		for _, s := range b.Attributes {
			if seen[s.Name] || s.Schema == nil {
				t.Errorf("%s: %s is there twice, or means nothing", where, s.Name)
			}
			seen[s.Name] = true
		}
		for typ, inner := range b.Blocks {
			if depth < 8 {
				check(where+"."+typ, inner, depth+1)
			}
		}
	}
	for _, typ := range blockTypes {
		if typ.Body != nil {
			check(typ.Name, typ.Body, 0)
		}
	}
}
