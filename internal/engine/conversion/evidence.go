package conversion

import (
	"bytes"
	"maps"
	"slices"

	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// evidence records how the native code of a module uses names in open bodies.
type evidence struct {
	code         []module.File       // native files that are still to be read
	learning     bool                // places may be added, because files are being read
	nestedPlaces map[placeName]place // by the name of a nested block: the place of its body
	above        map[placeName]place // more nestedPlaces, which stay as they are; may be nil
	kinds        map[placeName]kind  // the kinds of the names that occur in code
	indexed      map[placeName]bool  // names that are followed by an index in a reference
}

// A place identifies a body in the code that was read as evidence. The place is 0 for a body that
// does not occur in that code.
type place int32

// A placeName is a name in a body: an argument, or the type of a nested block. For a top-level block
// such as resource "aws_vpc" "a", the type "resource" is a name in the root, and the label "aws_vpc"
// is a name in the place of "resource".
type placeName struct {
	body place
	name string
}

// rootPlace returns the place of top-level blocks, given their type and their first label.
func (e *evidence) rootPlace(j *Job, typ, label string) place {
	e.load(j)
	const root = place(-1)
	return e.nestedPlace(j, e.nestedPlace(j, root, typ), label)
}

// nestedPlace returns the place of the nested blocks with the given name. The argument parent is
// the place of the body that contains the blocks.
func (e *evidence) nestedPlace(j *Job, parent place, name string) place {
	p := e.nestedPlaces[placeName{parent, name}]
	if p == 0 {
		p = e.above[placeName{parent, name}]
	}
	if p == 0 && e.learning {
		p = place(len(e.nestedPlaces) + len(e.above) + 1)
		e.nestedPlaces[placeName{parent, name}] = p
		j.Budget.Hold(bytesPerEntry)
	}
	return p
}

// find looks up a name of a body in the evidence. The first result is the kind of the name:
// argument or block. The second result is false if there is no evidence for either kind.
func (e *evidence) find(b *body, name string) (kind, bool) {
	if e.kinds == nil {
		return attribute, false
	}
	k, ok := e.kinds[placeName{b.place, name}]
	if !ok && b.path == nil && e.indexed[placeName{b.place, name}] {
		return block, true
	}
	return k, ok
}

// load reads the files in e.code, once.
func (e *evidence) load(j *Job) {
	if len(e.code) == 0 {
		return
	}
	code := e.code
	e.code, e.learning = nil, true
	e.nestedPlaces, e.kinds, e.indexed = map[placeName]place{}, map[placeName]kind{}, map[placeName]bool{}
	defer func() { e.learning = false }()
	for _, f := range code {
		j.Budget.Step(len(f.Code))
		if tree, err := syntax.ParseWithin(f.Code, syntax.Top, j.Budget); err == nil {
			e.readFile(j, tree)
			tree.Release()
		}
	}
}

// learn returns the evidence for code before an edit, and for code after it, given both. If the edit
// has renamed arguments or nested blocks, or turned one into the other, both know the kinds of these
// names; otherwise they are e. The result turned reports whether blocks have become arguments, or
// arguments blocks.
func (e *evidence) learn(j *Job, old, new *syntax.File) (before, after *evidence, turned bool) {
	places := map[placeName]place{}
	kindsIn := func(tree *syntax.File) map[placeName]kind {
		j.evidence = &evidence{learning: true, nestedPlaces: places, above: e.nestedPlaces, kinds: map[placeName]kind{}}
		j.evidence.readBlocks(j, tree)
		return j.evidence.kinds
	}
	was, is := kindsIn(old), kindsIn(new)

	// Names that occur no more, and names that occur for the first time. The latter may stand for the
	// former if they are in the same body.
	gone, added := map[placeName]kind{}, map[placeName]kind{}
	var replaced [guessed]map[place]bool
	for k := range replaced {
		replaced[k] = map[place]bool{}
	}
	for name, k := range was {
		if now, ok := is[name]; !ok || now != k {
			gone[name], replaced[k][name.body] = k, true
		}
	}
	for name, k := range is {
		old, known := was[name]
		if known && old == k {
			continue
		}
		if same := replaced[k][name.body]; same || replaced[block-k][name.body] {
			added[name] = k
			turned = turned || known || !same
		}
	}
	if len(added) == 0 {
		return e, e, false
	}
	entries := len(e.nestedPlaces) + 2*len(e.kinds)
	j.Budget.Hold(bytesPerEntry * entries)
	j.Budget.Step(stepsPerEntry * entries)
	maps.Copy(places, e.nestedPlaces)
	return e.with(places, gone), e.with(places, added), turned
}

// stepsPerEntry is the price of copying an entry of a map.
const stepsPerEntry = 12

// with returns e with the given kinds of names as well.
func (e *evidence) with(places map[placeName]place, kinds map[placeName]kind) *evidence {
	for name, k := range e.kinds {
		if _, ok := kinds[name]; !ok {
			kinds[name] = k
		}
	}
	return &evidence{nestedPlaces: places, kinds: kinds, indexed: e.indexed}
}

// readFile records the evidence of a file.
func (e *evidence) readFile(j *Job, tree *syntax.File) {
	e.readBlocks(j, tree)
	e.readReferences(j, tree)
}

// readBlocks records the evidence of the blocks of a file.
func (e *evidence) readBlocks(j *Job, tree *syntax.File) {
	for id := range tree.Blocks(syntax.Root, "") {
		typ := string(tree.Name(id))
		t := terraform.Block(typ)
		labels := syntax.Strings(tree.Labels(id))
		if t != nil && t.Name == typ && t.Labels == len(labels) {
			b := j.topLevelBody(typ, labels)
			e.readBody(j, tree, id, &b)
		}
	}
}

// readBody records the evidence of a body and of the blocks in it.
func (e *evidence) readBody(j *Job, tree *syntax.File, in syntax.ItemID, b *body) {
	for id := range tree.Children(in) {
		j.Budget.Step(1)
		name := string(tree.Name(id))
		switch tree.Kind(id) {
		case syntax.KindAttribute:
			if b.language.Open() {
				e.record(j, b, name, attribute)
			}
		case syntax.KindBlock:
			labels := syntax.Strings(tree.Labels(id))
			switch {
			case name == dynamicType && len(labels) == 1:
				e.record(j, b, labels[0], block)
			case b.language.Open() && !b.isOwn(name):
				e.record(j, b, name, block)
			}
			inner := j.nestedBody(b, name, labels)
			e.readBody(j, tree, id, &inner)
		}
	}
}

func (e *evidence) record(j *Job, b *body, name string, k kind) {
	at := placeName{b.place, name}
	known, ok := e.kinds[at]
	if !ok {
		j.Budget.Hold(bytesPerEntry)
	}
	e.kinds[at] = max(known, k)
}

// readReferences records references such as aws_instance.web.ebs_block_device[0]: the index
// suggests that the last name is a block type.
func (e *evidence) readReferences(j *Job, tree *syntax.File) {
	for r := range refs.All(tree, refs.Configuration) {
		e.readReference(j, tree, r)
	}
}

func (e *evidence) readReference(j *Job, tree *syntax.File, r *refs.Reference) {
	switch r.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
	default:
		return
	}
	steps := r.Steps
	for len(steps) > 0 && steps[0].Kind != refs.StepAttribute {
		steps = steps[1:] // skip the index of an instance
	}
	if len(steps) > 1 && steps[1].Kind == refs.StepLiteral {
		j.Budget.Hold(bytesPerEntry)
		e.indexed[placeName{e.rootPlace(j, r.Kind.String(), string(tree.At(r.Type))), string(tree.At(steps[0].Name))}] = true
	}
}

