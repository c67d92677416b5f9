// Package read returns the content of code in the form of the edit language, so that it can be
// changed and sent back (docs/read.md).
//
// Options.Read, ReadFiles and DoJSON answer with JSON, for clients; Open is for programs,
// which look at blocks and attributes as Go values.
//
// From request to answer:
//
//   - request.go: the members of a request body. document.go: its files.
//   - select.go: the member "select", decoded.
//   - outline.go: the top-level blocks of a file, by address.
//   - choose.go: a chooser finds the blocks and attributes that a selection picks. site.go: the
//     blocks among which an entry selects. values.go: variable values. pick.go: what is picked.
//     messages.go: what is there instead of what was named.
//   - content.go, entry.go: a writer writes the content as JSON. comments.go: what "include"
//     adds. output.go: JSON text.
//   - file.go: the typed way. find.go: what an address in it means.
//
// Where docs/read.md is silent:
//
//   - An attribute that an entry names must be in one at least of the blocks that the entry
//     selects, unless "optional" is true or a label is "*"; blocks that have nothing of what
//     was named are left out where others have.
//   - Attributes are in the order of the code; several paths into one, in that of the request.
//   - A path's value has no comments, and the range is that of the attribute.
//   - Of a module everything is read that was sent: variable values that are not loaded and
//     twins (a .tf and a .tofu file of one name), too, each entry with its "file". What "select" names without
//     "file" is where edits find it; of variable values the last that has a name counts.
//   - A comment that is not UTF-8 is left out: JSON cannot represent it.
//   - The settings block is "terraform", whatever it is called in the code.
package read
