package conversion

import (
	"slices"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/sequence"
	"iacedit/internal/languages/schema"
	"iacedit/value"
)

// A member is a key and its value in the JSON of a body. The kind determines whether the member is
// written as an argument or as blocks. The rank determines where the member is written.
type member struct {
	item *value.Item
	kind kind
	rank memberRank
}

// A memberRank determines where a member is written in its body: members of lower rank come first.
type memberRank uint8

// The ranks of members. An argument that is listed in terraform.Body.First has its index in that
// list as its rank.
const (
	earlyRank     memberRank = 16 + iota // provider
	ordinaryRank                         // other arguments
	nestedRank                           // blocks
	lifecycleRank                        // lifecycle
	dependsOnRank                        // depends_on
)

func (b *body) rankOf(name string, k kind) memberRank {
	if k != attribute {
		if slices.Contains(b.language.Ending, name) {
			return lifecycleRank
		}
		return nestedRank
	}
	if i := slices.Index(b.language.First, name); i >= 0 {
		return memberRank(i)
	}
	switch {
	case b.language.IsEarly(name):
		return earlyRank
	case slices.Contains(b.language.Last, name):
		return dependsOnRank
	}
	return ordinaryRank
}

func (w *nativeWriter) writeBlock(v *value.Value, b *body, typ string, labels []string) error {
	mark := len(w.stack)
	if err := w.collectMembers(v, b); err != nil {
		return err
	}
	if len(w.out) != w.bodyStart {
		w.out = append(w.out, w.newline...)
	}
	w.writeComment()
	w.startLine()
	w.out = append(w.out, typ...)
	for _, label := range labels {
		w.out = value.AppendString(append(w.out, ' '), label)
	}
	w.out = append(append(w.out, " {"...), w.newline...)
	from := len(w.out)
	w.indent++
	err := w.writeCollected(mark, b)
	w.indent--
	w.stack = w.stack[:mark]
	if err != nil {
		return err
	}
	if len(w.out) == from {
		w.out = append(append(w.out[:from-len(w.newline)], "}"...), w.newline...)
		return nil
	}
	w.startLine()
	w.out = append(append(w.out, "}"...), w.newline...)
	return nil
}

// startLine writes the indentation of a line in the current block.
func (w *nativeWriter) startLine() {
	w.Budget.Grow(2*w.indent + 2)
	for range w.indent {
		w.out = append(w.out, "  "...)
	}
}

// writeMembers writes the members of a body without braces, as at the top level of a file.
func (w *nativeWriter) writeMembers(v *value.Value, b *body) error {
	mark := len(w.stack)
	err := w.collectMembers(v, b)
	if err == nil {
		err = w.writeCollected(mark, b)
	}
	w.stack = w.stack[:mark]
	return err
}

// collectMembers pushes the members of a body onto w.stack, in the order in which they are written,
// and sets w.text to the body's comment.
func (w *nativeWriter) collectMembers(v *value.Value, b *body) error {
	mark := len(w.stack)
	w.text = w.text[:0]
	dynamics := dynamicTypes(v)
	for item := range membersOf(v) {
		if item.Key == commentKey {
			w.collectComment(&item.Value)
			continue
		}
		if !value.IsIdentifier(item.Key) {
			return w.refuseKey(item, "%s is not a name of an argument or block", excerpt.Quote(item.Key))
		}
		k := w.kindOf(b, item.Key, &item.Value, dynamics)
		w.checkKnown(b, item.Key)
		w.stack = append(w.stack, member{item, k, b.rankOf(item.Key, k)})
	}
	members := w.stack[mark:]
	w.Budget.Step(len(members))
	if err := w.checkRepeated(members); err != nil {
		return err
	}
	if !slices.IsSortedFunc(members, byRank) {
		sequence.SortStable(members, byRank)
	}
	return nil
}

func byRank(a, b member) int { return int(a.rank) - int(b.rank) }

// dynamicTypes returns the set of the block types that a body's dynamic blocks generate.
func dynamicTypes(v *value.Value) (types map[string]bool) {
	for item := range membersOf(v) {
		if item.Key != dynamicType {
			continue
		}
		for label := range membersOf(&item.Value) {
			if types == nil {
				types = map[string]bool{}
			}
			types[label.Key] = true
		}
	}
	return types
}

