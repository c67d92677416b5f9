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

// MaxBody is the most bytes that the body of a request may have: as much as somebody looks
// at in a page.
const MaxBody = 1 << 20

// bytesPerByte is about how much memory the work takes for a byte of the body: files are
// parsed to look addresses up in them, and edited once to see what the edits reach.
const bytesPerByte = 100

// Operation returns the operation that the page has besides those of the service: commands,
// as they are typed at a shell, become edits.
func Operation(options *edit.Options) operations.Operation {
	return operations.Operation{Name: "commands", Location: operations.EditLocation, Path: "/page/commands", Short: "/page/commands",
		Apply: func(dst, body []byte, caller *budget.Caller) ([]byte, error) {
			return DoJSON(options, dst, body, caller)
		}}
}

// DoJSON appends what the answer's member "data" is to dst, {"edits": "…"}, the edits as text,
// in which numbers are exact for a reader in JavaScript, too. The body of the
// request is {"code" or "files": …, "commands": "set …", "dialect"?: "hcl"}. It keeps no
// reference to body. The error is an *edit.Error, and dst then comes back as it was. The
// caller may be nil.
func DoJSON(options *edit.Options, dst, body []byte, caller *budget.Caller) ([]byte, error) {
	if len(body) > MaxBody {
		return dst, fault.At(-1, fault.TooExpensive, "the body has %d bytes: a command can be typed for up to %d", len(body), MaxBody)
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
	r := envelope.Request{Dialect: options.Dialect}
	var reader value.Reader
	within.Reader(&reader, b)
	var commands member
	commands.reader = &reader
	if err := r.Decode(&reader, body, []string{"commands"}, &commands); err != nil {
		return nil, envelope.Malformed(err, 0, nil)
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

// A member is the member of a request that has the commands.
type member struct {
	reader *value.Reader
	text   string
}

// ReadMember reads the commands.
func (m *member) ReadMember(key string, kind value.Kind) (err error) {
	if kind != value.String {
		return fault.At(-1, fault.InvalidRequest, "%q must be a string, found %s", key, kind)
	}
	m.text, err = m.reader.String()
	return err
}

// refused returns an error as a request is answered by it.
func refused(err error) error {
	if e, ok := errors.AsType[*budget.Exceeded](err); ok {
		return fault.OfBudget(e)
	}
	if e, ok := errors.AsType[*edit.Error](err); ok {
		return e
	}
	return fault.At(-1, fault.InvalidRequest, "%s", err)
}
