package convert

import (
	"slices"
	"strings"

	"iacedit/internal/nearest"
	"iacedit/internal/schema"
	"iacedit/internal/terraform"
	"iacedit/value"
)

// A body describes what a body may contain, by the language, the schema of a provider, and its
// place in the module.
type body struct {
	core    *terraform.Body
	known   *schema.Body // nil if there is no schema
	dynamic bool         // the body is that of a dynamic block
	typ     string       // the type of the top-level block, and its first label
	label   string
	head    int32 // the number of typ and label in the job
	path    *path // the types of nested blocks down to it
	place   place // its place in the evidence
}

// A path has the types of the nested blocks down to a body. It is nil for the body of a top-level
// block.
type path struct {
	above *path
	typ   string
}

// String returns the types, each with a dot before it.
func (p *path) String() string {
	var types []string
	for ; p != nil; p = p.above {
		types = append(types, p.typ, ".")
	}
	slices.Reverse(types)
	return strings.Join(types, "")
}

// address returns the address of a name in a body. labels are the labels of the body's
// top-level block that the address shows, joined by dots.
func (b *body) address(labels, name string) string {
	return b.typ + "." + labels + b.path.String() + "." + name
}

// top returns the body of a top-level block.
func (j *job) top(typ string, labels []string) body {
	label := ""
	if len(labels) > 0 {
		label = labels[0]
	}
	b := body{core: terraform.Block(typ).Body.For(label)}
	j.begin(&b, typ, label)
	return b
}

// begin makes b the body of a top-level block with a type and a first label.
func (j *job) begin(b *body, typ, label string) {
	b.known, b.typ, b.label, b.path = j.provided(typ, label), typ, label, nil
	b.head, b.place = j.number(typ, label), j.evidence.start(j, typ, label)
}

// A head is the type and first label of a block.
type head struct{ typ, label string }

// number returns the number of a type and first label. Records about names in such blocks
// contain it instead of the label, which may be long.
func (j *job) number(typ, label string) int32 {
	n, ok := j.heads[head{typ, label}]
	if !ok {
		if j.heads == nil {
			j.heads = map[head]int32{}
		}
		n = int32(len(j.heads))
		j.heads[head{typ, label}] = n
		j.budget.Hold(bytesPerEntry)
	}
	return n
}

// bytesPerEntry is the approximate memory of an entry of a small map.
const bytesPerEntry = 96

// provided returns the schema of the body of a top-level block, or nil.
func (j *job) provided(typ, label string) *schema.Body {
	if typ == schema.Action.String() || typ == schema.List.String() {
		return nil // the schema describes the block "config", not this one
	}
	return j.options.Schemas.Body(typ, label)
}

// nested returns the body of a block nested in b.
func (j *job) nested(b *body, typ string, labels []string) body {
	label := ""
	if len(labels) > 0 {
		label = labels[0]
	}
	inner := body{core: b.core.Block(typ).For(label), typ: b.typ, label: b.label, head: b.head}
	name := typ
	switch {
	case b.dynamic && typ == content:
		inner.path, inner.place, inner.known = b.path, b.place, b.known
		return inner
	case b.typ == "check" && typ == "data":
		j.begin(&inner, typ, label)
		return inner
	case typ == dynamic && b.core.Open():
		inner.dynamic, name = true, label
		inner.known = b.known.Inside(label)
	case typ == "config" && b.path == nil:
		inner.known = j.options.Schemas.Body(b.typ, b.label)
	case b.core.Open() && !b.core.Knows(typ) || typ == "timeouts":
		inner.known = b.known.Inside(typ)
	}
	inner.path, inner.place = &path{b.path, name}, j.evidence.inside(j, b.place, name)
	return inner
}

// The nested blocks that generate others.
const (
	dynamic = "dynamic"
	content = "content"
)

// isOwn reports whether nested blocks of a type are the language's own.
func (b *body) isOwn(typ string) bool {
	if typ == dynamic { // in an open body
		return b.core.Open()
	}
	return b.core.Knows(typ)
}

// labels returns how many labels nested blocks of a type have.
func (b *body) labels(typ string) int {
	if it, ok := b.known.Find(typ); ok && it.Form == schema.Labelled {
		return 1
	}
	if b.isOwn(typ) {
		return b.core.Block(typ).Labels
	}
	return 0
}

// A kind says how a member is written, and how certain that is.
type kind uint8

const (
	attribute kind = iota
	block
	guessed // a block, probably
)

// kindOf returns the kind of a member of a body. dynamics are the types of the body's dynamic
// blocks.
func (j *job) kindOf(b *body, name string, v *value.Value, dynamics map[string]bool) kind {
	if it, ok := b.known.Find(name); ok {
		if it.IsBlock() {
			return block
		}
		return attribute
	}
	switch {
	case b.isOwn(name):
		return block
	case !b.core.Open() || b.core.IsArgument(name):
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

// A guess identifies a guess about a name, in blocks of one head.
type guess struct {
	head int32
	name string
}

// A subject identifies a note about a guess: a name, and the type and first label of its block.
type subject struct{ typ, label, name string }

// guess notes the guess that a member is a block, once for each block type, first label and
// member name.
func (j *job) guess(b *body, name string, labels []string) {
	guess := guess{b.head, name}
	if j.guesses[guess] {
		return
	}
	j.guesses[guess] = true
	j.note(Guessed, b.address(strings.Join(labels, "."), name), "%s is written as a nested block, which most objects are; if it is an argument, write %s = { … }", name, name)
	if b.path == nil {
		j.notes[len(j.notes)-1].about = subject{b.typ, b.label, name}
	}
}

// checkKnown adds a note if the schema of a body lacks a name.
func (j *job) checkKnown(b *body, name string) {
	if b.known == nil || !b.core.Open() || b.core.IsArgument(name) || b.isOwn(name) {
		return
	}
	if _, ok := b.known.Find(name); ok {
		return
	}
	j.note(NotInSchema, b.address(b.label, name), "the schema of %s %s has no %s%s", b.typ, b.label, name, nearest.DidYouMean(name, b.known.Names()))
}
