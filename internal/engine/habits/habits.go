// Package habits finds the style of a file in its text: whether comments start with "#" or "//",
// which markers heredocs have, and where commas, colons and quotes are used. New code can then
// follow this style.
package habits

import (
	"bytes"
	"unicode"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// A Table has counts that show the style of files, such as how many comments begin with # and how
// many with //.
type Table struct {
	Counts
	Heredocs Openings
}

// Counts are the counts of a Table that need no memory of their own.
type Counts struct {
	Hashes, Slashes int   // lead comments with a line that begins with "#" or "/*", and lead comments with only "//"
	Lists, Bare     int   // multi-line lists, and those among them without a comma after the last element
	Wide            int   // multi-line lists that would not fit on one line
	Pairs           Pairs // of multi-line objects
}

// Pairs has counts that show how the pairs of objects are written: with "=" or ":", with commas,
// and with quoted keys.
type Pairs struct {
	All, Colons    int // pairs, and those with ":"
	Names, Quoted  int // keys that could be written without quotes, and those of them in quotes
	Commas, Breaks int // pairs before the last, with and without a comma after them
}

// Add adds the counts of another table, each multiplied by a factor. With the factor -1, it
// subtracts them. The work grows with the number of different heredocs in the other table.
func (t *Table) Add(other *Table, times int) {
	t.Counts.Add(&other.Counts, times)
	for i := range other.Heredocs.all {
		o := &other.Heredocs.all[i]
		t.Heredocs.add(o.text, times*o.count)
	}
}

// Add is like Table.Add.
func (c *Counts) Add(other *Counts, times int) {
	c.Hashes += times * other.Hashes
	c.Slashes += times * other.Slashes
	c.Lists += times * other.Lists
	c.Bare += times * other.Bare
	c.Wide += times * other.Wide
	c.Pairs.add(other.Pairs, times)
}

func (p *Pairs) add(other Pairs, times int) {
	p.All += times * other.All
	p.Colons += times * other.Colons
	p.Names += times * other.Names
	p.Quoted += times * other.Quoted
	p.Commas += times * other.Commas
	p.Breaks += times * other.Breaks
}

// A bracket is the state of the Reader in an open bracket.
type bracket struct {
	kind        lexer.Kind
	isMultiline bool // a line end directly follows the bracket
	block       bool // the bracket is the brace of a block, or the top level
	pairs       Pairs
	comma       bool // the last token of code in the bracket is a comma
	hasCode     bool // the bracket contains code
	mayHaveKey  bool // a key may come next
	loop        bool // the bracket contains a "for" expression
	from        int32

	// These fields are set only for a list with a line end after its bracket:
	column int // the number of bytes before the bracket in its line
	flat   int // the result of flat.width for the offset in the field from
}

// Read returns the counts of styles in the text of a file.
func Read(text []byte) *Table { return new(Reader).Read(text) }

// Read returns the counts of styles in a text. The table is valid until the next call.
func (r *Reader) Read(text []byte) *Table {
	r.table.Heredocs.empty()
	*r = Reader{text: text, table: Table{Heredocs: r.table.Heredocs}, lineStart: true, open: append(r.open[:0], bracket{block: true}), key: r.key[:0], flat: flatText{code: -1}}
	r.scanner.Reset(text, lexer.BOMLen(text))
	for tok := r.scanner.Next(); tok.Kind != lexer.EOF; tok = r.scanner.Next() {
		r.token(tok)
	}
	return &r.table
}

// A Reader reads texts one after the other, and reuses its memory.
type Reader struct {
	text      []byte
	table     Table
	scanner   lexer.Scanner
	open      []bracket
	flat      flatText
	last      lexer.Kind // the kind of the last token of code
	quotes    int        // the number of open strings, heredocs and template sequences
	lineStart bool
	comment   leadComment
	key       []byte // text that may be the key of a pair
	quoted    bool
	pending   bool // a key was read, but no "=" or ":" after it
}

func (r *Reader) token(tok lexer.Token) {
	text := tok.Span().Of(r.text)
	switch tok.Kind {
	case lexer.OQuote, lexer.OHeredoc, lexer.TemplateInterp, lexer.TemplateControl:
		if tok.Kind == lexer.OHeredoc {
			r.table.Heredocs.add(string(bytes.TrimSpace(text)), 1)
		}
		r.quotes++
	case lexer.CQuote, lexer.CHeredoc, lexer.TemplateSeqEnd:
		r.quotes--
	}
	if r.quotes > 0 && tok.Kind != lexer.OQuote && tok.Kind != lexer.OHeredoc || r.quotes > 1 {
		if r.quotes == 1 && (tok.Kind == lexer.QuotedLit || tok.Kind == lexer.StringLit) && r.quoted {
			r.key = append(r.key, text...)
		}
		return
	}
	switch tok.Kind {
	case lexer.Comment:
		r.readComment(tok, text)
		return
	case lexer.Newline:
		r.newline()
		return
	}
	r.countLeadComment(tok)
	r.code(tok, text)
	r.last, r.lineStart = tok.Kind, false
}

// readComment reads a comment, and the line end that the comment may include.
func (r *Reader) readComment(tok lexer.Token, text []byte) {
	ends := bytes.HasSuffix(text, []byte{'\n'})
	if r.lineStart {
		if !r.comment.exists {
			r.comment = leadComment{exists: true, start: tok.Start}
		}
		r.comment.hash = r.comment.hash || !bytes.HasPrefix(text, []byte("//"))
		r.comment.inLine = !ends
	}
	if ends {
		r.endLine()
		r.lineStart = true
	}
}

func (r *Reader) newline() {
	if r.lineStart && !r.comment.inLine {
		r.comment.exists = false // a blank line separates the comment from the next item
	}
	r.comment.inLine = false
	r.endLine()
	r.lineStart = true
}

// endLine records that a line ends inside the innermost bracket.
func (r *Reader) endLine() {
	b := &r.open[len(r.open)-1]
	if !b.hasCode && !b.isMultiline {
		b.isMultiline = true
		if b.kind == lexer.OBrack {
			b.flat = r.flat.width(r.text, int(b.from))
			b.column = int(b.from) - r.flat.line
		}
	}
	b.mayHaveKey = true
}

// countLeadComment counts the comment directly above an item. tok is the first token of the item.
func (r *Reader) countLeadComment(tok lexer.Token) {
	c := r.comment
	r.comment = leadComment{}
	switch {
	case !c.exists || c.inLine || !r.lineStart || tok.Kind.Nesting() < 0 || r.isLicence(c.start, tok.Start):
	case c.hash:
		r.table.Hashes++
	default:
		r.table.Slashes++
	}
}

// A leadComment describes the comments directly above the next item.
type leadComment struct {
	exists bool
	start  int32 // the offset of the first comment
	hash   bool  // one of its comments does not begin with "//"
	inLine bool  // the line of its last comment has not ended
}

// isLicence reports whether the comments between two offsets are the licence of the file.
func (r *Reader) isLicence(from, to int32) bool {
	return from <= int32(lexer.BOMLen(r.text)) && syntax.IsLicence(r.text[from:to])
}

// code reads a token of code.
func (r *Reader) code(tok lexer.Token, text []byte) {
	b := &r.open[len(r.open)-1]
	switch tok.Kind {
	case lexer.OParen, lexer.OBrack, lexer.OBrace:
		b.hasCode, b.comma, b.mayHaveKey = true, false, false
		block := tok.Kind == lexer.OBrace && (r.last == lexer.Ident || r.last == lexer.CQuote)
		r.open = append(r.open, bracket{kind: tok.Kind, block: block, mayHaveKey: true, from: tok.Start})
		return
	case lexer.CParen, lexer.CBrack, lexer.CBrace:
		if len(r.open) > 1 {
			r.close(b, tok.End)
			r.open = r.open[:len(r.open)-1]
		}
		return
	}
	r.pair(b, tok, text)
	b.hasCode, b.comma = true, tok.Kind == lexer.Comma
}

// pair updates the counts of pairs for a token in the bracket b. It counts nothing unless b is an
// object of several lines.
func (r *Reader) pair(b *bracket, tok lexer.Token, text []byte) {
	switch {
	case tok.Kind == lexer.Ident && !b.hasCode && string(text) == "for":
		b.loop = true
	case b.kind != lexer.OBrace || b.block || !b.isMultiline:
	case b.mayHaveKey && (tok.Kind == lexer.Ident || tok.Kind == lexer.OQuote):
		if b.hasCode {
			if b.comma {
				b.pairs.Commas++
			} else {
				b.pairs.Breaks++
			}
		}
		r.key, r.quoted = append(r.key[:0], text...), tok.Kind == lexer.OQuote
		if r.quoted {
			r.key = r.key[:0]
		}
		b.mayHaveKey, r.pending = false, true
	case (tok.Kind == lexer.Equal || tok.Kind == lexer.Colon) && r.pending:
		b.pairs.All++
		if tok.Kind == lexer.Colon {
			b.pairs.Colons++
		}
		if isName(r.key) {
			b.pairs.Names++
			if r.quoted {
				b.pairs.Quoted++
			}
		}
		r.quoted, r.pending = false, false
	}
}

// isName reports whether a key may be written without quotes.
func isName(key []byte) bool {
	for i, c := range key {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		case i > 0 && (c >= '0' && c <= '9' || c == '-'):
		default:
			return false
		}
	}
	return len(key) > 0
}

