package refs

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"iacedit/internal/base/sequence"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A Rename gives new labels to the object at an address, or a new name to something inside the
// object:
//
//	Attribute, Path empty: the address becomes Type and Name
//	Attribute:             its attribute, nested block type, or output, becomes Name
//	Path:                  the item at the path, in its attributes and nested blocks, becomes Name
//	Path, NewPath:         the item moves to NewPath, another path in the object, which ends in Name
type Rename struct {
	Of        Address
	Attribute string
	Path      []Part
	NewPath   []Part
	// Repeated: the object has count or for_each, so that references to its attributes have an
	// instance key.
	Repeated bool
	Kind     Kind // with a Name alone: the new kind of the object, such as Local for a Variable; Other to keep it
	Type     string
	Name     string
	Shape    Shape // of the value of the Attribute, or of the item at the Path
}

// Renames is a set of renames that are applied together: with a → b and b → c, references to a
// become references to b, and references to b become references to c. Several goroutines may use
// the same Renames.
type Renames struct {
	byKey       map[string]*Rename // renames of addresses; appendKey creates the keys
	roots       map[string]*branch // renames inside addresses; appendKey creates the keys, with rootAttribute
	key         []byte             // the memory for a key, while the renames are combined
	partial     bool               // a rename applies to only some of the blocks with a name
	words       [][]byte           // each changed reference contains one of these words; nil if there would be more than mostWords
	objectNames [][]byte           // each reference to an address in roots contains one of these words; nil likewise
}

// appendKey appends a key for an object; different objects have different keys. It separates the
// names by dots, which no name contains.
func appendKey[T string | []byte](dst []byte, kind Kind, typ, name, attribute T) []byte {
	dst = append(dst, byte(kind))
	dst = append(append(dst, typ...), '.')
	dst = append(append(dst, name...), '.')
	return append(dst, attribute...)
}

// mostWords is the greatest number of words to search for. Code that contains none of the words is
// not parsed; but if there are more than mostWords words, all code is parsed.
const mostWords = 4

// NewRenames checks and combines renames. It refuses names that no reference can have, kinds
// whose references cannot be renamed, and two renames of one object.
func NewRenames(list []Rename) (*Renames, error) {
	r := &Renames{byKey: make(map[string]*Rename, len(list))}
	for i := range list {
		rename := &list[i]
		if err := rename.check(); err != nil {
			return nil, err
		}
		if rename.isOfAttribute() {
			if !r.addPath(rename) {
				return nil, fmt.Errorf("%s is renamed twice", rename)
			}
			if i == 0 || list[i-1].Of.Name != rename.Of.Name { // many renames may share a long name
				r.objectNames = append(r.objectNames, []byte(rename.Of.Name))
			}
		} else {
			key := string(appendKey(nil, rename.Of.Kind, rename.Of.Type, rename.Of.Name, ""))
			if r.byKey[key] != nil {
				return nil, fmt.Errorf("%s is renamed twice", rename)
			}
			r.byKey[key] = rename
		}
		if word := rename.word(); len(r.words) == 0 || string(r.words[len(r.words)-1]) != word {
			r.words = append(r.words, []byte(word))
		}
	}
	r.words, r.objectNames = fewWords(r.words), fewWords(r.objectNames)
	return r, nil
}

// fewWords sorts words and removes duplicates. It returns nil if more than mostWords are left.
func fewWords(words [][]byte) [][]byte {
	sequence.Sort(words, bytes.Compare)
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
func (r *Rename) check() error {
	typed := hasType(r.Of.Kind) || r.Of.Kind == Provider
	names := []string{r.Name}
	switch {
	case r.isOfAttribute() && !hasAttributes(r.Of.Kind):
		return fmt.Errorf("references to attributes of a %s cannot be renamed", r.Of.Kind)
	case !hasType(r.Of.Kind) && !hasName(r.Of.Kind) && r.Of.Kind != Provider && !r.isOfAttribute():
		return fmt.Errorf("references of kind %s cannot be renamed", r.Of.Kind)
	case typed != (r.Of.Type != ""):
		return fmt.Errorf("%s: a %s is named by %s", r, r.Of.Kind, map[bool]string{true: "type and name", false: "its name alone"}[typed])
	case len(r.Path) > 1, r.Of.Kind == Local && len(r.Path) > 0: // a key may have any name
		names = nil
	case !r.isOfAttribute() && typed:
		names = append(names, r.Type)
	}
	for _, part := range r.NewPath {
		names = append(names, part.Name)
	}
	if r.Of.Kind == Provider {
		if (r.Of.Name == "") != (r.Name == "") {
			return fmt.Errorf("%s: a provider's alias can be renamed, but not added or removed", r)
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name == "" && r.Name == "" && r.Type != "" })
	}
	for _, name := range names {
		if !isIdentifier(name) {
			return fmt.Errorf("%s: %q cannot be a name in a reference: only letters, digits, \"_\" and \"-\" are allowed", r, name)
		}
	}
	return nil
}

