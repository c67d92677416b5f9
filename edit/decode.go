package edit

import (
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/jsontext"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// decode reads a request body into r, whose memory it uses again: what r held
// before is gone, and what it holds now is valid as long as the body does not
// change. All is checked that can be without a look at the code. The error is an
// *Error with its pointer.
func (r *request) decode(body []byte) error {
	edits, err := r.read(body)
	if err != nil {
		return r.locate(err)
	}
	r.top[0].Value = edits
	return r.decodeOperations(r.top[:])
}

// decodeOperations decodes values of "edits", whose operations apply one after the other.
func (r *request) decodeOperations(edits []value.Item) error {
	d := &r.decoder
	d.Language, d.Budget, d.Files, d.Most = r.options.language(), r.budget, r.module, r.options.maxEdits()
	var err error
	r.Operations, r.count, err = d.Decode(edits)
	return r.locate(err)
}

// maxEdits returns the limit that MaxEdits stands for.
func (o *Options) maxEdits() int {
	if o.MaxEdits == 0 {
		return DefaultMaxEdits
	}
	return o.MaxEdits
}

// locate gives an error about the edits its pointer.
func (r *request) locate(err error) error { return fault.Locate(err, "/edits", r.edits) }

// A bodyReader reads the members of a request body.
type bodyReader struct {
	*request
	body      []byte
	hasCode   bool // "code" is a string
	sawCode   bool // "code" is there, be it null
	sawEdits  bool
	sawReturn bool
	sawReport bool
	editsKind value.Kind
	editsFrom int // where they start in the body
	value     value.Value
}

// read reads the body: the code into r.Code, the edits as a value.
func (r *request) read(body []byte) (edits value.Value, err error) {
	b := bodyReader{request: r, body: body, editsFrom: len(body)}
	r.Code, r.edits = r.Code[:0], nil
	r.reader.Reset(body)
	if err = r.reader.Object(b.member); err == nil {
		err = r.reader.End()
	}
	switch {
	case err != nil:
		return edits, b.malformed(err)
	case b.hasCode && r.module:
		return edits, fault.At(-1, fault.InvalidRequest, `the body has "code" and "files": one of them is edited`)
	case !b.hasCode && !r.module:
		return edits, fault.At(-1, fault.MissingCode, `the body has no "code" and no "files"`)
	case !b.sawEdits || b.editsKind == value.Null:
		return edits, fault.At(-1, fault.InvalidRequest, `the body has no "edits"`)
	case b.editsKind == value.Object:
		return b.value, nil
	case b.editsKind == value.String:
		return r.readUnquoted(`the string "edits"`)
	}
	return edits, fault.At(-1, fault.InvalidRequest, `"edits" must be an object, or a string that holds one; found %s`, b.editsKind)
}

// member reads one member of the body. Members that nothing is known of are passed over.
func (b *bodyReader) member(key string) (err error) {
	kind := value.KindOf(b.reader.Peek())
	switch {
	case key == "code":
		if b.sawCode {
			return fault.At(-1, fault.InvalidRequest, `"code" is given twice`)
		}
		b.sawCode = true
		return b.readCode(kind)
	case key == "edits":
		if b.sawEdits {
			return fault.At(-1, fault.InvalidRequest, `"edits" is given twice`)
		}
		b.sawEdits, b.editsKind = true, kind
		return b.readEdits()
	case key == "files":
		if b.module {
			return fault.At(-1, fault.InvalidRequest, `"files" is given twice`)
		}
		return b.readFiles(kind)
	case key == "dialect":
		return b.readDialect(kind)
	case key == "return":
		if b.sawReturn {
			return fault.At(-1, fault.InvalidRequest, `"return" is given twice`)
		}
		b.sawReturn = true
		return b.readReturn(kind)
	case key == "report":
		if b.sawReport {
			return fault.At(-1, fault.InvalidRequest, `"report" is given twice`)
		}
		b.sawReport = true
		return b.readReport(kind)
	}
	return b.reader.Skip()
}

func (b *bodyReader) readCode(kind value.Kind) (err error) {
	if kind == value.String {
		b.hasCode = true
		b.Code, err = b.reader.AppendUnquoted(b.Code, &b.raw)
		return err
	}
	if err = b.reader.Skip(); err == nil && kind != value.Null {
		err = fault.At(-1, fault.InvalidRequest, `"code" must be a string, found %s`, kind)
	}
	return err
}

// readFiles reads the files of a module.
func (b *bodyReader) readFiles(kind value.Kind) error {
	if kind == value.Null {
		return b.reader.Skip()
	}
	if kind != value.Object {
		return fault.At(-1, fault.InvalidRequest, `"files" must be an object of code by file name, found %s`, kind)
	}
	b.module = true
	return b.reader.Object(func(name string) error {
		name = strings.Clone(name)
		if kind := value.KindOf(b.reader.Peek()); kind != value.String {
			return fault.At(-1, fault.InvalidRequest, "files: the code of %s must be a string, found %s", excerpt.Quote(name), kind)
		}
		raw := new(jsontext.Raw)
		from := len(b.Code) // one after the other in one piece of memory
		code, err := b.reader.AppendUnquoted(b.Code, raw)
		if err != nil {
			return err
		}
		b.Code = code
		return b.addFile(name, code[from:], raw)
	})
}

// addFile adds a file of the module. What edits add to it must not come to stand behind
// code, in memory of another file or of the caller.
func (r *request) addFile(name string, code []byte, raw *jsontext.Raw) error {
	if err := module.CheckName(name); err != nil {
		return fault.At(-1, fault.InvalidRequest, "files: %s", err)
	}
	at, there := slices.BinarySearchFunc(r.files, name, draft.ByName)
	if there {
		return fault.At(-1, fault.InvalidRequest, "files: %s is given twice", excerpt.Quote(name))
	}
	r.files = slices.Insert(r.files, at, &draft.File{File: File{Name: name, Code: slices.Clip(code)}, Raw: raw})
	return nil
}

// readDialect reads the dialect that the request chooses for itself.
func (b *bodyReader) readDialect(kind value.Kind) error {
	if kind != value.String {
		return fault.At(-1, fault.InvalidRequest, `"dialect" must be "terraform" or "hcl", found %s`, kind)
	}
	name, err := b.reader.String()
	if err != nil {
		return err
	}
	switch name {
	case "terraform":
		b.options.Dialect = Terraform
	case "hcl":
		b.options.Dialect = HCL
	default:
		return fault.At(-1, fault.InvalidRequest, `"dialect" must be "terraform" or "hcl", found %s`, excerpt.Quote(name))
	}
	return nil
}

func (b *bodyReader) readEdits() (err error) {
	switch b.editsKind {
	case value.String:
		b.unquoted, err = b.reader.AppendUnquoted(b.unquoted[:0], nil)
	case value.Object:
		b.editsFrom = b.reader.Offset()
		b.edits = b.body[b.editsFrom:]
		if b.value, err = b.reader.Value(); err == nil {
			b.edits = b.body[b.editsFrom:b.reader.Offset()]
		}
	default:
		err = b.reader.Skip()
	}
	return err
}

// readUnquoted reads the edits from their text, which a message calls as what says.
func (r *request) readUnquoted(what string) (value.Value, error) {
	r.edits = r.unquoted
	r.reader.Reset(r.unquoted)
	v, err := r.reader.Value()
	if err == nil {
		err = r.reader.End()
	}
	if malformed, ok := err.(*jsontext.Error); ok {
		line, column := syntax.Position(r.unquoted, malformed.At)
		return v, fault.At(malformed.At, fault.InvalidRequest, "%s does not hold valid JSON: line %d, column %d: %s", what, line, column, malformed.Message)
	}
	if v.Kind != value.Object {
		return v, fault.At(-1, fault.InvalidRequest, "%s must hold an object, found %s", what, v.Kind)
	}
	return v, nil
}

// malformed turns a fault of the JSON text into an error that points at the edits if
// it is among them.
func (b *bodyReader) malformed(err error) error {
	malformed, ok := err.(*jsontext.Error)
	if !ok {
		return err
	}
	at := -1
	if from := malformed.At - b.editsFrom; 0 <= from && from < len(b.edits) {
		at = from
	}
	return fault.At(at, fault.InvalidRequest, "the body is refused: %s", malformed)
}
