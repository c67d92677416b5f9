package draft

import (
	"bytes"

	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
	"iacedit/value"
)

// mostExamples is the largest number of values that are used as examples for a new value. If the
// code has more, the last values in the code are used.
const mostExamples = 16

// SetStyle prepares the layout l for the code of a new value, so that the code looks like the
// values beside it. The new value belongs to the item self, a child of parent. If parent has no
// other child with a similar value, and the item is an attribute, SetStyle uses the attributes of
// the same name in other blocks of the same type.
func (f Styler) SetStyle(l *value.Layout, v *value.Value, parent, self syntax.ItemID, name string) {
	if len(v.Items) == 0 && (v.Kind != value.String || bytes.IndexByte([]byte(v.Text), '\n') < 0) {
		return
	}
	l.Usual = f.Usual
	if len(v.Items) == 0 {
		return
	}
	l.Like = f.siblingValues(parent, self, v.Kind)
	if l.Like.Len() == 0 && name != "" && f.Draft.Kind(parent) == syntax.KindBlock {
		l.Like = f.valuesNamed(string(f.Draft.Name(parent)), name)
	}
}

// siblingValues returns, as examples, the lists or objects that are values of the children of
// parent, except the child self.
func (f Styler) siblingValues(parent, self syntax.ItemID, kind value.Kind) *value.Examples {
	d := f.Draft
	x := &value.Examples{}
	if d.Kind(parent) == syntax.KindBlock && f.IsNew(parent) {
		return x
	}
	for id, n := d.LastItem(parent), 0; id != syntax.NoItem && n < 4*mostExamples && x.Len() < mostExamples; id = d.PrevItem(id) {
		f.Budget.Step(1)
		n++
		if id != self && d.Kind(id) != syntax.KindBlock && f.isCollection(id, kind) {
			f.addExample(x, id)
		}
	}
	return x
}

// isCollection reports whether the value of an item is a nonempty object if kind is Object, or a
// nonempty list otherwise.
func (f Styler) isCollection(id syntax.ItemID, kind value.Kind) bool {
	text := f.Draft.At(f.Draft.Item(id).Content)
	opening := byte('[')
	if kind == value.Object {
		opening = '{'
	}
	return len(text) > 2 && text[0] == opening
}

// mostExample is the largest length of an example, in bytes.
const mostExample = 1 << 14

// stepsPerExampleByte is the number of steps charged for parsing a byte of an example.
const stepsPerExampleByte = 3

// addExample adds the value of an item to examples.
func (f Styler) addExample(x *value.Examples, id syntax.ItemID) {
	text := f.Draft.At(f.Draft.Item(id).Content)
	if f.Draft.EditedInside(id) {
		text = f.Draft.AppendValue(nil, id)
	}
	if len(text) <= mostExample {
		f.Budget.Step(stepsPerExampleByte * len(text))
		x.Add(text)
	}
}

// namedValues identifies all attributes of one name in the blocks of one type, such as ingress in
// aws_security_group.
type namedValues struct{ block, name string }

// valuesNamed returns, as examples, the values that the attributes with a given name have in the
// blocks with a given type. It searches the module's other files only if this file has no such
// values.
func (f Styler) valuesNamed(block, name string) *value.Examples {
	key := namedValues{block, name}
	x := f.ownNamed(key)
	for _, other := range f.Module.FilesIn(f.Folder) {
		if x.Len() > 0 {
			break
		}
		f.Budget.Step(1)
		if other != f.File && other.Searched() {
			x = other.Styler().ownNamed(key)
		}
	}
	return x
}

// ownNamed is like valuesNamed, but searches only this file.
func (f Styler) ownNamed(key namedValues) *value.Examples {
	if x, ok := f.named[key]; ok {
		return x
	}
	x := &value.Examples{}
	f.Budget.Step(stepsPerFile)
	f.addNamed(x, syntax.Root, key)
	Note(&f.named, key, x)
	return x
}

// addNamed adds the examples in a body and in the blocks inside it, at every depth. It skips
// unedited blocks whose text does not contain the name.
func (f Styler) addNamed(x *value.Examples, body syntax.ItemID, key namedValues) {
	d := f.Draft
	for id := d.LastItem(body); id != syntax.NoItem && x.Len() < mostExamples; id = d.PrevItem(id) {
		f.Budget.Step(1)
		if d.Kind(id) == syntax.KindAttribute {
			if body != syntax.Root && string(d.Name(body)) == key.block && string(d.Name(id)) == key.name {
				f.addExample(x, id)
			}
			continue
		}
		if !d.EditedInside(id) {
			text := d.At(d.Item(id).Content)
			f.Budget.Step(1 + len(text)/64)
			if !contains(text, key.name) {
				continue
			}
		}
		f.Expand(id)
		f.addNamed(x, id, key)
	}
}

// contains reports whether a text contains a word. It does not allocate memory, even if the word is
// long.
func contains(text []byte, word string) bool {
	return bytes.Contains(text, nocopy.Bytes(word))
}

// SplitsWide is called with a list that no longer fits on its line, and reports whether the list
// becomes multi-line. The list becomes multi-line if a list beside it is multi-line, or if the file
// has a multi-line list that would not fit on one line.
func (f Styler) SplitsWide(list syntax.ItemID) bool {
	d := f.Draft
	for id, n := d.LastItem(d.Item(list).Parent), 0; id != syntax.NoItem && n < 4*mostExamples; id, n = d.PrevItem(id), n+1 {
		f.Budget.Step(1)
		if id != list && d.Kind(id) != syntax.KindBlock && f.isCollection(id, value.Array) && !d.OneLine(id) {
			return true
		}
	}
	return f.Habits().Wide > 0
}