// close updates the counts at a closing bracket, such as the "]" of a list. end is the offset after
// the bracket.
func (r *Reader) close(b *bracket, end int32) {
	switch {
	case !b.isMultiline || !b.hasCode || b.loop || b.block:
	case b.kind == lexer.OBrack:
		r.table.Lists++
		if !b.comma {
			r.table.Bare++
		}
		if b.column+r.flat.width(r.text, int(end))-b.flat > value.LineWidth {
			r.table.Wide++
		}
	case b.kind == lexer.OBrace:
		r.table.Pairs.add(b.pairs, 1)
	}
}

// A flatText measures a text as if the lines of its lists were joined. It reads the text only once,
// even if lists contain lists.
type flatText struct {
	line int // the start of the line that contains the last offset
	code int // the offset of the first character of that line that is not white space; -1 if unknown
	seen int // the last offset
	sum  int // the width of the lines before that line, without the white space around them
}

// width returns the width of the text before a token, which starts at the given offset. The lines
// are joined, with a space after each comma at the end of a line. The offset must not be less than
// in the previous call.
func (f *flatText) width(text []byte, offset int) int {
	for {
		n := bytes.IndexByte(text[f.seen:offset], '\n') + 1
		if n == 0 {
			break
		}
		end := f.seen + n
		line := bytes.TrimSpace(text[f.line:end])
		if f.sum += len(line); bytes.HasSuffix(line, []byte{','}) {
			f.sum++
		}
		f.line, f.seen, f.code = end, end, -1
	}
	if f.code < 0 {
		f.code = offset - len(bytes.TrimLeftFunc(text[f.line:offset], unicode.IsSpace))
	}
	f.seen = offset
	return f.sum + offset - f.code
}
