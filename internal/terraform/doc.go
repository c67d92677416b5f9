// Package terraform describes the language of Terraform and OpenTofu in tables: the types of
// top-level blocks with their labels (blocks.go), the schemas of their values and the places
// of their meta-arguments (bodies.go), the names of files (files.go), and old spellings
// (spellings.go). It does not use syntax trees.
package terraform
