// Package exported contains only tests. They call every function and method that the public
// packages export, with zero values, nil and numbers out of range. Nothing may panic.
package exported
