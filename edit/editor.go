package edit

import (
	"errors"
	"slices"
	"sync"
	"time"

	"iacedit/address"
	"iacedit/internal/budget"
	"iacedit/internal/jsontext"
	"iacedit/internal/tree"
	"iacedit/render"
	"iacedit/syntax"
	"iacedit/value"
)

// Dialect is which languages' rules the edits follow.
type Dialect = address.Dialect

// The dialects.
const (
	Terraform = address.Terraform // Terraform and OpenTofu: known block types, special places
	HCL       = address.HCL       // any HCL2 language: any block type, no special places
)

// Options are the choices of a deployment. The zero value is Terraform's.
type Options struct {
	Dialect       Dialect
	SettingsBlock string // what the address "iac" creates; "" means "terraform"
	MaxEdits      int    // most entries and attributes in one request; 0 means DefaultMaxEdits

	// Timeout is how long one request may take; 0 is for ever. It stands behind the
	// budget of steps and bytes that every request has, for a machine that is slow.
	Timeout time.Duration
	// Unbounded takes the budget away, for those who send requests to themselves.
	Unbounded bool
}

// language returns the language of the code.
func (o *Options) language() address.Language {
	return address.Language{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock}
}

// A request's budget, in proportion to its code and edits. What an honest request does
// takes a step or two for each byte of code, and some hundreds for an edit; the floor is
// what the smallest may take.
const (
	leastSteps   = 2 << 20
	stepsPerByte = 48
	leastBytes   = 2 << 20
	bytesPerByte = 16
)

// maxCode is how many bytes code may have, so that it has room to grow: places in the
// text are numbers of 32 bits.
const maxCode = 1 << 30

// DefaultMaxEdits bounds the edits of one request where Options does not.
const DefaultMaxEdits = 100_000

// Do decodes a request body ({"code": …, "edits": …}), applies its edits and
// appends the edited code to dst. It keeps no reference to body or dst. Where the
// request is refused the error is an *Error, and dst comes back as it was.
func (o *Options) Do(dst, body []byte) ([]byte, error) {
	r := requests.Get().(*request)
	out, err := r.serve(dst, o, len(body), func() error { return r.decode(body) }, nil)
	r.release()
	return out, err
}

// DoJSON is Do, but for what it appends: the edited code as a JSON string, quotes and
// all. What no edit touched is copied from the body, where it is such a string already.
func (o *Options) DoJSON(dst, body []byte) ([]byte, error) {
	r := requests.Get().(*request)
	n := len(dst)
	out, err := r.serve(append(slices.Grow(dst, len(body)+room), '"'), o, len(body), func() error { return r.decode(body) }, (*jsonEncoder)(r))
	if err == nil {
		out = append(out, '"')
	} else {
		out = out[:n]
	}
	r.release()
	return out, err
}

// Apply applies edits, the JSON text of the request's member "edits", to code and
// appends the edited code to dst. It writes to neither code nor edits, and keeps no
// reference to them. The error is an *Error, and dst then comes back as it was.
func (o *Options) Apply(dst, code, edits []byte) ([]byte, error) {
	r := requests.Get().(*request)
	r.Code = append(r.Code[:0], code...)
	out, err := r.serve(dst, o, len(code)+len(edits), func() error { return r.decodeEdits(edits) }, nil)
	r.release()
	return out, err
}

// serve decodes a request of that many bytes and applies its edits, all within its budget.
func (r *request) serve(dst []byte, o *Options, size int, decode func() error, e render.Encoder) (out []byte, err error) {
	r.begin(o, size)
	defer func() {
		if err = r.explain(err); err != nil {
			out = dst
		}
	}()
	defer budget.Catch(&err)
	if err := o.check(); err != nil {
		return dst, err
	}
	if err := decode(); err != nil {
		return dst, err
	}
	return r.edit(dst, e)
}

// begin gives a request its options, and the budget for a text of that many bytes.
func (r *request) begin(o *Options, size int) {
	r.options, r.budget, r.now = *o, nil, -1
	if !o.Unbounded {
		r.bounds.Reset(leastSteps+stepsPerByte*int64(size), leastBytes+bytesPerByte*int64(size), o.Timeout)
		r.budget = &r.bounds
	}
}

