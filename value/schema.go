package value

// A Mode says what a JSON string means: how it is read, and written as an expression.
type Mode uint8

// The modes, by the letters of the specification.
const (
	Template   Mode = iota // E: a template
	Literal                // L: literal text, nothing in it is a template
	Reference              // T: a reference or keyword
	Expression             // X: an expression in native syntax
)

// A Place says how values are read at one place of the code, and at the places
// inside them. Places are tables that whoever knows the language makes once; nil
// means a Template at any depth. Where Elem is nil, elements and members are read
// like the value itself.
type Schema struct {
	Mode    Mode     // how a string here is read
	Keys    Mode     // how the keys of an object here are read
	Takes   Kinds    // the kinds of value that may stand here; 0 means all
	Want    string   // what may stand here, for the error message where Takes is not 0
	Elem    *Schema  // the place of each element and member
	Members []Member // the places of some members, by key
}

// A Member is the place of an object's member.
type Member struct {
	Key   string
	Place *Schema
}

// Kinds is a set of kinds of value. Null is in every set.
type Kinds uint8

// Of returns the set of these kinds.
func Of(kinds ...Kind) (set Kinds) {
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

func (set Kinds) has(k Kind) bool { return set == 0 || k == Null || set&(1<<k) != 0 }

// anywhere is what nil stands for.
var anywhere = &Schema{}

// Element returns the place of an array's elements.
func (p *Schema) Element() *Schema {
	if p == nil || p.Elem == nil {
		return p
	}
	return p.Elem
}

// Member returns the place of the member with that key.
func (p *Schema) Member(key string) *Schema {
	if p == nil {
		return nil
	}
	for i := range p.Members {
		if p.Members[i].Key == key {
			return p.Members[i].Place
		}
	}
	return p.Element()
}
