package address

import (
	"strconv"

	"iacedit/value"
)

// A Path is an attribute and the steps into its value. The zero Path names no attribute.
type Path struct {
	Name  string // the attribute
	Steps []Step // into its value; empty for the whole value
}

// A Step is one step of a Path, which leads into an object, a list, a call or a conditional.
//
//	Kind          written            Key      Index
//	StepKey       .name or ["key"]   the key  –
//	StepIndex     [n]                –        the element's number, from 0
//	StepAppend    [+]                –        –
//	StepEqual     [=]                –        –
//	StepMatching  [~"re"]            the re   –
//	StepArgument  (n)                –        the argument's number, from 0
//	StepLast      (+)                –        –
type Step struct {
	Kind  StepKind
	Key   string
	Index int
}

// StepKind is the kind of a Step.
type StepKind uint8

// The kinds of step.
const (
	StepKey      StepKind = iota // the value of an object's key
	StepIndex                    // an element of a list
	StepAppend                   // a new element at the end of a list
	StepEqual                    // the elements that equal a value in the edit
	StepArgument                 // an argument of a call, or a part of a conditional
	StepLast                     // a new last argument of a call
	StepMatching                 // the elements whose text a regular expression matches
)

// stepParts maps each kind of step to its kind of part in an address. A step with a key may also be
// a PartKey, as in ["a/b"].
var stepParts = [...]PartKind{StepKey: PartName, StepIndex: PartIndex, StepAppend: PartAppend, StepEqual: PartEqual, StepArgument: PartArgument, StepLast: PartLast, StepMatching: PartMatching}

// maxSteps is the greatest number of steps of a path. The limit is small because each step of an
// edit may create an object.
const maxSteps = 100

// ParsePath parses an attribute path. The result shares memory with text. If text is invalid, the
// Path is unusable, and the error reports what was expected, and where.
func ParsePath(text string) (Path, error) {
	if value.IsIdentifier(text) { // the usual case
		return Path{Name: text}, nil
	}
	r := reader{text: text}
	p := r.readPath()
	if r.message == "" && r.pos < len(text) {
		r.refuse(`expected ".", "[", "(" or the end, found %s%s`, r.nextText(), bracketsHintAfter(text[:r.pos]))
	}
	return p, r.err()
}

// String returns the path in the form that ParsePath reads. It quotes keys only where necessary.
func (p Path) String() string {
	if len(p.Steps) == 0 {
		return p.Name
	}
	return string(p.Append(nil))
}

// Append appends the text of the path, as String returns it, to dst.
func (p Path) Append(dst []byte) []byte {
	dst = append(dst, p.Name...)
	for _, s := range p.Steps {
		dst = s.append(dst)
	}
	return dst
}

func (s Step) append(dst []byte) []byte {
	switch s.Kind {
	case StepIndex:
		return appendNumber(dst, '[', s.Index, ']')
	case StepAppend:
		return append(dst, "[+]"...)
	case StepEqual:
		return append(dst, "[=]"...)
	case StepMatching:
		return appendMatching(dst, s.Key)
	case StepArgument:
		return appendNumber(dst, '(', s.Index, ')')
	case StepLast:
		return append(dst, "(+)"...)
	}
	return appendKey(dst, s.Key)
}

// appendKey appends a key as a step or part: .name or ["key"].
func appendKey(dst []byte, key string) []byte {
	if value.IsIdentifier(key) {
		return append(append(dst, '.'), key...)
	}
	return append(value.AppendString(append(dst, '['), key), ']')
}

// appendMatching appends a regular expression as the step or part [~"re"].
func appendMatching(dst []byte, expression string) []byte {
	return append(value.AppendString(append(dst, "[~"...), expression), ']')
}

func appendNumber(dst []byte, open byte, n int, end byte) []byte {
	return append(strconv.AppendInt(append(dst, open), int64(n), 10), end)
}
