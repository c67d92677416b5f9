package edit

import (
	"strings"
	"testing"

	"iacedit/render"
)

// TestPlaces: how a string is read at a place, written block/block/attribute and,
// inside the value, .key or [] for an element. "-" stands for any type of block.
func TestPlaces(t *testing.T) {
	for path, want := range map[string]render.Mode{
		"resource/provider":       render.Reference,
		"data/provider":           render.Reference,
		"ephemeral/provider":      render.Reference,
		"import/provider":         render.Reference,
		"module/provider":         render.Template,
		"resource/depends_on[]":   render.Reference,
		"data/depends_on[]":       render.Reference,
		"ephemeral/depends_on[]":  render.Reference,
		"module/depends_on[]":     render.Reference,
		"output/depends_on[]":     render.Reference,
		"check/data/depends_on[]": render.Reference,
		"locals/depends_on[]":     render.Template,

		"resource/lifecycle/ignore_changes":                  render.Reference,
		"resource/lifecycle/ignore_changes[]":                render.Reference,
		"resource/lifecycle/replace_triggered_by[]":          render.Expression,
		"resource/lifecycle/prevent_destroy":                 render.Template,
		"resource/lifecycle/action_trigger/events[]":         render.Reference,
		"resource/lifecycle/action_trigger/actions[]":        render.Expression,
		"resource/lifecycle/action_trigger/on_failure":       render.Reference,
		"resource/provisioner/when":                          render.Reference,
		"resource/provisioner/on_failure":                    render.Reference,
		"removed/provisioner/when":                           render.Reference,
		"resource/x/provisioner/when":                        render.Template,
		"module/lifecycle/ignore_changes[]":                  render.Template,
		"resource/dynamic/iterator":                          render.Reference,
		"resource/dynamic/for_each":                          render.Template,
		"resource/dynamic/content/dynamic/iterator":          render.Reference,
		"resource/dynamic/content/when":                      render.Template,
		"provider/x/dynamic/iterator":                        render.Reference,
		"resource/iterator":                                  render.Template,
		"variable/type":                                      render.Expression,
		"variable/default":                                   render.Literal,
		"variable/default[].x":                               render.Literal,
		"variable/description":                               render.Literal,
		"variable/deprecated":                                render.Literal,
		"variable/validation/error_message":                  render.Template,
		"output/type":                                        render.Expression,
		"output/description":                                 render.Literal,
		"output/value":                                       render.Template,
		"resource/type":                                      render.Template,
		"module/providers.aws":                               render.Reference,
		"module/source":                                      render.Literal,
		"module/version":                                     render.Literal,
		"resource/source":                                    render.Template,
		"provider/alias":                                     render.Literal,
		"provider/version":                                   render.Literal,
		"iac/required_version":                               render.Literal,
		"terraform/experiments[]":                            render.Reference,
		"iac/required_providers/aws":                         render.Literal,
		"iac/required_providers/aws.source":                  render.Literal,
		"iac/required_providers/aws.version":                 render.Literal,
		"iac/required_providers/aws.configuration_aliases[]": render.Reference,
		"iac/required_providers/aws.other":                   render.Template,
		"iac/backend/bucket":                                 render.Template,
		"iac/cloud/organization":                             render.Template,
		"moved/from":                                         render.Reference,
		"moved/to":                                           render.Reference,
		"removed/from":                                       render.Reference,
		"import/to":                                          render.Expression,
		"import/id":                                          render.Template,
		"iacvars/x":                                          render.Literal,
		"tfvars/x.y[]":                                       render.Literal,
	} {
		if got := modeAt(&Options{}, path); got != want {
			t.Errorf("%s: got mode %d, want %d", path, got, want)
		}
		if got := modeAt(&Options{Dialect: HCL}, path); got != render.Template {
			t.Errorf("%s in another dialect: got mode %d", path, got)
		}
	}
	if p := topPlace(&Options{}, "module").attribute("providers"); p.Keys != render.Reference {
		t.Error("the keys of providers are not references")
	}
}

// modeAt returns how a string is read at the place that a path of TestPlaces names.
func modeAt(o *Options, path string) render.Mode {
	blocks := strings.Split(path, "/")
	name := blocks[len(blocks)-1]
	p := topPlace(o, blocks[0])
	for _, typ := range blocks[1 : len(blocks)-1] {
		p = p.block(typ)
	}
	end := strings.IndexAny(name+".", ".[")
	value := p.attribute(name[:end])
	for steps := name[end:]; steps != ""; {
		if rest, ok := strings.CutPrefix(steps, "[]"); ok {
			value, steps = value.Element(), rest
			continue
		}
		key := steps[1:]
		if i := strings.IndexAny(key, ".["); i >= 0 {
			key = key[:i]
		}
		value, steps = value.Member(key), steps[1+len(key):]
	}
	if value == nil {
		return render.Template
	}
	return value.Mode
}
