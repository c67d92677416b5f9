package value

import (
	"cmp"
	"fmt"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
)

// MaxValues is the greatest number of values that one call of Reader.Value reads. A limit on the
// length of the text would not be enough, because a value takes about eighty bytes of memory even
// if its text is only two bytes.
const MaxValues = 1_000_000

// valueBytes is the approximate memory of a value, besides its text.
const valueBytes = 100

// stepsPerValue is the number of steps that a budget is charged for reading a value.
const stepsPerValue = 24

// maxKept is the size of the largest block of items that a Reader keeps for its next text.
const maxKept = 1 << 14

// jsonReader is another name for jsontext.Reader, which reads the JSON around values, such as the
// object that contains them. Reader embeds it under this unexported name, so that Reader has its
// methods but no exported field for it.
type jsonReader = jsontext.Reader

// A Reader reads JSON text as Values. Call Reset to set the text; then Value reads the next value,
// and the methods of jsontext.Reader read the JSON around values.
//
// A Value refers to bytes of the text if possible, and otherwise to the Reader's own memory. So it
// is valid only until the next Reset or until the text changes.
type Reader struct {
	jsonReader

	Most     int  // the greatest number of values that a call of Value reads; 0 for MaxValues, -1 for any number
	Repeated bool // keep both members if an object has a key twice

	budget *budget.Budget // charged for the values; nil for no bounds

	limit   int    // Most for the current call of Value, with 0 replaced by MaxValues
	base    int    // the start of the current value, from which offsets count
	values  int    // values read since base
	hasRead bool   // a value has been read since Reset
	stack   []Item // items of the open arrays and objects
	block   []Item // memory for the items of finished arrays and objects
	keys    keySet
}

// SetBudget sets the budget that is charged for the time and the memory of reading; nil for no
// bounds.
func (r *Reader) SetBudget(b *budget.Budget) {
	jsontext.Bind(&r.jsonReader, b)
	grow.Held(b, r.stack)
	grow.Held(b, r.block)
}

// SetValueBudget sets the budget that is charged for the values; nil for no bounds.
func (r *Reader) SetValueBudget(b *budget.Budget) { r.budget = b }

// Reset makes the Reader read the given text from its start. It drops every reference to the
// previous text. Reset(nil) only drops the references.
func (r *Reader) Reset(text []byte) {
	r.jsonReader.Reset(text)
	r.base, r.values = 0, 0
	if r.hasRead {
		clear(r.stack[:cap(r.stack)])
		clear(r.block)
		r.hasRead = false
	}
	r.stack, r.block = r.stack[:0], r.block[:0]
	if cap(r.stack) > maxKept {
		r.stack = nil
	}
	if cap(r.block) > maxKept {
		r.block = nil
	}
}

// KindOf returns the kind of the JSON value whose first byte is c.
func KindOf(c byte) Kind {
	switch c {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't':
		return True
	case 'f':
		return False
	case 'n':
		return Null
	}
	return Number
}

// Value reads the next value. The offsets in the Value count from the start of the value's text.
// A key given twice in one object is an error unless Repeated is set. Errors are *jsontext.Error.
func (r *Reader) Value() (v Value, err error) {
	r.base, r.values, r.limit, r.hasRead = r.Offset(), 0, cmp.Or(r.Most, MaxValues), true
	err = r.readValue(&v, 0)
	return v, err
}

// readValue reads the next value into v, which must be the zero Value. depth is the number of
// arrays and objects around the value.
func (r *Reader) readValue(v *Value, depth int) (err error) {
	c := r.Peek()
	v.At = r.Pos() - r.base
	if r.values++; r.values > r.limit && r.limit > 0 {
		return r.Refuse("more than %d values", r.limit)
	}
	r.budget.Grow(valueBytes)
	jsontext.BudgetOf(&r.jsonReader).Step(stepsPerValue)
	v.Kind = KindOf(c)
	switch v.Kind {
	case Object:
		v.Items, err = r.readObject(depth)
	case Array:
		v.Items, err = r.readArray(depth)
	case String:
		v.Text, err = r.String()
	case Number:
		v.Text, err = r.Number()
	default:
		err = r.Name(plainText[v.Kind])
	}
	return err
}

func (r *Reader) readArray(depth int) ([]Item, error) {
	mark, from := len(r.stack), r.Pos()
	more, err := r.Open(depth, ']')
	for ; more && err == nil; more, err = r.More(']') {
		var item Item
		if err := r.readValue(&item.Value, depth+1); err != nil {
			return nil, err
		}
		if len(r.stack) == cap(r.stack) {
			r.makeRoom(mark, from)
		}
		r.stack = append(r.stack, item)
	}
	return r.keepItems(mark), err
}

func (r *Reader) readObject(depth int) ([]Item, error) {
	mark, from := len(r.stack), r.Pos()
	more, err := r.Open(depth, '}')
	for ; more && err == nil; more, err = r.More('}') {
		var item Item
		if item.Key, err = r.Key(); err != nil {
			return nil, err
		}
		if err := r.readValue(&item.Value, depth+1); err != nil {
			return nil, err
		}
		if len(r.stack) == cap(r.stack) {
			r.makeRoom(mark, from)
		}
		r.stack = append(r.stack, item)
	}
	if err != nil {
		return nil, err
	}
	items := r.keepItems(mark)
	if r.Repeated {
		return items, nil
	}
	if i := r.keys.repeated(items, jsontext.BudgetOf(&r.jsonReader)); i >= 0 {
		return nil, &jsontext.Error{At: r.base + items[i].Value.At, Message: fmt.Sprintf("the key %q is given twice in one object", items[i].Key)}
	}
	return items, nil
}

// makeRoom makes room on the stack for at least 16 more items, and for many if there are many already.
// The array or object that is being read starts at an offset of the text. Its items are stack[mark:].
func (r *Reader) makeRoom(mark, from int) {
	b := jsontext.BudgetOf(&r.jsonReader)
	if len(r.stack)-mark < manyItems {
		r.stack = grow.Reserve(b, r.stack, len(r.stack)+16)
		return
	}
	r.stack = grow.Foresee(b, r.stack, mark, r.Pos()-from, jsontext.LengthOf(&r.jsonReader)-from)
}

// manyItems is the number of items from which on memory for more is estimated by the length of the text.
const manyItems = 1024

// keepItems moves the items stack[mark:] to the block, and returns them.
func (r *Reader) keepItems(mark int) []Item {
	items := r.stack[mark:]
	r.stack = r.stack[:mark]
	switch {
	case len(items) == 0:
		return nil
	case len(items) >= manyItems && mark <= len(items):
		r.stack = append([]Item(nil), r.stack...)
		return items[:len(items):len(items)]
	}
	if cap(r.block)-len(r.block) < len(items) {
		r.block = grow.Make[[]Item](jsontext.BudgetOf(&r.jsonReader), max(16, len(items), min(2*cap(r.block), manyItems)), 0) // a large array does not make the next block even larger
	}
	n := len(r.block)
	r.block = append(r.block, items...)
	return r.block[n:len(r.block):len(r.block)]
}
