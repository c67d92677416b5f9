package terraform

import (
	"iter"
	"slices"
	"strings"
)

// plainArguments lists arguments that Terraform and OpenTofu define. The key is the path of a
// block: its type and the types around it, outermost first. Arguments that are not listed here are
// in the Body of the block, because they have a customary place or are not read as templates.
var plainArguments = map[string]string{
	"variable":                    "default description ephemeral nullable sensitive type",
	"variable.validation":         "condition error_message",
	"output":                      "description ephemeral sensitive value",
	"output.precondition":         "condition error_message",
	"terraform.cloud":             "hostname organization token",
	"terraform.cloud.workspaces":  "name project tags",
	"import":                      "id identity",
	"check.assert":                "condition error_message",
	"run":                         "command state_key parallel",
	"run.assert":                  "condition error_message",
	"run.plan_options":            "refresh",
	"removed.lifecycle":           "destroy",
	"resource.provisioner":        "command content destination environment inline interpreter quiet script scripts source working_dir",
	"lifecycle":                   "create_before_destroy prevent_destroy",
	"lifecycle.precondition":      "condition error_message",
	"lifecycle.postcondition":     "condition error_message",
	"connection":                  "agent bastion_host certificate host host_key password port private_key timeout type user",
	"dynamic":                     "for_each labels",
	"override_resource":           "values",
	"override_data":               "values",
	"override_module":             "outputs",
	"mock_provider.mock_resource": "defaults",
	"mock_provider.mock_data":     "defaults",
}

// PlainNames yields arguments that the language itself defines in a block. It leaves out arguments
// that are listed only in the Body of the block. The types are those of the block and of the blocks
// around it, outermost first.
func PlainNames(types ...string) iter.Seq[string] {
	for i := range types {
		if i > 0 && types[0] == "removed" {
			break // "lifecycle" in "removed" does not have the arguments of other "lifecycle" blocks
		}
		if names := plainArguments[strings.Join(types[i:], ".")]; names != "" {
			return slices.Values(strings.Fields(names))
		}
	}
	return func(func(string) bool) {}
}
