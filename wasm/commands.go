//go:build js && wasm && commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/commandline"
	"iacedit/internal/operations"
)

// more returns the operations that only the page's build has: one that turns commands into edits.
func more(options *edit.Options) []operations.Operation {
	return []operations.Operation{commandline.Operation(options)}
}
