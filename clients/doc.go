// Package clients tests the clients in other languages: it runs them, as their users would,
// against the built command. Tests that need a missing program are skipped.
package clients
