package pattern

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/syntax"
)

// A fragment is code composed of ranges of the old code, new text, and other fragments. Several
// fragments may contain the same fragment, because a fragment does not change after it is written.
type fragment struct {
	budget *budget.Budget // charged for the pieces
	pieces []piece
	size   int64 // in bytes
	shape  shape
	literal
	operand *fragment // for a negation !x: the code x; nil for other code
}

// fragment returns an empty fragment. The argument is the shape of the code that the caller adds
// later.
func (r *Rewriter) fragment(s shape) *fragment { return &fragment{budget: r.Budget, shape: s} }

// A piece of a fragment is a range of the old code, new text, or a fragment.
type piece struct {
	at   syntax.Span
	text string
	sub  *fragment
}

func (p *piece) size() int64 {
	if p.sub != nil {
		return p.sub.size
	}
	return int64(p.at.Len() + len(p.text))
}

// mostSize is the largest size that a fragment records. With this limit, sums of sizes do not
// overflow. A fragment of this size is too large to be written.
const mostSize = 1 << 40

// The cost of a piece: its memory, and the steps to create and write the piece.
const bytesPerPiece, stepsPerPiece = 32, 12

func (f *fragment) add(p piece) {
	f.budget.Grow(bytesPerPiece)
	f.budget.Step(stepsPerPiece)
	f.pieces = append(f.pieces, p)
	f.size = min(mostSize, f.size+p.size())
}

func (f *fragment) addText(text string) {
	if text != "" {
		f.add(piece{text: text})
	}
}

func (f *fragment) addAll(pieces []piece) {
	for _, p := range pieces {
		f.add(p)
	}
}

// addWrapped adds a fragment in parentheses. If the fragment ends in a heredoc's marker, a line end
// precedes the closing parenthesis.
func (f *fragment) addWrapped(sub *fragment) {
	f.addText("(")
	f.add(piece{sub: sub})
	if sub.shape.endsInMarker {
		f.addText("\n")
	}
	f.addText(")")
}

// flatten yields the ranges and texts of a fragment and of all fragments inside it, in order.
func (f *fragment) flatten(yield func(piece) bool) {
	stack := [][]piece{f.pieces} // not recursive, because matches may be nested deeply
	for len(stack) > 0 {
		last := len(stack) - 1
		if len(stack[last]) == 0 {
			stack = stack[:last]
			continue
		}
		p := stack[last][0]
		if stack[last] = stack[last][1:]; p.sub != nil {
			stack = append(stack, p.sub.pieces)
			continue
		}
		if !yield(p) {
			return
		}
	}
}

// edges returns the first and the last byte of the pieces, or zeros if the pieces are empty.
func edges(pieces []piece, src []byte) (first, last byte) {
	whole := piece{sub: &fragment{pieces: pieces}}
	for i := range pieces {
		whole.sub.size += pieces[i].size()
	}
	return whole.edges(src)
}

// edges returns the first and the last byte of a piece, or zeros if it is empty. It looks only at
// the first and the last fragment inside, because a piece may contain very many fragments.
func (p *piece) edges(src []byte) (first, last byte) {
	if p.size() == 0 {
		return 0, 0
	}
	from, to := p, p
	for from.sub != nil {
		from = &from.sub.pieces[slices.IndexFunc(from.sub.pieces, hasText)]
	}
	for to.sub != nil {
		i := len(to.sub.pieces) - 1
		for !hasText(to.sub.pieces[i]) {
			i--
		}
		to = &to.sub.pieces[i]
	}
	if from.text != "" {
		first = from.text[0]
	} else {
		first = src[from.at.From]
	}
	if to.at.Len() > 0 {
		return first, src[to.at.To-1]
	}
	return first, to.text[len(to.text)-1]
}

func hasText(p piece) bool { return p.size() > 0 }

// An Edit replaces a range of the code with text.
type Edit struct {
	At   syntax.Span
	Text string
}

// edits appends the edits that replace a range of the code with the fragment. If the fragment
// contains parts of that range in the same order, these parts are left unchanged.
func (f *fragment) edits(dst []Edit, src []byte, at syntax.Span, b *budget.Budget) []Edit {
	if f.size > maxResult {
		budget.Refuse(budget.Bytes, maxResult)
	}
	b.Grow(int(f.size))
	from := at.From
	var text []byte
	end := func(to int32) {
		if string(text) != string(src[from:to]) {
			dst = append(dst, Edit{syntax.Span{From: from, To: to}, string(text)})
		}
		text = text[:0]
	}
	for p := range f.flatten {
		b.Step(1)
		if p.at.Len() > 0 && p.at.From >= from && p.at.To <= at.To {
			end(p.at.From)
			from = p.at.To
			continue
		}
		if text == nil && b != nil {
			text = make([]byte, 0, f.size)
		}
		text = append(append(text, p.text...), p.at.Of(src)...)
	}
	end(at.To)
	return dst
}

// maxResult is the largest size, in bytes, of the code that replaces one match.
const maxResult = 1 << 28
