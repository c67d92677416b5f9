package project

import (
	"errors"

	"iacedit/format"
	"iacedit/internal/disk/workspace"
	"iacedit/syntax"
)

// Formatted returns the code of a file as "terraform fmt" would format it. If the argument
// terraform is false, only white space changes, which is safe for HCL files of other languages.
func Formatted(file *workspace.File, terraform bool) ([]byte, error) {
	write := format.Format
	if terraform {
		write = format.FormatTerraform
	}
	code := file.Code
	formatted, err := write(make([]byte, 0, len(code)+len(code)/16), code)
	if bad, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, &Mistake{file, bad.Offset, bad.Message}
	}
	return formatted, err
}
