// Package exported has tests alone: they call everything that the public packages export
// with zero values, nil and numbers out of range, and nothing may panic.
package exported
