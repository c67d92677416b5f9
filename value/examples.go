package value

import (
	"bytes"

	"iacedit/syntax"
)

// Examples are the values that are beside a new value in the code. The new value is laid out in the
// same way, for example over several lines. A nil *Examples is empty.
type Examples struct {
	codes [][]byte // the code of examples that are not parsed yet
	nodes []exampleNode

	// The following fields are computed from the examples on demand. They are kept because the
	// examples may be used for many new values.
	byKey  map[string]*Examples // the examples' members, by key
	inside *Examples            // the examples' elements
	forms  map[collectionKind]cachedForm
	styles map[bool]cachedStyle // the styles of one-line (false) and multi-line (true) objects
}

// A collectionKind is one of three kinds: an object, a list of plain values, or a list that
// contains lists or objects. In many files, lists of plain values are on one line and lists of
// objects are not, so neither kind of list is an example for the other.
type collectionKind struct {
	kind   Kind
	nested bool // a list with a list or object among its elements
}

type cachedForm struct {
	form lineForm
	most int
}

type cachedStyle struct {
	style PairStyle
	ok    bool
}

type exampleNode struct {
	e  *syntax.Expr
	id syntax.NodeID
}

// Add adds the code of a value as an example. The code must not change later. Code that is not an
// expression is ignored.
func (x *Examples) Add(code []byte) {
	if x != nil {
		x.codes = append(x.codes, code)
		x.inside, x.byKey, x.forms, x.styles = nil, nil, nil, nil
	}
}

// Len returns the number of examples.
func (x *Examples) Len() int {
	if x == nil {
		return 0
	}
	return len(x.codes) + len(x.nodes)
}

func (x *Examples) parse() {
	for _, code := range x.codes {
		if e, err := syntax.ParseCode(code); err == nil {
			x.nodes = append(x.nodes, exampleNode{e, e.Root})
		}
	}
	x.codes = nil
}

// A lineForm describes whether lists or objects are on one line or on several lines.
type lineForm uint8

const (
	anyForm   lineForm = iota
	oneLine            // all on one line
	overLines          // all on several lines
)

// form returns how the examples of a kind are written: all on one line, or all on several lines. It
// returns anyForm if the examples differ, or if there are fewer than two examples. If all are on
// one line, it also returns the number of members of the largest example. Empty lists and objects
// do not count.
func (x *Examples) form(of collectionKind) (form lineForm, most int) {
	if x.Len() == 0 {
		return anyForm, 0
	}
	known := cached(&x.forms, of, x.readForm)
	return known.form, known.most
}

// cached returns the value that a map has for a key. If the map has no such value, cached calls the
// given function to compute the value, and stores it in the map.
func cached[K comparable, V any](known *map[K]V, key K, read func(K) V) V {
	v, ok := (*known)[key]
	if !ok {
		v = read(key)
		if *known == nil {
			*known = map[K]V{}
		}
		(*known)[key] = v
	}
	return v
}

func (x *Examples) readForm(of collectionKind) cachedForm {
	one, over, most := 0, 0, 0
	for n := range x.collections(of.kind) {
		if of.kind == Array && n.nested() != of.nested {
			continue
		}
		if bytes.IndexByte(n.e.Source(n.id), '\n') >= 0 {
			over++
			continue
		}
		one++
		members := 0
		for range n.e.Children(n.id) {
			members++
		}
		most = max(most, members)
	}
	switch {
	case one > 1 && over == 0:
		return cachedForm{oneLine, most}
	case over > 1 && one == 0:
		return cachedForm{overLines, 0}
	}
	return cachedForm{}
}

func (n exampleNode) nested() bool {
	for id := range n.e.Children(n.id) {
		if kind := n.e.Node(id).Kind; kind == syntax.NodeTuple || kind == syntax.NodeObject {
			return true
		}
	}
	return false
}

