//go:build js && wasm && !commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/operations"
)

// more returns no operations: unused code is not linked, and the engine stays small.
func more(*edit.Options) []operations.Operation { return nil }
