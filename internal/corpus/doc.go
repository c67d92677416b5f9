// Package corpus has modules for tests and benchmarks: an edit for each, the request for it,
// and the expected code.
//
// The modules are of two kinds. [Module] makes them: the same bytes for the same size, on
// every machine, so that a fresh clone can measure. [Real] reads modules of public
// repositories, if there is a folder of them beside the repository; [Find] finds that folder.
// [Standard] is the list for the benchmarks.
//
// An [Input] is one module and one [Edit] of it: a string attribute of one block gets another
// string of the same length. So the expected code is known without a parser, by replacing
// those bytes, and every answer can be checked byte by byte.
package corpus
