package syntax

import (
	"unsafe"

	"github.com/alecthomas/participle/v2"
	plexer "github.com/alecthomas/participle/v2/lexer"

	"iacedit/lexer"
)

var fileParser = participle.MustBuild[File](participle.Lexer(lexer.Items{New: newItemScanner}))

// itemScanner finds the items of a file's top level for the lexer, and checks
// every one to the last token on the way: what it lets through is valid.
type itemScanner struct {
	parser
	top names
}

func newItemScanner(src []byte) lexer.ItemScanner {
	s := &itemScanner{parser: parser{src: src, end: skipMark(src), newlines: true}}
	s.next()
	return s
}

func (s *itemScanner) NextItem() (plexer.TokenType, int, int, error) {
	s.skipNewlines()
	switch s.kind {
	case lexer.EOF:
		return plexer.EOF, s.start, s.start, nil
	case lexer.Ident:
	default:
		s.expected("an argument or block")
		return 0, 0, 0, s.err
	}
	start := s.start
	it := s.item()
	if !it.block {
		s.define(&s.top, it.name)
	}
	if s.err != nil {
		return 0, 0, 0, s.err
	}
	typ := lexer.Attribute
	if it.block {
		typ = lexer.Block
	}
	return typ, start, int(it.content.To), nil
}

// Parse fills in the file's top level from the lexer's coarse tokens. It is
// participle's entry; use the function Parse.
func (f *File) Parse(lex *plexer.PeekingLexer) error {
	source := lex.Next()
	f.text = unsafe.Slice(unsafe.StringData(source.Value), len(source.Value))
	for tok := lex.Next(); !tok.EOF(); tok = lex.Next() {
		f.n++
	}
	return nil
}

// File is
type File struct {
	text []byte
	n    int
}

func Parse(src []byte) (*File, error) {
	return fileParser.ParseBytes("", src)
}
