package refs

import (
	"slices"

	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
)

// Role is the kind of file in which references are found: its language, and whether it has the
// values of variables. The roles of a language follow those of the language before it (see RoleIn).
type Role uint8

// The values of Role for Terraform, and for other code.
const (
	Configuration Role = iota // a .tf or .tofu file
	Variables                 // a .tfvars file: its top-level names are references to variables
	Generic                   // another HCL2 language: every reference is of Kind Other
)

// rolesPerLanguage is the number of roles of a language.
const rolesPerLanguage = 2

// RoleIn returns the role of a file in a language. Set values if the file has the values of
// variables.
func RoleIn(d languages.Dialect, values bool) Role {
	role := Role(d) * rolesPerLanguage
	if values {
		role++
	}
	return role
}

// hasValues reports whether files of the role have the values of variables.
func (r Role) hasValues() bool { return r%rolesPerLanguage != 0 }

// language returns the language of files of the role.
func (r Role) language() *language {
	if d := int(r / rolesPerLanguage); d < len(compiled) {
		return compiled[d]
	}
	return compiled[Generic/rolesPerLanguage]
}

// A language says what code declares and how it refers to that, in the form that the finder needs.
type language struct {
	roots      map[string]Kind   // the Kind that follows each keyword at the start of a reference: a type and a name, only a name, or, for Other, any names
	blocks     map[string]Kind   // by type of block: the Kind of what the blocks declare
	attributes map[string]Kind   // by type of block: the Kind of what their attributes declare; "" for the top level of a file
	nested     map[string]string // by type of block: the type of the nested blocks that declare as top-level blocks do
	bare       Kind              // the Kind to which any other name refers, with the name after it if the Kind has a type
	called     Kind              // the Kind of functions that code declares
	reads      string            // the function that reads another file
	places     blockKinds        // by type of top-level block
	dynamic    bool              // dynamic blocks define the name of an iterator
	keys       bool              // some keys name objects
	indexed    bool              // the names in a reference may be indexes: local["x"]
	bound      []string          // names with a meaning only in some places
}

// terraformCode is the language of Terraform.
var terraformCode = func() *language {
	l := &language{
		roots: map[string]Kind{
			"resource": Resource, "self": Self,
			"count": Other, "each": Other, "path": Other, "terraform": Other, "tofu": Other,
			"template": Other, "lazy": Other, "arg": Other,
		},
		blocks: map[string]Kind{}, attributes: map[string]Kind{}, nested: map[string]string{"check": "data"},
		bare: Resource, places: topKinds, dynamic: true, bound: []string{"each", "count", "self"},
	}
	for t := range terraform.Blocks {
		switch {
		case t.Kind == "":
			continue
		case t.Labels == 0:
			l.attributes[t.Name] = kindNamed(t.Kind)
		default:
			l.blocks[t.Name] = kindNamed(t.Kind)
		}
		if t.Root != "" {
			l.roots[t.Root] = kindNamed(t.Kind)
		}
	}
	return l
}()

// compiled has the language of each dialect.
var compiled = func() (all []*language) {
	for d := range languages.All {
		switch r := d.References(); {
		case r != nil:
			all = append(all, compile(r))
		case d.Refers():
			all = append(all, terraformCode)
		default:
			all = append(all, &language{dynamic: true})
		}
	}
	return all
}()

// kindNamed returns the Kind with a name, or Other if there is none.
func kindNamed(name string) Kind {
	for k := range kindNames {
		if kindNames[k] == name {
			return Kind(k)
		}
	}
	return Other
}

// compile returns the language for a row of the table.
func compile(r *languages.References) *language {
	l := &language{
		roots: map[string]Kind{}, blocks: map[string]Kind{}, attributes: map[string]Kind{},
		bare: kindNamed(r.Bare), called: kindNamed(r.Called), places: blockKinds{}, dynamic: r.Dynamic, indexed: true,
	}
	for root, kind := range r.Roots {
		l.roots[root] = kindNamed(kind)
	}
	for _, name := range r.Given {
		l.roots[name] = Other
	}
	if r.Across != nil {
		l.reads = r.Across.Reads
		l.roots[Values.String()] = Values
	}
	for _, d := range r.Declares {
		if d.Attributes {
			l.attributes[d.Block] = kindNamed(d.Kind)
		} else {
			l.blocks[d.Block] = kindNamed(d.Kind)
		}
	}
	known := map[*languages.Place]*blockKind{}
	for typ, p := range r.Places {
		l.places[typ] = l.place(p, known)
	}
	return l
}

// place returns the blockKind for a Place. The map has those that are done, because a Place may
// contain itself.
func (l *language) place(p *languages.Place, known map[*languages.Place]*blockKind) *blockKind {
	if p == nil {
		return nil
	}
	if known[p] != nil {
		return known[p]
	}
	b := &blockKind{attributes: attributeRules{}, blocks: blockKinds{}, binds: p.Binds}
	known[p] = b
	for name, n := range p.Names {
		b.attributes[name] = attributeRule{reading: namingText, place: InNames, naming: l.naming(n)}
	}
	for _, name := range p.Words {
		b.attributes[name] = keyword
	}
	for typ, inner := range p.Blocks {
		b.blocks[typ] = l.place(inner, known)
	}
	b.otherBlock = l.place(p.Others, known)
	if p.Label != nil {
		b.label = l.naming(p.Label)
	}
	return b
}

// hasCalls reports whether some calls refer to objects.
func (l *language) hasCalls() bool { return l.called != Other || l.reads != "" }

