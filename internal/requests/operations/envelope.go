package operations

import (
	"strconv"

	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
)

// Before is the text before the data of a successful answer. Operation.After returns the text
// after the data.
const Before = `{"success":true,"data":`

// After returns the text after the data of an answer of the operation.
func (o *Operation) After() string { return `,"message":"` + o.Location + `: success"}` }

// A Failure is the content of an error body (docs/edits.md, "Answers and errors").
type Failure struct {
	Code     string
	Message  string
	Location string
	Pointer  string          // may be ""
	Position *fault.Position // may be nil
}

// Append appends the error body to dst.
func (f *Failure) Append(dst []byte) []byte {
	dst = member(append(dst, `{"success":false,"error":{`...), "code", f.Code)
	dst = member(append(dst, ','), "message", f.Message)
	dst = member(append(dst, ','), "location", f.Location)
	if f.Pointer != "" {
		dst = member(append(dst, ','), "pointer", f.Pointer)
	}
	if p := f.Position; p != nil {
		dst = append(dst, `,"position":{`...)
		if p.File != "" {
			dst = append(member(dst, "file", p.File), ',')
		}
		dst = strconv.AppendInt(append(dst, `"line":`...), int64(p.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(p.Column), 10)
		dst = append(dst, '}')
	}
	return append(member(append(dst, `},`...), "message", f.Message), '}')
}

// member appends the key and the value of a member to dst. The value is a string.
func member(dst []byte, key, text string) []byte {
	dst = append(append(append(dst, '"'), key...), `":`...)
	return jsontext.AppendQuote(dst, []byte(text))
}
