package project

import (
	"path/filepath"
	"strings"

	"iacedit/edit"
	"iacedit/internal/languages/terraform"
)

// DialectOf returns the dialect of a file by its name. Nomad's jobs, Packer's templates
// (*.pkr.hcl), Terragrunt's files and other *.hcl files have the dialect HCL; all other files have
// the dialect Terraform.
func DialectOf(name string) edit.Dialect {
	name = filepath.Base(name)
	if !terraform.IsTerraform(name) && (strings.HasSuffix(name, ".hcl") || strings.HasSuffix(name, ".nomad")) {
		return edit.HCL
	}
	return edit.Terraform
}
