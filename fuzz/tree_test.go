package fuzz

import (
	"bytes"
	"fmt"

	"iacedit/syntax"
)

// checkSource parses src and says what is wrong with its tree, or with its error. It
// fails where a parse of anything must not.
func checkSource(src []byte) error {
	own := bytes.Clone(src)
	f, err := syntax.Parse(own)
	if err != nil {
		return checkError(src, err)
	}
	defer f.Release()
	text, err := expandedText(f, syntax.Root)
	switch {
	case err != nil:
		return err
	case !bytes.Equal(own, src):
		return fmt.Errorf("the source was written to: %q", own)
	case !bytes.Equal(text, src):
		return fmt.Errorf("the items together are %q", text)
	}
	return nil
}

// checkError says what is wrong with an error of syntax.Parse.
func checkError(src []byte, err error) error {
	e, ok := err.(*syntax.Error)
	if !ok {
		return fmt.Errorf("an error of another type: %T", err)
	}
	if e.Offset < 0 || e.Offset > len(src) || e.Message == "" || len(e.Message) > 300 {
		return fmt.Errorf("offset %d of %d: a message of %d bytes", e.Offset, len(src), len(e.Message))
	}
	if line, column := syntax.Position(src, e.Offset); line < 1 || column < 1 || line > bytes.Count(src, []byte{'\n'})+1 {
		return fmt.Errorf("an error at %d:%d", line, column)
	}
	return nil
}

// expandedText returns the text of an item, put together from all the items in it, at
// every depth. It fails where they do not tile it in order.
func expandedText(f *syntax.File, id syntax.ItemID) ([]byte, error) {
	it := f.Item(id)
	if err := checkParts(f, id); err != nil {
		return nil, err
	}
	if !f.Expand(id) {
		return piecesOf(f, it)
	}
	opening, closing := f.Brackets(id)
	from, to := opening.To, closing.From
	text := append(bytes.Clone(f.At(it.Head)), f.Text()[it.Content.From:from]...)
	children := 0
	for c := range f.Children(id) {
		children++
		child := f.Item(c)
		if child.Head.From != from || child.Parent != id {
			return nil, fmt.Errorf("an item starts at %d, the one before it ends at %d", child.Head.From, from)
		}
		part, err := expandedText(f, c)
		if err != nil {
			return nil, err
		}
		from += int32(len(part))
		text = append(text, part...)
	}
	if children > 0 && from != to {
		return nil, fmt.Errorf("the last item ends at %d, what it is in at %d", from, to)
	}
	text = append(text, f.Text()[to:it.Content.To]...)
	return append(text, f.At(it.Tail)...), nil
}

// checkParts says what is wrong with the comments and the header of an item: they stand
// where they should, and are what they should be.
func checkParts(f *syntax.File, id syntax.ItemID) error {
	it, header := f.Item(id), f.Header(id)
	within := func(s, of syntax.Span) bool { return s.Len() == 0 || of.From <= s.From && s.To <= of.To }
	if !within(header, it.Head) || header.Len() > 0 && header.From != it.Name.From || !bytes.HasPrefix(f.At(header), f.Name(id)) {
		return fmt.Errorf("%q has the header %q", f.Name(id), f.At(header))
	}
	for _, c := range []struct{ comments, in syntax.Span }{{f.Comments(id), it.Head}, {f.LineComment(id), it.Tail}} {
		text := f.At(c.comments)
		if !within(c.comments, c.in) || len(text) > 0 && text[0] != '#' && text[0] != '/' || !bytes.Equal(text, bytes.TrimRight(text, "\r\n")) {
			return fmt.Errorf("in %q there are the comments %q", f.At(c.in), text)
		}
	}
	if line, column := f.Position(it.Head.From); !samePosition(f, it.Head.From, line, column) {
		return fmt.Errorf("offset %d is at %d:%d", it.Head.From, line, column)
	}
	return nil
}

func samePosition(f *syntax.File, offset int32, line, column int) bool {
	l, c := syntax.Position(f.Text(), int(offset))
	return l == line && c == column
}

// piecesOf returns the text of an item without children.
func piecesOf(f *syntax.File, it syntax.Item) ([]byte, error) {
	text := bytes.Clone(f.At(it.Head))
	if it.Kind < syntax.KindAttribute { // a gap and the like
		return text, nil
	}
	if it.Head.To != it.Content.From || it.Content.To != it.Tail.From || it.Content.Len() == 0 {
		return nil, fmt.Errorf("an item in pieces: %v %v %v", it.Head, it.Content, it.Tail)
	}
	if err := checkNodes(f.Expr(it.Content), it.Content); err != nil {
		return nil, err
	}
	return append(append(text, f.At(it.Content)...), f.At(it.Tail)...), nil
}

// checkNodes says what is wrong with the tree of the expression at a span: nodes are
// inside those that they are children of, one after the other.
func checkNodes(e *syntax.Expr, at syntax.Span) error {
	root := e.Node(e.Root)
	if root.Start != at.From || root.End != at.To {
		return fmt.Errorf("the expression at %v is at %d–%d", at, root.Start, root.End)
	}
	for id := range e.All() {
		n := e.Node(id)
		end := n.Start
		for c := range e.Children(id) {
			child := e.Node(c)
			if child.Kind == syntax.NodeEach {
				continue // stands for something, but nowhere
			}
			if c >= id || child.Start < end || child.End < child.Start || child.End > n.End {
				return fmt.Errorf("in %q: %q, in it %q", e.Text[at.From:at.To], e.Source(id), e.Source(c))
			}
			end = child.End
		}
		if n.Kind == syntax.NodeTemplate {
			e.Parts(nil, id)
		}
	}
	return nil
}
