package convert

import (
	"bytes"
	"errors"
	"sync"

	"iacedit/internal/budget"
	"iacedit/internal/excerpt"
	"iacedit/internal/grow"
	"iacedit/internal/nearest"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A Mirror is a file in JSON syntax as native code, for those who search such files or rename
// what is in them. It knows where each part of the code stands in the JSON. The code is laid
// out for programs; Options.ToNative writes it for people.
type Mirror struct {
	JSON []byte // the file
	Code []byte // the native code

	parts   []part // of Code, in order
	again   func(text []byte, b *budget.Budget) (*Mirror, error)
	closing closings
}

// A Parser is a function of package syntax that parses code.
type Parser func(code []byte, b *budget.Budget) (*syntax.File, error)

// Parse parses the code. The positions of the tree are places in the JSON, and so is that of
// the error.
func (m *Mirror) Parse(name string, b *budget.Budget, parse Parser) (*syntax.File, error) {
	if parse == nil {
		parse = syntax.ParseWithin
	}
	if m == nil {
		m = new(Mirror)
	}
	tree, err := parse(m.Code, b)
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		j := job{file: name, text: m.JSON}
		return nil, j.invalid(m.Offset(wrong.Offset), "the code that it means is refused: %s", wrong.Message)
	}
	if err == nil {
		syntax.Origin{Text: m.JSON, Place: m.Offset}.Set(tree)
	}
	return tree, err
}

// Mirrors makes the mirrors of files in JSON syntax. Native files of the same folder tell what
// is a block. It may be used concurrently.
type Mirrors struct {
	options *Options
	beside  []module.File

	loading  sync.Mutex
	evidence map[string]*evidence // by folder
}

// Mirrors returns what makes the mirrors of files. beside are other files, of which the native
// ones are evidence; it keeps them.
func (o *Options) Mirrors(beside []module.File) *Mirrors {
	if o == nil {
		o = new(Options)
	}
	return &Mirrors{options: o, beside: beside, evidence: map[string]*evidence{}}
}

// evidenceFor returns what the native files of the folder of a file tell.
func (ms *Mirrors) evidenceFor(j *job, name string) *evidence {
	ms.loading.Lock()
	defer ms.loading.Unlock()
	folder, _ := module.Split(name)
	e := ms.evidence[folder]
	if e == nil {
		e = new(evidence)
		for i := range ms.beside {
			f := &ms.beside[i]
			if in, base := module.Split(f.Name); in == folder && isNativeCode(base) {
				e.code = append(e.code, *f)
			}
		}
		e.load(j)
		ms.evidence[folder] = e
	}
	return e
}

// isNativeCode reports whether a file of that name is configuration in native syntax.
func isNativeCode(name string) bool {
	_, role, ok := target(name, JSON)
	return ok && role == configuration
}

// Of returns the mirror of a file, whose name says what it is. It spends from a budget; nil
// for none. The mirror keeps the file's code. The error is an *Error with a position in the
// JSON, or that of a budget that does not suffice.
func (ms *Mirrors) Of(f module.File, b *budget.Budget) (m *Mirror, err error) {
	defer budget.Catch(&err)
	_, base := module.Split(f.Name)
	_, role, _ := target(base, Native)
	j := &job{options: ms.options, to: Native, size: len(f.Code), guesses: map[guess]bool{}, budget: b, file: f.Name, text: f.Code}
	if j.evidence = new(evidence); role != values {
		j.evidence = ms.evidenceFor(j, f.Name)
	}
	root, start, err := j.readJSON(f.Code, nil)
	if err != nil {
		return nil, err
	}
	b.Hold(bytesPerBracket * (bytes.Count(f.Code, []byte{'{'}) + bytes.Count(f.Code, []byte{'['})))
	m = &Mirror{JSON: f.Code, closing: closingsOf(f.Code)}
	m.again = func(text []byte, b *budget.Budget) (*Mirror, error) {
		return ms.Of(module.File{Name: f.Name, Code: text}, b)
	}
	w := mirrorWriter{native: native{job: j, base: start, out: grow.Make[[]byte](b, len(f.Code), 0)}, mirror: m}
	if role == unknownRole {
		role = roleOf(&root)
	}
	if role == values {
		err = w.values(&root)
	} else {
		err = w.file(&root)
	}
	m.Code = w.out
	return m, err
}

// bytesPerBracket is about how much memory a bracket takes.
const bytesPerBracket = 16

// A mirrorWriter writes a mirror.
type mirrorWriter struct {
	native
	mirror *Mirror
	runs   []run // of the string at hand
}

