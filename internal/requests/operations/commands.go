package operations

import (
	"iacedit/edit"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/envelope"
	"iacedit/module"
	"iacedit/value"
)

// Commands is the type of functions that convert commands, such as "set var.region.default eu", to
// edits of the given files. The edits are JSON.
type Commands func(commands string, files []module.File, options edit.Options) ([]byte, error)

// maxCommands is the largest size of a request with commands, in bytes.
const maxCommands = 1 << 20

// OfCommands returns the operation that converts commands to edits. Only the web page has this
// operation; the HTTP service does not.
func OfCommands(options *edit.Options, convert Commands) Operation {
	return Operation{Name: "commands", Location: EditLocation, Path: "/page/commands", Short: "/page/commands",
		Apply: func(dst, body []byte, caller *budget.Caller) ([]byte, error) {
			return convert.doJSON(options, dst, body, caller)
		}}
}

// doJSON appends the member "data" of the answer to dst: {"edits": "…"}. The edits are a string
// with JSON text, so that JavaScript does not round numbers in them. The body of the request is
// {"code" or "files": …, "commands": "set …", "dialect"?: "hcl"}.
func (c Commands) doJSON(options *edit.Options, dst, body []byte, caller *budget.Caller) ([]byte, error) {
	if len(body) > maxCommands {
		return dst, fault.At(-1, fault.TooExpensive, "the body has %d bytes; with commands the limit is %d", len(body), maxCommands)
	}
	edits, err := Bounded(options, body, caller, func(b *budget.Budget) ([]byte, error) { return c.do(options, body, b) })
	if err != nil {
		return dst, err
	}
	return append(jsontext.AppendQuote(append(dst, `{"edits":`...), edits), '}'), nil
}

// do returns the edits for the body of a request.
func (c Commands) do(options *edit.Options, body []byte, b *budget.Budget) (edits []byte, err error) {
	var r envelope.Request
	r.Dialect = options.Dialect
	var reader value.Reader
	reader.SetBudget(b)
	typed := text{reader: &reader}
	if err := r.Decode(&reader, body, []string{"commands"}, &typed); err != nil {
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
	return c(typed.text, files, o)
}

// A text decodes a member of a request that is a string.
type text struct {
	reader *value.Reader
	text   string
}

// ReadMember reads the member.
func (t *text) ReadMember(key string, kind value.Kind) (err error) {
	if kind != value.String {
		return fault.At(-1, fault.InvalidRequest, "%q must be a string, found %s", key, kind)
	}
	t.text, err = t.reader.String()
	return err
}