// check fails for options that would write what is no code.
func (o *Options) check() error {
	switch {
	case o.SettingsBlock != "" && !value.IsIdentifier(o.SettingsBlock):
		return errorAt(-1, InvalidRequest, "the option SettingsBlock: %s is not an identifier", quote(o.SettingsBlock))
	case o.Dialect > HCL:
		return errorAt(-1, InvalidRequest, "the option Dialect: there is none of the number %d", o.Dialect)
	}
	return nil
}

// explain makes an error of one that says that the budget does not suffice.
func (r *request) explain(err error) error {
	if exceeded, ok := errors.AsType[*budget.Exceeded](err); ok {
		return r.locate(r.exceeded(exceeded))
	}
	return err
}

// exceeded is the error of a request whose budget does not suffice, about the edit at hand.
func (r *request) exceeded(e *budget.Exceeded) error {
	what := "this edit: "
	if r.now < 0 {
		what = "to write the result: "
	}
	if e.Resource == budget.Time {
		return errorAt(r.now, Overloaded, "%s%s; try again later, or send fewer edits at once", what, e)
	}
	return errorAt(r.now, TooExpensive, "%s%s, which is what the size of the request allows", what, e)
}

// A jsonEncoder writes the code of a request and of its edits as a JSON string.
type jsonEncoder request

// AppendSource appends part of the code.
func (r *jsonEncoder) AppendSource(dst []byte, from, to int) []byte {
	return r.raw.AppendEscaped(dst, r.Code, from, to)
}

// AppendText appends text of the edits.
func (r *jsonEncoder) AppendText(dst, text []byte) []byte { return jsontext.AppendEscaped(dst, text) }

// requests holds requests for their memory. One that a panic leaves behind is not
// put back.
var requests = sync.Pool{New: func() any { return new(request) }}

// mostKept is the size of the largest code whose memory is kept for the next request,
// until the garbage collector comes by.
const mostKept = 16 << 20

func (r *request) release() {
	if cap(r.Code) > mostKept || cap(r.unquoted) > mostKept {
		return
	}
	r.reader.Reset(nil)
	r.raw.Reset()
	clear(r.Operations)
	r.memory.reset()
	requests.Put(r)
}

// room is how many bytes the edits may add to the code's text before it is moved.
const room = 4096

// edit applies the request's operations to its code and appends the result to dst, in
// the form that e writes.
func (r *request) edit(dst []byte, e render.Encoder) ([]byte, error) {
	if len(r.Code) > maxCode {
		return dst, errorAt(-1, TooExpensive, "the code has %d bytes; %d are the most", len(r.Code), maxCode)
	}
	if cap(r.Code)-len(r.Code) < room {
		r.Code = append(make([]byte, 0, len(r.Code)+2*room), r.Code...)
	}
	file, err := syntax.Parse(r.Code)
	if err != nil {
		return dst, r.invalidCode(err.(*syntax.Error))
	}
	tree.Of(file).Own(r.Code)
	a := applier{d: render.NewDraft(file), options: &r.options, budget: r.budget, now: &r.now}
	a.d.SetBudget(r.budget)
	a.classes.Budget = r.budget
	if err := a.apply(r); err != nil {
		return dst, r.locate(err)
	}
	r.now = -1
	dst = a.d.AppendEncoded(dst, e)
	r.Code = file.Text()[:0] // edits may have moved it to more memory
	file.Release()
	return dst, nil
}

// invalidCode says where the code is at fault.
func (r *request) invalidCode(fault *syntax.Error) error {
	line, column := syntax.Position(r.Code, fault.Offset)
	err := errorAt(-1, InvalidCode, "the code does not parse: line %d, column %d: %s", line, column, fault.Message)
	err.Position = &Position{Line: line, Column: column}
	return err
}

// decodeEdits is decode for edits that come apart from their code.
func (r *request) decodeEdits(edits []byte) error {
	r.unquoted = append(r.unquoted[:0], edits...)
	v, err := r.readUnquoted()
	if err != nil {
		return r.locate(err)
	}
	return r.decodeOperations([]value.Item{{Value: v}})
}
