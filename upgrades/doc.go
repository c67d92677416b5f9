// Package upgrades upgrades code to new major versions of providers. It contains a catalogue: a
// YAML file for each major version of a provider, which lists what that version's upgrade guide
// says, as data (docs/upgrade.md). The files are parsed only when they are needed.
//
//   - catalogue.go: the facts, and the embedded files; decode.go: a file, decoded; yaml.go: YAML with
//     lines for errors
//   - upgrade.go: Apply, which upgrades files from version to version; run.go: edits, of which some may
//     be refused
//   - survey.go: the blocks of the code, and which of them belong to the provider; walk.go: what a
//     block has at the path of a fact
//   - compile.go: facts as edits; form.go: what nested blocks become; swap.go: references that get
//     another attribute; retype.go: new types of resources
//   - notes.go: the places that somebody has to look at; note.go: one of them, and literals; carry.go: its
//     line in the final code; references.go: references to what a fact is
//     about; calls.go: modules whose code is elsewhere; finish.go: the result; describe.go: facts in words
//   - versions.go: the version that the code is at; constraint.go: constraints; used.go: the providers
//     that code uses
//   - check.go: the tests of a file; generate.go: the tests that are made from each fact
package upgrades
