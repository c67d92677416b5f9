package convert

import (
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/conversion"
	"iacedit/internal/engine/envelope"
	"iacedit/module"
	"iacedit/value"
)

// DoJSON decodes a request body ({"code" or "files": …, "to": "hcl" or "json", "dialect": …}) and
// appends the member "data" of the answer to dst, as JSON: {"converted_code": …, "notes": […]}, or
// {"converted_files": …, "notes": […]}. DoJSON keeps no reference to body or dst. If the request is
// refused, the error is an *Error and dst is unchanged.
func (o *Options) DoJSON(dst, body []byte) ([]byte, error) { return o.ServeJSON(dst, body, nil) }

// ServeJSON is like DoJSON, but also ends the request if the caller no longer waits for the answer, or
// cannot give the request more memory. The argument caller may be nil.
func (o *Options) ServeJSON(dst, body []byte, caller *budget.Caller) ([]byte, error) {
	var r request
	j := o.newJob(len(body), JSON, caller)
	r.reader.SetBudget(j.Budget)
	out := dst
	err := fault.Within(func() (err error) {
		if err = r.decode(body); err != nil {
			return err
		}
		j.To = r.to
		out, err = r.answer(dst, j)
		return err
	})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// A request is the content of a request body.
type request struct {
	envelope.Request
	reader value.Reader
	to     Syntax
	hasTo  bool
}

// decode reads a request body.
func (r *request) decode(body []byte) error {
	r.Apart = true
	err := envelope.Malformed(r.Decode(&r.reader, body, []string{"to"}, r), body, 0, nil)
	switch {
	case err != nil:
		return err
	case !r.hasTo:
		return fault.At(-1, fault.InvalidRequest, `the body has no "to": it is "hcl" for native syntax, or "json"`)
	case r.Dialect.AnyBlock():
		return fault.At(-1, fault.InvalidRequest, `"dialect" must be "terraform", whose words tell arguments and blocks apart; found %q`, r.Dialect)
	}
	for i := range r.Files {
		if err := module.CheckAnyName(r.Files[i].Name); err != nil {
			return fault.At(-1, fault.InvalidRequest, "files: %s", err)
		}
	}
	return nil
}

// ReadMember reads the member "to".
func (r *request) ReadMember(key string, kind value.Kind) error {
	if kind != value.String {
		if err := r.reader.Skip(); err != nil {
			return err
		}
		return fault.At(-1, fault.InvalidRequest, "%q must be a string, found %s", key, kind)
	}
	text, err := r.reader.String()
	switch r.hasTo = true; {
	case err != nil:
		return err
	case text == Native.String():
		r.to = Native
	case text == JSON.String():
		r.to = JSON
	default:
		return fault.At(-1, fault.InvalidRequest, `"to" must be "hcl" or "json", found %s`, excerpt.Quote(text))
	}
	return nil
}

// bytesPerFile is the approximate memory that a file needs, besides its code.
const bytesPerFile = 1 << 10

// answer converts the code, and appends the answer to dst.
func (r *request) answer(dst []byte, j *conversion.Job) ([]byte, error) {
	if r.Module {
		j.Budget.Hold(bytesPerFile * len(r.Files))
		var files []module.File
		for i := range r.Files {
			files = append(files, r.Files[i].File)
		}
		out, err := j.Files(files)
		if err != nil {
			return dst, err
		}
		dst = append(dst, `{"converted_files":{`...)
		for i, f := range out {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, []byte(f.Name), j.Budget), ':')
			dst = appendQuoted(dst, f.Code, j.Budget)
		}
		return append(appendNotes(append(dst, "},"...), j), '}'), nil
	}
	out, err := j.Convert(nil, r.Code)
	if err != nil {
		return dst, err
	}
	dst = appendQuoted(append(dst, `{"converted_code":`...), out, j.Budget)
	return append(appendNotes(append(dst, ','), j), '}'), nil
}

// appendQuoted appends a text to dst as a JSON string.
func appendQuoted(dst, text []byte, b *budget.Budget) []byte {
	escapes := 2
	for _, c := range text {
		switch {
		case c == '"' || c == '\\' || c == '\n' || c == '\t':
			escapes++
		case c < ' ':
			escapes += len(`\u0000`) - 1
		}
	}
	b.Write(len(text)+escapes, 0)
	return jsontext.AppendQuote(grow.Reserve(b, dst, len(text)+escapes), text)
}

// appendNotes appends the member "notes".
func appendNotes(dst []byte, j *conversion.Job) []byte {
	dst = append(dst, `"notes":[`...)
	for i := range j.Notes {
		n := &j.Notes[i]
		from := len(dst)
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsontext.AppendQuote(append(dst, `{"code":`...), []byte(n.Code))
		if n.File != "" {
			dst = jsontext.AppendQuote(append(dst, `,"file":`...), []byte(n.File))
		}
		if n.Address != "" {
			dst = jsontext.AppendQuote(append(dst, `,"address":`...), []byte(n.Address))
		}
		dst = append(jsontext.AppendQuote(append(dst, `,"message":`...), []byte(n.Message)), '}')
		j.Budget.Write(len(dst)-from, 0)
	}
	return append(dst, ']')
}
