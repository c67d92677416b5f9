package refs

import (
	"iacedit/internal/engine/tree"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A part is an attribute or a block in a body.
type part struct {
	isBlock  bool
	name     syntax.Span
	value    syntax.Span // of an attribute
	labels   int         // how many labels a block has
	label    syntax.Span // the last label, without quotes
	iterator syntax.Span // the value of the block's argument "iterator"
	searched bool        // the attribute has been searched, before the other parts
	next     int         // the index of the next part that is not inside this part
}

// A bodyReader reads the contents of a block's body, at every depth. If the tree already has the
// items of a body, the bodyReader uses these items. Otherwise it reads the body in one pass over
// the tokens, because expanding the items would take one pass for each level. The code must be
// valid. The reader does not change the File.
type bodyReader struct {
	text       []byte
	lex        lexer.Scanner
	tok        lexer.Token // the current token
	parts      []part      // each block precedes the parts in it
	openBlocks []int       // the blocks that contain the current token
}

// read sets b.parts to the contents of a block of f.
func (b *bodyReader) read(f *syntax.File, block syntax.ItemID) {
	b.text, b.parts, b.openBlocks = f.Text(), b.parts[:0], b.openBlocks[:0]
	b.readBlock(tree.Of(f), block)
}

// readBlock appends the contents of a block to parts.
func (b *bodyReader) readBlock(t *tree.Tree, block syntax.ItemID) {
	it := t.Item(block)
	if !it.Expanded() || t.Edits() > 0 {
		b.readTokens(it.Content)
		return
	}
	for id := it.First; id != syntax.NoItem; id = t.Item(id).Next {
		switch it := t.Item(id); it.Kind {
		case syntax.KindAttribute:
			b.addAttribute(part{name: it.Name, value: it.Content, next: len(b.parts) + 1})
		case syntax.KindBlock:
			p := part{name: it.Name, isBlock: true}
			for p.label = range labels(b.text, it.Name) {
				p.labels++
			}
			b.openBlocks = append(b.openBlocks, len(b.parts))
			b.parts = append(b.parts, p)
			b.readBlock(t, id)
			b.closeBlock()
		}
	}
}

// addAttribute appends an attribute to parts. If the attribute is an argument "iterator",
// addAttribute also records its value in the enclosing block.
func (b *bodyReader) addAttribute(p part) {
	if len(b.openBlocks) > 0 && string(b.text[p.name.From:p.name.To]) == "iterator" {
		b.parts[b.openBlocks[len(b.openBlocks)-1]].iterator = p.value
	}
	b.parts = append(b.parts, p)
}

// closeBlock records that the innermost open block ends after the last part.
func (b *bodyReader) closeBlock() {
	last := len(b.openBlocks) - 1
	b.parts[b.openBlocks[last]].next = len(b.parts)
	b.openBlocks = b.openBlocks[:last]
}

// readTokens appends the contents of a block to parts, given the span of its braces.
func (b *bodyReader) readTokens(braces syntax.Span) {
	b.lex.Reset(b.text[:braces.To-1], int(braces.From)+1)
	for b.next(); b.tok.Kind != lexer.EOF; {
		switch b.tok.Kind {
		case lexer.Ident:
			b.readPart()
		case lexer.CBrace:
			b.closeBlock()
			b.next()
		default: // a line end
			b.next()
		}
	}
}

// next moves to the next token. A comment that includes its line end is read as a line end; other
// comments are skipped.
func (b *bodyReader) next() {
	for b.tok = b.lex.NextWhole(); b.tok.Kind == lexer.Comment; b.tok = b.lex.NextWhole() {
		if b.text[b.tok.End-1] == '\n' {
			b.tok.Kind = lexer.Newline
			return
		}
	}
}

// readPart reads an attribute, or a block's header with its opening brace, and appends it to parts.
func (b *bodyReader) readPart() {
	p := part{name: syntax.Span{From: b.tok.Start, To: b.tok.End}, next: len(b.parts) + 1}
	if b.next(); b.tok.Kind == lexer.Equal {
		b.next()
		p.value = b.readValue()
		b.addAttribute(p)
		return
	}
	p.isBlock = true
	for ; b.tok.Kind != lexer.OBrace && b.tok.Kind != lexer.EOF; b.next() {
		p.label = syntax.Span{From: b.tok.Start, To: b.tok.End}
		p.labels++
		switch {
		case b.tok.Kind != lexer.OQuote:
		case b.tok.End > b.tok.Start+1: // a whole string
			p.label.From, p.label.To = p.label.From+1, p.label.To-1
		default:
			for p.label.From = b.tok.End; b.tok.Kind != lexer.CQuote && b.tok.Kind != lexer.EOF; b.tok = b.lex.Next() {
			}
			p.label.To = b.tok.Start
		}
	}
	b.openBlocks = append(b.openBlocks, len(b.parts))
	b.parts = append(b.parts, p)
	b.next()
}

// readValue moves past an expression and returns its span. The expression ends at a line end
// outside brackets, or at the closing brace of a one-line block.
func (b *bodyReader) readValue() syntax.Span {
	at := syntax.Span{From: b.tok.Start, To: b.tok.End}
	for depth := 0; ; b.next() {
		n := b.tok.Kind.Nesting()
		if b.tok.Kind == lexer.EOF || depth == 0 && (n < 0 || b.tok.Kind == lexer.Newline) {
			return at
		}
		depth += n
		at.To = b.tok.End
	}
}
