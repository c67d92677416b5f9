// Package lsp serves editors by the Language Server Protocol (3.17): renames that follow
// into the callers of a module, references, symbols, formatting, what is wrong with the
// syntax, and refactorings. It is made to run beside terraform-ls or tofu-ls, and offers
// no completion and no hovers.
//
// The server writes to no file. What it is asked to change it answers as edits, which the
// editor makes, and can undo. Each edit says which version of an open file it is for, so
// that an editor whose text has moved on refuses it.
//
// # How
//
// An open file is what the editor says it is; every other file is read from the disk when
// it is needed, and nothing of it is kept. A file is parsed whole at each change.
// Messages are read in order. What a request sees of open files is what they were when the
// request came; then it runs beside others, until it is done or cancelled.
//
// # Files
//
//	server.go       the connection: messages in order, requests, cancelling
//	protocol.go     the protocol's structures, as far as they are used
//	lifecycle.go    what client and server tell each other first, and last
//	text.go         offsets in code, and the protocol's positions
//	documents.go    the files that are open
//	files.go        the files on the disk, under those that are open
//	place.go        what stands where the cursor is
//	named.go        what has a name there; references.go: where it is referred to
//	rename.go       another name for it
//	symbols.go      outlines, and symbols of the workspace
//	format.go       formatting
//	diagnostics.go  errors of syntax, and names that providers do not know
//	changes.go      what is to be done to files, as the protocol's edits
//	actions.go      the refactorings that are offered; refactor.go, module.go, moved.go: what
//	                each comes to
package lsp
