package terraform

import (
	"slices"
	"strings"
)

// The endings of file names. OpenTofu reads those with "tofu" in them too, and in the
// place of the one of that name without.
var (
	configurationEndings = []string{".tf", ".tofu"}
	valuesEndings        = []string{".tfvars"}
	testEndings          = []string{".tftest.hcl", ".tofutest.hcl", ".tftest.json", ".tofutest.json"}
	otherEndings         = []string{".tftest.hcl", ".tfmock.hcl", ".tofutest.hcl"}
	jsonEndings          = []string{".tf.json", ".tofu.json", ".tfvars.json"}
	testJSONEndings      = []string{".tftest.json", ".tofutest.json", ".tfmock.json"}
)

// syntaxEndings are the endings of one kind of file in native and in JSON syntax.
var syntaxEndings = [...]struct{ native, json string }{
	{".tftest.hcl", ".tftest.json"},
	{".tofutest.hcl", ".tofutest.json"},
	{".tfmock.hcl", ".tfmock.json"},
	{".tfvars", ".tfvars.json"},
	{".tofu", ".tofu.json"},
	{".tf", ".tf.json"},
}

// InNative returns what a file whose name says that it is in JSON syntax would be called in
// native syntax, and reports whether its name says so.
func InNative(name string) (native string, ok bool) {
	for _, e := range syntaxEndings {
		if stem, ok := strings.CutSuffix(name, e.json); ok && stem != "" {
			return stem + e.native, true
		}
	}
	return name, false
}

// IsInJSON reports whether the name of a file says that it is in JSON syntax.
func IsInJSON(name string) bool {
	_, ok := InNative(name)
	return ok
}

// InJSON is InNative the other way around.
func InJSON(name string) (json string, ok bool) {
	for _, e := range syntaxEndings {
		if stem, ok := strings.CutSuffix(name, e.native); ok && stem != "" {
			return stem + e.json, true
		}
	}
	return name, false
}

// MainFile is the file that a block goes into whose type has no customary file.
const MainFile = "main.tf"

// IsConfiguration reports whether a file of that name is part of a module.
func IsConfiguration(name string) bool { return hasEnding(name, configurationEndings) }

// IsValues reports whether a file of that name holds values of variables.
func IsValues(name string) bool { return hasEnding(name, valuesEndings) }

// IsTerraform reports whether a file of that name is written in Terraform's language:
// "terraform fmt" and "tofu fmt" take it, and write old spellings in it anew.
func IsTerraform(name string) bool {
	return IsConfiguration(name) || IsValues(name) || hasEnding(name, otherEndings)
}

// IsJSON reports whether a file of that name is configuration, or values of variables, in
// JSON: part of a module of which edits change only names and references.
func IsJSON(name string) bool { return hasEnding(name, jsonEndings) }

// IsTestJSON reports whether a file of that name holds tests, or mocks for them, in JSON.
func IsTestJSON(name string) bool { return hasEnding(name, testJSONEndings) }

// IsTest reports whether a file of that name holds tests of a module.
func IsTest(name string) bool { return hasEnding(name, testEndings) }

// IsOverride reports whether what is in a configuration file of that name is merged
// into the blocks of the module's other files.
func IsOverride(name string) bool {
	for _, ending := range configurationEndings {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			return stem == "override" || strings.HasSuffix(stem, "_override")
		}
	}
	return false
}

// HiddenBy returns the name of the file that takes the place of a configuration file
// of that name where both are in one directory, or "".
func HiddenBy(name string) string {
	if stem, ok := strings.CutSuffix(name, ".tf"); ok {
		return stem + ".tofu"
	}
	return ""
}

// Hides returns the name of the configuration file whose place a file of that name takes
// where both are in one directory, or "".
func Hides(name string) string {
	if stem, ok := strings.CutSuffix(name, ".tofu"); ok {
		return stem + ".tf"
	}
	return ""
}

// IsLoadedByDefault reports whether a variable-values file of that name is read without
// being asked for.
func IsLoadedByDefault(name string) bool {
	return name == "terraform.tfvars" || strings.HasSuffix(name, ".auto.tfvars")
}

func hasEnding(name string, endings []string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) })
}
