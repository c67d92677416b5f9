// Package mirror lets the engine search and edit files in JSON syntax as if the files were in native
// syntax. A Mirror has the equivalent native code, which package convert writes. Positions in this
// code are converted to positions in the JSON. After an edit of the code, Patch makes the same
// change in the JSON: it compares the code before and after the edit, item by item, and changes the
// members, elements, keys and strings that stand for the items that differ. All other bytes stay.
//
// # Files
//
//	mirror.go    Mirror, Maker: native code for a file
//	patch.go     Patch; edited.go: edits that Patch makes later
//	bodies.go    the items of a body; blocks.go: its blocks, below their labels; forms.go: blocks that
//	             become attributes, and attributes that become blocks
//	values.go    the values of attributes; strings.go: strings
//	document.go  the values of a JSON text, and their changes
//	edits.go     the changes as edits of the text; layout.go: the layout of new text
package mirror
