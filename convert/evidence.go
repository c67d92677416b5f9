package convert

import (
	"bytes"
	"slices"
	"strings"

	"iacedit/internal/terraform"
	"iacedit/internal/within"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// evidence is what native code of the module shows about names in open bodies.
type evidence struct {
	code   []module.File   // files that have not been read yet
	found  map[string]kind // by evidenceKey
	listed map[string]bool // names that are followed by an index in a reference: by evidenceKey, without a path
}

func evidenceKey(typ, label, path, name string) string {
	return typ + "\x00" + label + path + "\x00" + name
}

// find returns the known kind of a name in a body.
func (e *evidence) find(j *job, b *body, name string) (kind, bool) {
	for _, f := range e.code {
		j.budget.Step(len(f.Code))
		if parsed, err := within.Parse(f.Code, false, j.budget); err == nil {
			tree := parsed.(*syntax.File)
			e.read(j, tree)
			tree.Release()
		}
	}
	e.code = nil
	k, ok := e.found[evidenceKey(b.typ, b.label, b.path, name)]
	if !ok && b.path == "" && e.listed[evidenceKey(b.typ, b.label, "", name)] {
		return block, true
	}
	return k, ok
}

// read learns from a file.
func (e *evidence) read(j *job, tree *syntax.File) {
	if e.found == nil {
		e.found, e.listed = map[string]kind{}, map[string]bool{}
	}
	for id := range tree.Blocks(syntax.Root, "") {
		typ := string(tree.Name(id))
		t := terraform.Block(typ)
		labels := labelsOf(tree, id)
		if t != nil && t.Name == typ && t.Labels == len(labels) {
			b := j.top(typ, labels)
			e.body(j, tree, id, &b)
		}
	}
	e.references(tree)
}

// body learns from the contents of a body.
func (e *evidence) body(j *job, tree *syntax.File, in syntax.ItemID, b *body) {
	for id := range tree.Children(in) {
		name := string(tree.Name(id))
		switch tree.Kind(id) {
		case syntax.KindAttribute:
			if b.core.Open() {
				e.learn(b, name, attribute)
			}
		case syntax.KindBlock:
			labels := labelsOf(tree, id)
			switch {
			case name == dynamic && len(labels) == 1:
				e.learn(b, labels[0], block)
			case b.core.Open() && !b.isOwn(name):
				e.learn(b, name, block)
			}
			inner := j.nested(b, name, labels)
			e.body(j, tree, id, &inner)
		}
	}
}

func (e *evidence) learn(b *body, name string, k kind) {
	key := evidenceKey(b.typ, b.label, b.path, name)
	e.found[key] = max(e.found[key], k)
}

// references learns from references with an index after a name, as for nested blocks.
func (e *evidence) references(tree *syntax.File) {
	for r := range refs.All(tree, refs.Configuration) {
		e.reference(tree, r)
	}
}

func (e *evidence) reference(tree *syntax.File, r *refs.Reference) {
	switch r.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
	default:
		return
	}
	steps := r.Steps
	for len(steps) > 0 && steps[0].Kind != refs.StepAttribute {
		steps = steps[1:] // the index of an instance
	}
	if len(steps) > 1 && steps[1].Kind == refs.StepLiteral {
		e.listed[evidenceKey(r.Kind.String(), string(tree.At(r.Type)), "", string(tree.At(steps[0].Name)))] = true
	}
}

// confirm drops the notes of guesses that references in the converted code confirm.
func (j *job) confirm(converted ...[]byte) {
	converted = slices.DeleteFunc(converted, func(code []byte) bool { return !j.mayConfirm(code) })
	if len(converted) == 0 {
		return
	}
	e := evidence{listed: map[string]bool{}}
	for _, code := range converted {
		j.budget.Step(len(code))
		if parsed, err := within.Parse(code, false, j.budget); err == nil {
			tree := parsed.(*syntax.File)
			e.references(tree)
			tree.Release()
		}
	}
	if len(e.listed) > 0 {
		j.notes = slices.DeleteFunc(j.notes, func(n Note) bool { return n.Code == Guessed && e.listed[n.about] })
	}
}

// mayConfirm reports whether code may have a reference that confirms a guess. It searches the
// text for a few names, which is cheaper than finding all references.
func (j *job) mayConfirm(code []byte) bool {
	const few = 32
	var name []byte
	found := 0
	for i := range j.notes {
		n := &j.notes[i]
		if n.Code != Guessed || n.about == "" {
			continue
		}
		name = append(append(append(name[:0], '.'), n.about[strings.LastIndexByte(n.about, 0)+1:]...), '[')
		if found++; found > few || bytes.Contains(code, name) {
			return true
		}
	}
	return false
}

func labelsOf(tree *syntax.File, id syntax.ItemID) (labels []string) {
	for label := range tree.Labels(id) {
		labels = append(labels, string(label))
	}
	return labels
}
