package value

import (
	"encoding/binary"
	"hash/maphash"
	"unicode/utf8"
	"unsafe"

	"golang.org/x/text/unicode/norm"

	"iacedit/internal/budget"
	"iacedit/syntax"
)

// A Class is an equivalence class of values: values that are the same by the relation
// Setting have the same one, and no others have. 0 is the class of what is no value,
// such as a string that is no template; it is the same as nothing.
type Class int32

// Classes is a table of the classes of values, so that comparing values is comparing
// small numbers: of expressions (Expr), of JSON values (Value), and of those that are
// made of parts whose classes are known (List, Object). Finding a class takes time in
// proportion to the value's text, n log n for the members of an object.
//
// A value's class is found from those of its parts: a record of a tag and the parts,
// which is kept once. Records are compared, not only their hashes.
//
//	tag           the record holds
//	tagNull       –
//	tagFalse      –
//	tagTrue       –
//	tagDecimal    the digits and the exponent
//	tagString     the text in normal form C
//	tagList       the classes of the elements
//	tagObject     those of each key and value, sorted by the key's
//	tagTemplate   those of its parts: tagString, or tagForm of a sequence
//	tagKey        that of an expression that is an object's key
//	tagExpr       that of the form of any other expression
//	tagLeaf       the kind of a node and its text
//	tagForm       the kind, operator and flags of a node, the forms of its children
//
// A form is an expression as written, but for blanks, comments and how text is quoted.
//
// The zero value is an empty table. It is not for use by several goroutines at once.
type Classes struct {
	Budget *budget.Budget // what the work is taken from; nil for no bounds

	memory  []byte   // all records, one after the other
	records []record // records[0] is none
	slots   []Class  // an open hash table, at most half full

	kept []Classified // parts of numbered JSON values
	last lastText     // the last long text

	// Memory for the expression being numbered, taken by who numbers one and put back:
	// a string in it may stand for another.
	values []Class // of its nodes
	forms  []Class
	modes  []Mode
	parts  []syntax.Part
	code   []byte // what a string stands for, …
	expr   *syntax.Expr
	pairs  []pair // a stack
	few    []Class
}

type record struct {
	from, to int
	hash     uint32
	coarse   Class // see Coarse; 0 while nobody has asked
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

// The bounds of what Reset keeps.
const (
	maxKeptRecords = 1 << 12
	maxKeptMemory  = 1 << 20
)

// Reset empties the table and takes its budget away. Classes from before mean nothing to
// it then.
func (n *Classes) Reset() {
	if cap(n.records) > maxKeptRecords || cap(n.memory) > maxKeptMemory || len(n.kept) > maxKeptRecords {
		*n = Classes{}
		return
	}
	n.Budget, n.last = nil, lastText{}
	n.memory, n.records = n.memory[:0], n.records[:min(1, len(n.records))]
	clear(n.slots)
	clear(n.kept)
	n.kept = n.kept[:0]
}

// begin begins a record at the end of the memory.
func (n *Classes) begin(t tag) (start int) {
	start = len(n.memory)
	n.memory = append(n.memory, byte(t))
	return start
}

// add adds a number to the record at hand.
func (n *Classes) add(x Class) { n.memory = binary.LittleEndian.AppendUint32(n.memory, uint32(x)) }

// end ends the record that began at start and returns its number, which is an older
// one if there is such a record already.
func (n *Classes) end(start int) Class {
	size := len(n.memory) - start
	n.Budget.Step(2 + size/16)
	if 2*len(n.records)+2 > len(n.slots) {
		n.grow()
	}
	hash := uint32(maphash.Bytes(seed, n.memory[start:]))
	mask := uint32(len(n.slots) - 1)
	slot := hash & mask
	for ; n.slots[slot] != 0; slot = (slot + 1) & mask {
		r := &n.records[n.slots[slot]]
		if r.hash == hash && string(n.memory[r.from:r.to]) == string(n.memory[start:]) {
			n.memory = n.memory[:start]
			return n.slots[slot]
		}
	}
	n.Budget.Grow(size)
	n.records = append(n.records, record{from: start, to: len(n.memory), hash: hash})
	x := Class(len(n.records) - 1)
	n.slots[slot] = x
	return x
}

// grow makes room for twice as many records.
func (n *Classes) grow() {
	if len(n.records) == 0 {
		n.records = append(n.records, record{})
	}
	n.slots = make([]Class, max(64, 2*len(n.slots)))
	mask := uint32(len(n.slots) - 1)
	for i := 1; i < len(n.records); i++ {
		slot := n.records[i].hash & mask
		for n.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		n.slots[slot] = Class(i)
	}
}

// has reports whether a number is that of a record. Those of other tables may not be.
func (n *Classes) has(x Class) bool { return x > 0 && int(x) < len(n.records) }

// record returns a number's record, valid until the next one is made.
func (n *Classes) record(x Class) (t tag, payload []byte) {
	r := &n.records[x]
	return tag(n.memory[r.from]), n.memory[r.from+1 : r.to]
}

// part returns the part i of a record that holds numbers.
func part(payload []byte, i int) Class { return Class(binary.LittleEndian.Uint32(payload[4*i:])) }

// Null returns the class of null.
func (n *Classes) Null() Class { return n.end(n.begin(tagNull)) }

// string returns the class of text.
func (n *Classes) string(text []byte) Class {
	start := n.begin(tagString)
	n.memory = appendNormal(n.memory, text)
	return n.end(start)
}

// LiteralKey returns the class that a key of literal text has in an object.
func (n *Classes) LiteralKey(key string) Class { return n.string(bytesOf(key)) }

// decimal returns the class of a number, 0 if text is none.
func (n *Classes) decimal(text string) Class {
	d, ok := parseDecimal(text)
	if !ok {
		return 0
	}
	start := n.begin(tagDecimal)
	n.memory = d.append(n.memory)
	return n.end(start)
}

// List returns the class of the list of these elements, 0 if one of them is.
func (n *Classes) List(elements []Class) Class {
	start := n.begin(tagList)
	for _, x := range elements {
		if x == 0 {
			n.memory = n.memory[:start]
			return 0
		}
		n.add(x)
	}
	return n.end(start)
}

// Object returns the class of the object with these keys, as Key and its like return
// them, and these values: in any order, and of a key given twice the last value counts.
// It is 0 if a key or a value is.
func (n *Classes) Object(keys, values []Class) Class {
	from := len(n.pairs)
	for i := range keys {
		n.pairs = append(n.pairs, pair{key: keys[i], value: values[i]})
	}
	return n.object(from)
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

// SameText reports whether two texts are the same in Unicode's normal form C, as strings
// are compared.
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

// bytesOf returns the bytes of s, which nobody may write to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// stringOf returns b as a string, which changes where b does.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
