package terraform

import (
	"slices"
	"strings"
)

// The endings of file names. OpenTofu also reads files whose endings have "tofu" instead of "tf".
// Of main.tf and main.tofu in one directory, for example, it reads only main.tofu.
var (
	configurationEndings = []string{".tf", ".tofu"}
	valuesEndings        = []string{".tfvars"}
	testEndings          = []string{".tftest.hcl", ".tofutest.hcl", ".tftest.json", ".tofutest.json"}
	otherEndings         = []string{".tftest.hcl", ".tfmock.hcl", ".tofutest.hcl"}
	jsonEndings          = []string{".tf.json", ".tofu.json", ".tfvars.json"}
	testJSONEndings      = []string{".tftest.json", ".tofutest.json", ".tfmock.json"}
)

// syntaxEndings lists, for each kind of file, its ending in native syntax and its ending in JSON
// syntax.
var syntaxEndings = [...]struct{ native, json string }{
	{".tftest.hcl", ".tftest.json"},
	{".tofutest.hcl", ".tofutest.json"},
	{".tfmock.hcl", ".tfmock.json"},
	{".tfvars", ".tfvars.json"},
	{".tofu", ".tofu.json"},
	{".tf", ".tf.json"},
}

// InNative returns the name that a file in JSON syntax would have in native syntax. The second
// result is false if name is not the name of a file in JSON syntax.
func InNative(name string) (native string, ok bool) {
	for _, e := range syntaxEndings {
		stem, ok := strings.CutSuffix(name, e.json)
		switch {
		case !ok || stem == "":
		case strings.HasPrefix(e.json, e.native):
			return name[:len(stem)+len(e.native)], true
		default:
			return stem + e.native, true
		}
	}
	return name, false
}

// IsInJSON reports whether name is the name of a file in the JSON syntax of Terraform's language.
func IsInJSON(name string) bool {
	for _, e := range syntaxEndings {
		if strings.HasSuffix(name, e.json) && len(name) > len(e.json) {
			return true
		}
	}
	return false
}

// InJSON returns the name that a file in native syntax would have in JSON syntax. The result ok
// is false if name is not the name of a file in native syntax.
func InJSON(name string) (json string, ok bool) {
	for _, e := range syntaxEndings {
		if stem, ok := strings.CutSuffix(name, e.native); ok && stem != "" {
			return stem + e.json, true
		}
	}
	return name, false
}

// MainFile is the usual file for all blocks whose type does not have a usual file of its own.
// Variables, for example, have variables.tf.
const MainFile = "main.tf"

// IsConfiguration reports whether name is the name of a configuration file in native syntax.
func IsConfiguration(name string) bool { return hasEnding(name, configurationEndings) }

// IsValues reports whether name is the name of a file of variable values in native syntax.
func IsValues(name string) bool { return hasEnding(name, valuesEndings) }

// IsTerraform reports whether "terraform fmt" or "tofu fmt" formats the file with the given name,
// and replaces old spellings in the file.
func IsTerraform(name string) bool {
	return IsConfiguration(name) || IsValues(name) || hasEnding(name, otherEndings)
}

// IsJSON reports whether name is the name of a JSON file with configuration or variable values,
// such as main.tf.json. Renames are the only edits that change such a file. A rename changes names
// and references in the file.
func IsJSON(name string) bool { return hasEnding(name, jsonEndings) }

// IsTestJSON reports whether name is the name of a JSON file with tests, or with mocks for tests.
func IsTestJSON(name string) bool { return hasEnding(name, testJSONEndings) }

// IsTest reports whether name is the name of a file with tests of a module.
func IsTest(name string) bool { return hasEnding(name, testEndings) }

// IsOverride reports whether name is the name of a file that overrides blocks of the module's
// other files.
func IsOverride(name string) bool {
	for _, ending := range configurationEndings {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			return stem == "override" || strings.HasSuffix(stem, "_override")
		}
	}
	return false
}

// IsLocalSource reports whether the source of a module is a path with slashes.
func IsLocalSource(source string) bool {
	return source == "." || source == ".." || strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../")
}

// HiddenBy returns the name of the file that replaces a configuration file in the same directory:
// main.tofu for main.tf. For other files it returns "".
func HiddenBy(name string) string {
	if stem, ok := strings.CutSuffix(name, ".tf"); ok {
		return stem + ".tofu"
	}
	return ""
}

// Hides returns the name of the configuration file that another file in the same directory
// replaces: main.tf for main.tofu. For other files it returns "".
func Hides(name string) string {
	if stem, ok := strings.CutSuffix(name, ".tofu"); ok {
		return stem + ".tf"
	}
	return ""
}

// AreTwins reports whether two files of a directory are the versions of one file for Terraform and
// for OpenTofu, such as main.tf and main.tofu.
func AreTwins(a, b string) bool { return HiddenBy(a) == b || HiddenBy(b) == a }

// MayHide reports whether a file may replace another file in the same directory. Hides returns the
// name of the other file.
func MayHide(name string) bool { return strings.HasSuffix(name, ".tofu") }

// IsLoadedByDefault reports whether Terraform reads the variable-values file with the given name by
// default.
func IsLoadedByDefault(name string) bool {
	return name == "terraform.tfvars" || strings.HasSuffix(name, ".auto.tfvars")
}

func hasEnding(name string, endings []string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) })
}
