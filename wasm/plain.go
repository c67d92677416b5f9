//go:build js && wasm && !commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/requests/operations"
)

// more returns no operations: only the build for the web page converts commands to edits. Other
// builds leave that code out, to be smaller.
func more(*edit.Options) []operations.Operation { return nil }
