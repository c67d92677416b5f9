//go:build js && wasm && !commands

package main

import (
	"iacedit/edit"
	"iacedit/internal/operations"
)

// more returns nothing: only the build for the page converts commands to edits. Other builds are
// smaller without that code.
func more(*edit.Options) []operations.Operation { return nil }
