//go:build js && wasm && commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/commandline"
	"iacedit/internal/operations"
)

// more returns the operations that only the build for the web page contains: the one that converts
// commands to edits.
func more(options *edit.Options) []operations.Operation {
	return []operations.Operation{commandline.Operation(options)}
}