// dropConfirmed drops the notes about guesses that turn out to be right. The guess that a name is a
// block is right if the converted code refers to a list of such blocks, as in
// aws_instance.web.ebs_block_device[0].
func (j *Job) dropConfirmed(converted ...[]byte) {
	converted = slices.DeleteFunc(converted, func(code []byte) bool { return !j.mayDropConfirmed(code) })
	if len(converted) == 0 {
		return
	}
	e := evidence{learning: true, nestedPlaces: map[placeName]place{}, indexed: map[placeName]bool{}}
	for _, code := range converted {
		j.Budget.Parse(len(code))
		if tree, err := syntax.ParseWithin(code, syntax.Top, j.Budget); err == nil {
			e.readReferences(j, tree)
			tree.Release()
		}
	}
	if len(e.indexed) == 0 {
		return
	}
	e.learning = false
	j.Notes = slices.DeleteFunc(j.Notes, func(n Note) bool {
		return n.Code == Guessed && e.indexed[placeName{e.rootPlace(j, n.guess.typ, n.guess.label), n.guess.name}]
	})
}

// mayDropConfirmed reports whether code may have a reference that confirms a guess. It searches the
// text for the guessed names, which is cheaper than finding all references. If there are many
// guesses, mayDropConfirmed returns true.
func (j *Job) mayDropConfirmed(code []byte) bool {
	const few = 32
	var name []byte
	found := 0
	for i := range j.Notes {
		n := &j.Notes[i]
		if n.Code != Guessed || n.guess.name == "" {
			continue
		}
		name = append(append(append(name[:0], '.'), n.guess.name...), '[')
		if found++; found > few || bytes.Contains(code, name) {
			return true
		}
	}
	return false
}
