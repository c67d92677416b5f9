// Package clients holds the tests of the clients in other languages: they are run, as
// their users would, against the command as it is built. Those that need a program which
// is not there are skipped.
package clients
