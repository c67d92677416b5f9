package syntax

import (
	"sync"
	"unsafe"

	"github.com/alecthomas/participle/v2"
	plexer "github.com/alecthomas/participle/v2/lexer"

	"iacedit/lexer"
)

var fileParser = participle.MustBuild[File](participle.Lexer(lexer.Items{New: newItemScanner}))

// A File is the tree of a source and of what edits made of it: items over one
// growing text. The text is the source, then whatever edits add; offsets into it
// stay good for ever, and the source's bytes are never written to.
type File struct {
	text   []byte
	source int // the length of the source
	items  []Item
	expr   Expr // of the value looked into last
	memory *memory
}

// memory is what a File takes from the one before it.
type memory struct {
	items []Item
	nodes []Node
}

var memories = sync.Pool{New: func() any { return new(memory) }}

// mostKept is how many items a File may have for its memory to be kept, until the
// garbage collector comes by.
const mostKept = 1 << 18

// Release gives the File's memory to one that is parsed later. The File, its items
// and its expressions must not be used again. It need not be called.
func (f *File) Release() {
	if m := f.memory; m != nil && cap(f.items) <= mostKept && cap(f.expr.Nodes) <= mostKept {
		m.items, m.nodes = f.items, f.expr.Nodes
		memories.Put(m)
	}
	*f = File{}
}

// Parse parses src and checks every expression in it. It keeps src, which must not
// change while the File is in use, and does not write to it. The error is an *Error.
func Parse(src []byte) (*File, error) { return ParseOwned(src[:len(src):len(src)]) }

// ParseOwned parses src, whose memory the File may use up to its capacity: edits
// then add their text without a copy of the source.
func ParseOwned(src []byte) (*File, error) {
	f, err := fileParser.ParseBytes("", src)
	if err != nil {
		return nil, lexicalError(src, err.(*Error))
	}
	f.text = src
	return f, nil
}

// Check says whether Parse would parse src, and makes no tree. The error is an *Error.
func Check(src []byte) error {
	items := newItemScanner(src)
	for {
		typ, _, _, err := items.NextItem()
		if err != nil {
			return lexicalError(src, err.(*Error))
		}
		if typ == plexer.EOF {
			return nil
		}
	}
}

// itemScanner finds the items of a file's top level for the lexer, and checks
// every one to the last token on the way: what it lets through is valid.
type itemScanner struct {
	parser
	top names
}

var scanners = sync.Pool{New: func() any { return new(itemScanner) }}

func newItemScanner(src []byte) lexer.ItemScanner {
	s := scanners.Get().(*itemScanner)
	s.parser = parser{src: src, end: lexer.BOMLen(src), newlines: true, names: s.names[:0], directives: s.directives[:0]}
	s.top = names{}
	s.next()
	return s
}

// NextItem implements lexer.ItemScanner.
func (s *itemScanner) NextItem() (typ plexer.TokenType, start, end int, err error) {
	s.skipNewlines()
	start = s.start
	switch s.kind {
	case lexer.EOF:
		typ, end = plexer.EOF, start
	case lexer.Ident:
		it := s.item()
		typ, end = lexer.Block, int(it.content.To)
		if !it.block {
			typ = lexer.Attribute
			s.define(&s.top, it.name)
		}
	default:
		s.expectedItem()
	}
	if s.err != nil {
		return typ, start, end, s.err
	}
	if typ == plexer.EOF && cap(s.names) <= mostKept { // nobody asks again
		s.src = nil
		scanners.Put(s)
	}
	return typ, start, end, nil
}

// Parse fills in the top level from the lexer's tokens. It is participle's entry;
// callers use the function Parse.
func (f *File) Parse(lex *plexer.PeekingLexer) error {
	source := lex.Next()
	f.text = unsafe.Slice(unsafe.StringData(source.Value), len(source.Value))
	f.source = len(f.text)
	m := memories.Get().(*memory)
	f.memory, f.items, f.expr.Nodes = m, append(m.items[:0], Item{}, Item{}), m.nodes
	start := lexer.BOMLen(f.text)
	f.items[Root] = Item{Kind: KindRoot, Head: span(0, start), Content: span(start, f.source), expanded: true}
	t := tiler{f: f, parent: Root, pos: start}
	for tok := lex.Next(); !tok.EOF(); tok = lex.Next() {
		from, to := tok.Pos.Offset, tok.Pos.Offset+len(tok.Value)
		t.bodyItem(f.header(from, to, tok.Type == lexer.Block))
	}
	t.gap(f.source)
	return nil
}

// header tells what the item from from to to is made of. That it is an item has
// been checked.
func (f *File) header(from, to int, block bool) parsed {
	_, _, end := lexer.Next(f.text, from)
	it := parsed{block: block, name: span(from, end)}
	mark := lexer.Equal
	if block {
		mark = lexer.OBrace
	}
	kind, start := lexer.EOF, 0
	for kind != mark {
		kind, start, end = nextInHeader(f.text, end)
	}
	if block {
		it.content = span(start, to)
		return it
	}
	for kind = lexer.Comment; kind == lexer.Comment; {
		kind, start, end = lexer.Next(f.text, end)
	}
	it.content = span(start, to)
	return it
}

// nextInHeader is lexer.Next for the header of an item, where a quoted label is
// one token, from the opening quote to the closing one.
func nextInHeader(src []byte, pos int) (kind lexer.Kind, start, end int) {
	kind, start, end = lexer.Next(src, pos)
	if kind != lexer.OQuote {
		return kind, start, end
	}
	for part := lexer.OQuote; part != lexer.CQuote; {
		part, end = lexer.NextQuoted(src, end)
	}
	return kind, start, end
}
