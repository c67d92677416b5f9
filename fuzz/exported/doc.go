// Package exported contains only tests: they take everything that the public packages export, and
// call it with zero values, nil and numbers out of range. Nothing may panic.
package exported