// hasAttributes reports whether references lead into objects of a kind, to attributes that code
// defines.
func hasAttributes(k Kind) bool {
	switch k {
	case Module, Local, Target, Dependency, Include, Config, Values:
		return true
	}
	return Resource <= k && k <= Ephemeral
}

// isIdentifier reports whether a name is an identifier. It copies only names that have other
// characters than ASCII letters, digits, "_" and "-".
func isIdentifier(name string) bool {
	isLetter := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
	n := 0
	for n < len(name) && (isLetter(name[n]) || n > 0 && (name[n] == '_' || name[n] == '-' || '0' <= name[n] && name[n] <= '9')) {
		n++
	}
	if n > 0 && n == len(name) {
		return true
	}
	kind, start, end := lexer.Next([]byte(name), 0)
	return kind == lexer.Ident && start == 0 && end == len(name)
}

// String returns the kind and the names of the renamed object, such as resource.aws_instance.web.
func (r *Rename) String() string {
	text := []string{r.Of.Kind.String()}
	for _, part := range []string{r.Of.Type, r.Of.Name} {
		if part != "" {
			text = append(text, part)
		}
	}
	for _, part := range r.path() {
		text = append(text, part.String())
	}
	return strings.Join(text, ".")
}

// word returns a word that the code of each changed reference contains.
func (r *Rename) word() string {
	switch {
	case r.isOfAttribute():
		path := r.path()
		return path[len(path)-1].Name
	case r.Of.Name != "":
		return r.Of.Name
	}
	return r.Of.Type
}

