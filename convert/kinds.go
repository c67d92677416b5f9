package convert

import (
	"strings"

	"iacedit/internal/nearest"
	"iacedit/internal/schema"
	"iacedit/internal/terraform"
	"iacedit/value"
)

// A body describes a body: by the language, by the schema of a provider, and by its place.
type body struct {
	core    *terraform.Body
	known   *schema.Body // nil if there is no schema
	dynamic bool         // it is that of a dynamic block
	typ     string       // of the top-level block, and its first label
	label   string
	path    string // the types of the nested blocks around it, each after a dot
}

// top returns the body of a top-level block.
func (j *job) top(typ string, labels []string) body {
	label := ""
	if len(labels) > 0 {
		label = labels[0]
	}
	return body{
		core:  terraform.Block(typ).Body.For(label),
		known: j.provided(typ, label), typ: typ, label: label,
	}
}

// provided returns the schema of a block's own body.
func (j *job) provided(typ, label string) *schema.Body {
	if typ == schema.Action.String() || typ == schema.List.String() {
		return nil // it is in the block "config"
	}
	return j.options.Schemas.Body(typ, label)
}

// nested returns the body of a block in b.
func (j *job) nested(b *body, typ string, labels []string) body {
	label := ""
	if len(labels) > 0 {
		label = labels[0]
	}
	inner := body{core: b.core.Block(typ).For(label), typ: b.typ, label: b.label, path: b.path + "." + typ}
	switch {
	case typ == dynamic && b.isDynamicPlace():
		inner.dynamic, inner.path = true, b.path+"."+label
		inner.known = b.known.Inside(label)
	case b.dynamic && typ == content:
		inner.path, inner.known = b.path, b.known
	case b.typ == "check" && typ == "data":
		inner.typ, inner.label, inner.path = typ, label, ""
		inner.known = j.provided(typ, label)
	case typ == "config" && b.path == "":
		inner.known = j.options.Schemas.Body(b.typ, b.label)
	case b.core.Open() && !b.core.Knows(typ) || typ == "timeouts":
		inner.known = b.known.Inside(typ)
	}
	return inner
}

// The nested blocks that generate others.
const (
	dynamic = "dynamic"
	content = "content"
)

// isDynamicPlace reports whether a dynamic block may stand in a body.
func (b *body) isDynamicPlace() bool { return b.core.Open() }

// isOwn reports whether nested blocks of a type are the language's own.
func (b *body) isOwn(typ string) bool {
	if typ == dynamic {
		return b.isDynamicPlace()
	}
	return b.core.Knows(typ)
}

// labels returns how many labels the nested blocks of a type have.
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

// kindOf returns how a member of a body is written. dynamics are the types that the body has
// dynamic blocks of.
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
	switch shapeOf(v) {
	case noBody, notNames:
		return attribute
	}
	if dynamics[name] {
		return block
	}
	if k, ok := j.evidence.find(j, b, name); ok {
		return k
	}
	if looksLikeBlocks(name, v) {
		return guessed
	}
	return attribute
}

// guess notes that a member is probably a block, once for its type, first label and name.
func (j *job) guess(b *body, name string, labels []string) {
	key := b.typ + "\x00" + b.label + "\x00" + name
	if j.guesses[key] {
		return
	}
	j.guesses[key] = true
	address := b.typ + "." + strings.Join(labels, ".") + b.path + "." + name
	j.note(Guessed, address, "%s is written as a nested block, which most objects are; if it is an argument, write %s = { … }", name, name)
	if b.path == "" {
		j.notes[len(j.notes)-1].about = evidenceKey(b.typ, b.label, "", name)
	}
}

// checkKnown notes that a body should not have a name, according to its schema.
func (j *job) checkKnown(b *body, name string) {
	if b.known == nil || !b.core.Open() || b.core.IsArgument(name) || b.isOwn(name) {
		return
	}
	if _, ok := b.known.Find(name); ok {
		return
	}
	names := func(yield func(string) bool) {
		for it := range b.known.Items() {
			if !yield(it.Name) {
				return
			}
		}
	}
	j.note(NotInSchema, b.typ+"."+b.label+b.path+"."+name, "the schema of %s %s has no %s%s", b.typ, b.label, name, nearest.DidYouMean(name, names))
}
