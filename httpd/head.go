package httpd

import (
	"bytes"
	"strconv"

	"github.com/valyala/fasthttp"
)

// A head contains what this package itself reads from a request's headers, as they were sent: mainly
// the headers that decide where the body ends, because these need strict checks, and the headers
// that must not be repeated. The slices are copies, which are valid until the next head
// is read.
type head struct {
	length    int // of the body; the constant unknown if it is chunked
	lengths   int // Content-Length headers
	transfers int // Transfer-Encoding headers
	encodings int // Content-Encoding headers
	expects   int // Expect headers
	tokens    int // Authorization headers
	chunked   bool
	gzip      bool
	closes    bool // the header Connection contains "close"
	continues bool // Expect is 100-continue
	encoding  []byte
	expect    []byte
	token     []byte // the token after Authorization: Bearer
	id        []byte // X-Request-Id, if it is allowed in an answer
}

// The names of the headers that are read, in lower case.
const (
	nameExpect           = "expect"
	nameConnection       = "connection"
	nameRequestID        = "x-request-id"
	nameAuthorization    = "authorization"
	nameContentLength    = "content-length"
	nameContentEncoding  = "content-encoding"
	nameTransferEncoding = "transfer-encoding"
)

// schemeBearer precedes the token in an Authorization header.
const schemeBearer = "bearer "

var crlf = []byte("\r\n")

// reset empties h, and keeps its memory.
func (h *head) reset() {
	*h = head{encoding: h.encoding[:0], expect: h.expect[:0], token: h.token[:0], id: h.id[:0]}
}

// read reads the headers, up to the empty line. h must be empty.
func (h *head) read(lines []byte) error {
	for len(lines) > 0 {
		end := bytes.IndexByte(lines, '\n')
		if end < 1 || lines[end-1] != '\r' {
			return bareLF
		}
		line := lines[:end-1]
		lines = lines[end+1:]
		if len(line) == 0 {
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			return badRequest("a header is folded over lines, which HTTP/1.1 no longer allows")
		}
		if colon := bytes.IndexByte(line, ':'); colon > 0 {
			h.readHeader(line[:colon], bytes.Trim(line[colon+1:], " \t"))
		}
	}
	return h.checkFraming()
}

// readHeader reads one header. It first looks at the length of the name, which already rules out
// most headers.
func (h *head) readHeader(name, value []byte) {
	switch len(name) {
	case len(nameExpect):
		if equalsLower(name, nameExpect) {
			h.expects++
			h.expect = append(h.expect[:0], value...)
			h.continues = equalsLower(value, "100-continue")
		}
	case len(nameConnection):
		if equalsLower(name, nameConnection) {
			h.closes = h.closes || hasListToken(value, "close")
		}
	case len(nameRequestID):
		if equalsLower(name, nameRequestID) && isValidID(value) {
			h.id = append(h.id[:0], value...)
		}
	case len(nameAuthorization):
		if !equalsLower(name, nameAuthorization) {
			return
		}
		h.tokens++
		if len(value) > len(schemeBearer) && equalsLower(value[:len(schemeBearer)], schemeBearer) {
			h.token = append(h.token[:0], bytes.TrimLeft(value[len(schemeBearer):], " ")...)
		}
	case len(nameContentLength):
		if equalsLower(name, nameContentLength) {
			h.lengths++
			h.length, _ = fasthttp.ParseUint(value) // fasthttp refuses a head with another value
		}
	case len(nameContentEncoding):
		if equalsLower(name, nameContentEncoding) {
			h.encodings++
			h.encoding = append(h.encoding[:0], value...)
			h.gzip = equalsLower(value, "gzip") || equalsLower(value, "x-gzip")
		}
	case len(nameTransferEncoding):
		if equalsLower(name, nameTransferEncoding) {
			h.transfers++
			h.chunked = equalsLower(value, "chunked")
			h.length = unknown
		}
	}
}

// checkFraming refuses a head that does not define clearly where the body ends, or that has more
// than one Authorization header.
func (h *head) checkFraming() error {
	switch {
	case h.transfers > 0 && h.lengths > 0:
		return badRequest("the request has both Transfer-Encoding and Content-Length")
	case h.transfers > 1 || h.transfers == 1 && !h.chunked:
		return badRequest("the only supported Transfer-Encoding is chunked")
	case h.lengths > 1:
		return badRequest("the request has more than one Content-Length")
	case h.tokens > 1:
		return badRequest("the request has more than one Authorization header")
	}
	return nil
}

// checkExpect refuses an unsupported expectation.
func (h *head) checkExpect() error {
	if h.expects == 0 || h.expects == 1 && h.continues {
		return nil
	}
	return refusal{Status: fasthttp.StatusExpectationFailed, Code: "EXPECTATION_FAILED",
		Message: "Expect " + strconv.Quote(string(h.expect)) + " is not supported; only 100-continue is"}
}

// equalsLower reports whether two texts are equal after the first is converted to lower case. The
// second must be in lower case.
func equalsLower(text []byte, lower string) bool {
	if len(text) != len(lower) {
		return false
	}
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// hasListToken reports whether a comma-separated list, such as the header Connection, contains a
// token, ignoring case.
func hasListToken(list []byte, token string) bool {
	for item := range bytes.SplitSeq(list, []byte(",")) {
		if equalsLower(bytes.Trim(item, " \t"), token) {
			return true
		}
	}
	return false
}

// maxRequestID is the greatest length of a client's request id.
const maxRequestID = 128

// isValidID reports whether a client's request id is allowed in a header and in a log.
func isValidID(id []byte) bool {
	if len(id) == 0 || len(id) > maxRequestID {
		return false
	}
	for _, b := range id {
		if b <= ' ' || b > '~' {
			return false
		}
	}
	return true
}
