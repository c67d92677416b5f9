// Package envelope decodes the members that the requests of all operations share: the code, or
// the files of a module, the dialect, and how to handle invalid files. It also records the keys
// of unknown members for messages.
package envelope

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nearest"
	"iacedit/internal/base/sequence"
	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A Request is the part of a request body that all operations share. The next call of Decode reuses
// the memory of the Request.
type Request struct {
	content
	memory
}

// content is the part of a Request that Reset drops.
type content struct {
	HasCode bool            // "code" is a string
	Module  bool            // the request has "files"
	Dialect address.Dialect // not changed by Decode if the request has no dialect
	KeepRaw bool
	Skip    bool // ignore files that do not parse
	Apart   bool // the files form no module: they keep their order, and may have any names

	noCode bool
	reader *value.Reader
	keys   []string
	own    Operation
}

// memory is the part of a Request whose memory is kept for the next request.
type memory struct {
	Code  []byte       // the code, or the code of all files, one after the other
	Files []File       // in the order in which a module is loaded
	Raw   jsontext.Raw // the JSON text of "code" as it was sent, if KeepRaw is set

	seen    []string // the keys of the known members
	ignored []string // the keys of the first few unknown members
}

// A File is a file of a module.
type File struct {
	module.File
	Raw *jsontext.Raw // the JSON text of the file's code, or nil
}

// Reset drops all contents of the request, but keeps its memory for the next request.
func (r *Request) Reset() {
	r.Raw.Reset()
	clear(r.Files)
	clear(r.seen)
	clear(r.ignored)
	r.Code, r.Files, r.seen, r.ignored = r.Code[:0], r.Files[:0], r.seen[:0], r.ignored[:0]
	r.content = content{}
}

// An Operation reads the members of a request that only this operation has.
type Operation interface {
	// ReadMember reads the value of a member from the reader. The value has the given kind.
	ReadMember(key string, kind value.Kind) error
}

// Decode reads a body, which is an object. It calls own.ReadMember for the members with the given
// keys, and ignores unknown members. An error in the JSON text is a *jsontext.Error (see
// Malformed); any other error is a *fault.Error.
func (r *Request) Decode(reader *value.Reader, body []byte, keys []string, own Operation) error {
	r.Code, r.HasCode, r.Module, r.Files, r.noCode, r.Skip = r.Code[:0], false, false, r.Files[:0], false, false
	if err := r.object(reader, body, keys, own); err != nil {
		return err
	}
	if r.Module && !r.Apart {
		if err := order(r.Files, r.Dialect); err != nil {
			return err
		}
	}
	switch {
	case r.HasCode && r.Module:
		return fault.At(-1, fault.InvalidRequest, `the body has "code" and "files": send one of them`)
	case !r.HasCode && !r.Module:
		return r.Missing(fault.MissingCode, `the body has no "code" and no "files"`, "code", "files")
	case r.Skip && !r.Module:
		return fault.At(-1, fault.InvalidRequest, `"invalid" is for requests with "files"`)
	}
	return nil
}

// DecodeOptions is like Decode, but for a body without code: it ignores the members "code",
// "files" and "invalid".
func (r *Request) DecodeOptions(reader *value.Reader, body []byte, keys []string, own Operation) error {
	r.noCode = true
	return r.object(reader, body, keys, own)
}

func (r *Request) object(reader *value.Reader, body []byte, keys []string, own Operation) error {
	r.reader, r.keys, r.own, r.seen, r.ignored = reader, keys, own, r.seen[:0], r.ignored[:0]
	reader.Reset(body)
	err := reader.Object(r.member)
	if err == nil {
		err = reader.End()
	}
	r.reader, r.keys, r.own = nil, nil, nil
	return err
}

