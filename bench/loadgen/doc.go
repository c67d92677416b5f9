// Package loadgen sends requests to an edit service and keeps how long each
// answer took and whether it was the right one.
//
// There are two loops. In the closed loop (Options.Rate 0) every connection sends
// its next request when the answer to the one before is there: it finds how much a
// server can do. In the open loop requests are due at even distances, whatever the
// server does, and a latency counts from the moment when the request was due. So
// the time that a request waited for a free connection is in the figures, where a
// loop that counts from the sending would leave it out ("coordinated omission").
// Requests that were due and never got a connection count as failed, with the time
// that they had waited.
//
// Client and server often share a machine, so the client is made cheap: a request
// is written as bytes made once, a worker owns one connection and one histogram,
// and an answer is compared with the right one as bytes. What the client still
// adds, in the open loop, is how late it wakes: Result.Late has that apart.
package loadgen
