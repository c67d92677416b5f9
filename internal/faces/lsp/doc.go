// Package lsp serves editors over the Language Server Protocol (3.17): renames that include the
// callers of a module, references, definitions, symbols, formatting, syntax errors, and refactorings. It is
// meant to run beside terraform-ls or tofu-ls, and offers no completion and no hovers.
//
// The server writes no files. It answers with edits, which the editor applies and can undo. Each
// edit names a version of the open file. An editor refuses the edit if the text has changed since
// that version.
//
// # How
//
// The text of an open file comes from the editor. Other files are read from the disk on demand, and
// not cached. After each change of a file, the whole file is parsed again. Messages are read in
// order. A request sees the open files as they were when the request arrived. Requests run
// concurrently, until they are done or cancelled.
//
// # Files
//
//	server.go       the connection: messages in order, requests, cancelling
//	protocol.go     the structures of the protocol that are used
//	lifecycle.go    the start and the end of a session
//	text.go         offsets in code, and the protocol's positions
//	stream.go       messages with headers, and answers to invalid ones
//	message.go      parameters of requests, and notifications
//	documents.go    open files
//	files.go        files on the disk, replaced by the open ones
//	place.go        the code at the cursor
//	named.go        the object named at the cursor; references.go: references to it
//	rename.go       renames
//	symbols.go      outlines, and symbols of the workspace
//	format.go       formatting
//	diagnostics.go  syntax errors, and names unknown to providers
//	changes.go      changes of files as the protocol's edits
//	actions.go      the offered refactorings; disable.go, refactor.go, module.go, moved.go, reshape.go, tidy.go: their edits
package lsp
