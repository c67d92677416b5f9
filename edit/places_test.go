package edit

import (
	"strings"
	"testing"

	"iacedit/value"
)

// TestPlaces: how a string is read at a place, written block/block/attribute and,
// inside the value, .key or [] for an element. "-" stands for any type of block.
func TestPlaces(t *testing.T) {
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
		"iacvars/x":                                          value.Literal,
		"tfvars/x.y[]":                                       value.Literal,
	} {
		if got := modeAt(&Options{}, path); got != want {
			t.Errorf("%s: got mode %d, want %d", path, got, want)
		}
		if got := modeAt(&Options{Dialect: HCL}, path); got != value.Template {
			t.Errorf("%s in another dialect: got mode %d", path, got)
		}
	}
	if p := topPlace(&Options{}, "module").attribute("providers"); p.Keys != value.Reference {
		t.Error("the keys of providers are not references")
	}
}

// modeAt returns how a string is read at the place that a path of TestPlaces names.
func modeAt(o *Options, path string) value.Mode {
	blocks := strings.Split(path, "/")
	name := blocks[len(blocks)-1]
	p := topPlace(o, blocks[0])
	for _, typ := range blocks[1 : len(blocks)-1] {
		p = p.block(typ)
	}
	end := strings.IndexAny(name+".", ".[")
	schema := p.attribute(name[:end])
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
