// Package bench is the module of what measures: its libraries are its own, and whoever
// embeds iacedit's packages does not get them. In it are the benchmarks of each phase of
// an edit, over the modules of internal/corpus, and the bound of what an edit allocates.
//
// What lies beneath:
//
//   - bench/loadgen sends requests in a closed or an open loop and keeps the latencies.
//   - bench/load is its command line.
//   - bench/peers has the rivals (hclwrite, hcledit), the two servers to compare with,
//     and the programs that print the whole table.
package bench
