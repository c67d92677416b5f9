package peers

import "github.com/tmccombs/hcl2json/convert"

// HCL2JSON returns code as JSON by the package that the command hcl2json is made of: it
// parses with hclsyntax, and evaluates what needs no context.
func HCL2JSON(code []byte) ([]byte, error) {
	return convert.Bytes(code, "main.tf", convert.Options{})
}