// A Followed is a reference to a renamed object, or to something renamed inside an object.
type Followed struct {
	Rename *Rename
	At     syntax.Span // from the start of the reference to the end of the renamed part
	Value  syntax.Span // the value of the attribute that contains the reference
	Place  Place
	Listed bool // a splat before the renamed part makes a list of the values
	Owner  Declaration
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

// Replacements appends to dst the replacements that the renames require in a file, in order and
// without overlaps. It also returns the references that a local name or a keyword would capture. It
// does not replace the names in the declarations of the renamed objects, nor the addresses in moved
// and removed blocks, which record history. The file must be unedited.
func (r *Renames) Replacements(dst []Replacement, f *syntax.File, role Role) ([]Replacement, []Capture) {
	return r.Follow(dst, f, role, nil)
}

// Follow is like Replacements. It also calls the function followed, unless that is nil, for each
// reference that the replacements change, and for each that needs no change because the new name is
// the old one.
func (r *Renames) Follow(dst []Replacement, f *syntax.File, role Role, followed func(Followed)) ([]Replacement, []Capture) {
	m := replacer{renames: r, replacements: dst, onFollowed: followed}
	m.finder = newFinder(orEmpty(f), role, m.reference)
	m.finder.replacer = &m
	if r.words != nil {
		m.finder.filter = func(at syntax.Span) bool { return containsAny(m.finder.f.At(at), r.words) }
	}
	m.finder.searchFile()
	sequence.Sort(m.replacements[len(dst):], func(a, b Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
	return m.replacements, m.captures
}

// A replacer makes the replacements for one file.
type replacer struct {
	renames      *Renames
	finder       *finder
	key          []byte
	replacements []Replacement
	captures     []Capture

	eachFlow     flow           // the flow of each.value in the current block
	inForEach    bool           // the current expression is the value of a "for_each"
	forEachFlow  flow           // the flow of the value of that "for_each"
	inBlock      bool           // the finder is inside a top-level block that finder.filter selects
	onUnfollowed func(Use) bool // called for each use that cannot be followed; may be nil
	onFollowed   func(Followed) // called for each reference that follows; may be nil
}

// reference applies the renames to one reference. It always returns true, so that the finder
// continues.
func (m *replacer) reference(ref *Reference) bool {
	switch ref.Place {
	case InMoved, InRemoved:
		return true
	case InAliases: // the configuration has its name from the caller, but the type from required_providers
		m.replaceAlias(ref)
		return true
	case InAnyKeys:
		if one := m.renameOf(ref); one != nil {
			m.reportUse(Use{Rename: one, At: ref.Name, Named: true, Key: true})
		}
		return true
	}
	switch ref.Kind {
	case Own:
		m.followAttribute(ref.Owner.Kind, ref.Owner.Type, ref.Owner.Name, ref, Step{Kind: StepAttribute, Name: ref.Name, End: ref.Name.To})
	case Self:
		m.followAttribute(ref.Owner.Kind, ref.Owner.Type, ref.Owner.Name, ref)
	case Other:
		if m.eachFlow.branch != nil && string(m.finder.f.At(ref.Root)) == "each" {
			m.followLocalValue(m.eachFlow, true, ref.Steps, m.finder.top, ref.Root)
		}
	default:
		if hasAttributes(ref.Kind) {
			m.followAttribute(ref.Kind, ref.Type, ref.Name, ref)
		}
		m.replaceAddress(ref)
	}
	return true
}

// followAttribute follows a reference into its object, if names inside the object are renamed. The
// arguments are the object's kind, type and name, the reference, and any steps that precede those
// of the reference.
func (m *replacer) followAttribute(kind Kind, typ, name syntax.Span, ref *Reference, before ...Step) {
	if len(m.renames.roots) == 0 {
		return
	}
	f := m.finder.f
	var roots [2]*branch // the renames inside the object: first those with Rename.Repeated unset, then those with it set
	for i := range roots {
		m.key = appendKey(m.key[:0], kind, f.At(typ), f.At(name), []byte(rootAttribute(i == 1)))
		roots[i] = m.renames.roots[string(m.key)]
	}
	steps := ref.Steps
	if len(before) > 0 || roots[0] != nil && roots[1] != nil {
		steps = slices.Concat(before, steps) // a copy, because the finder reuses steps
	}
	for i, b := range roots {
		v := flow{branch: b}
		if i == 1 && ref.Kind != Self && ref.Kind != Own {
			v.shape = instances
		}
		m.followValue(v, steps, m.finder.top, ref.Root)
	}
}

// renameOf returns the rename of the object to which a reference refers, or nil.
func (m *replacer) renameOf(ref *Reference) *Rename {
	f := m.finder.f
	m.key = appendKey(m.key[:0], ref.Kind, f.At(ref.Type), f.At(ref.Name), nil)
	return m.renames.byKey[string(m.key)]
}

// replaceAddress replaces the type and the name in a reference, if its object is renamed.
func (m *replacer) replaceAddress(ref *Reference) {
	one := m.renameOf(ref)
	if one == nil {
		return
	}
	if ref.Type.Len() > 0 && ref.Place != InKeys {
		if ref.Kind == Resource && ref.Type == ref.Root && one.Type != one.Of.Type {
			m.capture(ref, one.Type)
		}
		m.replace(ref.Type, one.Type)
	}
	if one.Kind != Other {
		m.replaceKind(ref, one)
		return
	}
	if ref.Name.Len() > 0 {
		if ref.Kind == m.finder.lang.bare && ref.Name == ref.Root && ref.Place == InExpression && one.Name != one.Of.Name {
			m.capture(ref, one.Name)
		}
		m.replace(ref.Name, one.Name)
		m.reportFollowed(one, syntax.Span{From: ref.Root.From, To: ref.Name.To}, false)
	}
}

// replaceKind replaces the root and the name in a reference to an object that gets another kind. A name
// without a root, as in a file of variable values, stays.
func (m *replacer) replaceKind(ref *Reference, one *Rename) {
	if ref.Name == ref.Root || ref.Name.Len() == 0 {
		return
	}
	root := m.finder.lang.rootOf(one.Kind)
	if m.finder.scope.find([]byte(root)) >= 0 {
		m.capture(ref, root)
	}
	m.replace(ref.Root, root)
	m.replace(ref.Name, one.Name)
	m.reportFollowed(one, syntax.Span{From: ref.Root.From, To: ref.Name.To}, false)
}

// replaceAlias replaces the alias in a reference that declares a provider's configuration, if that
// configuration is renamed.
func (m *replacer) replaceAlias(ref *Reference) {
	if one := m.renameOf(ref); one != nil && one.Type == one.Of.Type && ref.Name.Len() > 0 {
		m.replace(ref.Name, one.Name)
	}
}

// capture records a reference if its new root is a keyword or, at this place, a local name. With
// such a root the reference would no longer refer to its object.
func (m *replacer) capture(ref *Reference, root string) {
	by := m.finder.scope.find([]byte(root))
	if by < 0 && !m.finder.lang.isKeyword(root) {
		return
	}
	c := Capture{At: ref.Root, Name: root}
	if by >= 0 {
		local := m.finder.scope.stack[by].LocalName
		c.By = &local
	}
	m.captures = append(m.captures, c)
}

// reportFollowed passes a reference to m.onFollowed.
func (m *replacer) reportFollowed(one *Rename, at syntax.Span, listed bool) {
	if m.onFollowed != nil {
		w := m.finder
		m.onFollowed(Followed{Rename: one, At: at, Value: w.value, Place: w.rule.place, Listed: listed, Owner: w.owner})
	}
}

func (m *replacer) replace(at syntax.Span, text string) {
	if string(m.finder.f.At(at)) != text {
		m.replacements = append(m.replacements, Replacement{at, text})
	}
}
