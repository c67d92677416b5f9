package terraform

import (
	"strings"
	"testing"
)

// Where Terraform takes less than any expression, by block/block/attribute.
func TestPlaces(t *testing.T) {
	for path, want := range map[string]Place{
		"variable/default":                               Constant,
		"variable/type":                                  Type,
		"variable/nullable":                              Constant,
		"variable/validation/condition":                  Validating,
		"output/value":                                   Ordinary,
		"output/description":                             Constant,
		"output/sensitive":                               Constant,
		"output/depends_on":                              Dependencies,
		"output/precondition/condition":                  Checking,
		"module/source":                                  Constant,
		"module/version":                                 Constant,
		"module/providers":                               Providers,
		"module/anything":                                Ordinary,
		"provider/alias":                                 Constant,
		"provider/region":                                Ordinary,
		"terraform/required_version":                     Constant,
		"terraform/experiments":                          Constant,
		"terraform/backend/bucket":                       Constant,
		"terraform/backend/assume_role/role_arn":         Constant,
		"terraform/cloud/organization":                   Constant,
		"terraform/cloud/workspaces/name":                Constant,
		"terraform/required_providers/aws":               Constant,
		"terraform/provider_meta/module_name":            Constant,
		"terraform/encryption/key_provider/x":            Ordinary,
		"resource/ami":                                   Ordinary,
		"resource/provider":                              Provider,
		"resource/depends_on":                            Dependencies,
		"resource/lifecycle/prevent_destroy":             Constant,
		"resource/lifecycle/ignore_changes":              OwnAttributes,
		"resource/lifecycle/replace_triggered_by":        ReplaceTriggers,
		"resource/lifecycle/postcondition/error_message": Ordinary,
		"resource/lifecycle/action_trigger/condition":    Ordinary,
		"resource/provisioner/when":                      Constant,
		"resource/provisioner/command":                   Ordinary,
		"resource/dynamic/content/x":                     Ordinary,
		"data/lifecycle/precondition/condition":          Checking,
		"data/lifecycle/x":                               Constant,
		"check/data/depends_on":                          Dependencies,
		"moved/from":                                     Constant,
		"removed/lifecycle/destroy":                      Constant,
		"removed/provisioner/command":                    Constant,
		"import/to":                                      Imported,
		"import/id":                                      Ordinary,
		"iacvars/region":                                 Constant,
		"locals/x":                                       Ordinary,
	} {
		steps := strings.Split(path, "/")
		in := PlacesOf(steps[0])
		for _, typ := range steps[1 : len(steps)-1] {
			in = in.Block(typ)
		}
		if got := in.Attribute([]byte(steps[len(steps)-1])); got != want {
			t.Errorf("%s: %d, not %d", path, got, want)
		}
	}
}
