// Package httpd answers edit requests over HTTP.
//
// Its routes, envelopes and statuses are in docs/contract.md, what an operator sets and sees
// in docs/operations.md. Every answer but metrics, documents and the page is JSON: a success
// envelope of shape a or b, or an error body. The Content-Type of a request is not looked at.
//
// # One request
//
// A connection (conn.go) has a session (session.go) while it has a request. The parser
// and the printer of HTTP are fasthttp's; the loop around them is this package's own,
// because memory and slots must be asked for between a request's head and its body. A
// request passes these stages:
//
//	readHead   the head, strictly (head.go), within headTimeout
//	run        picks the route; recovers from panics (exchange.go)
//	admit      method, token, expectation, encoding and size, before the body is read
//	body       the body, at the minimum rate at least (body.go, chunked.go)
//	enter      waits for one of the slots of its lane (lane.go), and takes the memory to
//	           begin the work with (work.go)
//	apply      edit.Options.DoJSONWithin: decode, parse, apply, render as a JSON string, into
//	           the answer's buffer, between the two parts of the envelope. It ends where its
//	           time is up, the client has gone (gone_unix.go), or there is no more memory
//	refuse     instead: the error body
//	end        counts and logs it
//	write      sends the answer, at the minimum rate at least
//	release    gives the memory back
//
// Operations are rows of a table (routes.go).
//
// # Memory
//
// What a server holds for its clients is at most MaxMemory (memory.go). A sixth of that at
// most is for connections, at 40 KiB each. The rest is divided into a fifth for bodies and
// four fifths for the work on them and their answers:
//
//	body       takes the size of its buffer as that grows with what arrives: what a head
//	           declares takes nothing
//	takeWork   takes what the work on usual code takes (work.go)
//	takeMore   takes more as the work asks for it
//	dropBody   gives the body back once there is an answer
//	leave      keeps of the work's memory what the answer takes
//	release    gives that back once the last byte is written
//
// Where there is none left, connections whose bodies or answers move slowly are closed
// (giveway.go), the slowest first, and a request waits its turn or is told 503.
//
// A body that fits in the reader of its session stays there. A longer one and its answer are
// in buffers from lists by size; larger buffers go to the garbage collector. A connection that
// has been idle for a second has no session.
//
// # Full, and stopping
//
// Large requests (more than smallBody) and small ones have slots, queues and a last
// part of the memory each, so that small ones stay quick beside large ones. A
// connection over the limit takes the place of one that waits for a request, or for the
// rest of its head, or that is slow. Where there is none it is served for one request: it
// gets health, readiness and metrics, else 503.
//
// Drain makes /readyz answer 503 and ends each connection with its next answer;
// Shutdown then stops accepting, and returns when the last request is answered.
package httpd
