package lexer

import (
	"fmt"
	"io"
	"unsafe"

	plexer "github.com/alecthomas/participle/v2/lexer"
)

// Tokens is a participle lexer definition of fine tokens, one for every token that a
// Scanner finds, for whoever writes a participle grammar of HCL, or of a part of it:
//
//	type Attribute struct {
//		Name  string `parser:"@Ident '='"`
//		Value string `parser:"OQuote @QuotedLit CQuote Newline"`
//	}
//
//	var parser = participle.MustBuild[Attribute](participle.Lexer(lexer.Tokens{}))
//
// The names of the types of token are those of the kinds: Ident, OBrace and so on.
// Blanks are no tokens. Line ends and comments are, since a line end ends an
// attribute, and a comment that starts with "#" or "//" has one in it; where neither
// matters, participle.Elide("Newline", "Comment") leaves them out.
//
// Code that no tokens can be made of is an error of participle's, with its position: an
// invalid character, bytes that are not UTF-8, a line end in a quoted string, a comment
// that is not closed.
type Tokens struct{}

var (
	_ plexer.BytesDefinition  = Tokens{}
	_ plexer.StringDefinition = Tokens{}
)

// symbols names the kinds that Tokens makes tokens of.
var symbols = [kindCount]string{
	EOF: "EOF", Newline: "Newline", Comment: "Comment", Ident: "Ident", Number: "Number",
	Equal: "Equal", EqualOp: "EqualOp", NotEqual: "NotEqual", Less: "Less", LessEq: "LessEq", Greater: "Greater", GreaterEq: "GreaterEq",
	And: "And", Or: "Or", Bang: "Bang", Plus: "Plus", Minus: "Minus", Star: "Star", Slash: "Slash", Percent: "Percent",
	Question: "Question", Colon: "Colon", DoubleColon: "DoubleColon", Comma: "Comma", Dot: "Dot", Ellipsis: "Ellipsis", FatArrow: "FatArrow",
	OParen: "OParen", CParen: "CParen", OBrack: "OBrack", CBrack: "CBrack", OBrace: "OBrace", CBrace: "CBrace",
	OQuote: "OQuote", CQuote: "CQuote", QuotedLit: "QuotedLit",
	OHeredoc: "OHeredoc", CHeredoc: "CHeredoc", StringLit: "StringLit",
	TemplateInterp: "TemplateInterp", TemplateControl: "TemplateControl", TemplateSeqEnd: "TemplateSeqEnd",
}

// TokenType returns the type of the tokens that Tokens makes of a kind.
func (k Kind) TokenType() plexer.TokenType { return plexer.EOF - plexer.TokenType(k) }

// Symbols names the types of token.
func (Tokens) Symbols() map[string]plexer.TokenType {
	types := make(map[string]plexer.TokenType, len(symbols))
	for kind, name := range symbols {
		if name != "" {
			types[name] = Kind(kind).TokenType()
		}
	}
	return types
}

// Lex reads all of r and lexes it.
func (d Tokens) Lex(filename string, r io.Reader) (plexer.Lexer, error) {
	if r == nil {
		return d.LexBytes(filename, nil)
	}
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexBytes(filename, src)
}

// LexString lexes src.
func (d Tokens) LexString(filename string, src string) (plexer.Lexer, error) {
	return d.LexBytes(filename, bytesOf(src))
}

// LexBytes lexes src. The tokens' values alias it: it may not change while they are in
// use. A token's column counts characters, from 1; a byte order mark counts nothing.
// The error is that src is longer than a Token's offsets can count.
func (Tokens) LexBytes(filename string, src []byte) (plexer.Lexer, error) {
	if len(src) > longest {
		return nil, fmt.Errorf("the source is %d bytes long: at most %d can be read", len(src), longest)
	}
	l := &tokenLexer{at: plexer.Position{Filename: filename, Line: 1, Column: 1}}
	l.scanner.Reset(src, 0)
	l.at.Offset = l.scanner.pos
	return l, nil
}

type tokenLexer struct {
	scanner Scanner
	at      plexer.Position // of the end of the token before
}

func (l *tokenLexer) Next() (plexer.Token, error) {
	src, from := l.scanner.src, l.at.Offset
	tok := l.scanner.Next()
	start, end := int(tok.Start), int(tok.End)
	l.at.Advance(alias(src[from:start]))
	out := plexer.Token{Type: tok.Kind.TokenType(), Value: alias(src[start:end]), Pos: l.at}
	if symbols[tok.Kind] == "" {
		return out, l.fail(fmt.Sprintf("%s %q", tok.Kind, out.Value))
	}
	if tok.Kind == Slash && byteAt(src, end) == '*' {
		return out, l.fail("comment not closed")
	}
	l.at.Advance(out.Value)
	return out, nil
}

func (l *tokenLexer) fail(message string) error { return &plexer.Error{Msg: message, Pos: l.at} }

// alias returns b as a string without a copy.
func alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf returns the bytes of s without a copy. They may not be written to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
