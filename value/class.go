package value

import (
	"encoding/binary"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/nocopy"
	"iacedit/syntax"
)

// A Class is an equivalence class of values: two values have the same class if and only if they are
// equal in the sense of Setting (see Relation). 0 is the class of an invalid value, such as a
// string that is not a template. An invalid value is not equal to any value.
type Class int32

// Classes is a table of the classes of values. It gives each value a small number. To compare two
// values, compare their numbers. The methods return the classes of expressions (Expr), of JSON
// values (Value), and of values made of parts with known classes (List, Object). Finding a class
// takes time proportional to the length of the value's text; sorting the n members of an object
// takes n log n.
//
// A value's class is the number of a record. The record consists of a tag and the value's parts; a
// part that is a value itself is stored as its class. Each record is stored once. Records with
// equal hashes are compared byte by byte.
//
//	tag           the rest of the record
//	tagNull       –
//	tagFalse      –
//	tagTrue       –
//	tagDecimal    the digits and the exponent
//	tagString     the text in normal form C
//	tagList       the classes of the elements
//	tagObject     the classes of each key and value, sorted by key
//	tagTemplate   the classes of its parts: tagString, or tagForm of a sequence
//	tagKey        the class of an expression that is an object's key
//	tagExpr       the class of the form of any other expression
//	tagLeaf       the kind of a node and its text
//	tagForm       the kind, operator and flags of a node, the forms of its children
//
// A form is an expression as written, except for blanks, comments and the quoting of text.
//
// The zero value is an empty table. Several goroutines must not use it at once.
type Classes struct {
	budget *budget.Budget // charged for the work; nil for no bounds

	classRecords

	keptItems []Classified // memory for the classes of the parts of JSON values
	lastText  lastText     // the last long text, with its class

	// Memory for the current expression. A field is nil while its memory is in use: an expression
	// that is inside a string of the current expression must not use the same memory.
	values     []Class // of the expression's nodes
	forms      []Class
	modes      []Mode
	parts      []syntax.Part
	code       []byte // the code that a string contains
	expr       *syntax.Expr
	pairs      []pair // a stack
	fewClasses []Class
}

type tag byte

const (
	tagNull tag = iota
	tagFalse
	tagTrue
	tagDecimal
	tagString
	tagList
	tagObject
	tagTemplate
	tagKey
	tagExpr
	tagLeaf
	tagForm
)

// The limits of the memory that Reset keeps.
const (
	maxKeptRecords = 1 << 12
	maxKeptMemory  = 1 << 20
)

// SetBudget sets the budget that is charged for the work; nil for no bounds.
func (n *Classes) SetBudget(b *budget.Budget) { n.budget = b }

// Budget returns the budget that is charged for the work.
func (n *Classes) Budget() *budget.Budget { return n.budget }

// Reset empties the table and removes its budget. It makes all classes of the table invalid.
func (n *Classes) Reset() {
	if cap(n.records) > maxKeptRecords || cap(n.memory) > maxKeptMemory || len(n.keptItems) > maxKeptRecords {
		*n = Classes{}
		return
	}
	n.budget, n.lastText = nil, lastText{}
	n.memory, n.records = n.memory[:0], n.records[:min(1, len(n.records))]
	clear(n.slots)
	clear(n.keptItems)
	n.keptItems = n.keptItems[:0]
}

// endRecord completes the record that began at the offset start, and returns the record's class. If
// the table already has an equal record, the new record is dropped.
func (n *Classes) endRecord(start int) Class { return n.intern(start, n.budget) }

// payloadPart returns the i-th class in a record, such as the class of a list's i-th element. The
// payload is the record without its tag.
func payloadPart(payload []byte, i int) Class {
	return Class(binary.LittleEndian.Uint32(payload[4*i:]))
}

// Null returns the class of null.
func (n *Classes) Null() Class { return n.endRecord(n.begin(tagNull)) }

// stringClass returns the class of a string with a literal text.
func (n *Classes) stringClass(text []byte) Class {
	start := n.begin(tagString)
	n.memory = appendNormal(n.memory, text)
	return n.endRecord(start)
}

// LiteralKey returns the class of a key of an object, given the key's text.
func (n *Classes) LiteralKey(key string) Class { return n.stringClass(nocopy.Bytes(key)) }

// decimalClass returns the class of a number, or 0 if the text is not a number.
func (n *Classes) decimalClass(text string) Class {
	d, ok := parseDecimal(text)
	if !ok {
		return 0
	}
	start := n.begin(tagDecimal)
	n.memory = d.append(n.memory)
	return n.endRecord(start)
}

// List returns the class of a list, given the classes of its elements. It returns 0 if an element
// has the class 0.
func (n *Classes) List(elements []Class) Class {
	start := n.begin(tagList)
	for _, x := range elements {
		if x == 0 {
			n.memory = n.memory[:start]
			return 0
		}
		n.add(x)
	}
	return n.endRecord(start)
}

// Object returns the class of an object, given the classes of its keys and values. Key,
// LiteralKey and PathKey return the class of a key. The order of the members has no effect. If keys
// are equal, only the last of them counts. If one of the given classes is 0, or if there are not as
// many values as keys, the result is 0.
func (n *Classes) Object(keys, values []Class) Class {
	if len(keys) != len(values) {
		return 0
	}
	from := len(n.pairs)
	for i := range keys {
		n.pairs = append(n.pairs, pair{key: keys[i], value: values[i]})
	}
	return n.objectClass(from)
}

// appendNormal appends text in Unicode's normal form C.
func appendNormal(dst, text []byte) []byte {
	if isASCII(text) {
		return append(dst, text...)
	}
	return norm.NFC.Append(dst, text...)
}

func isASCII(text []byte) bool {
	for ; len(text) >= 8; text = text[8:] {
		if binary.LittleEndian.Uint64(text)&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// SameText reports whether two texts are the same in Unicode's normal form C. All strings are
// compared in this way.
func SameText(a, b []byte) bool { return sameText(a, b) }

// sameText reports whether two texts are the same in normal form C.
func sameText(a, b []byte) bool {
	switch {
	case string(a) == string(b):
		return true
	case isASCII(a) && isASCII(b):
		return false
	}
	return string(norm.NFC.Bytes(a)) == string(norm.NFC.Bytes(b))
}