// member reads one member of the body.
func (r *Request) member(key string) error {
	shared := key == "dialect" || !r.noCode && (key == "code" || key == "files" || key == "invalid")
	if !shared && !slices.Contains(r.keys, key) {
		if len(r.ignored) < mostIgnored {
			r.ignored = append(r.ignored, excerpt.Line([]byte(key)))
		}
		return r.reader.Skip()
	}
	if slices.Contains(r.seen, key) {
		return fault.At(-1, fault.InvalidRequest, "%q is given twice", key)
	}
	r.seen = append(r.seen, key)
	switch kind := value.KindOf(r.reader.Peek()); {
	case !shared:
		return r.own.ReadMember(key, kind)
	case key == "code":
		return r.readCode(kind)
	case key == "files":
		return r.readFiles(kind)
	case key == "invalid":
		return r.readInvalid(kind)
	default:
		return r.readDialect(kind)
	}
}

// mostIgnored is the greatest number of unknown members whose keys are kept for messages.
const mostIgnored = 8

// codeNames are keys that other services use for code.
var codeNames = []string{"content", "contents", "source", "text", "hcl", "body", "input", "config", "terraform"}

// Missing returns the error for a body that has none of the given keys, although it needs one of
// them. The message suggests the right key if the body has an unknown member whose key resembles
// it, or whose key is a word like "content" where "code" is expected.
func (r *Request) Missing(code fault.Code, message string, keys ...string) *fault.Error {
	for _, ignored := range r.ignored {
		near := nearest.DidYouMean(ignored, slices.Values(keys))
		if near == "" && slices.Contains(codeNames, ignored) && slices.Contains(keys, "code") {
			near = `; did you mean "code"?`
		}
		if near != "" {
			message += "; it has " + excerpt.Quote(ignored) + near
			break
		}
	}
	return fault.At(-1, code, "%s", message)
}

func (r *Request) readCode(kind value.Kind) (err error) {
	if kind == value.String {
		r.HasCode = true
		var raw *jsontext.Raw
		if r.KeepRaw {
			raw = &r.Raw
		}
		r.Code, err = r.reader.AppendUnquoted(r.Code, raw)
		return err
	}
	if err = r.reader.Skip(); err == nil && kind != value.Null {
		err = fault.At(-1, fault.InvalidRequest, `"code" must be a string, found %s`, kind)
	}
	return err
}

// readFiles reads the member "files", which has the files of a module. It stores the code of all
// files in one piece of memory, one file after the other.
func (r *Request) readFiles(kind value.Kind) error {
	switch kind {
	case value.Null:
		return r.reader.Skip()
	case value.Object:
	default:
		return fault.At(-1, fault.InvalidRequest, `"files" must be an object of code by file name, found %s`, kind)
	}
	r.Module = true
	return r.reader.Object(func(name string) error {
		name = strings.Clone(name)
		if kind := value.KindOf(r.reader.Peek()); kind != value.String {
			return fault.At(-1, fault.InvalidRequest, "files: the code of %s must be a string, found %s", excerpt.Quote(name), kind)
		}
		var raw *jsontext.Raw
		if r.KeepRaw {
			raw = new(jsontext.Raw)
		}
		from := len(r.Code)
		code, err := r.reader.AppendUnquoted(r.Code, raw)
		if err != nil {
			return err
		}
		r.Code = code
		r.Files = append(r.Files, File{module.File{Name: name, Code: slices.Clip(code[from:])}, raw})
		return nil
	})
}

// readInvalid reads the member "invalid", which says how to handle files that do not parse. null
// means the default.
func (r *Request) readInvalid(kind value.Kind) error {
	if kind == value.Null {
		return r.reader.Skip()
	}
	what := ""
	if kind == value.String {
		var err error
		if what, err = r.reader.String(); err != nil {
			return err
		}
	}
	if r.Skip = what == "skip"; !r.Skip {
		return fault.At(-1, fault.InvalidRequest, `"invalid" must be "skip": files that do not parse are then left alone`)
	}
	return nil
}

