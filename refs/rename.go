package refs

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"iacedit/lexer"
	"iacedit/syntax"
)

// A Rename gives new labels to the object at an address, or a new name to something inside the
// object:
//
//	Attribute, Path empty: the address becomes Type and Name
//	Attribute:             its attribute, nested block type, or output, becomes Name
//	Path:                  the item at the path, in its attributes and nested blocks, becomes Name
type Rename struct {
	Of        Address
	Attribute string
	Path      []Part
	// Repeated: the object has count or for_each, so that references to its attributes have an
	// instance key.
	Repeated bool
	Type     string
	Name     string
}

// Renames are renames that are applied together: with a → b and b → c, references to a become
// references to b, and references to b become references to c. Several goroutines may use the same
// Renames.
type Renames struct {
	byKey   map[string]*Rename // renames of addresses; appendKey makes the keys
	roots   map[string]*branch // renames inside addresses; rootOf makes the keys
	some    bool               // a rename applies to only some of the blocks with a name
	words   [][]byte           // each changed reference contains one of these words; nil if there would be more than mostWords
	holders [][]byte           // each reference to an address in roots contains one of these words; nil likewise
}

// appendKey appends a key that is unique to an object. It separates the names by dots, which no
// name contains.
func appendKey[T string | []byte](dst []byte, kind Kind, typ, name, attribute T) []byte {
	dst = append(dst, byte(kind))
	dst = append(append(dst, typ...), '.')
	dst = append(append(dst, name...), '.')
	return append(dst, attribute...)
}

// mostWords is the greatest number of words for which code is searched before it is parsed. If
// there are more words, all code is parsed.
const mostWords = 4

// NewRenames checks and combines renames. It refuses names that no reference can have, kinds
// whose references cannot be renamed, and two renames of one object.
func NewRenames(list []Rename) (*Renames, error) {
	r := &Renames{byKey: make(map[string]*Rename, len(list))}
	for i := range list {
		one := &list[i]
		if err := one.check(); err != nil {
			return nil, err
		}
		if one.isOfAttribute() {
			if !r.addPath(one) {
				return nil, fmt.Errorf("%s is renamed twice", one)
			}
			r.holders = append(r.holders, []byte(one.Of.Name))
		} else {
			key := string(appendKey(nil, one.Of.Kind, one.Of.Type, one.Of.Name, ""))
			if r.byKey[key] != nil {
				return nil, fmt.Errorf("%s is renamed twice", one)
			}
			r.byKey[key] = one
		}
		r.words = append(r.words, []byte(one.word()))
	}
	r.words, r.holders = fewWords(r.words), fewWords(r.holders)
	return r, nil
}

// fewWords sorts words and removes duplicates. It returns nil if more than mostWords are left.
func fewWords(words [][]byte) [][]byte {
	slices.SortFunc(words, bytes.Compare)
	words = slices.CompactFunc(words, bytes.Equal)
	if len(words) > mostWords {
		return nil
	}
	return words
}

// containsAny reports whether a text contains any of the words.
func containsAny(text []byte, words [][]byte) bool {
	for _, word := range words {
		if bytes.Contains(text, word) {
			return true
		}
	}
	return false
}

// check returns an error if the rename cannot be made.
func (one *Rename) check() error {
	hasType := typed(one.Of.Kind) || one.Of.Kind == Provider
	names := []string{one.Name}
	switch {
	case one.isOfAttribute() && (one.Of.Kind < Resource || one.Of.Kind > Ephemeral) && one.Of.Kind != Module && one.Of.Kind != Local:
		return fmt.Errorf("references to attributes of a %s cannot be renamed", one.Of.Kind)
	case one.Of.Kind < Resource || one.Of.Kind > Provider:
		return fmt.Errorf("references of kind %s cannot be renamed", one.Of.Kind)
	case hasType != (one.Of.Type != ""):
		return fmt.Errorf("%s: a %s is named by %s", one, one.Of.Kind, map[bool]string{true: "type and name", false: "its name alone"}[hasType])
	case len(one.Path) > 1, one.Of.Kind == Local && len(one.Path) > 0: // a key may have any name
		names = nil
	case !one.isOfAttribute() && hasType:
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
			return fmt.Errorf("%s: %q is not a name that a reference can have: letters, digits, \"_\" and \"-\"", one, name)
		}
	}
	return nil
}

func isIdentifier(name string) bool {
	kind, start, end := lexer.Next([]byte(name), 0)
	return kind == lexer.Ident && start == 0 && end == len(name)
}

// String returns the kind and the names of the renamed object, such as resource.aws_instance.web.
func (one *Rename) String() string {
	text := one.Of.Kind.String()
	for _, part := range []string{one.Of.Type, one.Of.Name} {
		if part != "" {
			text += "." + part
		}
	}
	for _, part := range one.path() {
		text += "." + part.String()
	}
	return text
}

