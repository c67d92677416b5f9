package value

import "iacedit/syntax"

// A Mode is a way to read a JSON string: as text, as a template, or as code.
type Mode uint8

// The modes, with the letters that docs/values.md uses.
const (
	Template   Mode = iota // E: a template
	Literal                // L: literal text, without templates
	Reference              // T: a reference or keyword
	Expression             // X: an expression in native syntax
)

// A Schema defines how the value at a place in the code, and the values inside that value, are
// read. Schemas are tables that are created once for each language. A nil Schema means the mode
// Template at any depth. If Elem is nil, elements and members are read like the value itself.
//
// If Mode is Reference or Expression, nulls, booleans and numbers are refused, even if Takes
// contains them.
type Schema struct {
	Mode    Mode     // how a string is read here
	Keys    Mode     // how the keys of an object are read here
	Takes   Kinds    // the allowed kinds of values; 0 means all
	Word    string   // the only allowed string; "" means any
	Want    string   // a description of the allowed values, for error messages
	Elem    *Schema  // the schema of the elements and members
	Members []Member // the schemas of members that differ from Elem
}

// A Member is the schema of an object's member.
type Member struct {
	Key    string
	Schema *Schema
}

// Kinds is a set of kinds of value.
type Kinds uint8

// Of returns the set that contains the given kinds.
func Of(kinds ...Kind) (set Kinds) {
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

func (set Kinds) has(k Kind) bool { return set == 0 || set&(1<<k) != 0 }

// takes reports whether the schema allows values of a kind.
func (p *Schema) takes(k Kind) bool { return p.Takes.has(k) && (k >= String || !isBare(p.Mode)) }

// want returns a description, for a message, of the values that the schema allows.
func (p *Schema) want() string {
	switch {
	case p.Want != "":
		return p.Want
	case p.Mode == Reference:
		return `a string that is a reference or keyword, like "aws_vpc.main"`
	case p.Mode == Expression:
		return `a string that is an expression, like "list(string)"`
	}
	return "another kind of value"
}

// isBare reports whether strings in the mode m are code, not text or templates.
func isBare(m Mode) bool { return m == Reference || m == Expression }

// StringMode returns the mode of strings at a place.
func (p *Schema) StringMode() Mode {
	if p == nil {
		return Template
	}
	return p.Mode
}

// KeyMode returns the mode of the keys of an object at a place.
func (p *Schema) KeyMode() Mode {
	if p == nil {
		return Template
	}
	return p.Keys
}

// defaultSchema is the schema that a nil *Schema means.
var defaultSchema = &Schema{}

// Element returns the schema of an array's elements.
func (p *Schema) Element() *Schema {
	if p == nil || p.Elem == nil {
		return p
	}
	return p.Elem
}

// Member returns the schema of an object's member with the given key.
func (p *Schema) Member(key string) *Schema {
	if p == nil {
		return nil
	}
	for i := range p.Members {
		if p.Members[i].Key == key {
			return p.Members[i].Schema
		}
	}
	return p.Element()
}

// memberAt returns the schema of an object's member, given the node of the member's key.
func (p *Schema) memberAt(e *syntax.Expr, key syntax.NodeID) *Schema {
	if p == nil || len(p.Members) == 0 {
		return p.Element()
	}
	text, _ := LiteralKey(e, key)
	return p.Member(text)
}

// maxSchemaDepth is how many levels of a schema hasBare searches.
const maxSchemaDepth = 8

// hasBare reports whether strings or keys in a value with this schema, at any depth, may be code.
// For a schema that is nested too deeply to search, the result is true.
func (p *Schema) hasBare(depth int) bool {
	switch {
	case p == nil:
		return false
	case isBare(p.Mode), isBare(p.Keys), depth == maxSchemaDepth, p.Elem.hasBare(depth + 1):
		return true
	}
	for i := range p.Members {
		if p.Members[i].Schema.hasBare(depth + 1) {
			return true
		}
	}
	return false
}