// file writes configuration.
func (w *mirrorWriter) file(root *value.Value) error {
	if err := w.checkBody(root, "configuration"); err != nil {
		return err
	}
	w.rootComment(root)
	if len(w.out) > 0 {
		w.out = append(w.out, '\n')
	}
	for item := range membersOf(root) {
		if item.Key == comment {
			continue
		}
		if !isBlockType(item.Key) {
			return w.refuseKey(item, "there is no block type %s%s", excerpt.Quote(item.Key), nearest.DidYouMean(item.Key, blockTypes))
		}
		t := terraform.Block(item.Key)
		w.labels = w.labels[:0]
		err := w.labelled(&item.Value, item.Key, t.Labels, &w.labels, func(v *value.Value) error {
			b := w.top(t.Name, w.labels)
			return w.block(v, &b, item, w.labels, true)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// values writes the values of variables.
func (w *mirrorWriter) values(root *value.Value) error {
	if err := w.checkBody(root, "a file of values"); err != nil {
		return err
	}
	w.rootComment(root)
	if len(w.out) > 0 {
		w.out = append(w.out, '\n')
	}
	b := body{core: terraform.Block(terraform.VariableValues).Body}
	return w.members(root, &b)
}

// block writes a block whose type is the key of a member.
func (w *mirrorWriter) block(v *value.Value, b *body, item *value.Item, labels []string, top bool) error {
	places := w.places[len(w.places)-len(labels):]
	w.text = w.text[:0]
	for member := range membersOf(v) {
		if member.Key == comment {
			w.gatherComment(&member.Value)
		}
	}
	w.writeComment()
	w.startLine()
	switch {
	case !top:
		w.key(item.Key, item.Value.At)
	case len(labels) > 0:
		w.placed(item.Key, keyAt(w.job.text, w.base+places[len(labels)-1]))
	case item.Value.Kind == value.Array:
		w.placed(item.Key, w.base+v.At)
	default:
		w.placed(item.Key, keyAt(w.job.text, w.base+item.Value.At))
	}
	for i, label := range labels {
		w.write(` "`)
		w.key(label, places[i])
		w.write(`"`)
	}
	w.write(" ")
	w.bracket("{", v.At)
	w.write("\n")
	err := w.members(v, b)
	if err != nil {
		return err
	}
	w.startLine()
	w.closeBracket("}", v.At)
	w.write("\n")
	return nil
}

// members writes the members of a body.
func (w *mirrorWriter) members(v *value.Value, b *body) error {
	mark := len(w.stack)
	defer func() { w.stack = w.stack[:mark] }()
	dynamics := dynamicTypes(v)
	for item := range membersOf(v) {
		if item.Key == comment {
			continue
		}
		if !value.IsIdentifier(item.Key) {
			return w.refuseKey(item, "%s is no name of an argument or block", excerpt.Quote(item.Key))
		}
		w.stack = append(w.stack, member{item: item, kind: w.kindOf(b, item.Key, &item.Value, dynamics)})
	}
	w.budget.Step(len(w.stack) - mark)
	if err := w.checkTwice(w.stack[mark:]); err != nil {
		return err
	}
	for i := mark; i < len(w.stack); i++ {
		item := w.stack[i].item
		if w.stack[i].kind != attribute {
			if err := w.blocks(item, b); err != nil {
				return err
			}
			continue
		}
		if item.Value.Kind == value.Null && b.core.Plugin && !b.core.IsArgument(item.Key) && !b.isRepeat(item.Key) {
			continue // which the provider takes for absent
		}
		w.startLine()
		w.key(item.Key, item.Value.At)
		w.write(" = ")
		if err := w.value(&item.Value, b.core.Attribute(item.Key)); err != nil {
			return err
		}
		w.write("\n")
	}
	return nil
}

// blocks writes the nested blocks that a member holds.
func (w *mirrorWriter) blocks(item *value.Item, b *body) error {
	mark := len(w.nested)
	defer func() { w.nested = w.nested[:mark] }()
	return w.labelled(&item.Value, item.Key, b.labels(item.Key), &w.nested, func(v *value.Value) error {
		labels := w.nested[mark:]
		inner := w.job.nested(b, item.Key, labels)
		return w.block(v, &inner, item, labels, false)
	})
}

// value writes a value at a place.
func (w *mirrorWriter) value(v *value.Value, p *value.Schema) error {
	switch v.Kind {
	case value.String:
		return w.string(v, p.StringMode())
	case value.Array:
		w.bracket("[", v.At)
		for i := range v.Items {
			if i > 0 {
				w.write(",")
			}
			w.newLine()
			if err := w.value(&v.Items[i].Value, p.Element()); err != nil {
				return err
			}
		}
		if len(v.Items) > 0 {
			w.newLine()
		}
		w.closeBracket("]", v.At)
	case value.Object:
		w.bracket("{", v.At)
		for i := range v.Items {
			item := &v.Items[i]
			w.newLine()
			if err := w.objectKey(item, p.KeyMode()); err != nil {
				return err
			}
			w.write(" = ")
			if err := w.value(&item.Value, p.Member(item.Key)); err != nil {
				return err
			}
		}
		if len(v.Items) > 0 {
			w.newLine()
		}
		w.closeBracket("}", v.At)
	case value.Number:
		w.placed(v.Text, w.base+v.At)
	default:
		w.placed([...]string{value.Null: "null", value.False: "false", value.True: "true"}[v.Kind], w.base+v.At)
	}
	return nil
}
