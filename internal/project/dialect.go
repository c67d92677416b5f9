package project

import (
	"path/filepath"
	"strings"

	"iacedit/edit"
	"iacedit/internal/terraform"
)

// DialectOf returns the dialect that the name of a file tells: of Nomad's jobs, Packer's
// templates (*.pkr.hcl), Terragrunt's files and other *.hcl files it is HCL, of Terraform's
// and of all else Terraform.
func DialectOf(name string) edit.Dialect {
	name = filepath.Base(name)
	if !terraform.IsTerraform(name) && (strings.HasSuffix(name, ".hcl") || strings.HasSuffix(name, ".nomad")) {
		return edit.HCL
	}
	return edit.Terraform
}
