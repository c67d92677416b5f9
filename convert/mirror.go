package convert

import (
	"bytes"

	"iacedit/internal/budget"
	"iacedit/internal/excerpt"
	"iacedit/internal/grow"
	"iacedit/internal/mirror"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/value"
)

// init sets the variables through which package mirror calls this package.
func init() {
	mirror.Learn = func(native []module.File, b *budget.Budget) any {
		j := newMirrorJob(b)
		for i := range native {
			if _, base := module.Split(native[i].Name); isNativeCode(base) {
				j.evidence.code = append(j.evidence.code, native[i])
			}
		}
		j.evidence.load(j)
		return j.evidence
	}
	mirror.Write = func(m *mirror.Mirror, f module.File, e any, b *budget.Budget) error {
		j := newMirrorJob(b)
		j.evidence, j.file, j.text = e.(*evidence), f.Name, f.Code
		return j.mirror(m)
	}
}

func newMirrorJob(b *budget.Budget) *job {
	return &job{options: new(Options), to: Native, guesses: map[guess]bool{}, budget: b, evidence: new(evidence)}
}

// isNativeCode reports whether name is the name of a configuration file in native syntax.
func isNativeCode(name string) bool {
	_, role, ok := target(name, JSON)
	return ok && role == configuration
}

// mirror writes the native code of the current file, which is in JSON syntax, to m.
func (j *job) mirror(m *mirror.Mirror) error {
	root, start, err := j.readJSON(j.text, nil)
	if err != nil {
		return err
	}
	j.budget.Hold(bytesPerBracket * (bytes.Count(j.text, []byte{'{'}) + bytes.Count(j.text, []byte{'['})))
	m.Code = grow.Make[[]byte](j.budget, len(j.text), 0)
	w := mirrorWriter{native: native{job: j, base: start}, mirror: m, closing: closingsOf(j.text)}
	_, base := module.Split(j.file)
	_, role, _ := target(base, Native)
	if role == unknownRole {
		role = roleOf(&root)
	}
	if role == values {
		return w.values(&root)
	}
	return w.file(&root)
}

// bytesPerBracket is the approximate memory for each opening bracket of the JSON text.
const bytesPerBracket = 16

// A mirrorWriter writes the native code of a mirror.
type mirrorWriter struct {
	native
	mirror  *mirror.Mirror
	closing closings
	runs    []run // the runs of the current string
}

// file writes a file of configuration.
func (w *mirrorWriter) file(root *value.Value) error {
	if err := w.checkBody(root, "configuration"); err != nil {
		return err
	}
	w.rootComment(root)
	if w.takeComment(); len(w.mirror.Code) > 0 {
		w.write("\n")
	}
	return w.topLevel(root, func(item *value.Item, t *terraform.BlockType, v *value.Value) error {
		b := w.top(t.Name, w.labels)
		return w.block(v, &b, item, w.labels, true)
	})
}

// takeComment moves the comment in w.out to the code of the mirror.
func (w *mirrorWriter) takeComment() {
	w.write(string(w.out))
	w.out = w.out[:0]
}

func (w *mirrorWriter) values(root *value.Value) error {
	if err := w.checkBody(root, "a file of values"); err != nil {
		return err
	}
	w.rootComment(root)
	if w.takeComment(); len(w.mirror.Code) > 0 {
		w.write("\n")
	}
	b := body{core: terraform.Block(terraform.VariableValues).Body}
	return w.members(root, &b)
}

// block writes a block, whose type is the key of item. The argument top says whether the block is
// at the top level.
func (w *mirrorWriter) block(v *value.Value, b *body, item *value.Item, labels []string, top bool) error {
	places := w.places[len(w.places)-len(labels):]
	w.text = w.text[:0]
	for member := range membersOf(v) {
		if member.Key == comment {
			w.gatherComment(&member.Value)
		}
	}
	w.writeComment()
	w.takeComment()
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
	w.closeBracket("}", v.At)
	w.write("\n")
	return nil
}

func (w *mirrorWriter) members(v *value.Value, b *body) error {
	mark := len(w.stack)
	defer func() { w.stack = w.stack[:mark] }()
	dynamics := dynamicTypes(v)
	for item := range membersOf(v) {
		if item.Key == comment {
			continue
		}
		if !value.IsIdentifier(item.Key) {
			return w.refuseKey(item, "%s is not a name of an argument or block", excerpt.Quote(item.Key))
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
			continue // the provider treats null as a missing argument
		}
		w.key(item.Key, item.Value.At)
		w.write(" = ")
		if err := w.value(&item.Value, b.core.Attribute(item.Key)); err != nil {
			return err
		}
		w.write("\n")
	}
	return nil
}

// blocks writes the nested blocks of a member.
func (w *mirrorWriter) blocks(item *value.Item, b *body) error {
	mark := len(w.nested)
	defer func() { w.nested = w.nested[:mark] }()
	return w.labelled(&item.Value, item.Key, b.labels(item.Key), &w.nested, func(v *value.Value) error {
		labels := w.nested[mark:]
		inner := w.job.nested(b, item.Key, labels)
		return w.block(v, &inner, item, labels, false)
	})
}

// value writes a value. The schema p says how the strings of the value are read.
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
