//go:build js && wasm && commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/commandline"
	"iacedit/internal/operations"
)

// more returns the additional operations of the page, which accepts commands instead of JSON.
func more(options *edit.Options) []operations.Operation {
	return []operations.Operation{commandline.Operation(options)}
}
