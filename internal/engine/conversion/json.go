package conversion

import (
	"errors"
	"unicode/utf8"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
	"iacedit/value"
)

// A jsonWriter writes the JSON text for a file in native syntax.
type jsonWriter struct {
	*Job
	f         *syntax.File
	dst       []byte
	newline   string
	depth     int // the number of open objects and arrays
	values    value.Encoder
	scratch   []byte
	keptSpans []syntax.Span // spans of code whose comments are kept in the JSON
	at        []int32       // for each attribute and block, the offset of its value in dst; not kept if it is nil
}

// toJSON appends the JSON text that is equivalent to a file's native code.
func (j *Job) toJSON(dst []byte, as role) ([]byte, error) {
	w, err := j.newJSONWriter(dst)
	if err != nil {
		return dst, err
	}
	defer w.f.Release()
	if err := w.writeFile(as); err != nil {
		return dst, err
	}
	w.dst = append(w.dst, w.newline...)
	w.noteLost()
	return w.dst, nil
}

// newJSONWriter parses the current file, and returns a writer that appends to dst. The caller
// releases the tree.
func (j *Job) newJSONWriter(dst []byte) (*jsonWriter, error) {
	j.Budget.Step(len(j.text))
	f, err := syntax.ParseWithin(j.text, syntax.Whole, j.Budget)
	if fault, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, j.invalidCode(fault.Offset, "this does not parse: %s", fault.Message)
	} else if err != nil {
		return nil, err
	}
	if !utf8.Valid(j.text) {
		f.Release()
		return nil, j.invalidCode(invalidByte(j.text), "this is not UTF-8")
	}
	w := &jsonWriter{Job: j, f: f, newline: j.lineEnd(), dst: grow.Reserve(j.Budget, dst, 2*len(j.text))}
	w.values.SetBudget(j.Budget)
	return w, nil
}

// noteStart records where the value of an attribute or block starts in w.dst.
func (w *jsonWriter) noteStart(id syntax.ItemID) {
	if w.at == nil {
		return
	}
	for int(id) >= len(w.at) {
		w.at = append(w.at, -1)
	}
	w.at[id] = int32(len(w.dst))
}

// invalidByte returns the offset of the first byte that is not UTF-8.
func invalidByte(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return 0
}

// bytesPerBlock is the approximate memory that a group needs for each of its blocks.
const bytesPerBlock = 64

// writeFile writes the whole file as an object.
func (w *jsonWriter) writeFile(as role) error {
	var attributes, blocks []syntax.ItemID
	for id := range w.f.Children(syntax.Root) {
		switch w.f.Kind(id) {
		case syntax.KindAttribute:
			attributes = append(attributes, id)
		case syntax.KindBlock:
			blocks = append(blocks, id)
		}
	}
	w.Budget.Hold(bytesPerBlock * len(blocks))
	if as == unknownRole {
		if as = configuration; len(blocks) == 0 && len(attributes) > 0 {
			as = values
		}
	}
	switch {
	case as == configuration && len(attributes) > 0:
		return w.refuse(attributes[0], "configuration has no arguments at its top level: %s", excerpt.Quote(w.f.Name(attributes[0])))
	case as == values && len(blocks) > 0:
		return w.refuse(blocks[0], "values of variables are not blocks: %s", excerpt.Quote(w.f.Name(blocks[0])))
	}
	w.open('{')
	first := true
	w.writeComment(w.rootComment(), &first)
	if as == values {
		b := body{language: terraform.Block(terraform.VariableValues).Body}
		for _, id := range attributes {
			if err := w.writeAttribute(id, &b, &first); err != nil {
				return err
			}
		}
	}
	for _, g := range w.groupByType(blocks) {
		if err := w.writeTopLevel(g, &first); err != nil {
			return err
		}
	}
	w.close('}', first)
	return nil
}

// rootComment returns the span of the comment at the start of the file, if it belongs to no block
// or attribute.
func (w *jsonWriter) rootComment() syntax.Span {
	for id := range w.f.Children(syntax.Root) {
		if w.f.Kind(id) != syntax.KindGap {
			break
		}
		if at := w.f.Comments(id); at.Len() > 0 {
			return at
		}
	}
	return syntax.Span{}
}

