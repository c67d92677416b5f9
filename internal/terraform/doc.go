// Package terraform is what this module knows of the language of Terraform and
// OpenTofu, as tables: the types of top-level blocks with their labels (blocks.go),
// how values in them are read and where their meta-arguments stand (bodies.go), the
// names of files (files.go), and old spellings (spellings.go). It knows no trees.
package terraform
