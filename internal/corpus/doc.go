// Package corpus holds modules to test and measure with: an edit for each, the request
// that carries it, and the code that must come back.
//
// The modules are of two kinds. [Module] makes them: the same bytes for the same
// size, on every machine, so that a fresh clone can measure. [Real] reads modules
// of public repositories where a folder of them lies beside the repository; [Find]
// is about where it is looked for. [Standard] is the list that the benchmarks run over.
//
// An [Input] is one module and one [Edit] of it: a string attribute of one block
// gets another string of the same length. So the code that must come back is
// known without any parser, by replacing those bytes, and every answer can be
// checked to the byte.
package corpus
