//go:build !race

package fuzz

// raced reports whether the race detector slows this run down.
const raced = false
