package peers

import "github.com/tmccombs/hcl2json/convert"

// HCL2JSON converts code to JSON with the package that the command hcl2json uses. The package
// parses with hclsyntax, and evaluates expressions that need no context.
func HCL2JSON(code []byte) ([]byte, error) {
	return convert.Bytes(code, "main.tf", convert.Options{})
}