// fewMembers is the greatest number of members whose names are compared pairwise.
const fewMembers = 12

// checkRepeated returns an error if an argument occurs twice, or if a name is both an argument and
// a block.
func (w *nativeWriter) checkRepeated(members []member) error {
	if len(members) <= fewMembers {
		for i := range members {
			for k := range i {
				if members[i].item.Key == members[k].item.Key && (members[i].kind == attribute || members[k].kind == attribute) {
					return w.repeatedError(members[i].item)
				}
			}
		}
		return nil
	}
	seen := make(map[string]kind, len(members))
	for i := range members {
		m := &members[i]
		if k, ok := seen[m.item.Key]; ok && (k == attribute || m.kind == attribute) {
			return w.repeatedError(m.item)
		}
		seen[m.item.Key] = m.kind
	}
	return nil
}

func (w *nativeWriter) repeatedError(item *value.Item) error {
	return w.refuseKey(item, "%s is given twice in one body", excerpt.Quote(item.Key))
}

// writeCollected writes the members w.stack[mark:], which collectMembers has pushed.
func (w *nativeWriter) writeCollected(mark int, b *body) error {
	repeats, blocks := false, false // the previous argument creates several instances; blocks were written after it
	w.bodyStart = len(w.out)
	for i := mark; i < len(w.stack); i++ {
		m := w.stack[i]
		if m.kind != attribute {
			from := len(w.out)
			if m.kind == guessed {
				w.noteGuess(b, m.item.Key, w.labels)
			}
			if err := w.writeBlocks(m.item, b); err != nil {
				return err
			}
			blocks = blocks || len(w.out) > from
			continue
		}
		if m.item.Value.Kind == value.Null {
			if b.isRepeat(m.item.Key) {
				return w.refuse(&m.item.Value, "%s is null, and has to have a value", m.item.Key)
			}
			if b.language.Plugin && !b.language.IsArgument(m.item.Key) {
				continue // the provider treats null as a missing argument
			}
		}
		if again := b.language.Repeats(m.item.Key); repeats && !again || blocks {
			w.out = append(w.out, w.newline...)
			repeats, blocks = false, false
		} else {
			repeats = again
		}
		if err := w.writeArgument(m.item, b); err != nil {
			return err
		}
	}
	return nil
}

// isRepeat reports whether an argument creates several instances of its block, as "count" and
// "for_each" do.
func (b *body) isRepeat(name string) bool {
	return b.language.Repeats(name) || b.dynamic && name == "for_each"
}

// writeArgument writes an argument, and lays out its value.
func (w *nativeWriter) writeArgument(item *value.Item, b *body) error {
	w.startLine()
	w.out = append(append(w.out, item.Key...), " = "...)
	v := &item.Value
	if it, ok := b.schema.Find(item.Key); ok && it.Form == schema.Objects {
		v = w.normalizeObjects(v, it.Body)
	}
	w.layout = value.Layout{
		Newline: w.newline, Indent: indentation(w.indent), Step: "  ",
		Column:  2*w.indent + len(item.Key) + len(" = "),
		Heredoc: true,
	}
	w.layout.SetBudget(w.Budget)
	out, err := value.AppendValue(w.out, v, b.language.Attribute(item.Key), w.layout)
	if err != nil {
		fault := err.(*value.ValueError)
		return w.invalidCode(w.base+fault.At, "%s: %s", item.Key, fault.Message)
	}
	w.out = append(out, w.newline...)
	return nil
}

// indentation returns the blanks at the start of a line that is inside the given number of blocks.
func indentation(depth int) string {
	const most = 32
	if depth <= most {
		return blanks[:2*depth]
	}
	return string(slices.Repeat([]byte{' '}, 2*depth))
}

const blanks = "                                                                "

// writeBlocks writes a member whose value contains nested blocks.
func (w *nativeWriter) writeBlocks(item *value.Item, b *body) error {
	mark := len(w.nested)
	left := b.labels(item.Key)
	err := w.readLabels(&item.Value, item.Key, left, &w.nested, func(v *value.Value) error {
		labels := w.nested[mark:]
		inner := w.Job.nestedBody(b, item.Key, labels)
		return w.writeBlock(v, &inner, item.Key, labels)
	})
	w.nested = w.nested[:mark]
	return err
}
