// Package corpus provides modules for tests and benchmarks, with an edit of each module, the
// request for that edit, and the expected code.
//
// [Module] generates a module of a given size, with the same bytes on every machine. [Real] reads
// modules of public repositories from the folder that [Find] finds, if there is one. [Standard]
// returns the list of modules for the benchmarks.
//
// An [Input] is a module and one [Edit] of it, which sets a string attribute of a block to another
// string of the same length. The expected code is computed without a parser, by replacing the
// string. So every answer can be checked byte by byte.
package corpus