// writeTopLevel writes the top-level blocks of one type as a member, such as "resource": {…}.
func (w *jsonWriter) writeTopLevel(g group, first *bool) error {
	typ := w.nameOf(g.blocks[0])
	if !isBlockType(typ) {
		return w.refuse(g.blocks[0], "%s is not a block type%s", excerpt.Quote(typ), nearest.DidYouMean(typ, blockTypes))
	}
	t := terraform.Block(typ)
	s := blockSet{typ: typ, labels: t.Labels, single: true, ordered: t.Body.Ordered, body: func(labels []string) body { return w.topLevelBody(typ, labels) }}
	w.startMember(typ, first)
	return w.writeBlocks(&s, g.blocks)
}

// refuse returns an error with the position of an item.
func (w *jsonWriter) refuse(id syntax.ItemID, format string, args ...any) error {
	return w.invalidCode(int(w.f.Item(id).Name.From), format, args...)
}

// A blockSet contains the blocks of one type in one body, and describes how to write them in JSON.
type blockSet struct {
	typ     string
	labels  int  // the number of labels
	single  bool // a single body is written without an array around it
	ordered bool // each block is in its own object
	body    func(labels []string) body

	blocks    []syntax.ItemID
	allLabels []string // the labels of all blocks, one block after the other
}

// labelsOf returns the labels of the i-th block.
func (s *blockSet) labelsOf(i int) []string { return s.allLabels[i*s.labels : (i+1)*s.labels] }

// writeBlocks writes the blocks of a blockSet as the value of a member.
func (w *jsonWriter) writeBlocks(s *blockSet, blocks []syntax.ItemID) error {
	w.Budget.Step(4 * len(blocks))
	s.blocks = blocks
	s.allLabels = make([]string, 0, len(blocks)*s.labels)
	for _, id := range blocks {
		mark := len(s.allLabels)
		for label := range w.f.Labels(id) {
			if !isLabel(string(label)) {
				return w.refuse(id, "%s: the label %s is not a name", s.typ, excerpt.Quote(label))
			}
			s.allLabels = append(s.allLabels, string(label))
		}
		if n := len(s.allLabels) - mark; n != s.labels {
			return w.refuse(id, "a block of the type %s has %s, and this one has %d", s.typ, excerpt.Count(s.labels, "label"), n)
		}
	}
	all := make([]int, len(blocks))
	for i := range all {
		all[i] = i
	}
	if !s.ordered {
		return w.writeLabelled(s, all, 0)
	}
	w.open('[')
	first := true
	for i := range all {
		w.startElement(&first)
		if err := w.writeLabelled(s, all[i:i+1], 0); err != nil {
			return err
		}
	}
	w.close(']', first)
	return nil
}

// writeLabelled writes some blocks of a set as nested objects whose keys are labels, such as
// {"aws_instance": {"web": {…}}}. The blocks are given by their indexes in s.blocks. Their first
// labels are the same, and writeLabelled leaves these out. depth is the number of these labels.
func (w *jsonWriter) writeLabelled(s *blockSet, all []int, depth int) error {
	if depth == s.labels {
		return w.writeBodies(s, all)
	}
	var names groupIndex
	var byLabel [][]int
	for _, i := range all {
		label := s.labelsOf(i)[depth]
		at := names.find(label)
		if at < 0 {
			at = len(byLabel)
			names.add(label)
			byLabel = append(byLabel, nil)
		}
		byLabel[at] = append(byLabel[at], i)
	}
	w.open('{')
	first := true
	for at, name := range names.names {
		w.startMember(name, &first)
		if err := w.writeLabelled(s, byLabel[at], depth+1); err != nil {
			return err
		}
	}
	w.close('}', first)
	return nil
}

