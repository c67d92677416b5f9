//go:build js && wasm && !commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/operations"
)

// more returns no operations: only the build for the web page converts commands to edits. Without
// that code, other builds are smaller.
func more(*edit.Options) []operations.Operation { return nil }
