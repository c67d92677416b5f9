package conversion

import (
	"slices"
	"strings"

	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
	"iacedit/value"
)

// A body describes the body of a block: its definition in the language, the schema of the
// provider, and its place in the module.
type body struct {
	language *terraform.Body
	schema   *schema.Body // nil if there is no schema
	dynamic  bool         // the body is that of a dynamic block
	typ      string       // the type of the top-level block; label is its first label
	label    string
	head     int32       // the number of typ and label; see Job.headNumber
	path     *nestedPath // the types of the nested blocks that lead to the body
	place    place       // the place of the body in the evidence
}

// A nestedPath lists the types of the nested blocks that lead to a body. It is nil for the body of
// a top-level block.
type nestedPath struct {
	parent *nestedPath
	typ    string
}

// String returns the types, each with a dot before it: ".lifecycle.precondition".
func (p *nestedPath) String() string {
	var types []string
	for ; p != nil; p = p.parent {
		types = append(types, p.typ, ".")
	}
	slices.Reverse(types)
	return strings.Join(types, "")
}

// address returns the address of a name in a body, such as
// resource.aws_instance.web.ebs_block_device, for a note. labels consists of the labels of the
// top-level block, joined by dots.
func (b *body) address(labels, name string) string {
	return b.typ + "." + labels + b.path.String() + "." + name
}

// topLevelBody returns the description of the body of a top-level block.
func (j *Job) topLevelBody(typ string, labels []string) body {
	label := ""
	if len(labels) > 0 {
		label = labels[0]
	}
	b := body{language: terraform.Block(typ).Body.For(label)}
	j.initBody(&b, typ, label)
	return b
}

// initBody sets the fields of b for the body of a top-level block, except language and dynamic.
func (j *Job) initBody(b *body, typ, label string) {
	b.schema, b.typ, b.label, b.path = j.providerSchema(typ, label), typ, label, nil
	b.head, b.place = j.headNumber(typ, label), j.evidence.rootPlace(j, typ, label)
}

// A head is the type and first label of a block.
type head struct{ typ, label string }

// headNumber returns a number for a type and first label. Records about blocks with this type and
// label contain the number instead of the label, which may be long.
func (j *Job) headNumber(typ, label string) int32 {
	n, ok := j.headNumbers[head{typ, label}]
	if !ok {
		if j.headNumbers == nil {
			j.headNumbers = map[head]int32{}
		}
		n = int32(len(j.headNumbers))
		j.headNumbers[head{typ, label}] = n
		j.Budget.Hold(bytesPerEntry)
	}
	return n
}

// bytesPerEntry is the approximate memory of an entry of a small map.
const bytesPerEntry = 96

// providerSchema returns the schema that a provider has for the body of a top-level block, or nil.
func (j *Job) providerSchema(typ, label string) *schema.Body {
	if typ == schema.Action.String() || typ == schema.List.String() {
		return nil // the schema describes the nested block "config", not this body
	}
	return j.schemas.Body(typ, label)
}

// nestedBody returns the description of the body of a block nested in b.
func (j *Job) nestedBody(b *body, typ string, labels []string) body {
	label := ""
	if len(labels) > 0 {
		label = labels[0]
	}
	inner := body{language: b.language.Block(typ).For(label), typ: b.typ, label: b.label, head: b.head}
	name := typ
	switch {
	case b.dynamic && typ == contentType:
		inner.path, inner.place, inner.schema = b.path, b.place, b.schema
		return inner
	case b.typ == "check" && typ == "data":
		j.initBody(&inner, typ, label)
		return inner
	case typ == dynamicType && b.language.Open():
		inner.dynamic, name = true, label
		inner.schema = b.schema.Inside(label)
	case typ == "config" && b.path == nil:
		inner.schema = j.schemas.Body(b.typ, b.label)
	case b.language.Open() && !b.language.Knows(typ) || typ == "timeouts":
		inner.schema = b.schema.Inside(typ)
	}
	inner.path, inner.place = &nestedPath{b.path, name}, j.evidence.nestedPlace(j, b.place, name)
	return inner
}

// A block of the type dynamicType generates other blocks. Inside it, a block of the type
// contentType describes the contents of the generated blocks.
const (
	dynamicType = "dynamic"
	contentType = "content"
)

// isOwn reports whether nested blocks of a type are defined by the language, like "lifecycle", and
// not by a provider.
func (b *body) isOwn(typ string) bool {
	if typ == dynamicType { // the language allows dynamic blocks only in open bodies
		return b.language.Open()
	}
	return b.language.Knows(typ)
}

// labels returns how many labels the nested blocks of a type have.
func (b *body) labels(typ string) int {
	if it, ok := b.schema.Find(typ); ok && it.Form == schema.Labelled {
		return 1
	}
	if b.isOwn(typ) {
		return b.language.Block(typ).Labels
	}
	return 0
}

// A kind determines whether a member is written as an argument or a block, and whether this is a
// guess.
type kind uint8

const (
	attribute kind = iota
	block
	guessed // a block, probably
)

// kindOf decides whether a member of a body is an argument or a block. dynamics contains the block
// types that the dynamic blocks of the body generate.
func (j *Job) kindOf(b *body, name string, v *value.Value, dynamics map[string]bool) kind {
	if it, ok := b.schema.Find(name); ok {
		if it.IsBlock() {
			return block
		}
		return attribute
	}
	switch {
	case b.isOwn(name):
		return block
	case !b.language.Open() || b.language.IsArgument(name):
		return attribute
	}
	if !terraform.MayBeBlocks(v) {
		return attribute
	}
	if dynamics[name] {
		return block
	}
	if k, ok := j.evidence.find(b, name); ok {
		return k
	}
	if terraform.LooksLikeBlocks(name, v) {
		return guessed
	}
	return attribute
}

// A guess identifies a member that was guessed to be a block. It contains the name of the member,
// and the number that Job.headNumber returns for the block around the member.
type guess struct {
	head int32
	name string
}

// A subject identifies the guess that a note describes, by the name of the guessed member, and by
// the type and first label of the block that contains it.
type subject struct{ typ, label, name string }

// noteGuess adds a note that a member was guessed to be a block, once for each block type, first
// label and member name.
func (j *Job) noteGuess(b *body, name string, labels []string) {
	guess := guess{b.head, name}
	if j.guesses[guess] {
		return
	}
	j.guesses[guess] = true
	j.note(Guessed, b.address(strings.Join(labels, "."), name), "%s is written as a nested block, which most objects are; if it is an argument, write %s = { … }", name, name)
	if b.path == nil {
		j.Notes[len(j.Notes)-1].guess = subject{b.typ, b.label, name}
	}
}

// checkKnown adds a note if a body has a schema that does not contain a name.
func (j *Job) checkKnown(b *body, name string) {
	if b.schema == nil || !b.language.Open() || b.language.IsArgument(name) || b.isOwn(name) {
		return
	}
	if _, ok := b.schema.Find(name); ok {
		return
	}
	j.note(NotInSchema, b.address(b.label, name), "the schema of %s %s has no %s%s", b.typ, b.label, name, nearest.DidYouMean(name, b.schema.Names()))
}
