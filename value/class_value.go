package value

// Classified holds the class of a JSON value, and the classes of its elements or members in order.
// It is valid until the table's next Reset.
type Classified struct {
	Class Class
	Key   Class // the class of the key of an object's member
	Items []Classified
}

// Value returns the classes of a JSON value and of all its parts. p is the schema of the value's
// place.
func (n *Classes) Value(v *Value, p *Schema) Classified {
	var x Classified
	n.number(&x, orNull(v), p)
	return x
}

func (n *Classes) number(x *Classified, v *Value, p *Schema) {
	n.budget.Step(1)
	switch v.Kind {
	case Null:
		x.Class = n.Null()
	case True:
		x.Class = n.end(n.begin(tagTrue))
	case False:
		x.Class = n.end(n.begin(tagFalse))
	case Number:
		x.Class = n.decimal(v.Text)
	case String:
		x.Class = n.text(v.Text, p.StringMode())
	case Array:
		n.array(x, v, p)
	case Object:
		n.members(x, v, p)
	}
}

func (n *Classes) array(x *Classified, v *Value, p *Schema) {
	x.Items = n.items(len(v.Items))
	for i := range v.Items {
		n.number(&x.Items[i], &v.Items[i].Value, p.Element())
	}
	start := n.begin(tagList)
	for i := range x.Items {
		if x.Items[i].Class == 0 {
			n.memory = n.memory[:start]
			return
		}
		n.add(x.Items[i].Class)
	}
	x.Class = n.end(start)
}

func (n *Classes) members(x *Classified, v *Value, p *Schema) {
	x.Items = n.items(len(v.Items))
	for i := range v.Items {
		x.Items[i].Key = n.KeyText(v.Items[i].Key, p.KeyMode())
		n.number(&x.Items[i], &v.Items[i].Value, p.Member(v.Items[i].Key))
	}
	from := len(n.pairs)
	for i := range x.Items {
		n.pairs = append(n.pairs, pair{key: x.Items[i].Key, value: x.Items[i].Class})
	}
	x.Class = n.object(from)
}

// items returns memory for the classes of count elements or members.
func (n *Classes) items(count int) []Classified {
	if cap(n.kept)-len(n.kept) < count {
		n.budget.Grow(48 * count)
		n.kept = make([]Classified, 0, max(32, count, 2*cap(n.kept)))
	}
	from := len(n.kept)
	n.kept = n.kept[:from+count]
	return n.kept[from : from+count : from+count]
}
