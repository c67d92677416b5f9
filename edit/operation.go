package edit

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/languages/language"
)

// An Operation is one edit, such as adding, renaming or extracting blocks. Functions such as Set
// create an Operation from Go values, and Decode creates Operations from JSON. The same rules apply
// to both. An Operation is immutable, and can be applied any number of times.
type Operation struct {
	action string
	block  BlockAddress
	entry  content
	text   []byte // the operation as JSON, if Decode made it or it has no block address; otherwise nil
}

var errEmptyOperation = errors.New("an operation is made by a function such as Set, or by Decode")

// MarshalJSON returns the operation as JSON, as in the member "edits" of a request:
//
//	{"set":{"resource":{"aws_instance":{"web":[{"attributes":{"ami":"ami-1"}}]}}}}
func (op Operation) MarshalJSON() ([]byte, error) {
	switch {
	case op.text != nil:
		return slices.Clone(op.text), nil
	case op.action == "":
		return nil, errEmptyOperation
	case op.entry.err != nil:
		return nil, fmt.Errorf("%s: %s: %w", op.action, op.block, op.entry.err)
	}
	return op.marshal(address.Language{})
}

// marshal is like MarshalJSON, but for code in the given language. The JSON depends on the
// language, because a string can be a template in one language, and literal text in another.
func (op Operation) marshal(l address.Language) ([]byte, error) {
	switch {
	case op.text != nil, op.action == "", op.entry.err != nil:
		return op.MarshalJSON()
	}
	block, entry, err := escaper{l}.operation(op.block, op.entry)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", op.action, op.block, err)
	}
	return object(op.action, block.value(entry, false)).MarshalJSON()
}

// Decode converts edits, a JSON object such as {"set": {"locals": {…}}}, to operations in the order
// in which they apply. It makes all checks that are possible without the code. For example, it
// refuses a misspelt key, but cannot know that a block is missing. Decode keeps no reference to
// edits. The error is an *Error.
func (o *Options) Decode(edits []byte) (ops []Operation, err error) {
	o = o.orZero()
	r := requests.Get().(*request)
	r.start(o, len(edits), nil)
	r.module = true // so that entries may name files
	err = r.withinBudget(func() (err error) {
		if err = o.check(); err == nil {
			err = r.decodeEdits(edits)
		}
		if err == nil {
			ops, err = r.split()
		}
		return err
	})
	r.close()
	return ops, err
}

// split returns an operation for each member of the object in r.edits. The caller has decoded the
// object, so it is valid.
func (r *request) split() (ops []Operation, err error) {
	for _, action := range plan.Names {
		r.reader.Reset(r.edits)
		err = r.reader.Object(func(key string) error {
			from := r.reader.Offset()
			err := r.reader.Skip()
			if err == nil && key == action {
				text := append([]byte(`{"`+key+`":`), r.edits[from:r.reader.Pos()]...)
				ops = append(ops, Operation{action: key, text: append(text, '}')})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return ops, nil
}

// ApplyOperations is like Apply, but the edits are operations. They apply in the order of the
// arguments, each to the result of the previous one. Renames are the exception: they apply last,
// and together, so the other operations must use the old names. Either all operations are applied
// or none. The JSON Pointer in an error begins with the index of the operation, and continues in
// the JSON of the operation: /edits/0/set/resource/aws_instance/web/0.
func (o *Options) ApplyOperations(dst, code []byte, ops ...Operation) ([]byte, error) {
	o = o.orZero()
	text, err := o.join(ops)
	if err != nil {
		return dst, err
	}
	return o.serve(dst, len(code)+len(text), nil, func(r *request) error {
		r.setCode(code)
		return r.decodeJoined(text)
	}, (*request).appendCode)
}

// ApplyOperationsToFiles is like ApplyOperations, but edits files and returns the changed files, as
// ApplyFiles does.
func (o *Options) ApplyOperationsToFiles(files []File, ops ...Operation) (changed []File, err error) {
	o = o.orZero()
	text, err := o.join(ops)
	if err != nil {
		return nil, err
	}
	return o.applyFiles(files, len(text), func(r *request) error { return r.decodeJoined(text) })
}

// join returns the operations as a JSON array.
func (o *Options) join(ops []Operation) ([]byte, error) {
	if len(ops) == 0 {
		return nil, fault.At(-1, fault.InvalidRequest, "there are no operations to apply")
	}
	var text []byte
	for i := range ops {
		one, err := ops[i].marshal(o.language())
		if err == nil {
			err = ops[i].checkLabels(o)
		}
		if err != nil {
			refused := fault.At(-1, fault.InvalidRequest, "%s", err)
			refused.Pointer = fmt.Sprintf("/edits/%d", i)
			return nil, refused
		}
		text = append(append(text, ','), one...)
	}
	text[0] = '['
	return append(text, ']'), nil
}

// checkLabels returns an error if a block address has the wrong number of labels, such as one label
// for a resource.
func (op *Operation) checkLabels(o *Options) error {
	if op.text != nil {
		return nil
	}
	for _, b := range []*BlockAddress{&op.block, op.entry.place.neighbour()} {
		if t := language.Block(o.language(), b.typ); t != nil && t.Labels != len(b.labels) {
			return fmt.Errorf("%s: %s: a block of this type has %s, and this address has %d", op.action, b, excerpt.Count(t.Labels, "label"), len(b.labels))
		}
	}
	return nil
}

// decodeJoined decodes a JSON array that join returned.
func (r *request) decodeJoined(text []byte) error {
	r.edits = text
	r.reader.Reset(text)
	v, err := r.reader.Value()
	if malformed, ok := err.(*jsontext.Error); ok {
		return r.locate(fault.At(malformed.At, fault.InvalidRequest, "the operations are refused: %s", malformed))
	}
	if err = r.decodeOperations(v.Items); err != nil {
		return err
	}
	plan.Order(r.Operations)
	return nil
}
