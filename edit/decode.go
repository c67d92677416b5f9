package edit

import (
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// decode decodes a request body into r, which then refers to the body. It finds all mistakes in the
// edits that can be found without the code, such as an unknown operation. The error is an *Error
// whose Pointer is set.
func (r *request) decode(body []byte) error {
	if err := r.read(body); err != nil {
		return r.locate(err)
	}
	return r.decodeOperations(r.editsValue[:])
}

// decodeOperations sets r.Operations to the operations in edits. Each element is an object such as
// {"set": {…}, "rename": {…}}. If entries have addresses, decodeAddresses must follow.
func (r *request) decodeOperations(edits []value.Item) error {
	d := &r.decoder
	r.editsSent = edits
	d.Language, d.Budget, d.Files, d.Most, d.Schemas = r.options.language(), r.budget, r.module, r.options.maxEdits(), r.options.Schemas
	var err error
	r.Operations, r.count, err = d.Decode(edits)
	return r.locate(err)
}

// decodeAddresses decodes the operations again if entries have addresses: the parsed files tell what
// the addresses mean.
func (r *request) decodeAddresses() error {
	if !r.decoder.Deferred {
		return nil
	}
	code := []selection.Code{}
	for _, f := range r.files {
		code = append(code, selection.Code{Name: f.Name, Tree: f.Tree, Size: len(f.Tree.Text())})
	}
	r.decoder.Again(code)
	err := r.decodeOperations(r.editsSent)
	if len(r.editsSent) > 1 {
		plan.Order(r.Operations)
	}
	return err
}

// maxEdits returns the largest number of entries and attributes in a request, or 0 for no limit.
func (o *Options) maxEdits() int {
	switch {
	case o.MaxEdits < 0:
		return 0 // no limit
	case o.MaxEdits == 0:
		return DefaultMaxEdits
	}
	return o.MaxEdits
}

// locate sets the Pointer of an error that has an offset in r.edits. It does not change other
// errors.
func (r *request) locate(err error) error { return fault.Locate(err, "/edits", r.edits) }

// A bodyReader reads the members "edits", "return" and "report" of a request body.
type bodyReader struct {
	*request
	body      []byte
	editsKind value.Kind
	editsFrom int // the offset of the edits in the body
}

// ownMembers are the keys that a bodyReader reads. Package envelope reads the other keys.
var ownMembers = []string{"edits", "return", "report"}

// read reads a request body. It sets r.editsValue to the value of "edits".
func (r *request) read(body []byte) error {
	b := &r.body
	*b = bodyReader{request: r, body: body, editsFrom: len(body)}
	r.edits, r.envelope.KeepRaw, r.envelope.Dialect = nil, true, r.options.Dialect
	if err := r.envelope.Decode(&r.reader, body, ownMembers, b); err != nil {
		return envelope.Malformed(err, body, b.editsFrom, b.edits)
	}
	r.options.Dialect, r.module, r.options.SkipInvalid = r.envelope.Dialect, r.envelope.Module, r.envelope.Skip
	if r.module {
		r.addFiles(r.envelope.Files)
	}
	switch b.editsKind {
	case value.Null:
		return r.envelope.Missing(fault.InvalidRequest, `the body has no "edits"`, "edits")
	case value.Object:
		return nil
	case value.String:
		return r.readUnquoted(`the string "edits"`)
	}
	return fault.At(-1, fault.InvalidRequest, `"edits" must be an object, or a string that holds one, such as {"set": {"variable": {"region": [{"attributes": {"default": "eu"}}]}}}; found %s`, b.editsKind)
}

// ReadMember implements envelope.Operation.
func (b *bodyReader) ReadMember(key string, kind value.Kind) (err error) {
	switch key {
	case "edits":
		b.editsKind = kind
		return b.readEdits()
	case "return":
		return b.readReturn(kind)
	}
	return b.readReport(kind)
}

func (b *bodyReader) readEdits() (err error) {
	switch b.editsKind {
	case value.String:
		b.unquoted, err = b.reader.AppendUnquoted(b.unquoted[:0], nil)
	case value.Object:
		b.editsFrom = b.reader.Offset()
		b.edits = b.body[b.editsFrom:]
		if b.editsValue[0].Value, err = b.reader.Value(); err == nil {
			b.edits = b.body[b.editsFrom:b.reader.Pos()]
		}
	default:
		err = b.reader.Skip()
	}
	return err
}

// readUnquoted decodes the JSON text in r.unquoted, and sets r.editsValue to its value. Error
// messages begin with the given noun, such as `the string "edits"`.
func (r *request) readUnquoted(noun string) error {
	r.edits = r.unquoted
	r.reader.Reset(r.unquoted)
	v, err := r.reader.Value()
	if err == nil {
		err = r.reader.End()
	}
	if malformed, ok := err.(*jsontext.Error); ok {
		return fault.At(malformed.At, fault.InvalidRequest, "%s does not hold valid JSON: %s%s", noun, envelope.Place(r.unquoted, malformed.At), malformed.Message)
	}
	if v.Kind != value.Object {
		return fault.At(-1, fault.InvalidRequest, "%s must hold an object, found %s", noun, v.Kind)
	}
	r.editsValue[0].Value = v
	return nil
}
