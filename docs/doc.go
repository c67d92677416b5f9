// Package docs is no code: it is what is written about this module, and the tests of
// that: the imports are those of house.md, every example comes out as printed, and what
// comments cite is there.
package docs
