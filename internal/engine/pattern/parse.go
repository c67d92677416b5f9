package pattern

import (
	"fmt"

	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// MaxSize is the largest length, in bytes, of a pattern or a replacement.
const MaxSize = 1 << 16

// A Pattern is an expression with metavariables. It is immutable, and several goroutines may
// use it at once.
type Pattern struct {
	expr    *syntax.Expr
	root    syntax.NodeID
	locals  refs.Locals
	holes   map[syntax.NodeID]hole // by the node in place of the metavariable, or by the pair for a member of an object
	names   []Name
	numbers map[string]int // by name: the index in names
	objects map[syntax.NodeID]*object
	texts   map[syntax.NodeID][]part // by node: the parts of a template
	word    word
}

// A Name is a metavariable that has a name.
type Name struct {
	Text    string
	Many    bool // written $$name
	Members bool // the $$name stands for members of an object, not for elements or arguments
}

// A hole is a metavariable in the tree of a pattern.
type hole struct {
	name int // the index in Names; -1 for $_ and $$_
	many bool
}

// Names returns the named metavariables, in the order of their first occurrence in the
// pattern. Match.Captures has their values, in the same order.
func (p *Pattern) Names() []Name { return p.names }

// Parse parses a pattern. The error is a *syntax.Error, with an offset in the pattern.
func Parse(text string) (*Pattern, error) {
	e, found, err := parse(text)
	if err != nil {
		return nil, err
	}
	p := &Pattern{expr: e, root: e.WithoutParens(e.Root), holes: map[syntax.NodeID]hole{}, numbers: map[string]int{}, objects: map[syntax.NodeID]*object{}, texts: map[syntax.NodeID][]part{}}
	p.locals.Find(e)
	r := reader{expr: e, found: found, name: p.addName, one: true}
	if p.holes, err = r.read(); err != nil {
		return nil, err
	}
	if h, ok := p.holes[p.root]; ok {
		return nil, fault(found[e.Node(p.root).Start], "%s alone matches everything; say more of what is meant", describe(h, p.names))
	}
	if err := p.compile(); err != nil {
		return nil, err
	}
	p.word = p.findWord()
	return p, nil
}

// describe returns a metavariable as it is written in a pattern, such as $name.
func describe(h hole, names []Name) string {
	text := "_"
	if h.name >= 0 {
		text = names[h.name].Text
	}
	if h.many {
		return "$$" + text
	}
	return "$" + text
}

// addName returns the index of a metavariable in p.names, and adds it if necessary. The index is -1
// for $_ and $$_.
func (p *Pattern) addName(v metavariable, members bool) (int, error) {
	if v.name == "_" {
		return -1, nil
	}
	i, known := p.numbers[v.name]
	if !known {
		p.numbers[v.name] = len(p.names)
		p.names = append(p.names, Name{Text: v.name, Many: v.many, Members: members})
		return len(p.names) - 1, nil
	}
	switch n := p.names[i]; {
	case n.Many != v.many:
		return 0, fault(v, "the name %s stands both for one expression ($%[1]s) and for several ($$%[1]s)", v.name)
	case n.Members != members:
		return 0, fault(v, "$$%s stands both for members of an object and for elements", v.name)
	}
	return i, nil
}

func fault(v metavariable, format string, args ...any) error {
	return &syntax.Error{Offset: v.at, Message: fmt.Sprintf(format, args...)}
}

// A reader finds the metavariables in the tree of a pattern or replacement. It returns an error for
// a metavariable in a place where none is allowed.
type reader struct {
	expr  *syntax.Expr
	found map[int32]metavariable
	name  func(v metavariable, members bool) (int, error)
	one   bool // more than one $$name in a list, call or object is an error
}

func (r *reader) read() (map[syntax.NodeID]hole, error) {
	holes := map[syntax.NodeID]hole{}
	if len(r.found) == 0 {
		return holes, nil
	}
	e := r.expr
	parents := make([]syntax.NodeID, e.Len())
	for id := range e.All() {
		for c := range e.Children(id) {
			parents[c] = id
		}
	}
	seen := map[int32]bool{}
	runs := map[syntax.NodeID]bool{} // lists, calls and objects with a $$name
	for id := range e.All() {
		n := e.Node(id)
		v, ok := r.found[n.Start]
		if !ok || n.Kind != syntax.NodeVariable && n.Kind != syntax.NodeName {
			continue
		}
		seen[n.Start] = true
		parent := parents[id]
		at, members := id, false
		isKey := e.Node(parent).Kind == syntax.NodePair && e.Node(parent).First == id
		switch {
		case n.Kind == syntax.NodeName:
			return nil, fault(v, "a metavariable stands for an expression, but a name is expected here: write out the name")
		case isKey && v.many:
			if !v.madeKey {
				return nil, fault(v, "$$%s stands for whole members of an object: write it without a value", v.name)
			}
			at, members, parent = parent, true, parents[parent]
		case isKey:
			return nil, fault(v, "a metavariable cannot be a key: the keys of an object in a pattern are literal")
		case v.many && e.Node(parent).Kind != syntax.NodeTuple && e.Node(parent).Kind != syntax.NodeCall:
			return nil, fault(v, "$$%s stands for several elements, arguments or members, so it must be in a list, call or object", v.name)
		}
		if v.many {
			if runs[parent] && r.one {
				return nil, fault(v, "a list, call or object of a pattern can have only one $$name")
			}
			runs[parent] = true
		}
		name, err := r.name(v, members)
		if err != nil {
			return nil, err
		}
		holes[at] = hole{name: name, many: v.many}
	}
	for start, v := range r.found {
		if !seen[start] {
			return nil, fault(v, "a metavariable stands for an expression, but none is expected here")
		}
	}
	return holes, nil
}

// An object contains the members of an object literal in a pattern, in a form that is fast to
// compare.
type object struct {
	members []member
	byKey   map[string][]int // by key: the indexes of the members
	rest    hole
	hasRest bool
}

type member struct {
	key   string
	value syntax.NodeID
}

// compile computes the fields objects and texts of the pattern.
func (p *Pattern) compile() error {
	e := p.expr
	for id := range e.All() {
		switch e.Node(id).Kind {
		case syntax.NodeObject:
			o := &object{byKey: map[string][]int{}}
			for pair := range e.Children(id) {
				if h, ok := p.holes[pair]; ok {
					o.rest, o.hasRest = h, true
					continue
				}
				key := e.Node(pair).First
				text, ok := literalKey(e, key)
				if !ok {
					return &syntax.Error{Offset: int(e.Node(key).Start), Message: "the keys of an object in a pattern are literal: names or strings"}
				}
				o.byKey[text] = append(o.byKey[text], len(o.members))
				o.members = append(o.members, member{key: text, value: e.Node(key).Next})
			}
			p.objects[id] = o
		case syntax.NodeTemplate:
			p.texts[id] = templateParts(nil, nil, e, id)
		}
	}
	return nil
}

// literalKey returns the text of a literal key: a name, a string or a number.
func literalKey(e *syntax.Expr, key syntax.NodeID) (string, bool) {
	if e.Node(key).Kind == syntax.NodeNumber {
		return value.PlainNumber(string(e.Source(key)))
	}
	return value.LiteralKey(e, key)
}
