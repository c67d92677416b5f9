package value

// Classified is the class of a JSON value, with the classes of the value's elements or members in
// order. It is valid until the table's next Reset.
type Classified struct {
	Class Class
	Key   Class // for a member of an object, the class of its key
	Items []Classified
	Bare  bool // the value, or a value inside it, asks for code without quotes (see AsksForBare)
}

// Value returns the classes of a JSON value and of all its parts. p is the schema of the place to
// which the value belongs.
func (n *Classes) Value(v *Value, p *Schema) Classified {
	var x Classified
	n.setNumber(&x, orNull(v), p)
	return x
}

func (n *Classes) setNumber(x *Classified, v *Value, p *Schema) {
	n.budget.Step(1)
	switch v.Kind {
	case Null:
		x.Class = n.Null()
	case True:
		x.Class = n.endRecord(n.begin(tagTrue))
	case False:
		x.Class = n.endRecord(n.begin(tagFalse))
	case Number:
		x.Class = n.decimalClass(v.Text)
	case String:
		x.Class, x.Bare = n.textClass(v.Text, p.StringMode()), AsksForBare(v, p)
	case Array:
		n.setArray(x, v, p)
	case Object:
		n.setMembers(x, v, p)
	}
}

func (n *Classes) setArray(x *Classified, v *Value, p *Schema) {
	x.Items = n.items(len(v.Items))
	for i := range v.Items {
		n.setNumber(&x.Items[i], &v.Items[i].Value, p.Element())
		x.Bare = x.Bare || x.Items[i].Bare
	}
	start := n.begin(tagList)
	for i := range x.Items {
		if x.Items[i].Class == 0 {
			n.memory = n.memory[:start]
			return
		}
		n.add(x.Items[i].Class)
	}
	x.Class = n.endRecord(start)
}

func (n *Classes) setMembers(x *Classified, v *Value, p *Schema) {
	x.Items = n.items(len(v.Items))
	for i := range v.Items {
		x.Items[i].Key = n.textKey(v.Items[i].Key, p.KeyMode())
		n.setNumber(&x.Items[i], &v.Items[i].Value, p.Member(v.Items[i].Key))
		x.Bare = x.Bare || x.Items[i].Bare
	}
	from := len(n.pairs)
	for i := range x.Items {
		n.pairs = append(n.pairs, pair{key: x.Items[i].Key, value: x.Items[i].Class})
	}
	x.Class = n.objectClass(from)
}

// items returns memory for the classes of the given number of elements or members.
func (n *Classes) items(count int) []Classified {
	if cap(n.keptItems)-len(n.keptItems) < count {
		n.budget.Grow(48 * count)
		n.keptItems = make([]Classified, 0, max(32, count, 2*cap(n.keptItems)))
	}
	from := len(n.keptItems)
	n.keptItems = n.keptItems[:from+count]
	return n.keptItems[from : from+count : from+count]
}
