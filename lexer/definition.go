package lexer

import (
	"io"
	"unsafe"

	plexer "github.com/alecthomas/participle/v2/lexer"
)

// The types of the coarse tokens that Items makes.
const (
	// Source is the first token: the whole source, for what stands between the others.
	Source plexer.TokenType = plexer.EOF - 1 - iota
	// Attribute is an attribute at the top level, from its name to its value's end.
	Attribute
	// Block is a block at the top level, from its type to its closing brace.
	Block
)

// An ItemScanner finds the items at the top level of one source.
type ItemScanner interface {
	// NextItem returns the next item's type, Attribute or Block, and its offsets.
	// At the end of the source it returns EOF.
	NextItem() (typ plexer.TokenType, start, end int, err error)
}

// Items is a participle lexer definition of coarse tokens: the source, then one
// token for each item at the top level, whole, then EOF. Between two tokens there
// are only blanks, line ends and comments. Where an item ends the grammar decides,
// so the parser brings what knows it.
//
// Coarse, because participle gathers all tokens before it parses the first one, in
// records of 64 bytes that an append moves about five times: a token for every
// word would cost more than everything else that an edit does, and hundreds of
// bytes for each byte of source.
type Items struct {
	// New returns a scanner of src.
	New func(src []byte) ItemScanner
}

var (
	_ plexer.BytesDefinition  = Items{}
	_ plexer.StringDefinition = Items{}
)

// itemSymbols is made once: participle asks for it at every parse.
var itemSymbols = map[string]plexer.TokenType{"EOF": plexer.EOF, "Source": Source, "Attribute": Attribute, "Block": Block}

// Symbols names the types of token. The caller must not change the map.
func (Items) Symbols() map[string]plexer.TokenType { return itemSymbols }

// Lex reads all of r and lexes it. The file name is not used: positions are
// offsets.
func (d Items) Lex(filename string, r io.Reader) (plexer.Lexer, error) {
	return lexReader(d, filename, r)
}

// LexString lexes src.
func (d Items) LexString(filename string, src string) (plexer.Lexer, error) {
	return d.LexBytes(filename, bytesOf(src))
}

// LexBytes lexes src. The tokens' values alias it: it may not change while they
// are in use. Of a token's position only the offset is filled in.
func (d Items) LexBytes(_ string, src []byte) (plexer.Lexer, error) {
	return &itemLexer{src: src, items: d.New(src)}, nil
}

type itemLexer struct {
	src     []byte
	items   ItemScanner
	started bool
}

func (l *itemLexer) Next() (plexer.Token, error) {
	if !l.started {
		l.started = true
		return plexer.Token{Type: Source, Value: alias(l.src)}, nil
	}
	typ, start, end, err := l.items.NextItem()
	if err != nil {
		return plexer.Token{}, err
	}
	return plexer.Token{Type: typ, Value: alias(l.src[start:end]), Pos: plexer.Position{Offset: start}}, nil
}

// lexReader reads all of r and lexes it by d.
func lexReader(d plexer.BytesDefinition, filename string, r io.Reader) (plexer.Lexer, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexBytes(filename, src)
}

// alias returns b as a string without a copy.
func alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf returns the bytes of s without a copy. They may not be written to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
