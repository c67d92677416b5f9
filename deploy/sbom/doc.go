// Package sbom is empty. Its module pins the version of the tool that lists the components of
// the released binaries (.goreleaser.yaml).
package sbom
