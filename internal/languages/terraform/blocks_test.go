package terraform

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The block types of docs/values.md, by how many labels they have.
func TestLabels(t *testing.T) {
	want := map[int][]string{
		0: {"locals", "terraform", "language", "moved", "removed", "import", "iacvars", "test", "variables", "override_resource", "override_data", "override_module"},
		1: {"module", "variable", "output", "check", "provider", "run", "mock_provider"},
		2: {"resource", "data", "ephemeral", "action", "list"},
	}
	got := make(map[int][]string)
	for b := range Blocks {
		got[b.Labels] = append(got[b.Labels], b.Name)
		if b.Body == nil || Block(b.Name) != b {
			t.Errorf("%s has no body, or is not found by its name", b.Name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAliases(t *testing.T) {
	for alias, name := range map[string]string{"iac": "terraform", "tfvars": "iacvars"} {
		if b := Block(alias); b == nil || b.Name != name {
			t.Errorf("%s is not %s", alias, name)
		}
	}
	if Block("resouce") != nil || Block("") != nil {
		t.Error("there are block types that are none")
	}
}

func TestFileNames(t *testing.T) {
	for _, c := range []struct {
		name                                         string
		configuration, values, terraform, over, auto bool
		hiddenBy                                     string
	}{
		{name: "main.tf", configuration: true, terraform: true, hiddenBy: "main.tofu"},
		{name: "main.tofu", configuration: true, terraform: true},
		{name: "override.tf", configuration: true, terraform: true, over: true, hiddenBy: "override.tofu"},
		{name: "a_override.tofu", configuration: true, terraform: true, over: true},
		{name: "myoverride.tf", configuration: true, terraform: true, hiddenBy: "myoverride.tofu"},
		{name: "terraform.tfvars", values: true, terraform: true, auto: true},
		{name: "a.auto.tfvars", values: true, terraform: true, auto: true},
		{name: "prod.tfvars", values: true, terraform: true},
		{name: "a.tftest.hcl", terraform: true},
		{name: "a_override.hcl"},
		{name: "main.tf.json"},
		{name: "tf"},
	} {
		n := c.name
		if IsConfiguration(n) != c.configuration || IsValues(n) != c.values || IsTerraform(n) != c.terraform || IsOverride(n) != c.over || IsLoadedByDefault(n) != c.auto || HiddenBy(n) != c.hiddenBy {
			t.Errorf("%s is taken for another kind of file", n)
		}
	}
}
