package read

import (
	"strconv"

	"iacedit/internal/budget"
	"iacedit/internal/jsontext"
)

// An output is JSON text that is being written. Text is added to it by its methods alone,
// which spend from the request's budget before they add it.
type output struct {
	text   []byte
	budget *budget.Budget
}

// byte appends a byte.
func (o *output) byte(c byte) {
	o.budget.Grow(1)
	o.text = append(o.text, c)
}

// raw appends JSON text.
func (o *output) raw(text string) {
	o.budget.Grow(len(text))
	o.text = append(o.text, text...)
}

// int appends a number.
func (o *output) int(n int64) {
	from := len(o.text)
	o.text = strconv.AppendInt(o.text, n, 10)
	o.budget.Grow(len(o.text) - from)
}

// quote appends text as a JSON string.
func (o *output) quote(text []byte) {
	least := len(text) + 2
	o.budget.Grow(least)
	from := len(o.text)
	o.text = jsontext.AppendQuote(o.text, text)
	o.budget.Grow(len(o.text) - from - least)
}

// reserve spends what a value of n bytes of code takes at least, which is about to be
// appended. It returns where that starts.
func (o *output) reserve(n int) (from int) {
	o.budget.Grow(n)
	return len(o.text)
}

// settle spends what a value that starts there has beyond what was reserved for it.
func (o *output) settle(from, reserved int) { o.budget.Grow(max(0, len(o.text)-from-reserved)) }

// move appends text that has been paid for.
func (o *output) move(text []byte) { o.text = append(o.text, text...) }

// key appends a member's key, with a comma before it unless it is the first.
func (o *output) key(name []byte, first *bool) {
	o.comma(first)
	o.quote(name)
	o.byte(':')
}

// name is key for a name that needs no escapes.
func (o *output) name(name string, first *bool) {
	o.comma(first)
	o.budget.Grow(len(name) + 3)
	o.text = append(append(append(o.text, '"'), name...), `":`...)
}

// comma appends a comma unless the member or element is the first.
func (o *output) comma(first *bool) {
	if !*first {
		o.byte(',')
	}
	*first = false
}

// position appends a place in the code.
func (o *output) position(line, column int, offset int32) {
	o.raw(`{"line":`)
	o.int(int64(line))
	o.raw(`,"column":`)
	o.int(int64(column))
	o.raw(`,"offset":`)
	o.int(int64(offset))
	o.byte('}')
}
