package value

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds of JSON value.
const (
	Null Kind = iota
	False
	True
	Number
	String
	Array
	Object
)

var kindNames = [...]string{
	Null: "null", False: "false", True: "true", Number: "a number", String: "a string", Array: "an array", Object: "an object",
}

// String returns the name of the kind for messages, such as "a number".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "no kind of value"
	}
	return kindNames[k]
}

// Value is a JSON value as a client sent it: members in order, numbers digit for digit.
//
//	Kind              Text                         Items
//	Null False True   –                            –
//	Number            the number as written        –
//	String            the string, unescaped        –
//	Array             –                            the elements; their Key is ""
//	Object            –                            the members, no key twice
type Value struct {
	Kind  Kind
	As    As // how Text, or the keys of Items, are read
	Text  string
	Items []Item
	At    int // the offset of the value in the JSON text, for error messages
}

// orNull returns v, or the value null if v is nil.
func orNull(v *Value) *Value {
	if v == nil {
		return new(Value)
	}
	return v
}

// Item is an element of an array or a member of an object.
type Item struct {
	Key   string
	Value Value
}
