package conversion

import (
	"bytes"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// Mirrors returns a Maker of mirrors. A mirror is native code that is searched and edited in place of
// a file in JSON syntax. The argument beside has the native files in the same folders.
func Mirrors(beside []module.File) *mirror.Maker { return mirror.NewMaker(learn, beside) }

// learn is the Learner of mirrors.
func learn(native []module.File, b *budget.Budget) mirror.Converter {
	j := NewJob(nil, Native, b)
	for i := range native {
		if _, base := module.Split(native[i].Name); isNativeCode(base) {
			j.evidence.code = append(j.evidence.code, native[i])
		}
	}
	j.evidence.load(j)
	return mirrorConverter{j.evidence}
}

// A mirrorConverter is the Converter of mirrors.
type mirrorConverter struct{ evidence *evidence }

// ToNative implements mirror.Converter.
func (c mirrorConverter) ToNative(m *mirror.Mirror, f module.File, b *budget.Budget) error {
	j := NewJob(nil, Native, b)
	j.evidence, j.file, j.text = c.evidence, f.Name, f.Code
	return j.mirror(m)
}

// ToJSON implements mirror.Converter.
func (c mirrorConverter) ToJSON(f module.File, b *budget.Budget) (*mirror.Encoded, error) {
	j := NewJob(nil, Native, b)
	j.To, j.evidence, j.file, j.text, j.inPlace = JSON, c.evidence, f.Name, f.Code, true
	return j.encode()
}

// Learn implements mirror.Converter.
func (c mirrorConverter) Learn(old, new *syntax.File, b *budget.Budget) (before, after mirror.Converter, turned bool) {
	was, is, turned := c.evidence.learn(NewJob(nil, Native, b), old, new)
	return mirrorConverter{was}, mirrorConverter{is}, turned
}

// isNativeCode reports whether name is the name of a configuration file in native syntax.
func isNativeCode(name string) bool {
	_, role, ok := targetName(name, JSON)
	return ok && role == configuration
}

// mirror writes the native code of the current file, which is in JSON syntax, to m.
func (j *Job) mirror(m *mirror.Mirror) error {
	root, start, err := j.readJSON(j.text, nil)
	if err != nil {
		return err
	}
	j.Budget.Hold(bytesPerBracket * (bytes.Count(j.text, []byte{'{'}) + bytes.Count(j.text, []byte{'['})))
	m.Code = grow.Make[[]byte](j.Budget, len(j.text), 0)
	w := mirrorWriter{nativeWriter: nativeWriter{Job: j, base: start, newline: "\n"}, mirror: m, closing: closingsOf(j.text)}
	_, base := module.Split(j.file)
	_, role, _ := targetName(base, Native)
	if role == unknownRole {
		role = roleOf(&root)
	}
	if role == values {
		return w.writeValues(&root)
	}
	return w.writeFile(&root)
}

// encode writes the JSON for the native code of a mirror.
func (j *Job) encode() (*mirror.Encoded, error) {
	_, base := module.Split(j.file)
	_, role, _ := targetName(base, Native)
	w, err := j.newJSONWriter(nil)
	if err != nil {
		return nil, err
	}
	w.at, w.newline = make([]int32, 0, len(j.text)/16), ""
	if err := w.writeFile(role); err != nil {
		w.f.Release()
		return nil, err
	}
	_, lost := w.lostComments()
	return &mirror.Encoded{Tree: w.f, JSON: w.dst, At: w.at, Lost: lost}, nil
}

// bytesPerBracket is the approximate memory for each opening bracket of the JSON text.
const bytesPerBracket = 16

// A mirrorWriter writes the native code of a mirror.
type mirrorWriter struct {
	nativeWriter
	mirror  *mirror.Mirror
	closing closings
	runs    []mirror.Run // the runs of the current string
}

// writeFile writes a configuration file.
func (w *mirrorWriter) writeFile(root *value.Value) error {
	if err := w.checkBody(root, "configuration"); err != nil {
		return err
	}
	w.writeRootComment(root)
	if w.moveComment(); len(w.mirror.Code) > 0 {
		w.writeUnmapped("\n")
	}
	return w.eachTopLevel(root, func(item *value.Item, t *terraform.BlockType, v *value.Value) error {
		b := w.topLevelBody(t.Name, w.labels)
		return w.writeBlock(v, &b, item, w.labels, true)
	})
}

// moveComment moves the comment in w.out to the code of the mirror.
func (w *mirrorWriter) moveComment() {
	w.writeUnmapped(string(w.out))
	w.out = w.out[:0]
}

func (w *mirrorWriter) writeValues(root *value.Value) error {
	if err := w.checkBody(root, "a file of values"); err != nil {
		return err
	}
	w.writeRootComment(root)
	if w.moveComment(); len(w.mirror.Code) > 0 {
		w.writeUnmapped("\n")
	}
	b := body{language: terraform.Block(terraform.VariableValues).Body}
	return w.writeMembers(root, &b)
}

// writeBlock writes a block, whose type is the key of item. If top is set, the block is at the top
// level.
func (w *mirrorWriter) writeBlock(v *value.Value, b *body, item *value.Item, labels []string, top bool) error {
	places := w.labelOffsets[len(w.labelOffsets)-len(labels):]
	w.text = w.text[:0]
	for member := range membersOf(v) {
		if member.Key == commentKey {
			w.collectComment(&member.Value)
		}
	}
	w.writeComment()
	w.moveComment()
	switch {
	case !top:
		w.writeName(item.Key, item.Value.At)
	case len(labels) > 0:
		w.writeMapped(item.Key, keyAt(w.Job.text, w.base+places[len(labels)-1]))
	case item.Value.Kind == value.Array:
		w.writeMapped(item.Key, w.base+v.At)
	default:
		w.writeMapped(item.Key, keyAt(w.Job.text, w.base+item.Value.At))
	}
	for i, label := range labels {
		w.writeUnmapped(` "`)
		w.writeName(label, places[i])
		w.writeUnmapped(`"`)
	}
	w.writeUnmapped(" ")
	w.openBracket("{", v.At)
	w.writeUnmapped("\n")
	err := w.writeMembers(v, b)
	if err != nil {
		return err
	}
	w.closeBracket("}", v.At)
	w.writeUnmapped("\n")
	return nil
}

func (w *mirrorWriter) writeMembers(v *value.Value, b *body) error {
	mark := len(w.stack)
	defer func() { w.stack = w.stack[:mark] }()
	dynamics := dynamicTypes(v)
	for item := range membersOf(v) {
		if item.Key == commentKey {
			continue
		}
		if !value.IsIdentifier(item.Key) {
			return w.refuseKey(item, "%s is not a name of an argument or block", excerpt.Quote(item.Key))
		}
		w.stack = append(w.stack, member{item: item, kind: w.kindOf(b, item.Key, &item.Value, dynamics)})
	}
	w.Budget.Step(len(w.stack) - mark)
	if err := w.checkRepeated(w.stack[mark:]); err != nil {
		return err
	}
	for i := mark; i < len(w.stack); i++ {
		item := w.stack[i].item
		if w.stack[i].kind != attribute {
			if err := w.writeBlocks(item, b); err != nil {
				return err
			}
			continue
		}
		if item.Value.Kind == value.Null && b.language.Plugin && !b.language.IsArgument(item.Key) && !b.isRepeat(item.Key) {
			continue // the provider treats null as a missing argument
		}
		w.writeName(item.Key, item.Value.At)
		w.writeUnmapped(" = ")
		if err := w.writeValue(&item.Value, b.language.Attribute(item.Key)); err != nil {
			return err
		}
		w.writeUnmapped("\n")
	}
	return nil
}

// writeBlocks writes the nested blocks of a member.
func (w *mirrorWriter) writeBlocks(item *value.Item, b *body) error {
	mark := len(w.nested)
	defer func() { w.nested = w.nested[:mark] }()
	return w.readLabels(&item.Value, item.Key, b.labels(item.Key), &w.nested, func(v *value.Value) error {
		labels := w.nested[mark:]
		inner := w.Job.nestedBody(b, item.Key, labels)
		return w.writeBlock(v, &inner, item, labels, false)
	})
}

// writeValue writes a value. The schema p determines how the strings of the value are read.
func (w *mirrorWriter) writeValue(v *value.Value, p *value.Schema) error {
	switch v.Kind {
	case value.String:
		return w.writeString(v, p.StringMode())
	case value.Array:
		w.openBracket("[", v.At)
		for i := range v.Items {
			if i > 0 {
				w.writeUnmapped(",")
			}
			w.newLine()
			if err := w.writeValue(&v.Items[i].Value, p.Element()); err != nil {
				return err
			}
		}
		if len(v.Items) > 0 {
			w.newLine()
		}
		w.closeBracket("]", v.At)
	case value.Object:
		w.openBracket("{", v.At)
		for i := range v.Items {
			item := &v.Items[i]
			w.newLine()
			if err := w.writeObjectKey(item, p.KeyMode()); err != nil {
				return err
			}
			w.writeUnmapped(" = ")
			if err := w.writeValue(&item.Value, p.Member(item.Key)); err != nil {
				return err
			}
		}
		if len(v.Items) > 0 {
			w.newLine()
		}
		w.closeBracket("}", v.At)
	case value.Number:
		w.writeMapped(v.Text, w.base+v.At)
	default:
		w.writeMapped([...]string{value.Null: "null", value.False: "false", value.True: "true"}[v.Kind], w.base+v.At)
	}
	return nil
}