// readDialect reads the member "dialect". null leaves the dialect unchanged.
func (r *Request) readDialect(kind value.Kind) error {
	if kind == value.Null {
		return r.reader.Skip()
	}
	if kind != value.String {
		return fault.At(-1, fault.InvalidRequest, `"dialect" must be %s, found %s`, languages.Choices(), kind)
	}
	name, err := r.reader.String()
	if err != nil {
		return err
	}
	d, ok := languages.Named(name)
	if !ok {
		return fault.At(-1, fault.InvalidRequest, `"dialect" must be %s, found %s`, languages.Choices(), excerpt.Quote(name))
	}
	r.Dialect = d
	return nil
}

// Ordered returns files in the order in which a module's files are loaded. It returns an error if a
// name is not allowed (see order).
func Ordered(files []module.File, dialect address.Dialect) ([]File, error) {
	ordered := make([]File, len(files))
	for i := range files {
		ordered[i].File = files[i]
	}
	return ordered, order(ordered, dialect)
}

// order sorts files into the order in which they are loaded. It refuses invalid file names and
// names that are given twice. In a dialect with any block types, it also refuses files in JSON syntax.
func order(files []File, dialect address.Dialect) error {
	for i := range files {
		if err := module.CheckPath(files[i].Name); err != nil {
			return fault.At(-1, fault.InvalidRequest, "files: %s", err)
		}
		if dialect.AnyBlock() && terraform.IsInJSON(files[i].Name) {
			return fault.At(-1, fault.InvalidRequest, "files: the file %s is JSON, which the dialect %q does not read", excerpt.Quote(files[i].Name), dialect)
		}
	}
	sequence.SortStable(files, func(a, b File) int { return module.Compare(a.Name, b.Name) })
	for i := range files {
		if i > 0 && files[i].Name == files[i-1].Name {
			return fault.At(-1, fault.InvalidRequest, "files: %s is given twice", excerpt.Quote(files[i].Name))
		}
	}
	return nil
}

// Malformed converts a *jsontext.Error about the JSON text of a body to a *fault.Error, and returns
// other errors unchanged. If the body has several lines, the message has the line and column. The
// argument member is the text of one member of the body, or nil. start is the offset of this text
// in the body. If the fault is in the text, the result has the offset of the fault in the text,
// else -1.
func Malformed(err error, body []byte, start int, member []byte) error {
	malformed, ok := err.(*jsontext.Error)
	if !ok {
		return err
	}
	at := -1
	if n := malformed.At - start; 0 <= n && n < len(member) {
		at = n
	}
	where := ""
	if bytes.IndexByte(bytes.TrimSpace(body), '\n') >= 0 {
		where = Place(body, malformed.At)
	}
	return fault.At(at, fault.InvalidRequest, "the body is refused: %s%s", where, malformed)
}

// Place returns the line and column of an offset in a text, as the beginning of a message.
func Place(text []byte, at int) string {
	line, column := syntax.Position(text, at)
	return fmt.Sprintf("line %d, column %d: ", line, column)
}

// InvalidCode converts the syntax error e in a file to the error for the client, which has the
// file's name and the position.
func InvalidCode(f *module.File, e *syntax.Error) *fault.Error {
	line, column := syntax.Position(f.Code, e.Offset)
	what := "the code"
	if f.Name != "" {
		what = f.Name
	}
	err := fault.At(-1, fault.InvalidCode, "%s does not parse: line %d, column %d: %s", what, line, column, e.Message)
	err.Position = &fault.Position{File: f.Name, Line: line, Column: column}
	return err
}

// WriteSkipped writes the member "skipped" of an answer, which lists the files that do not parse.
// The argument skipped contains the errors that InvalidCode returned for these files.
func WriteSkipped(w *jsontext.Writer, skipped []*fault.Error) {
	w.Separate()
	w.Raw(`"skipped":[`)
	for _, err := range skipped {
		w.Separate()
		w.Raw(`{"file":`)
		w.Quote([]byte(err.Position.File))
		w.Raw(`,"message":`)
		w.Quote([]byte(err.Message))
		w.Raw(`,"position":{"line":`)
		w.Int(err.Position.Line)
		w.Raw(`,"column":`)
		w.Int(err.Position.Column)
		w.Raw("}}")
	}
	w.Byte(']')
}
