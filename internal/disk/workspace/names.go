package workspace

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"iacedit/internal/languages/terraform"
)

// newEndings are the endings that the names of new files may have.
var newEndings = []string{".tf", ".tofu", ".tfvars", ".hcl"}

// checkNew returns an error for a bad name of a new file: a name with an ending that is not
// allowed, a name that starts with a dot, or a name that some operating system forbids or treats
// specially.
func checkNew(name string) error {
	refuse := func(why string) error { return fmt.Errorf("a new file cannot be called %q: %s", name, why) }
	switch {
	case strings.HasPrefix(name, "."):
		return refuse("it would be hidden")
	case !slices.Contains(newEndings, filepath.Ext(name)) && !terraform.IsJSON(name) && !terraform.IsTestJSON(name):
		return refuse("its name must end in .tf, .tofu, .tfvars or .hcl, or in one of these and .json")
	case strings.ContainsAny(name, `<>:"/\|?*`), !utf8.ValidString(name), strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return refuse("not every operating system allows such names")
	case isDevice(name):
		return refuse("Windows has a device of that name")
	}
	return nil
}

// isDevice reports whether Windows treats a name as a device, whatever its ending.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(name), ".")
	base = strings.TrimRight(base, " ")
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	for _, port := range []string{"COM", "LPT"} {
		if n, ok := strings.CutPrefix(base, port); ok && slices.Contains([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"}, n) {
			return true
		}
	}
	return false
}
