// Package exported contains only tests: they call everything that the public packages export
// with zero values, nil and numbers out of range. Nothing may panic.
package exported
