package module

import (
	"slices"
	"strings"
	"testing"
)

func among(names ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, name) }
}

func TestRoleOf(t *testing.T) {
	for name, want := range map[string]Role{
		"main.tf": Configuration, "a.tofu": Configuration, "a.tf": Configuration, "x.tf": Configuration,
		"override.tf": Override, "x_override.tf": Override, "b_override.tf": Override, "b_override.tofu": Override,
		"my-override.tf": Configuration, "terraform.tfvars": Values, "eu.auto.tfvars": Values, "eu.tfvars": NamedValues,
		"main.tf.json": Configuration, "x_override.tf.json": Override, "eu.auto.tfvars.json": Values, "x.json": None, "x.tftest.hcl": None, "README.md": None,
	} {
		if got := RoleOf(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

func TestCompare(t *testing.T) {
	names := strings.Fields("override.tf b.auto.tfvars z.tf a_override.tf terraform.tfvars a.auto.tfvars a.tofu b.tf")
	slices.SortFunc(names, Compare)
	const want = "a.tofu b.tf terraform.tfvars z.tf a.auto.tfvars a_override.tf b.auto.tfvars override.tf"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFileFor(t *testing.T) {
	none := among()
	for _, c := range []struct {
		typ, last   string
		exists, has func(string) bool
		want        string
	}{
		{"variable", "", none, none, "main.tf"},
		{"variable", "", among("variables.tf"), none, "variables.tf"},
		{"variable", "main.tf", among("variables.tf"), none, "main.tf"},
		{"variable", "z.tf", among("variables.tf"), among("variables.tf"), "variables.tf"},
		{"resource", "web.tf", among("main.tf"), none, "web.tf"},
		{"iac", "", among("versions.tf"), none, "versions.tf"},
		{"job", "", among("variables.tf"), none, "main.tf"},
	} {
		if got := FileFor(c.typ, c.last, c.exists, c.has); got != c.want {
			t.Errorf("%s after %q: %s, want %s", c.typ, c.last, got, c.want)
		}
	}
}

func TestCheckName(t *testing.T) {
	for _, name := range []string{"", ".", "..", "a/b.tf", `a\b.tf`, "a\n.tf", "a.json", "../main.tf"} {
		if checkName(name) == nil {
			t.Errorf("%q is taken", name)
		}
	}
	for _, name := range []string{"main.tf", "ä b.tf", ".hidden", "x.tfvars"} {
		if err := checkName(name); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckPath(t *testing.T) {
	for name, ok := range map[string]bool{
		"main.tf": true, "modules/net/main.tf": true, "a.json/main.tf": true, "": false, "/main.tf": false, "a//main.tf": false,
		"a/./main.tf": false, "../main.tf": false, "a/..": false, "a/": false, `a\\b/main.tf`: false, "a\x01/main.tf": false, "a/main.json": false,
		strings.Repeat("a/", 2_000) + strings.Repeat("n", 93) + ".tf": true, strings.Repeat("a/", 2_000) + strings.Repeat("n", 94) + ".tf": false,
	} {
		if err := CheckPath(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestMatchFolder(t *testing.T) {
	for _, c := range []struct {
		pattern, folder string
		want            bool
	}{
		{".", ".", true}, {".", "a", false}, {"a", "a", true}, {"a", "a/b", false}, {"*", "a", true}, {"*", "a/b", false}, {"*", ".", false},
		{"**", ".", true}, {"**", "a/b/c", true}, {"**/net", "net", true}, {"**/net", "a/b/net", true}, {"**/net", "a/net/b", false},
		{"modules/*", "modules/net", true}, {"modules/*", "modules/a/b", false}, {"modules/**", "modules", true}, {"modules/**", "modules/a/b", true},
		{"m*s/n*t", "modules/net", true}, {"a*b*c", "aXbYc", true}, {"a*b*c", "ac", false}, {"a*a", "a", false}, {"**/a/**/b", "x/a/b", true},
		{"**/a/**/b", "a/x/y/b", true}, {"**/a/**/b", "x/b", false},
	} {
		if got := MatchFolder(c.pattern, c.folder); got != c.want {
			t.Errorf("%s, %s: %v", c.pattern, c.folder, got)
		}
	}
}
