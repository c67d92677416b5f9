//go:build js && wasm && commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/faces/commandline"
	"iacedit/internal/requests/operations"
)

// more returns the one operation that only the build for the web page contains. It converts
// commands to edits.
func more(options *edit.Options) []operations.Operation {
	return []operations.Operation{commandline.Operation(options)}
}
