// Package docs contains the documents of this module, and their tests. The tests check that the
// imports are those of house.md, that every example gives the printed result, and that everything
// that comments refer to exists.
package docs
