// Package corpus provides modules for tests and benchmarks, with an edit of each module, the
// request for that edit, and the expected code.
//
// The modules are of two kinds. [Module] generates modules of the first kind: always the same
// bytes for one size, on every machine, so that a fresh clone can measure. [Real] reads the
// second kind, modules of public repositories, from the folder that [Find] finds, if there is one.
// [Standard] returns the list for the benchmarks.
//
// An [Input] is a module and one [Edit] of it, which sets a string attribute of a block to
// another string of the same length. The expected code is computed without a parser, by replacing
// these bytes. So every answer can be checked byte by byte.
package corpus
