// Package bench is a separate module for the benchmarks, so that programs that embed iacedit's
// packages do not depend on the libraries of the benchmarks. It has benchmarks of each phase of an
// edit, on the modules of internal/testkit/corpus, and limits for the allocations of an edit.
//
// Its packages:
//
//   - bench/agents counts the calls and bytes of coding agents, with iacedit and with text tools.
//   - bench/loadgen sends requests in a closed or an open loop and records the latencies.
//   - bench/load is the command line of bench/loadgen.
//   - bench/peers contains the rivals (hclwrite, hcledit), and the program that measures them and
//     prints the tables.
package bench
