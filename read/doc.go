// Package read returns the content of code in the form of the edit language, so that clients can
// change the content and send it back (docs/read.md).
//
// Options.Read, ReadFiles and DoJSON return JSON, for clients. Go programs can call Open instead:
// it returns a File, which has the blocks and attributes as Go values. Options.Values returns what
// addresses lead to in several files.
//
// # Files
//
//   - request.go: the members of a request body; document.go: its files
//   - select.go: the member "select", decoded
//   - outline.go: the top-level blocks of a file, by address
//   - choose.go: a chooser finds the blocks and attributes that a selection picks; site.go: the
//     blocks that the selectors of an entry choose from; values.go: variable values; pick.go: the
//     result; messages.go: messages about missing blocks and attributes
//   - content.go, entry.go: a writer writes the content as JSON; comments.go: the members that
//     "include" adds; output.go: JSON text
//   - list.go: the values that a selection picks, as a list
//   - file.go: File, for Go programs; find.go: what an address names in a File
//
// # Choices that docs/read.md leaves open
//
//   - An attribute that an entry names must be in at least one of the blocks that the entry
//     selects, unless "optional" is true or a label is "*". If some of these blocks have a named
//     attribute, the answer omits the blocks that have none.
//   - Attributes are in the order of the code; the paths into one attribute are in the order of
//     the request.
//   - The value of a path has no comments, and its range is the range of the whole attribute.
//   - Every file of a module is read, including variable values that Terraform does not load, and
//     twins (a .tf and a .tofu file of the same name). Each entry has its "file". If "select" omits
//     "file", it picks from the file that an edit would change; if several files set a variable,
//     from the last one.
//   - A comment that is not UTF-8 is omitted, because JSON cannot represent it.
//   - The settings block is "terraform", whatever its name in the code.
package read
