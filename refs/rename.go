package refs

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"iacedit/lexer"
	"iacedit/syntax"
)

// A Rename gives what is at an address new labels, or an attribute of it a new name:
//
//	Attribute "": the address becomes Type and Name
//	else:         its attribute, nested block type, or output, Attribute becomes Name
type Rename struct {
	Of        Address
	Attribute string
	// Repeated: what is renamed has count or for_each, so that in references to its
	// attributes an instance key stands before them.
	Repeated bool
	Type     string
	Name     string
}

// Renames are renames that are made at once: of a → b and b → c, what refers to a
// then refers to b, and what refers to b to c. They may be used by several goroutines.
type Renames struct {
	byKey map[string]*Rename // by what appendKey makes of what is renamed
	words [][]byte           // one that stands in each reference they change; nil where they are many
}

// appendKey appends what is the same for two things only if they are one. No name has
// a dot in it.
func appendKey[T string | []byte](dst []byte, kind Kind, typ, name, attribute T) []byte {
	dst = append(dst, byte(kind))
	dst = append(append(dst, typ...), '.')
	dst = append(append(dst, name...), '.')
	return append(dst, attribute...)
}

// mostWords is how many words a stretch of text is searched for, before it is parsed.
const mostWords = 4

// NewRenames checks renames and makes them one. It refuses names that no reference can
// have, kinds whose references cannot be renamed, and two renames of one thing.
func NewRenames(list []Rename) (*Renames, error) {
	r := &Renames{byKey: make(map[string]*Rename, len(list))}
	for i := range list {
		one := &list[i]
		if err := one.check(); err != nil {
			return nil, err
		}
		key := string(appendKey(nil, one.Of.Kind, one.Of.Type, one.Of.Name, one.Attribute))
		if r.byKey[key] != nil {
			return nil, fmt.Errorf("%s is renamed twice", one)
		}
		r.byKey[key] = one
		r.words = append(r.words, []byte(one.word()))
	}
	slices.SortFunc(r.words, bytes.Compare)
	r.words = slices.CompactFunc(r.words, bytes.Equal)
	if len(r.words) > mostWords {
		r.words = nil
	}
	return r, nil
}

// check refuses a rename that cannot be made.
func (one *Rename) check() error {
	hasType := typed(one.Of.Kind) || one.Of.Kind == Provider
	names := []string{one.Name}
	switch {
	case one.Attribute != "" && (one.Of.Kind < Resource || one.Of.Kind > Ephemeral) && one.Of.Kind != Module:
		return fmt.Errorf("references to attributes of a %s cannot be renamed", one.Of.Kind)
	case one.Of.Kind < Resource || one.Of.Kind > Provider:
		return fmt.Errorf("references of kind %s cannot be renamed", one.Of.Kind)
	case hasType != (one.Of.Type != ""):
		return fmt.Errorf("%s: a %s is named by %s", one, one.Of.Kind, map[bool]string{true: "type and name", false: "its name alone"}[hasType])
	case one.Attribute == "" && hasType:
		names = append(names, one.Type)
	}
	if one.Of.Kind == Provider {
		if (one.Of.Name == "") != (one.Name == "") {
			return fmt.Errorf("%s: a provider's alias can be renamed, but not be given or taken away", one)
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name == "" && one.Name == "" && one.Type != "" })
	}
	for _, name := range names {
		if !isIdentifier(name) {
			return fmt.Errorf("%s: %q is no name that a reference can have: letters, digits, \"_\" and \"-\"", one, name)
		}
	}
	return nil
}

func isIdentifier(name string) bool {
	kind, start, end := lexer.Next([]byte(name), 0)
	return kind == lexer.Ident && start == 0 && end == len(name)
}

// String names what is renamed.
func (one *Rename) String() string {
	text := one.Of.Kind.String()
	for _, part := range []string{one.Of.Type, one.Of.Name, one.Attribute} {
		if part != "" {
			text += "." + part
		}
	}
	return text
}

// word returns a name that each reference that the rename changes has in it.
func (one *Rename) word() string {
	switch {
	case one.Attribute != "":
		return one.Attribute
	case one.Of.Name != "":
		return one.Of.Name
	}
	return one.Of.Type
}

// A Replacement is text to be written in place of a span of the source.
type Replacement struct {
	At   syntax.Span
	Text string
}