// collections yields the nonempty examples of one kind: the lists or the objects.
func (x *Examples) collections(kind Kind) func(yield func(exampleNode) bool) {
	want := syntax.NodeTuple
	if kind == Object {
		want = syntax.NodeObject
	}
	return func(yield func(exampleNode) bool) {
		x.parse()
		for _, n := range x.nodes {
			if node := n.e.Node(n.id); node.Kind == want && node.First != 0 && !yield(n) {
				return
			}
		}
	}
}

// elements returns new examples: all elements of the examples that are lists.
func (x *Examples) elements() *Examples {
	if x.Len() == 0 {
		return nil
	}
	if x.inside != nil {
		return x.inside
	}
	x.inside = &Examples{}
	for n := range x.collections(Array) {
		for id := range n.e.Children(n.id) {
			x.inside.nodes = append(x.inside.nodes, exampleNode{n.e, id})
		}
	}
	return x.inside
}

// member returns new examples: the values that a key has in those examples that are objects.
func (x *Examples) member(key string) *Examples {
	if x.byKey == nil {
		x.byKey = map[string]*Examples{}
		for n := range x.collections(Object) {
			for id := range n.e.Children(n.id) {
				first := n.e.Node(id).First
				text := keyText(n.e, first)
				if x.byKey[text] == nil {
					x.byKey[text] = &Examples{}
				}
				inside := x.byKey[text]
				inside.nodes = append(inside.nodes, exampleNode{n.e, n.e.Node(first).Next})
			}
		}
	}
	return x.byKey[key]
}

// keyText returns the text of a key that is a name or plain string.
func keyText(e *syntax.Expr, key syntax.NodeID) string {
	text := string(e.Source(key))
	if len(text) > 1 && text[0] == '"' {
		text, _ = e.PlainString(key)
	}
	return text
}

// Usual describes the style of a file. This style is used for a new value if the values beside the
// new value show no style.
type Usual struct {
	Pairs   PairStyle // the style of the pairs of multi-line objects
	Bare    bool      // multi-line lists have no comma after their last element
	Opening string    // the start of a new heredoc, such as "<<-EOF"; "" means "<<-EOT"
}

// A PairStyle describes how the pairs of objects are written. Comma and Last apply only to
// multi-line objects.
type PairStyle struct {
	Colon  bool // ":" between key and value, not "="
	Quoted bool // keys are in quotes even if they need none
	Comma  bool // a comma follows each pair but the last
	Last   bool // a comma follows the last pair
}

// pairStyle returns the style of the example objects. If over is true, only objects on several
// lines are considered, otherwise only objects on one line. The result ok is false if there are no such
// objects.
func (x *Examples) pairStyle(over bool) (s PairStyle, ok bool) {
	if x.Len() == 0 {
		return s, false
	}
	known := cached(&x.styles, over, x.readPairStyle)
	return known.style, known.ok
}

func (x *Examples) readPairStyle(over bool) cachedStyle {
	s, ok := PairStyle{Colon: true, Quoted: true, Comma: true, Last: true}, false
	names, gaps := 0, 0
	for n := range x.collections(Object) {
		if over != (bytes.IndexByte(n.e.Source(n.id), '\n') >= 0) {
			continue
		}
		ok = true
		end := n.e.Node(n.id).End
		for id := range n.e.Children(n.id) {
			pair := n.e.Node(id)
			key := n.e.Node(pair.First)
			value := n.e.Node(key.Next)
			between := n.e.Text[key.End:value.Start]
			s.Colon = s.Colon && bytes.IndexByte(between, ':') >= 0
			if text := n.e.Source(pair.First); IsIdentifier(keyText(n.e, pair.First)) {
				names++
				s.Quoted = s.Quoted && text[0] == '"'
			}
			comma := bytes.HasPrefix(bytes.TrimLeft(n.e.Text[value.End:end], " \t\r\n"), []byte{','})
			if pair.Next != 0 {
				gaps++
				s.Comma = s.Comma && comma
			} else {
				s.Last = s.Last && comma
			}
		}
	}
	s.Quoted = s.Quoted && names > 0
	s.Comma = s.Comma && gaps > 0
	s.Last = s.Last && s.Comma
	if !ok {
		return cachedStyle{}
	}
	return cachedStyle{s, true}
}
