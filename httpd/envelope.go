package httpd

import (
	"fmt"
	"time"

	"github.com/goccy/go-json"
	"github.com/valyala/fasthttp"

	"iacedit/edit"
	table "iacedit/internal/requests/operations"
)

// jsonType is the Content-Type of answers in JSON, except JSON Schemas.
const jsonType = "application/json"

// retryAfter is how many seconds a refused client is asked to wait. The header allows only whole
// seconds, and because an edit takes milliseconds, one second is enough.
const retryAfter = "1"

// The text before and after the data of an answer in the envelope ShapeB; "%s" stands for the
// operation's location.
const (
	beforeDataB     = `{"status":"success","data":`
	afterDataB      = `,"meta":{"transaction_id":"%s","timestamp":"`
	afterTimestampB = `"}}`
	timestampFormat = "2006-01-02T15:04:05.000Z"
)

// appendAfter appends the text that follows the result in an answer.
func (op *operation) appendAfter(dst []byte) []byte {
	dst = append(dst, op.after...)
	if !op.hasTimestamp {
		return dst
	}
	dst = time.Now().UTC().AppendFormat(dst, timestampFormat)
	return append(dst, afterTimestampB...)
}

// A refusal has the contents of an error answer, such as its status, its code and its message. It
// implements error.
type refusal struct {
	Status   int
	Code     string
	Message  string
	Pointer  string
	Position *edit.Position
}

// Error returns the message.
func (r refusal) Error() string { return r.Message }

// The refusals whose text never varies.
var (
	overloaded         = unavailable("the server has too many requests at once")
	outOfMemory        = unavailable("current requests use all the memory that the server has for them")
	tooManyConnections = unavailable("the server has too many connections")
	tooSlow            = unavailable("the request arrived slowly, and was dropped in favour of others")
	stopping           = unavailable("the server is stopping")

	internalError = refusal{Status: fasthttp.StatusInternalServerError, Code: "INTERNAL_ERROR",
		Message: "the server failed on this request; its log has the error"}
	headersTooLarge = refusal{Status: fasthttp.StatusRequestHeaderFieldsTooLarge, Code: "HEADERS_TOO_LARGE",
		Message: fmt.Sprintf("the request line and headers are over the limit of %d bytes", headerLimit)}
	timedOut = refusal{Status: fasthttp.StatusRequestTimeout, Code: "REQUEST_TIMEOUT",
		Message: "the request did not arrive in time"}
	unauthorized = refusal{Status: fasthttp.StatusUnauthorized, Code: "UNAUTHORIZED",
		Message: "this needs a valid bearer token in the header Authorization"}
	badVersion = refusal{Status: fasthttp.StatusHTTPVersionNotSupported, Code: "HTTP_VERSION_NOT_SUPPORTED",
		Message: "the server speaks HTTP/1.1 and HTTP/1.0"}
	badChunk = badRequest("the chunks of the request's body cannot be read")
	bareLF   = badRequest("a line of the request's head does not end in CR LF")
	notGzip  = badRequest("the body is not valid gzip, although its Content-Encoding is gzip")
)

// unavailable returns the refusal with status 503, which asks the client to try again later. The
// message begins with the given reason.
func unavailable(why string) refusal {
	return refusal{Status: fasthttp.StatusServiceUnavailable, Code: string(edit.Overloaded),
		Message: why + "; try again in " + retryAfter + " s"}
}

// badRequest returns the refusal of a malformed request, with status 400.
func badRequest(format string, args ...any) refusal {
	return refusal{Status: fasthttp.StatusBadRequest, Code: string(edit.InvalidRequest), Message: fmt.Sprintf(format, args...)}
}

// badEncoding returns the refusal of a body in an unsupported encoding. It also sets a header that
// lists the supported encodings.
func (x *exchange) badEncoding(format string, args ...any) refusal {
	x.ctx.Response.Header.Set(fasthttp.HeaderAcceptEncoding, "gzip")
	return badRequest(format, args...)
}

// tooLarge returns the refusal of a body that is longer than the limit.
func (s *Server) tooLarge() refusal {
	return refusal{Status: fasthttp.StatusRequestEntityTooLarge, Code: "PAYLOAD_TOO_LARGE",
		Message: fmt.Sprintf("the request's body is over the limit of %d bytes", s.config.MaxBody)}
}

// tooLargeInflated returns the refusal of a gzip body that expands to too many bytes. The argument
// is the greatest number of bytes that the body may have after decompression, which depends on its
// compressed length (see maxExpansion).
func (s *Server) tooLargeInflated(most int) refusal {
	if most >= s.config.MaxBody {
		return s.tooLarge()
	}
	return refusal{Status: fasthttp.StatusRequestEntityTooLarge, Code: "PAYLOAD_TOO_LARGE",
		Message: fmt.Sprintf("the request's body expands to more than %d bytes; the limit is %d times its compressed length plus %d bytes", most, maxExpansion, minExpansion)}
}

// MisdirectedBody returns the body of an answer with status 421, to a request for another host.
func MisdirectedBody(host string) string {
	return string(refusal{Code: "MISDIRECTED_REQUEST",
		Message: fmt.Sprintf("this listener does not answer for the host %.100q; use its IP address, or localhost", host)}.body(table.EditLocation))
}

// tooMuchWork returns the refusal of a body that needs more memory than one request may take.
func (s *Server) tooMuchWork(n int64) refusal {
	return refusal{Status: fasthttp.StatusBadRequest, Code: string(edit.TooExpensive),
		Message: fmt.Sprintf("the request may need %d bytes of memory, and the limit for one request is %d; send less code at once", n, s.semaphore.rules[largeWork].limit)}
}

// methodNotAllowed refuses a method that the path does not allow, and sets the header Allow.
func methodNotAllowed(ctx *fasthttp.RequestCtx, allowed string) refusal {
	ctx.Response.Header.Set(fasthttp.HeaderAllow, allowed)
	return refusal{Status: fasthttp.StatusMethodNotAllowed, Code: "METHOD_NOT_ALLOWED",
		Message: fmt.Sprintf("%s does not answer %s; it answers %s", ctx.Path(), ctx.Method(), allowed)}
}

// errorBody is the JSON form of a refusal (docs/edits.md, "Answers and errors").
type errorBody struct {
	Success bool        `json:"success"`
	Error   errorDetail `json:"error"`
	Message string      `json:"message"`
}

// errorDetail is the member "error" of an errorBody.
type errorDetail struct {
	Code     string         `json:"code"`
	Message  string         `json:"message"`
	Location string         `json:"location"`
	Pointer  string         `json:"pointer,omitempty"`
	Position *edit.Position `json:"position,omitempty"`
}

// body returns the error body as JSON. The JSON contains the given location of the request's
// operation.
func (r refusal) body(location string) []byte {
	body, err := json.MarshalWithOption(&errorBody{
		Error:   errorDetail{r.Code, r.Message, location, r.Pointer, r.Position},
		Message: r.Message,
	}, json.DisableHTMLEscape())
	if err != nil {
		panic(err) // strings and integers can always be marshalled
	}
	return body
}
