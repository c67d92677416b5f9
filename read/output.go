package read

import "iacedit/internal/base/jsontext"

// An output writes JSON text: members and elements, with commas between them.
type output struct{ jsontext.Writer }

// comma appends the comma before a member or element, unless *first is true. It sets *first to
// false.
func (o *output) comma(first *bool) {
	if !*first {
		o.Byte(',')
	}
	*first = false
}

// key appends a member's key, with a comma before it unless the member is the first.
func (o *output) key(name []byte, first *bool) {
	o.Key(name, !*first)
	*first = false
}

// name is like key, but for a name that needs no escapes.
func (o *output) name(name string, first *bool) {
	o.Name(name, !*first)
	*first = false
}

// attributes opens the member "attributes", and blockTypes the member "blockTypes".
func (o *output) attributes(first *bool) { o.open(`,"attributes":{`, first) }
func (o *output) blockTypes(first *bool) { o.open(`,"blockTypes":{`, first) }

// open appends text: a comma, a member's key and an opening bracket. It omits the comma before
// the first member.
func (o *output) open(text string, first *bool) {
	if *first {
		text = text[1:]
	}
	*first = false
	o.Raw(text)
}

// mostValue returns an upper bound for the size in JSON of a value of n bytes of code: each byte
// may need an escape, and an expression is written between "${" and "}".
func mostValue(n int) int { return 6*n + 32 }
