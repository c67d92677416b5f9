// Package project is code in files on a disk, for those who name what they want by an
// address: what an address means in the files of a directory, which are a module, or in
// a file alone; what is there, what refers to it; and edits of them, worked out as a
// Plan, which is shown or written.
//
//   - scope.go: a Scope, the files that something is about, and its language
//   - group.go: which of them are one module; tree.go: several as a tree; lookup.go: what an address means in them
//   - plan.go: what wishes come to, and writing it; edit.go: edits of somebody's own;
//     effect.go: what edits did, and warnings
//   - wishes.go, rename.go, move.go: Set, Add and Remove; Rename; Move; foreach.go: ForEach, and
//     the keys of instances
//   - request.go: the edits that they are; merge.go: several as one request; callers.go: calls of a module in a tree
//   - get.go, content.go: values; list.go: blocks and attributes; refs.go: references; unused.go: what nothing needs, removed
//   - extract.go: blocks taken out into a module; undo.go: a write taken back
//   - rules.go: expressions and text found and rewritten by rules
//   - convert.go: files in the other syntax, in the place of the old ones
//   - mirror.go: files in JSON syntax as native code
//   - read.go: content as JSON; check.go: what is wrong with syntax; format.go: formatting
//   - extract.go: blocks taken out into a module; unused.go: declarations that nothing refers to
//   - unsearched.go: what may refer to something and is not looked through
//   - nesting.go: names that other blocks have as nested blocks; dialect.go: what the name of
//     a file tells
//   - mistake.go: what is wrong, and where; ambiguous.go: how one of several is addressed
package project
