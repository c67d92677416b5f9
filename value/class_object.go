package value

import (
	"cmp"
	"slices"

	"iacedit/internal/base/nocopy"
)

// A pair is a key and a value of an object whose class is being computed.
type pair struct {
	key, value Class
	at         int32 // the index among the members
}

// objectClass returns the class of the object whose members are n.pairs[from:], and removes these
// pairs. If keys are equal, only the last of them counts.
func (n *Classes) objectClass(from int) Class {
	pairs := n.pairs[from:]
	n.pairs = n.pairs[:from]
	for i := range pairs {
		if pairs[i].key == 0 || pairs[i].value == 0 {
			return 0
		}
		pairs[i].at = int32(i)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(int(a.key)-int(b.key), int(a.at)-int(b.at)) })
	start := n.begin(tagObject)
	for i, p := range pairs {
		if i+1 < len(pairs) && pairs[i+1].key == p.key {
			continue
		}
		n.add(p.key)
		n.add(p.value)
	}
	return n.endRecord(start)
}

// Coarse returns the coarse class of values with a given class. Values that are equal in the sense
// of Where (see Relation) have the same coarse class. For example, a string that Terraform converts
// to a number or boolean has the coarse class of that number or boolean. Unequal values, such as
// the strings "1" and "1.0", may also have the same coarse class. To find equal values, group the
// values by their coarse classes, and compare the values in a group with Same. A group contains at
// most one scalar that is not a string. That scalar equals each string in the group, although no
// two of the strings are equal.
func (n *Classes) Coarse(a Class) Class {
	if !n.has(a) {
		return 0
	}
	if c := n.records[a].coarse; c != 0 {
		return c
	}
	c := a
	switch t, payload := n.record(a); t {
	case tagString:
		c = n.convertedClass(a, payload)
	case tagList, tagObject:
		c = n.coarseParts(a, t, len(payload)/4)
	}
	n.records[a].coarse = c
	return c
}

// convertedClass returns the class of the number or boolean to which Terraform converts a string:
// for "80", the class of 80. For a string that Terraform does not convert, it returns the string's
// own class a.
func (n *Classes) convertedClass(a Class, text []byte) Class {
	switch string(text) {
	case "true":
		return n.endRecord(n.begin(tagTrue))
	case "false":
		return n.endRecord(n.begin(tagFalse))
	}
	if c := n.decimalClass(nocopy.String(text)); c != 0 {
		return c
	}
	return a
}

// coarseParts returns the coarse class of a list or object. Its record is like the record of the
// list's or object's class, but contains the coarse classes of the elements or values.
func (n *Classes) coarseParts(a Class, t tag, parts int) Class {
	var few [16]Class
	coarse := few[:0]
	same := true
	for i := range parts {
		_, payload := n.record(a)
		x := payloadPart(payload, i)
		if t == tagList || i%2 == 1 {
			c := n.Coarse(x)
			same = same && c == x
			x = c
		}
		coarse = append(coarse, x)
	}
	if same {
		return a
	}
	start := n.begin(t)
	for _, c := range coarse {
		n.add(c)
	}
	return n.endRecord(start)
}

// Same reports whether the values of two classes are equal in the sense of r.
func (n *Classes) Same(a, b Class, r Relation) bool {
	switch {
	case !n.has(a) || !n.has(b):
		return false
	case a == b:
		return true
	case r == Setting || n.Coarse(a) != n.Coarse(b):
		return false
	}
	n.budget.Step(1)
	t, x := n.record(a)
	u, y := n.record(b)
	if t != u {
		return true // one of them is a string that Terraform converts to the other
	}
	if t != tagList && t != tagObject {
		return false // these are different strings that Terraform converts to the same value
	}
	for i := range len(x) / 4 {
		if p, q := payloadPart(x, i), payloadPart(y, i); p != q && !n.Same(p, q, r) {
			return false
		}
	}
	return true
}
