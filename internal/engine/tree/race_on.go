//go:build race

package tree

// findsMisuse makes the use of released files panic.
const findsMisuse = true
