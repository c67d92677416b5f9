package httpd

import (
	"fmt"
	"time"

	"github.com/goccy/go-json"
	"github.com/valyala/fasthttp"

	"iacedit/edit"
)

// jsonType is the Content-Type of every answer.
const jsonType = "application/json"

// location is where an error says that it arose.
const location = "iac-edit"

// retryAfter is how many seconds a refused client is asked to wait. An edit takes
// milliseconds, so that the least whole number there is will do.
const retryAfter = "1"

// The text around the edited code, for each shape.
const (
	beforeCodeA = `{"success":true,"data":`
	afterCodeA  = `,"message":"iac-edit: success"}`

	beforeCodeB     = `{"status":"success","data":`
	afterCodeB      = `,"meta":{"transaction_id":"iac-edit","timestamp":"`
	afterTimestampB = `"}}`
	timestampFormat = "2006-01-02T15:04:05.000Z"
)

// beforeCode returns what stands before the code in the success answer of that shape.
func beforeCode(shape Shape) string {
	if shape == ShapeB {
		return beforeCodeB
	}
	return beforeCodeA
}

// appendAfter appends what stands after the code.
func appendAfter(dst []byte, shape Shape, now time.Time) []byte {
	if shape != ShapeB {
		return append(dst, afterCodeA...)
	}
	dst = append(dst, afterCodeB...)
	dst = now.UTC().AppendFormat(dst, timestampFormat)
	return append(dst, afterTimestampB...)
}

// A refusal is why a request gets no edited code, and the status that says so. It is
// an error where it travels as one.
type refusal struct {
	Status   int
	Code     string
	Message  string
	Pointer  string
	Position *edit.Position
}

// Error returns the message.
func (r refusal) Error() string { return r.Message }

// The refusals that are always the same.
var (
	overloaded = refusal{Status: fasthttp.StatusServiceUnavailable, Code: "OVERLOADED",
		Message: "the server has as many requests as it takes at once; try again in " + retryAfter + " s"}
	internalError = refusal{Status: fasthttp.StatusInternalServerError, Code: "INTERNAL_ERROR",
		Message: "the server failed on this request; the fault is in its log"}
	headersTooLarge = refusal{Status: fasthttp.StatusRequestHeaderFieldsTooLarge, Code: "HEADERS_TOO_LARGE",
		Message: fmt.Sprintf("the request's line and headers are over the limit of %d bytes", headerLimit)}
	timedOut = refusal{Status: fasthttp.StatusRequestTimeout, Code: "REQUEST_TIMEOUT",
		Message: "the request did not arrive in time"}
)

// badRequest is a request that no edit can be read from.
func badRequest(format string, args ...any) refusal {
	return refusal{Status: fasthttp.StatusBadRequest, Code: string(edit.InvalidRequest), Message: fmt.Sprintf(format, args...)}
}

// tooLarge is a body over the limit.
func (s *Server) tooLarge() refusal {
	return refusal{Status: fasthttp.StatusRequestEntityTooLarge, Code: "PAYLOAD_TOO_LARGE",
		Message: fmt.Sprintf("the request's body is over the limit of %d bytes", s.config.MaxBody)}
}

// notFound is a path that nothing answers at.
func notFound(path []byte) refusal {
	return refusal{Status: fasthttp.StatusNotFound, Code: "NOT_FOUND",
		Message: fmt.Sprintf("nothing is at %q; edits go to POST %s", path, editPath)}
}

// methodNotAllowed is a path asked by a method that it does not answer, and sets the
// header that names those it does.
func methodNotAllowed(ctx *fasthttp.RequestCtx, allowed string) refusal {
	ctx.Response.Header.Set(fasthttp.HeaderAllow, allowed)
	return refusal{Status: fasthttp.StatusMethodNotAllowed, Code: "METHOD_NOT_ALLOWED",
		Message: fmt.Sprintf("%s does not answer %s; it answers %s", ctx.Path(), ctx.Method(), allowed)}
}

// errorBody is the error body of EDITS.md section 9.
type errorBody struct {
	Success bool        `json:"success"`
	Error   errorDetail `json:"error"`
	Message string      `json:"message"`
}

// errorDetail is its member error.
type errorDetail struct {
	Code     string         `json:"code"`
	Message  string         `json:"message"`
	Location string         `json:"location"`
	Pointer  string         `json:"pointer,omitempty"`
	Position *edit.Position `json:"position,omitempty"`
}

// body returns the error body as JSON.
func (r refusal) body() []byte {
	body, err := json.MarshalWithOption(&errorBody{
		Error:   errorDetail{r.Code, r.Message, location, r.Pointer, r.Position},
		Message: r.Message,
	}, json.DisableHTMLEscape())
	if err != nil {
		panic(err) // strings and integers alone: there is nothing that JSON cannot say
	}
	return body
}

// refuse writes the error body for r.
func refuse(ctx *fasthttp.RequestCtx, r refusal) {
	ctx.SetStatusCode(r.Status)
	ctx.SetContentType(jsonType)
	ctx.SetBody(r.body())
}
