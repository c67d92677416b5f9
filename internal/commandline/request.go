package commandline

import (
	"errors"

	"iacedit/edit"
	"iacedit/internal/budget"
	"iacedit/internal/envelope"
	"iacedit/internal/fault"
	"iacedit/internal/jsontext"
	"iacedit/internal/operations"
	"iacedit/internal/within"
	"iacedit/module"
	"iacedit/value"
)

// maxBody is the largest size of a request's body, in bytes.
const maxBody = 1 << 20

// bytesPerByte is the number of bytes of memory that a request needs for each byte of its body. The
// request parses the files to resolve addresses, and edits them once to find out which blocks the
// edits change.
const bytesPerByte = 100

// Operation returns the operation that turns commands into edits. Only the web page has this
// operation; the HTTP service does not.
func Operation(options *edit.Options) operations.Operation {
	return operations.Operation{Name: "commands", Location: operations.EditLocation, Path: "/page/commands", Short: "/page/commands",
		Apply: func(dst, body []byte, caller *budget.Caller) ([]byte, error) {
			return DoJSON(options, dst, body, caller)
		}}
}

// DoJSON appends the member "data" of the answer to dst: {"edits": "…"}. The edits are a string
// with JSON text, so that JavaScript does not round numbers in them. The body of the request is
// {"code" or "files": …, "commands": "set …", "dialect"?: "hcl"}. DoJSON keeps no reference to
// body. The error is an *edit.Error, and dst is then unchanged. The argument caller may be nil.
func DoJSON(options *edit.Options, dst, body []byte, caller *budget.Caller) ([]byte, error) {
	if len(body) > maxBody {
		return dst, fault.At(-1, fault.TooExpensive, "the body has %d bytes; with commands the limit is %d", len(body), maxBody)
	}
	limits := budget.Of(len(body))
	limits.Time, limits.Gone, limits.Caller = options.Timeout, options.Done, caller
	edits, err := do(options, body, budget.New(limits))
	if err != nil {
		return dst, refused(err)
	}
	return append(jsontext.AppendQuote(append(dst, `{"edits":`...), edits), '}'), nil
}

// do returns the edits for the body of a request.
func do(options *edit.Options, body []byte, b *budget.Budget) (edits []byte, err error) {
	defer budget.Catch(&err)
	b.Hold(bytesPerByte * len(body))
	var r envelope.Request
	r.Dialect = options.Dialect
	var reader value.Reader
	within.Reader(&reader, b)
	var commands member
	commands.reader = &reader
	if err := r.Decode(&reader, body, []string{"commands"}, &commands); err != nil {
		return nil, envelope.Malformed(err, body, 0, nil)
	}
	var files []module.File
	for _, f := range r.Files {
		files = append(files, f.File)
	}
	if !r.Module {
		files = []module.File{{Name: "main.tf", Code: r.Code}}
	}
	o := *options
	o.Dialect = r.Dialect
	return Edits(commands.text, files, o)
}

// A member decodes the value of "commands" in the JSON of a request.
type member struct {
	reader *value.Reader
	text   string
}

// ReadMember reads the member "commands", which must be a string.
func (m *member) ReadMember(key string, kind value.Kind) (err error) {
	if kind != value.String {
		return fault.At(-1, fault.InvalidRequest, "%q must be a string, found %s", key, kind)
	}
	m.text, err = m.reader.String()
	return err
}

// refused converts an error to the *edit.Error of a refused request.
func refused(err error) error {
	if e, ok := errors.AsType[*budget.Exceeded](err); ok {
		return fault.OfBudget(e)
	}
	if e, ok := errors.AsType[*edit.Error](err); ok {
		return e
	}
	return fault.At(-1, fault.InvalidRequest, "%s", err)
}
