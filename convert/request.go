package convert

import (
	"slices"
	"strings"

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
	r := request{seen: map[string]bool{}}
	j := o.newJob(len(body), JSON, caller)
	jsontext.Bind(&r.reader, j.Budget)
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
	reader   jsontext.Reader
	seen     map[string]bool
	to       Syntax
	code     []byte // the code, or the concatenated code of all files
	hasCode  bool
	files    []module.File
	hasFiles bool
}

// decode reads a request body.
func (r *request) decode(body []byte) error {
	r.reader.Reset(body)
	err := r.reader.Object(func(key string) error {
		switch key {
		case "code", "files", "to", "dialect":
		default:
			return r.reader.Skip()
		}
		if r.seen[key] {
			return fault.At(-1, fault.InvalidRequest, "%q is given twice", key)
		}
		r.seen[key] = true
		return r.readMember(key)
	})
	if err == nil {
		err = r.reader.End()
	}
	switch err = envelope.Malformed(err, body, 0, nil); {
	case err != nil:
		return err
	case !r.seen["to"]:
		return fault.At(-1, fault.InvalidRequest, `the body has no "to": it is "hcl" for native syntax, or "json"`)
	case r.hasCode && r.hasFiles:
		return fault.At(-1, fault.InvalidRequest, `the body has "code" and "files": one of them is converted`)
	case !r.hasCode && !r.hasFiles:
		return fault.At(-1, fault.MissingCode, `the body has no "code" and no "files"`)
	}
	return nil
}

// readMember reads the value of the member with the given key: "code", "files", "to" or "dialect".
func (r *request) readMember(key string) error {
	kind := value.KindOf(r.reader.Peek())
	if kind == value.Null && key != "to" {
		return r.reader.Skip()
	}
	switch key {
	case "code":
		if kind != value.String {
			return r.kindError(key, "a string", kind)
		}
		r.hasCode = true
		_, err := r.readString()
		return err
	case "files":
		if kind != value.Object {
			return r.kindError(key, "an object of code by file name", kind)
		}
		r.hasFiles = true
		return r.reader.Object(r.readFile)
	}
	if kind != value.String {
		return r.kindError(key, "a string", kind)
	}
	text, err := r.reader.String()
	if err != nil {
		return err
	}
	if key == "dialect" {
		if text != "terraform" {
			return fault.At(-1, fault.InvalidRequest, `"dialect" must be "terraform", whose words tell arguments and blocks apart; found %s`, excerpt.Quote(text))
		}
		return nil
	}
	switch text {
	case Native.String():
		r.to = Native
	case JSON.String():
		r.to = JSON
	default:
		return fault.At(-1, fault.InvalidRequest, `"to" must be "hcl" or "json", found %s`, excerpt.Quote(text))
	}
	return nil
}

// kindError returns the error for a member whose value has the wrong kind, such as a number instead
// of a string. It reads the value first, because an error in the JSON text takes precedence.
func (r *request) kindError(key, want string, kind value.Kind) error {
	if err := r.reader.Skip(); err != nil {
		return err
	}
	return fault.At(-1, fault.InvalidRequest, "%q must be %s, found %s", key, want, kind)
}

func (r *request) readFile(name string) error {
	name = strings.Clone(name)
	if err := module.CheckAnyName(name); err != nil {
		return fault.At(-1, fault.InvalidRequest, "files: %s", err)
	}
	if kind := value.KindOf(r.reader.Peek()); kind != value.String {
		return r.kindError("files/"+name, "a string", kind)
	}
	code, err := r.readString()
	jsontext.BudgetOf(&r.reader).Hold(bytesPerFile)
	r.files = append(r.files, module.File{Name: name, Code: code})
	return err
}

// bytesPerFile is the approximate memory that a file needs, besides its code.
const bytesPerFile = 1 << 10

// readString reads a string and appends it to r.code.
func (r *request) readString() (text []byte, err error) {
	from := len(r.code)
	r.code, err = r.reader.AppendUnquoted(r.code, nil)
	return slices.Clip(r.code[from:]), err
}

// answer converts the code, and appends the answer to dst.
func (r *request) answer(dst []byte, j *conversion.Job) ([]byte, error) {
	if r.hasFiles {
		out, err := j.Files(r.files)
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
	out, err := j.Convert(nil, r.code)
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
