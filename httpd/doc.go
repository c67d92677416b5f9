// Package httpd serves the operations (edit, read, find, convert, upgrade) over HTTP. Routes, envelopes and
// statuses are in docs/contract.md, settings and metrics in docs/operations.md. Every answer but
// metrics, documents and the page is JSON. The Content-Type of a request is ignored.
//
// # One request
//
// fasthttp runs the connections: it parses heads, calls this package for each request, gives it the
// body as a stream, writes the heads of answers, and decides which connections go on. It calls the
// functions in hooks.go. A connection has an exchange while it handles a request; while it is idle
// for long, it has no buffers. A request passes these stages:
//
//	receive    checks the head strictly, and picks the route; recovers from panics
//	admit      method, token, expectation, encoding and size, before the body is read
//	run        from here on; recovers from panics
//	body       the body, at the minimum rate at least
//	enter      waits for its turn, and takes the first part of its memory
//	apply      decodes, parses, applies, and renders into the answer's buffer, between the two
//	           parts of the envelope. It ends when the time is up, the client has gone, or
//	           there is no more memory
//	refuse     instead: the error body
//	end        counts and logs it
//	send       sends the answer, at the minimum rate at least
//	release    gives the memory back
//
// # Memory
//
// A server uses at most MaxMemory for its clients: up to a sixth for connections, at 40 KiB each; a
// fifth of the rest for bodies; the remainder for work and answers. A body takes memory as its
// bytes arrive, whatever length the head declares. When work starts, it takes the memory that
// typical code needs; later it takes more if it needs more. The answer keeps its memory until its
// last byte is written. If no memory is left, connections whose bodies or answers move slowly are
// closed, the slowest first, and a request waits or gets 503. Small requests have their own turns,
// their own queue and a part of the memory, so that large ones do not delay them. If a new
// connection exceeds the limit on connections, another connection that waits for a request, or else
// a slow one, is closed. If no other connection can be closed, the new one receives only one
// answer: the health, the readiness or the metrics if it asks for them, and otherwise 503.
//
// Drain makes /readyz answer 503 and closes each connection after its next answer. Shutdown then
// stops accepting, and returns when the last request is answered.
//
// # Files
//
//	serve.go       New, Serve, Shutdown; listener.go: connections accepted; hooks.go: what fasthttp
//	               calls
//	routes.go      operations and pages; assets.go: the page; exchange.go: a request and its answer;
//	               cors.go: pages of other origins
//	inflate.go     bodies in gzip; body.go: bodies; chunked.go: the lines between chunks; head.go: a
//	               request's head; lane.go: turns; work.go: the memory of work and answers;
//	               gone_unix.go, gone_other.go: clients that have gone
//	memory.go      the limits of memory, and the memory of bodies; semaphore.go: where requests take
//	               turns and memory, and wait for them; buffer.go: buffers that are kept; pool.go,
//	               collections.go: memory that other packages keep
//	conn.go        a connection; deadline.go: its deadlines; evict.go: connections closed for others;
//	               socket_linux.go, socket_other.go: buffers of the kernel
//	families.go    what /metrics tells; metrics.go: the counters; requestlog.go: the log;
//	               envelope.go: refusals and error bodies; server.go: Config, Server
package httpd
