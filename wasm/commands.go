//go:build js && wasm && commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/commandline"
	"iacedit/internal/operations"
)

// more returns the operations that the page has besides: it takes commands in place of JSON.
func more(options *edit.Options) []operations.Operation {
	return []operations.Operation{commandline.Operation(options)}
}
