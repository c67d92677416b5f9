// Package sbom is empty. Its module pins the version of the tool that lists what the binaries
// of a release are made of (.goreleaser.yaml).
package sbom
