// Package sbom has nothing in it: its module names the tool by which releases tell what their
// binaries are made of, and pins it (.goreleaser.yaml).
package sbom