// word returns a word that the code of each changed reference contains.
func (one *Rename) word() string {
	switch {
	case one.isOfAttribute():
		path := one.path()
		return path[len(path)-1].Name
	case one.Of.Name != "":
		return one.Of.Name
	}
	return one.Of.Type
}

// A Replacement is text that replaces a span of the source.
type Replacement struct {
	At   syntax.Span
	Text string
}

// A Capture is a reference whose new name would have another meaning.
type Capture struct {
	At   syntax.Span // the captured name in the source
	Name string      // the new name
	// By is the local name that captures the reference; nil if the new name is a keyword, such as
	// "var".
	By *LocalName
}

// Replacements appends to dst the replacements of the renames in a file, in order and without
// overlaps. It also returns the references that a local name would capture. It does not replace
// the names in the declarations of the renamed objects, nor the addresses in moved and removed
// blocks, which record history. The file must be unedited.
func (r *Renames) Replacements(dst []Replacement, f *syntax.File, role Role) ([]Replacement, []Capture) {
	m := maker{renames: r, out: dst}
	m.finder = newFinder(orEmpty(f), role, m.reference)
	m.finder.follow = &m
	if r.words != nil {
		m.finder.wants = func(at syntax.Span) bool { return containsAny(m.finder.f.At(at), r.words) }
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

	each      flow           // the value of each.value in the current block
	inForEach bool           // the current expression is the value of a "for_each"
	through   flow           // the collection of a "for_each"
	inBlock   bool           // the finder is inside a top-level block that finder.wants selects
	unknown   func(Use) bool // called for each use that cannot be followed; may be nil
}

// reference applies the renames to one reference. It always returns true, to continue.
func (m *maker) reference(ref *Reference) bool {
	switch ref.Place {
	case InMoved, InRemoved, InAliases:
		return true
	}
	switch ref.Kind {
	case Own:
		m.attribute(ref.Owner.Kind, ref.Owner.Type, ref.Owner.Name, ref, Step{Kind: StepAttribute, Name: ref.Name})
	case Self:
		m.attribute(ref.Owner.Kind, ref.Owner.Type, ref.Owner.Name, ref)
	case Resource, Data, Ephemeral, Module, Local:
		m.attribute(ref.Kind, ref.Type, ref.Name, ref)
		m.address(ref)
	case Action, Variable, Provider:
		m.address(ref)
	case Other:
		if m.each.of != nil && string(m.finder.f.At(ref.Root)) == "each" {
			m.value(m.each, true, ref.Steps, m.finder.top, ref.Root)
		}
	}
	return true
}

// attribute follows a reference into its object, if names inside the object are renamed. The
// arguments are the object's kind, type and name, the reference, and any steps that precede those
// of the reference.
func (m *maker) attribute(kind Kind, typ, name syntax.Span, ref *Reference, before ...Step) {
	if len(m.renames.roots) == 0 {
		return
	}
	f := m.finder.f
	var roots [2]*branch // the renames inside the address, of an object with one instance and of one with several
	for i := range roots {
		m.key = rootOf(m.key[:0], kind, f.At(typ), f.At(name), i == 1)
		roots[i] = m.renames.roots[string(m.key)]
	}
	steps := ref.Steps
	if roots[0] != nil && roots[1] != nil {
		steps = slices.Clone(steps) // the finder reuses steps
	}
	for i, b := range roots {
		v := flow{of: b}
		if i == 1 && ref.Kind != Self && ref.Kind != Own {
			v.shape = instances
		}
		if b != nil {
			v = m.steps(v, before, ref.Root)
			m.follow(v, steps, m.finder.top, ref.Root)
		}
	}
}

// address replaces the type and the name in a reference, if its object is renamed.
func (m *maker) address(ref *Reference) {
	f := m.finder.f
	m.key = appendKey(m.key[:0], ref.Kind, f.At(ref.Type), f.At(ref.Name), nil)
	one := m.renames.byKey[string(m.key)]
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

// capture records a reference if a new root would not mean the object there, because that root is a
// keyword or a local name.
func (m *maker) capture(ref *Reference, root string) {
	by := m.finder.scope.find([]byte(root))
	if by < 0 && !reserved(root) {
		return
	}
	c := Capture{At: ref.Root, Name: root}
	if by >= 0 {
		local := m.finder.scope.stack[by].LocalName
		c.By = &local
	}
	m.captures = append(m.captures, c)
}

func (m *maker) replace(at syntax.Span, text string) {
	if string(m.finder.f.At(at)) != text {
		m.out = append(m.out, Replacement{at, text})
	}
}
