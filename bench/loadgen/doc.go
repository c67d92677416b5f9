// Package loadgen sends requests to an edit service, checks the answers and records the
// latencies.
//
// There are two loops. In the closed loop (Options.Rate 0) every connection sends its next request
// when it has received the previous answer: this finds the greatest throughput of a server. In the
// open loop requests are due at regular intervals, whatever the server does, and a latency is
// measured from the time when the request was due. So the latency includes the time that a request
// waited for a free connection. Measuring from the time of sending would omit the waiting
// ("coordinated omission"). Requests that were due but never had a connection count as failed;
// their latency is the time that they waited.
//
// Client and server often share a machine, so the client uses little processor time: the bytes of a
// request are created once, each worker has its own connection and histogram, and answers are
// compared as bytes. In the open loop, the client's delay in waking up is part of the latencies.
// Result.Late contains this delay separately.
package loadgen