// writeBodies writes the bodies of blocks with the same labels: an array, or one object for a
// single body if s.single is set.
func (w *jsonWriter) writeBodies(s *blockSet, all []int) error {
	if len(all) == 1 && s.single {
		b := s.body(s.labelsOf(all[0]))
		return w.writeBody(s.blocks[all[0]], &b)
	}
	w.open('[')
	first := true
	for _, i := range all {
		w.startElement(&first)
		b := s.body(s.labelsOf(i))
		if err := w.writeBody(s.blocks[i], &b); err != nil {
			return err
		}
	}
	w.close(']', first)
	return nil
}

// writeBody writes a block's body as an object.
func (w *jsonWriter) writeBody(id syntax.ItemID, b *body) error {
	w.noteStart(id)
	w.open('{')
	first := true
	w.writeComment(w.f.Comments(id), &first)
	members, err := w.groupMembers(id, b)
	if err != nil {
		return err
	}
	for i := range members {
		if m := &members[i]; m.blocks == nil {
			err = w.writeAttribute(m.attribute, b, &first)
		} else {
			err = w.writeNestedBlocks(m, b, &first)
		}
		if err != nil {
			return err
		}
	}
	w.close('}', first)
	return nil
}

// writeNestedBlocks writes the nested blocks of one type as a member, such as "ebs_block_device":
// [{…}].
func (w *jsonWriter) writeNestedBlocks(g *group, b *body, first *bool) error {
	typ := w.nameOf(g.blocks[0])
	s := blockSet{typ: typ, labels: b.labels(typ), body: func(labels []string) body { return w.nestedBody(b, typ, labels) }}
	if b.isOwn(typ) {
		core := b.language.Block(typ)
		s.ordered = core.Ordered
		s.single = core.Once || core.Labels > 0 && typ != dynamicType
	} else {
		note := func(format string) {
			line, _ := w.f.Position(w.f.Item(g.blocks[0]).Name.From)
			w.note(NotInSchema, b.address(b.label, typ), format, typ, line)
		}
		switch labels := syntax.Strings(w.f.Labels(g.blocks[0])); {
		case !b.language.Open():
			note("Terraform has no blocks of the type %s there (line %d); converted back, they would become an argument")
		case len(labels) == 1 && b.schema == nil:
			s.labels = 1
			note("the blocks of the type %s have a label (line %d); converted back without the schema of the provider, they would have none")
		}
		s.single = s.labels > 0
	}
	w.startMember(typ, first)
	return w.writeBlocks(&s, g.blocks)
}

// writeComment writes the comments in a span of the code as the member "//". For an empty span it
// writes nothing.
func (w *jsonWriter) writeComment(at syntax.Span, first *bool) {
	if at.Len() == 0 {
		return
	}
	w.scratch = syntax.AppendComment(w.scratch[:0], w.f.At(at))
	w.keptSpans = append(w.keptSpans, at)
	w.startMember(commentKey, first)
	w.Budget.Grow(len(w.scratch))
	w.dst = jsontext.AppendQuote(w.dst, w.scratch)
}

// open writes the opening bracket of an object or array.
func (w *jsonWriter) open(bracket byte) {
	w.dst = append(w.dst, bracket)
	w.depth++
}

// close writes the closing bracket of an object or array. Set empty if the object or array is
// empty.
func (w *jsonWriter) close(bracket byte, empty bool) {
	w.depth--
	if !empty {
		w.newLine()
	}
	w.dst = append(w.dst, bracket)
}

// startElement writes the comma and the line end before an element or member. If *first is true, it
// omits the comma and sets *first to false.
func (w *jsonWriter) startElement(first *bool) {
	if !*first {
		w.dst = append(w.dst, ',')
	}
	*first = false
	w.newLine()
}

// startMember starts a member and writes its key.
func (w *jsonWriter) startMember(name string, first *bool) {
	w.startElement(first)
	w.Budget.Grow(len(name) + 4)
	w.dst = append(jsontext.AppendQuote(w.dst, []byte(name)), ": "...)
}

// newLine starts a line with indentation, unless all is written on one line.
func (w *jsonWriter) newLine() {
	if w.newline == "" {
		return
	}
	w.Budget.Grow(len(w.newline) + 2*w.depth)
	w.dst = append(w.dst, w.newline...)
	for range w.depth {
		w.dst = append(w.dst, "  "...)
	}
}
