// Package bench holds what the benchmarks, the rivals and the load harness
// measure with: modules to edit, an edit for each, the request that carries it
// and the code that must come back.
//
// The modules are of two kinds. [Module] makes them: the same bytes for the same
// size, on every machine, so that a fresh clone can measure. [Real] reads modules
// of public repositories where a corpus lies beside the repository; [FindCorpus]
// says where it looks. [Standard] is the list that the benchmarks run over.
//
// An [Input] is one module and one [Edit] of it: a string attribute of one block
// gets another string of the same length. So the code that must come back is
// known without any parser, by replacing those bytes, and every answer can be
// checked to the byte.
//
// What lies beneath:
//
//   - bench/loadgen sends requests in a closed or an open loop and keeps the latencies.
//   - bench/load is its command line.
//   - bench/peers is a module of its own: the rivals (hclwrite, hcledit), the two
//     servers to compare with, and the programs that print the whole table.
package bench
