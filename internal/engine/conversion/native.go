package conversion

import (
	"bytes"
	"errors"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/format"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A nativeWriter writes a file in native syntax.
type nativeWriter struct {
	*Job
	base         int    // the offset of the file's JSON value
	newline      string // the line end of the code
	out          []byte // the code, without alignment
	indent       int    // the depth of blocks
	labels       []string
	nested       []string     // the labels of nested blocks
	labelOffsets []int        // for each current label, the offset of its value
	stack        []member     // the members of the current bodies
	text         []byte       // the text of the next comment
	layout       value.Layout // the layout of the current argument
	bodyStart    int          // where the current body starts in the code; no blank line is needed there
}

// toNative appends the native code that is equivalent to a file's JSON text.
func (j *Job) toNative(dst []byte, as role) ([]byte, error) {
	text := j.text
	root, base, err := j.readJSON(text, j.Budget)
	if err != nil {
		return dst, err
	}
	w := nativeWriter{Job: j, base: base, newline: j.lineEnd(), out: grow.Make[[]byte](j.Budget, len(text), 0)}
	if as == unknownRole {
		as = roleOf(&root)
	}
	if as == values {
		err = w.writeValues(&root)
	} else {
		err = w.writeFile(&root)
	}
	if err != nil {
		return dst, err
	}
	dst, err = format.Within(grow.Reserve(j.Budget, dst, len(w.out)+len(w.out)/8), w.out, j.Budget)
	if fault, ok := errors.AsType[*syntax.Error](err); ok {
		return dst, j.invalidCode(base, "the same code in native syntax is not valid: %s", fault.Message)
	}
	return dst, err
}

// readJSON reads a file's JSON text, which must be an object or an array of objects. The result
// base is the offset of that object or array in the text. If values is not nil, the memory of the
// JSON values is charged to this budget.
func (j *Job) readJSON(text []byte, values *budget.Budget) (root value.Value, base int, err error) {
	var r value.Reader
	r.Repeated, r.Most = true, -1
	r.SetBudget(j.Budget)
	r.SetValueBudget(values)
	r.Reset(text)
	base = r.Offset()
	j.Budget.Step(len(text))
	if root, err = r.Value(); err == nil {
		err = r.End()
	}
	if fault, ok := errors.AsType[*jsontext.Error](err); ok {
		return root, base, j.invalidCode(fault.At, "this is not valid JSON: %s", fault.Message)
	}
	if root.Kind != value.Object && root.Kind != value.Array {
		return root, base, j.invalidCode(base, "configuration in JSON is an object, found %s", root.Kind)
	}
	return root, base, nil
}

// roleOf returns the role of a file: configuration if a top-level key is a block type or there
// are no keys, else values.
func roleOf(root *value.Value) role {
	found := configuration
	for item := range membersOf(root) {
		if item.Key == commentKey {
			continue
		}
		if isBlockType(item.Key) {
			return configuration
		}
		found = values
	}
	return found
}

func isBlockType(name string) bool {
	t := terraform.Block(name)
	return t != nil && t.Name == name && !t.ValuesFile
}

// membersOf iterates over the members of a body, which is an object or an array of objects whose
// members together form the body.
func membersOf(v *value.Value) func(yield func(*value.Item) bool) {
	return func(yield func(*value.Item) bool) {
		if v.Kind == value.Object {
			for i := range v.Items {
				if !yield(&v.Items[i]) {
					return
				}
			}
			return
		}
		for i := range v.Items {
			inner := &v.Items[i].Value
			for k := range inner.Items {
				if inner.Kind == value.Object && !yield(&inner.Items[k]) {
					return
				}
			}
		}
	}
}

// checkBody returns an error unless a value is a body: an object, or an array of objects. The
// error's message starts with the given text, such as "configuration".
func (w *nativeWriter) checkBody(v *value.Value, what string) error {
	switch v.Kind {
	case value.Object:
		return nil
	case value.Array:
		for i := range v.Items {
			if inner := &v.Items[i].Value; inner.Kind != value.Object {
				return w.refuse(inner, "%s is an object, found %s", what, inner.Kind)
			}
		}
		return nil
	}
	return w.refuse(v, "%s is an object, found %s", what, v.Kind)
}

// refuse returns an error whose position is at a value.
func (w *nativeWriter) refuse(v *value.Value, format string, args ...any) error {
	return w.invalidCode(w.base+v.At, format, args...)
}

// refuseKey returns an error whose position is at the key of a member.
func (w *nativeWriter) refuseKey(item *value.Item, format string, args ...any) error {
	return w.invalidCode(keyAt(w.Job.text, w.base+item.Value.At), format, args...)
}

// keyAt returns the offset of the key of the member whose value is at an offset.
func keyAt(text []byte, at int) int {
	end := bytes.LastIndexByte(text[:at], ':')
	end = bytes.LastIndexByte(text[:max(end, 0)], '"')
	for i := end - 1; i >= 0; i-- {
		if text[i] != '"' {
			continue
		}
		slashes := i
		for slashes > 0 && text[slashes-1] == '\\' {
			slashes--
		}
		if (i-slashes)%2 == 0 {
			return i
		}
	}
	return at
}

func (w *nativeWriter) writeFile(root *value.Value) error {
	if err := w.checkBody(root, "configuration"); err != nil {
		return err
	}
	w.writeRootComment(root)
	return w.eachTopLevel(root, func(_ *value.Item, t *terraform.BlockType, v *value.Value) error {
		b := w.topLevelBody(t.Name, w.labels)
		return w.writeBlock(v, &b, t.Name, w.labels)
	})
}

// eachTopLevel calls a function for every top-level block of a file. The arguments of the call are
// the member that contains the block, the block type, and the body of the block. Before each call,
// eachTopLevel sets w.labels to the labels of the block.
func (w *nativeWriter) eachTopLevel(root *value.Value, each func(item *value.Item, t *terraform.BlockType, v *value.Value) error) error {
	for item := range membersOf(root) {
		if item.Key == commentKey {
			continue
		}
		if !isBlockType(item.Key) {
			return w.refuseKey(item, "%s is not a block type%s", excerpt.Quote(item.Key), nearest.DidYouMean(item.Key, blockTypes))
		}
		t := terraform.Block(item.Key)
		w.labels = w.labels[:0]
		err := w.readLabels(&item.Value, item.Key, t.Labels, &w.labels, func(v *value.Value) error { return each(item, t, v) })
		if err != nil {
			return err
		}
	}
	return nil
}

// writeRootComment writes the comment of a file.
func (w *nativeWriter) writeRootComment(root *value.Value) {
	w.text = w.text[:0]
	for item := range membersOf(root) {
		if item.Key == commentKey {
			w.collectComment(&item.Value)
		}
	}
	w.writeComment()
}

func (w *nativeWriter) writeValues(root *value.Value) error {
	if err := w.checkBody(root, "a file of values"); err != nil {
		return err
	}
	w.writeRootComment(root)
	if len(w.out) > 0 && slices.ContainsFunc(slices.Collect(membersOf(root)), func(i *value.Item) bool { return i.Key != commentKey }) {
		w.out = append(w.out, w.newline...)
	}
	b := body{language: terraform.Block(terraform.VariableValues).Body}
	return w.writeMembers(root, &b)
}

// readLabels reads a value with the given number of levels of labels, such as {"web": {…}} with one
// level. It calls a function for each body below the labels. The value of a body is an object, or
// an array of objects whose members together form the body.
func (w *nativeWriter) readLabels(v *value.Value, typ string, levels int, labels *[]string, write func(*value.Value) error) error {
	if levels == 0 {
		return w.eachBody(v, typ, write)
	}
	switch v.Kind {
	case value.Null:
		return nil
	case value.Array:
		for i := range v.Items {
			inner := &v.Items[i].Value
			if inner.Kind == value.Array {
				return w.refuse(inner, "%s: expected an object whose keys are labels, found an array in an array", typ)
			}
			if err := w.readLabels(inner, typ, levels, labels, write); err != nil {
				return err
			}
		}
		return nil
	case value.Object:
	default:
		return w.refuse(v, "%s: expected an object whose keys are labels, found %s", typ, v.Kind)
	}
	mark := len(*labels)
	for i := range v.Items {
		item := &v.Items[i]
		if !isLabel(item.Key) {
			return w.refuseKey(item, "%s: the label %s is not a name", typ, excerpt.Quote(item.Key))
		}
		*labels = append((*labels)[:mark], item.Key)
		w.labelOffsets = append(w.labelOffsets, item.Value.At)
		if err := w.readLabels(&item.Value, typ, levels-1, labels, write); err != nil {
			return err
		}
		w.labelOffsets = w.labelOffsets[:len(w.labelOffsets)-1]
	}
	*labels = (*labels)[:mark]
	return nil
}

// isLabel reports whether a text can be a block's label.
func isLabel(label string) bool { return value.IsIdentifier(label) }

// eachBody calls a function for each body in v, the value under the innermost label. An object is
// one body; an array has one body in each element.
func (w *nativeWriter) eachBody(v *value.Value, typ string, write func(*value.Value) error) error {
	switch v.Kind {
	case value.Null:
		return nil
	case value.Object:
		return write(v)
	case value.Array:
		for i := range v.Items {
			inner := &v.Items[i].Value
			if inner.Kind == value.Null {
				inner = &value.Value{Kind: value.Object, At: inner.At} // HCL reads null as an empty body
			}
			if err := w.checkBody(inner, typ); err != nil {
				return err
			}
			if err := write(inner); err != nil {
				return err
			}
		}
		return nil
	}
	return w.refuse(v, "%s: expected an object or an array of objects, found %s", typ, v.Kind)
}