// A Capture is a reference that would mean something else under its new name.
type Capture struct {
	At   syntax.Span // the name that is captured, as it is in the source
	Name string      // the new name
	// By is the local name that captures it; nil where the new name is a word of the
	// language, such as "var".
	By *LocalName
}

// Replacements appends to dst what the renames replace in a file, in order and not
// overlapping, and returns with it the references that a local name would capture. The
// headers and attributes of what is renamed are not among it, nor the addresses in
// moved and removed blocks, which are history. The file must be as it was parsed.
func (r *Renames) Replacements(dst []Replacement, f *syntax.File, role Role) ([]Replacement, []Capture) {
	m := maker{renames: r, out: dst}
	m.finder = newFinder(orEmpty(f), role, m.reference)
	if r.words != nil {
		m.finder.wants = m.wants
	}
	m.finder.file()
	slices.SortFunc(m.out[len(dst):], func(a, b Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
	return m.out, m.captures
}

// A maker makes the replacements for one file.
type maker struct {
	renames  *Renames
	finder   *finder
	key      []byte
	out      []Replacement
	captures []Capture
}

// wants reports whether one of the words stands in a stretch of text.
func (m *maker) wants(at syntax.Span) bool {
	text := m.finder.f.At(at)
	for _, word := range m.renames.words {
		if bytes.Contains(text, word) {
			return true
		}
	}
	return false
}

// find returns the rename of what has those names, or nil.
func (m *maker) find(kind Kind, typ, name, attribute syntax.Span) *Rename {
	f := m.finder.f
	m.key = appendKey(m.key[:0], kind, f.At(typ), f.At(name), f.At(attribute))
	return m.renames.byKey[string(m.key)]
}

// reference replaces what the renames change of a reference.
func (m *maker) reference(ref *Reference) bool {
	switch ref.Place {
	case InMoved, InRemoved, InAliases:
		return true
	}
	switch ref.Kind {
	case Own:
		m.ownAttribute(ref.Owner, ref.Name)
	case Self:
		if i, ok := attribute(ref.Steps, false); ok {
			m.ownAttribute(ref.Owner, ref.Steps[i].Name)
		}
	case Resource, Data, Ephemeral, Module:
		m.attribute(ref)
		m.address(ref)
	case Action, Variable, Local, Provider:
		m.address(ref)
	}
	return true
}

// ownAttribute replaces the name of an attribute of the block that it is used in.
func (m *maker) ownAttribute(owner *Declaration, at syntax.Span) {
	if one := m.find(owner.Kind, owner.Type, owner.Name, at); one != nil && one.Attribute != "" {
		m.replace(at, one.Name)
	}
}

// attribute replaces the attribute that is accessed of what is referred to. Where it
// stands depends on whether that is repeated, which each rename tells.
func (m *maker) attribute(ref *Reference) {
	for _, repeated := range [...]bool{false, true} {
		i, ok := attribute(ref.Steps, repeated)
		if !ok {
			continue
		}
		at := ref.Steps[i].Name
		if one := m.find(ref.Kind, ref.Type, ref.Name, at); one != nil && one.Attribute != "" && one.Repeated == repeated {
			m.replace(at, one.Name)
			return
		}
	}
}

// address replaces the type and name of a reference.
func (m *maker) address(ref *Reference) {
	one := m.find(ref.Kind, ref.Type, ref.Name, syntax.Span{})
	if one == nil {
		return
	}
	if ref.Type.Len() > 0 {
		if ref.Kind == Resource && ref.Type == ref.Root && one.Type != one.Of.Type {
			m.capture(ref, one.Type)
		}
		m.replace(ref.Type, one.Type)
	}
	if ref.Name.Len() > 0 {
		m.replace(ref.Name, one.Name)
	}
}

// capture notes where the new root of a reference would be something else's.
func (m *maker) capture(ref *Reference, root string) {
	by := m.finder.scope.find([]byte(root))
	if by == nil && !reserved(root) {
		return
	}
	c := Capture{At: ref.Root, Name: root}
	if by != nil {
		local := *by
		c.By = &local
	}
	m.captures = append(m.captures, c)
}

func (m *maker) replace(at syntax.Span, text string) {
	if string(m.finder.f.At(at)) != text {
		m.out = append(m.out, Replacement{at, text})
	}
}
