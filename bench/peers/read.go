package peers

import "github.com/tmccombs/hcl2json/convert"

// HCL2JSON returns code as JSON, with the package behind the command hcl2json: it parses with
// hclsyntax, and evaluates expressions that need no context.
func HCL2JSON(code []byte) ([]byte, error) {
	return convert.Bytes(code, "main.tf", convert.Options{})
}
