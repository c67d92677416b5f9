// Package project reads and edits code in files on a disk by addresses. Packages edit and read find what
// an address means, in a single file, or in all files of a directory, which form a module. It lists blocks, values and
// references, and plans edits as a Plan, which can be shown or written.
//
//   - scope.go: a Scope, the files of a command and their language
//   - group.go: files that are edited together; tree.go: several modules as a tree;
//     asked.go: addresses, which package edit resolves; selected.go: the addresses of the blocks that a user's address selects; view.go: the blocks at an address
//   - plan.go: a Plan that carries out tasks (type Task), and writing it; rewritten.go: a changed file; task.go, asked.go: applying the
//     edits that carry out tasks; skipped.go: what is skipped; edit.go: edits that the user sends;
//     effect.go: effects of edits, and warnings; edited.go: line numbers in the edited code, for
//     warnings
//   - set.go, rename.go, move.go: Set and Add; Rename; Move; naming.go: what rm, disable and enable do; operate.go: other operations; reshape.go: Reshape; alias.go: aliases of providers; headings.go: comments that moved blocks leave behind; comment.go: Comment; place.go: the places of
//     new and moved items; foreach.go: ForEach, and the keys of instances
//   - request.go: values in edits; equal.go: the value of elements;
//     callers.go: calls of a module in a tree; around.go: the files around those of a command; tests.go: the tests of modules
//   - get.go: values (raw.go: as text, and from text); list.go, listed.go: blocks and attributes; refs.go, links.go: references;
//     undeclared.go: references to objects that are not declared; unused.go: unneeded objects;
//     arguments.go: the arguments of module calls; left.go: values of deleted variables in tests
//   - extract.go: extracting blocks into a module; root.go: moving blocks to another root module; undo.go: undoing a write
//   - rules.go: expressions and text found and rewritten by rules
//   - mirror.go: files in JSON syntax as native code
//   - read.go: content as JSON; raw.go: values as text; check.go: syntax errors; format.go: formatting
//   - schema.go: names of nested blocks in the
//     schemas of providers
//   - mistake.go: errors with positions; ambiguous.go: an address with targets in several files
package project
