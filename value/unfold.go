package value

import "iacedit/syntax"

// Unfold replaces strings that contain the code of an array or object by that array or object. It
// does this only where Terraform accepts an array or object of references, but not a string with
// the code of one. In depends_on, for example, it replaces "${[a.b]}" by ["a.b"]. If it replaces no
// string, it returns the value unchanged and false.
func (c *Checker) Unfold(v *Value, p *Schema) (Value, bool) {
	switch {
	case v == nil:
		return Value{}, false
	case v.Kind == String && p.takesUnfolded():
		return c.unfoldString(v, p)
	case v.Kind != Array && v.Kind != Object:
		return *v, false
	}
	var items []Item // nil until an item changes
	for i := range v.Items {
		of := p.Element()
		if v.Kind == Object {
			of = p.Member(v.Items[i].Key)
		}
		inner, ok := c.Unfold(&v.Items[i].Value, of)
		if !ok {
			continue
		}
		if items == nil {
			items = append(make([]Item, 0, len(v.Items)), v.Items...)
		}
		items[i].Value = inner
	}
	if items == nil {
		return *v, false
	}
	out := *v
	out.Items = items
	return out, true
}

// bytesUnfolded is the approximate memory that the nodes and the value of an unfolded string take
// for each byte of its code.
const bytesUnfolded = 64

// takesUnfolded reports whether a place accepts arrays or objects, and no strings except perhaps a
// single word such as "all".
func (p *Schema) takesUnfolded() bool {
	return p != nil && (p.Word != "" || !p.Takes.has(String)) && (p.Takes.has(Array) || p.Takes.has(Object))
}

// unfoldString returns the array or object whose code a string consists of. It returns false for
// other strings.
func (c *Checker) unfoldString(v *Value, p *Schema) (Value, bool) {
	code := v.Text
	if _, sole, err := scanSole([]byte(code)); sole && err == nil || isBare(p.Mode) {
		code = Unwrap(code)
	} else {
		return *v, false
	}
	c.budget.Step(len(code))
	c.budget.Grow(bytesUnfolded * len(code))
	e, err := syntax.ParseExpression(nil, []byte(code), syntax.Span{To: int32(len(code))})
	if err != nil {
		return *v, false
	}
	var out Value
	switch root := e.Node(e.Unwrapped(e.Root)); {
	case root.Kind == syntax.NodeTuple && p.Takes.has(Array):
		out = Value{Kind: Array}
		for id := root.First; id != 0; id = e.Node(id).Next {
			out.Items = append(out.Items, Item{Value: valueOrCode(e, id, p.Element())})
		}
	case root.Kind == syntax.NodeObject && p.Takes.has(Object):
		out = Value{Kind: Object}
		for id := root.First; id != 0; id = e.Node(id).Next {
			at := e.Node(id).First
			key, literal := LiteralKey(e, at)
			switch code := string(e.Source(e.Unwrapped(at))); {
			case literal:
			case isBare(p.Keys):
				key = code
			default:
				key = "${" + code + "}"
			}
			out.Items = append(out.Items, Item{Key: key, Value: valueOrCode(e, e.Node(at).Next, p.memberAt(e, at))})
		}
	default:
		return *v, false
	}
	out.setAt(v.At)
	return out, true
}

// valueOrCode returns the JSON value of a node. If the node has no JSON value, it returns the node's
// code as a string. Checking that string later gives an error, which tells the client what is wrong.
func valueOrCode(e *syntax.Expr, id syntax.NodeID, p *Schema) Value {
	v, ok := Read(e, id, p)
	if !ok {
		v = Value{Kind: String, Text: string(e.Source(id))}
	}
	if v.Kind == String && isBare(p.StringMode()) && e.Node(e.Unwrapped(id)).Kind != syntax.NodeTemplate {
		v.Text = "${" + v.Text + "}"
	}
	v.markPlaced()
	return v
}

// markPlaced sets the field As of a value, and of all values inside it, to AsPlaced.
func (v *Value) markPlaced() {
	v.As = AsPlaced
	for i := range v.Items {
		v.Items[i].Value.markPlaced()
	}
}

func (v *Value) setAt(at int) {
	v.At = at
	for i := range v.Items {
		v.Items[i].Value.setAt(at)
	}
}
