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
	f.Expand(id)
	it := *f.Item(id)
	if !it.Expanded() {
		return piecesOf(f, it)
	}
	from, to := it.Content.From, it.Content.To
	if it.Kind != syntax.KindRoot { // what is between the brackets
		from, to = from+1, to-1
	}
	text := append(bytes.Clone(f.At(it.Head)), f.Text()[it.Content.From:from]...)
	for c := it.First; c != syntax.NoItem; c = f.Item(c).Next {
		child := *f.Item(c)
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
	if it.First != syntax.NoItem && from != to {
		return nil, fmt.Errorf("the last item ends at %d, what it is in at %d", from, to)
	}
	text = append(text, f.Text()[to:it.Content.To]...)
	return append(text, f.At(it.Tail)...), nil
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
	for id := range e.Nodes {
		n := e.Nodes[id]
		end := n.Start
		for c := n.First; c != 0; c = e.Nodes[c].Next {
			child := e.Nodes[c]
			if child.Kind == syntax.NodeEach {
				continue // stands for something, but nowhere
			}
			if child.Start < end || child.End < child.Start || child.End > n.End {
				return fmt.Errorf("in %q: %q, in it %q", e.Text[at.From:at.To], e.Source(syntax.NodeID(id)), e.Source(c))
			}
			end = child.End
		}
		if n.Kind == syntax.NodeTemplate {
			e.Parts(nil, syntax.NodeID(id))
		}
	}
	return nil
}
