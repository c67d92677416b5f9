package syntax

import (
	"bytes"
	"iter"

	"iacedit/lexer"
)

// Children iterates over the items in an item, in the order of the code: the attributes and blocks
// of the Root or a block, the pairs of an object, the elements of a list, the arguments of a call,
// or the value in parentheses. The text between these children is divided into further children,
// such as gaps. So the children cover all of the text between the item's Brackets. Other items have
// no children, unless ExpandParts has created some.
func (f *File) Children(id ItemID) iter.Seq[ItemID] {
	return func(yield func(ItemID) bool) {
		for c := f.first(id); c != NoItem; c = f.item(c).Next {
			if !yield(c) {
				return
			}
		}
	}
}

// first returns an item's first child, or NoItem. It creates the children if necessary.
func (f *File) first(id ItemID) ItemID {
	f.Expand(id)
	return f.item(id).First
}

// Attributes iterates over the attributes of a body, which is the Root or a block.
func (f *File) Attributes(body ItemID) iter.Seq[ItemID] { return f.childrenOf(body, KindAttribute) }

// Pairs iterates over the pairs of the object that is an item's value.
func (f *File) Pairs(id ItemID) iter.Seq[ItemID] { return f.childrenOf(id, KindPair) }

// Elements iterates over the elements in an item's value: the elements of a list, the arguments of
// a call, the value in parentheses, or the parts that ExpandParts made. Inside tells these cases
// apart.
func (f *File) Elements(id ItemID) iter.Seq[ItemID] { return f.childrenOf(id, KindElement) }

func (f *File) childrenOf(id ItemID, kind ItemKind) iter.Seq[ItemID] {
	return func(yield func(ItemID) bool) {
		for c := f.first(id); c != NoItem; c = f.item(c).Next {
			if f.item(c).Kind == kind && !yield(c) {
				return
			}
		}
	}
}

// Blocks iterates over the blocks of a body that have the given type, and whose first labels are
// the given ones. The type "" matches any type. If no labels are given, blocks with any labels
// match:
//
//	f.Blocks(syntax.Root, "")                          // every block at the top level
//	f.Blocks(syntax.Root, "resource")                  // every resource
//	f.Blocks(syntax.Root, "resource", "aws_instance")  // every aws_instance
func (f *File) Blocks(body ItemID, typ string, labels ...string) iter.Seq[ItemID] {
	return func(yield func(ItemID) bool) {
		for c := f.first(body); c != NoItem; c = f.item(c).Next {
			if f.item(c).Kind == KindBlock && f.isLike(c, typ, labels) && !yield(c) {
				return
			}
		}
	}
}

// isLike reports whether a block has the given type ("" matches any), and whether its first labels
// are the given ones.
func (f *File) isLike(block ItemID, typ string, labels []string) bool {
	if typ != "" && string(f.Name(block)) != typ {
		return false
	}
	n := 0
	for label := range f.Labels(block) {
		if n >= len(labels) || string(label) != labels[n] {
			break
		}
		n++
	}
	return n == len(labels)
}

// Attribute returns the attribute with the given name in a body, or NoItem. It searches linearly.
func (f *File) Attribute(body ItemID, name string) ItemID {
	for id := range f.Attributes(body) {
		if string(f.Name(id)) == name {
			return id
		}
	}
	return NoItem
}

// Pair returns the first pair with the given key in the object that is an item's value, or NoItem.
// It searches linearly and compares the results of Key.
func (f *File) Pair(object ItemID, key string) ItemID {
	for id := range f.Pairs(object) {
		if k, ok := f.Key(id); ok && k == key {
			return id
		}
	}
	return NoItem
}

// Key returns a pair's key, and reports whether the key is literal: a name, or a string without
// interpolations. Other keys are known only when the code is evaluated; Name returns the code of
// any key.
func (f *File) Key(pair ItemID) (key string, literal bool) {
	it := f.item(pair)
	if it.Kind != KindPair {
		return "", false
	}
	text := f.At(it.Name)
	if kind, _, end := lexer.Next(text, 0); kind == lexer.Ident && end == len(text) {
		return string(text), true
	}
	e, err := ParseExpression(f.inside.bounded(f.tree().Budget()), f.Text(), it.Name)
	if err != nil {
		return "", false
	}
	return e.PlainString(e.Root)
}

// Strings collects texts, such as a block's Labels, in a slice of strings.
func Strings(texts iter.Seq[[]byte]) (all []string) {
	if texts == nil {
		return nil
	}
	for text := range texts {
		all = append(all, string(text))
	}
	return all
}

// Labels iterates over a block's labels, with escapes decoded. A label is valid until the next
// iteration.
func (f *File) Labels(block ItemID) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var scratch [64]byte
		it := f.item(block)
		if it.Kind != KindBlock {
			return
		}
		text := f.Text()[:it.Head.To] // an edited header need not be adjacent to its body
		for pos := int(it.Name.To); ; {
			if label, ok := usualLabel(text, pos); ok {
				if pos += len(` ""`) + len(label); !yield(label) {
					return
				}
				continue
			}
			if string(text[pos:]) == " " {
				return
			}
			kind, start, end := nextInHeader(text, pos)
			pos = end
			switch kind {
			case lexer.Ident:
				if !yield(text[start:end:end]) {
					return
				}
			case lexer.OQuote:
				label := text[start+1 : end-1 : end-1]
				if bytes.IndexByte(label, '\\') >= 0 || bytes.IndexByte(label, '{') >= 0 {
					label = AppendUnescaped(scratch[:0], label)
				}
				if !yield(label) {
					return
				}
			case lexer.OBrace, lexer.EOF:
				return
			}
		}
	}
}

// usualLabel returns the label after an offset in a header if it is written in the usual way:
// after one blank, in quotes, and without escapes.
func usualLabel(header []byte, pos int) (label []byte, ok bool) {
	rest := header[pos:]
	if len(rest) < len(` ""`) || rest[0] != ' ' || rest[1] != '"' {
		return nil, false
	}
	for i, c := range rest[2:] {
		switch c {
		case '"':
			return rest[2 : 2+i : 2+i], true
		case '\\', '{':
			return nil, false
		}
	}
	return nil, false
}

// HasLabels reports whether a block's labels are exactly the given ones.
func (f *File) HasLabels(block ItemID, labels []string) bool {
	n := 0
	for label := range f.Labels(block) {
		if n >= len(labels) || string(label) != labels[n] {
			return false
		}
		n++
	}
	return n == len(labels)
}

// nextInHeader is like lexer.Next, but for the header of an item: a quoted label, including both
// quotes, is one token.
func nextInHeader(src []byte, pos int) (kind lexer.Kind, start, end int) {
	kind, start, end = lexer.Next(src, pos)
	if kind != lexer.OQuote {
		return kind, start, end
	}
	for part := lexer.OQuote; part != lexer.CQuote && part != lexer.EOF; {
		part, end = lexer.NextQuoted(src, end)
	}
	return kind, start, end
}