// naming returns the naming for a languages.Naming.
func (l *language) naming(n *languages.Naming) *naming {
	one := &naming{in: n.In, prefix: n.Prefix, always: n.Always, own: n.Own, only: n.Only, except: n.Except}
	for _, kind := range n.Kinds {
		one.kinds = append(one.kinds, kindNamed(kind))
	}
	l.keys = l.keys || n.In == languages.Keys
	return one
}

// isKeyword reports whether a name at the start of a reference is a keyword, not a resource type or
// another name that code chooses.
func (l *language) isKeyword(root string) bool {
	switch root {
	case "true", "false", "null", "for":
		return true
	}
	_, ok := l.roots[root]
	return ok
}

// KindOf returns the Kind of references to blocks of a type in Terraform, or to the attributes of
// "locals". It is Other if nothing can refer to such blocks.
func KindOf(blockType string) Kind { return Configuration.KindOf(blockType) }

// KindOf returns the Kind of references to blocks of a type, or to their attributes. It is Other if
// nothing can refer to them. For "", it is the Kind of what the attributes of a file declare.
func (r Role) KindOf(blockType string) Kind {
	l := r.language()
	if kind := l.blocks[blockType]; kind != Other {
		return kind
	}
	return l.attributes[blockType]
}

// DeclaresAttributes reports whether the attributes of blocks of a type are declarations, as those of
// "locals" are.
func (r Role) DeclaresAttributes(blockType string) bool {
	return r.language().attributes[blockType] != Other
}

// BlocksOf yields the types of the blocks that declare objects of a kind by their labels.
func (r Role) BlocksOf(k Kind) (types []string) {
	for typ, kind := range r.language().blocks {
		if kind == k {
			types = append(types, typ)
		}
	}
	return types
}

// RootKind returns the Kind of references that begin with a name, such as Variable for "var". It is
// Other if the name is not the keyword of a kind.
func (r Role) RootKind(root string) Kind { return r.language().roots[root] }

// BareKind returns the Kind to which a name alone refers. It is Other in most languages.
func (r Role) BareKind() Kind {
	if k := r.language().bare; hasName(k) {
		return k
	}
	return Other
}

// ReferenceTo returns the code of a reference to an object of a kind without a type: var.region, or
// REGION in a language in which a name alone is a reference. It returns "" if code cannot refer to
// such objects.
func (r Role) ReferenceTo(k Kind, name string) string {
	switch root := r.RootOf(k); {
	case root != "":
		return root + "." + name
	case r.BareKind() == k && k != Other:
		return name
	}
	return ""
}

// RootOf returns the first name of references to objects of a kind, such as "var". It is "" for objects
// to which references lead by their own names alone, and for those to which code cannot refer.
func (r Role) RootOf(k Kind) string { return r.language().rootOf(k) }

func (l *language) rootOf(k Kind) string {
	if k == l.bare {
		return ""
	}
	for root, kind := range l.roots {
		if kind == k {
			return root
		}
	}
	return ""
}

// OwnsAttributes reports whether the attributes of the blocks that declare objects of a kind are the
// attributes that references to the objects access.
func (k Kind) OwnsAttributes() bool { return Resource <= k && k <= Ephemeral || k == Target }

// Needs reports whether an object of a kind needs the objects to which its code refers, as a local
// needs what its value names. A variable, for example, does not.
func (k Kind) Needs() bool {
	return k != Variable && k != Provider && k != Action && (hasType(k) || hasName(k))
}

// KindNamed returns the Kind of the objects that a word means at the start of an address: the keyword
// of references (var), or the type of the blocks that declare the objects (variable). It is Other for
// any other word.
func (r Role) KindNamed(word string) Kind {
	if k := r.language().roots[word].knownTo(r); k != Other {
		return k
	}
	if k := r.KindOf(word); k != Other || word == "" {
		return k
	}
	return terraformCode.roots[word].knownTo(r)
}

// ObjectNamed returns the object that the names of an address mean, and the names after those of the
// object: for var.tags.Name, the variable tags, and Name. Names of the object may be missing. In a
// language in which a name alone is a reference, such a name may stand for a variable. If there is no
// such object, the Kind is Other.
func (r Role) ObjectNamed(names []string) (a Address, rest []string) {
	if len(names) == 0 {
		return a, nil
	}
	if a.Kind, rest = r.KindNamed(names[0]), names[1:]; a.Kind == Other {
		a.Kind, rest = r.BareKind(), names
	}
	take := func(s *string) {
		if len(rest) > 0 {
			*s, rest = rest[0], rest[1:]
		}
	}
	if a.Kind.HasType() || a.Kind == Provider {
		take(&a.Type)
	}
	take(&a.Name)
	return a, rest
}

// Kinds returns the words with which the addresses of objects begin, such as "var".
func (r Role) Kinds() (words []string) {
	for word, kind := range r.language().roots {
		if kind.knownTo(r) != Other {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

// knownTo returns the kind, or Other if the language of a role has no objects of the kind.
func (k Kind) knownTo(r Role) Kind {
	l := r.language()
	if k == l.bare {
		return k
	}
	for _, kinds := range []map[string]Kind{l.blocks, l.attributes} {
		for _, known := range kinds {
			if known == k {
				return k
			}
		}
	}
	return Other
}

// HasType reports whether addresses of a kind have a type before the name, as data.aws_ami.x has.
func (k Kind) HasType() bool { return hasType(k) }

// hasType reports whether addresses of a kind have a type before the name, as data.aws_ami.x has.
func hasType(k Kind) bool { return Resource <= k && k <= Action || k == Source }

// hasName reports whether addresses of a kind have a name alone, as var.region has.
func hasName(k Kind) bool { return Module <= k && k <= Local || Dependency <= k && k <= Function }
