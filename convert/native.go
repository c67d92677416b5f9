package convert

import (
	"bytes"
	"errors"
	"slices"

	"iacedit/internal/budget"
	"iacedit/internal/excerpt"
	"iacedit/internal/format"
	"iacedit/internal/grow"
	"iacedit/internal/jsontext"
	"iacedit/internal/nearest"
	"iacedit/internal/terraform"
	"iacedit/internal/within"
	"iacedit/syntax"
	"iacedit/value"
)

// A native writes a file in native syntax.
type native struct {
	*job
	base   int    // the offset of the file's JSON value
	out    []byte // the code, without alignment
	indent int    // the depth of blocks
	labels []string
	nested []string     // the labels of nested blocks
	places []int        // for each current label, the offset of its value
	stack  []member     // the members of the current bodies
	text   []byte       // the text of the next comment
	layout value.Layout // the layout of the current argument
	open   int          // where the current body starts in the code; no blank line is needed there
}

// toNative appends the native code that is equivalent to a file's JSON text.
func (j *job) toNative(dst []byte, as role) ([]byte, error) {
	text := j.text
	root, base, err := j.readJSON(text, j.budget)
	if err != nil {
		return dst, err
	}
	w := native{job: j, base: base, out: grow.Make[[]byte](j.budget, len(text), 0)}
	if as == unknownRole {
		as = roleOf(&root)
	}
	if as == values {
		err = w.values(&root)
	} else {
		err = w.file(&root)
	}
	if err != nil {
		return dst, err
	}
	dst, err = format.Within(grow.Reserve(j.budget, dst, len(w.out)+len(w.out)/8), w.out, j.budget)
	if fault, ok := errors.AsType[*syntax.Error](err); ok {
		return dst, j.invalid(base, "the code that it means is refused: %s", fault.Message)
	}
	return dst, err
}

// readJSON reads a file's JSON text, which must be an object or an array of objects. base is the
// offset of that value in the text. If the budget is not nil, it is charged for the memory of the
// values.
func (j *job) readJSON(text []byte, values *budget.Budget) (root value.Value, base int, err error) {
	var r value.Reader
	r.Repeated, r.Most = true, -1
	within.Reader(&r, j.budget)
	within.Values(&r, values)
	r.Reset(text)
	base = r.Offset()
	j.budget.Step(len(text))
	if root, err = r.Value(); err == nil {
		err = r.End()
	}
	if fault, ok := errors.AsType[*jsontext.Error](err); ok {
		return root, base, j.invalid(fault.At, "this is not valid JSON: %s", fault.Message)
	}
	if root.Kind != value.Object && root.Kind != value.Array {
		return root, base, j.invalid(base, "configuration in JSON is an object, found %s", root.Kind)
	}
	return root, base, nil
}

// roleOf returns the role of a file: configuration if a top-level key is a block type or there
// are no keys, else values.
func roleOf(root *value.Value) role {
	found := configuration
	for item := range membersOf(root) {
		if item.Key == comment {
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
func (w *native) checkBody(v *value.Value, what string) error {
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
func (w *native) refuse(v *value.Value, format string, args ...any) error {
	return w.invalid(w.base+v.At, format, args...)
}

// refuseKey returns an error whose position is at the key of a member.
func (w *native) refuseKey(item *value.Item, format string, args ...any) error {
	return w.invalid(keyAt(w.job.text, w.base+item.Value.At), format, args...)
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

func (w *native) file(root *value.Value) error {
	if err := w.checkBody(root, "configuration"); err != nil {
		return err
	}
	w.rootComment(root)
	return w.topLevel(root, func(_ *value.Item, t *terraform.BlockType, v *value.Value) error {
		b := w.top(t.Name, w.labels)
		return w.block(v, &b, t.Name, w.labels)
	})
}

// topLevel calls a function for every top-level block of a file. The arguments of the call are the
// member that contains the block, the block type, and the body of the block. Before each call,
// topLevel sets w.labels to the labels of the block.
func (w *native) topLevel(root *value.Value, each func(item *value.Item, t *terraform.BlockType, v *value.Value) error) error {
	for item := range membersOf(root) {
		if item.Key == comment {
			continue
		}
		if !isBlockType(item.Key) {
			return w.refuseKey(item, "%s is not a block type%s", excerpt.Quote(item.Key), nearest.DidYouMean(item.Key, blockTypes))
		}
		t := terraform.Block(item.Key)
		w.labels = w.labels[:0]
		err := w.labelled(&item.Value, item.Key, t.Labels, &w.labels, func(v *value.Value) error { return each(item, t, v) })
		if err != nil {
			return err
		}
	}
	return nil
}

// rootComment writes the comment of a file.
func (w *native) rootComment(root *value.Value) {
	w.text = w.text[:0]
	for item := range membersOf(root) {
		if item.Key == comment {
			w.gatherComment(&item.Value)
		}
	}
	w.writeComment()
}

func (w *native) values(root *value.Value) error {
	if err := w.checkBody(root, "a file of values"); err != nil {
		return err
	}
	w.rootComment(root)
	if len(w.out) > 0 && slices.ContainsFunc(slices.Collect(membersOf(root)), func(i *value.Item) bool { return i.Key != comment }) {
		w.out = append(w.out, '\n')
	}
	b := body{core: terraform.Block(terraform.VariableValues).Body}
	return w.members(root, &b)
}

// labelled reads a value with the given number of levels of labels, such as {"web": {…}} with one
// level. It calls a function for each body below the labels. The value of a body is an object, or
// an array of objects whose members together form the body.
func (w *native) labelled(v *value.Value, typ string, left int, labels *[]string, write func(*value.Value) error) error {
	if left == 0 {
		return w.bodies(v, typ, write)
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
			if err := w.labelled(inner, typ, left, labels, write); err != nil {
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
		w.places = append(w.places, item.Value.At)
		if err := w.labelled(&item.Value, typ, left-1, labels, write); err != nil {
			return err
		}
		w.places = w.places[:len(w.places)-1]
	}
	*labels = (*labels)[:mark]
	return nil
}

// isLabel reports whether a text can be a block's label.
func isLabel(label string) bool { return value.IsIdentifier(label) }

// bodies calls a function for each body in v, the value under the innermost label. An object is one
// body; an array has one body in each element.
func (w *native) bodies(v *value.Value, typ string, write func(*value.Value) error) error {
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
