package address

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	plexer "github.com/alecthomas/participle/v2/lexer"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nocopy"
	"iacedit/lexer"
	"iacedit/syntax"
)

// grammar is participle's parser of addresses. It needs no lookahead, because each choice depends
// on the next token only. So participle reports an error at the token that is not allowed, not at
// the start of the part.
var grammar = participle.MustBuild[addressSyntax](participle.Lexer(scanner{}), participle.UseLookahead(0))

// An addressSyntax is the syntax tree of an address, which participle builds. The strings in all
// grammar types share memory with the text.
type addressSyntax struct {
	First string         `parser:"@(Name | Pattern)"`
	Parts []*addressPart `parser:"@@*"`
}

// An addressPart is a part of an address after the first name: .name, a bracket or an argument.
type addressPart struct {
	Name     *string   `parser:"  '.' @(Name | Pattern)"`
	Bracket  *bracket  `parser:"| '[' @@ ']'"`
	Argument *argument `parser:"| '(' @@ ')'"`
}

// A bracket is the contents of brackets, as in [0], ["key"] or [alias=east].
type bracket struct {
	Mark      string      `parser:"  @('*' | '+' | '=')"`
	Matching  string      `parser:"| '~' @String"`
	Key       string      `parser:"| @String"`
	Number    string      `parser:"| @Number"`
	Selectors []*selector `parser:"| @@ (',' @@)*"`
}

// An argument is the contents of parentheses, as in (0) or (+).
type argument struct {
	Number string `parser:"  @Number"`
	Last   bool   `parser:"| @'+'"`
}

// A selector selects blocks by their contents: !path, path, path=value or path~="pattern".
type selector struct {
	Lacks *selectorPath `parser:"  '!' @@"`
	Path  *selectorPath `parser:"| @@"`
	Sign  string        `parser:"  ( @('=' | '~=')"`
	Value string        `parser:"    @(Bare | String) )?"`
}

// A selectorPath is an attribute path in a selector. Only its offsets are used, because ParsePath
// parses its text again.
type selectorPath struct {
	Pos    plexer.Position
	Name   string `parser:"@Name"`
	Steps  []step `parser:"@@*"`
	EndPos plexer.Position
}

// A step is one step of an attribute path, such as .name, [0] or (+).
type step struct {
	Key      string    `parser:"  '.' @Name"`
	Bracket  string    `parser:"| '[' @(String | Number | '+' | '=') ']'"`
	Argument *argument `parser:"| '(' @@ ')'"`
}

// The types of tokens. All marks, such as "." and "[", have the type tokenMark.
const (
	tokenEOF     = plexer.EOF
	tokenName    = plexer.EOF - 1 - iota
	tokenPattern // a name with "*" in it, or "*" alone
	tokenNumber
	tokenString // in quotes
	tokenBare   // a value without quotes
	tokenMark
	tokenOther // a character that is not allowed in addresses
)

// A scanner splits an address into tokens for participle.
type scanner struct{}

// Symbols implements lexer.Definition of participle.
func (scanner) Symbols() map[string]plexer.TokenType {
	return map[string]plexer.TokenType{
		"EOF": tokenEOF, "Name": tokenName, "Pattern": tokenPattern, "Number": tokenNumber,
		"String": tokenString, "Bare": tokenBare, "Mark": tokenMark, "Other": tokenOther,
	}
}

// Lex implements lexer.Definition of participle.
func (s scanner) Lex(name string, r io.Reader) (plexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return s.LexString(name, string(text))
}

// LexString implements lexer.StringDefinition of participle, so that participle need not copy the
// text.
func (scanner) LexString(_, text string) (plexer.Lexer, error) { return &tokens{text: text}, nil }

// tokens reads the tokens of a text, one at a time.
type tokens struct {
	text         string
	pos          int
	last         string // the previous token
	expectsValue bool   // the next token is a value, because the last one is "~=", or "=" but not in the step [=]
	marks        int    // how many tokens have started a part of the address or a step
}

// mostMarks is the greatest number of parts, selectors and steps of an address.
const mostMarks = 4 * maxSteps

// Next implements lexer.Lexer of participle. It returns an error only for an invalid string or
// too many parts.
func (t *tokens) Next() (plexer.Token, error) {
	start := t.pos
	typ, length, err := t.scan(t.text[t.pos:])
	if err != nil {
		return plexer.Token{}, err
	}
	t.pos += length
	token := plexer.Token{Type: typ, Value: t.text[start:t.pos], Pos: plexer.Position{Offset: start}}
	t.expectsValue = typ == tokenMark && (token.Value == "~=" || token.Value == "=" && t.last != "[")
	t.last = token.Value
	if typ == tokenMark && strings.Contains(".[(,", token.Value) {
		if t.marks++; t.marks > mostMarks {
			return token, fmt.Errorf("it has more than %d parts and steps", mostMarks)
		}
	}
	return token, nil
}

// scan returns the type and the length of the token at the start of text.
func (t *tokens) scan(text string) (plexer.TokenType, int, error) {
	if text == "" {
		return tokenEOF, 0, nil
	}
	if text[0] == '"' {
		n, err := scanString(text)
		return tokenString, n, err
	}
	if t.expectsValue {
		if n := bareLength(text); n > 0 {
			return tokenBare, n, nil
		}
	}
	if n := digits(text); n > 0 {
		return tokenNumber, n, nil
	}
	if typ, n := scanName(text); n > 0 {
		return typ, n, nil
	}
	if strings.HasPrefix(text, "~=") {
		return tokenMark, len("~="), nil
	}
	if strings.IndexByte(".[]()+=!,~", text[0]) >= 0 {
		return tokenMark, 1, nil
	}
	_, n := utf8.DecodeRuneInString(text)
	return tokenOther, n, nil
}

// scanName returns the type and the length of the name or pattern at the start of text. The
// length is 0 if there is no name.
func scanName(text string) (plexer.TokenType, int) {
	n, typ := 0, tokenName
	for n < len(text) {
		if text[n] == '*' {
			n, typ = n+1, tokenPattern
			continue
		}
		length := nameLength(text[n:], typ == tokenPattern)
		if length == 0 {
			break
		}
		n += length
	}
	return typ, n
}

// nameLength returns the length of the identifier at the start of text. If the argument inside is
// true, the identifier follows a "*" in a name pattern, and so may begin with a digit or "-".
func nameLength(text string, inside bool) int {
	if kind, from, end := lexer.Next(nocopy.Bytes(text), 0); kind == lexer.Ident && from == 0 {
		return end
	}
	if n := len(text) - len(strings.TrimLeft(text, "0123456789-")); inside && n > 0 {
		return n + nameLength(text[n:], true)
	}
	return 0
}

// digits returns the number of digits at the start of text.
func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// bareLength returns the length of the unquoted value at the start of text.
func bareLength(text string) int { return len(text) - len(strings.TrimLeftFunc(text, isBare)) }

// isBare reports whether a value without quotes may contain the character c.
func isBare(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("_-./:@+", c)
}

// scanString returns the length of the quoted string at the start of text. It refuses template
// sequences.
func scanString(text string) (int, error) {
	src, end := nocopy.Bytes(text), 1
	kind := lexer.QuotedLit
	for kind == lexer.QuotedLit {
		kind, end = lexer.NextQuoted(src, end)
	}
	switch kind {
	case lexer.CQuote:
	case lexer.TemplateInterp, lexer.TemplateControl:
		return 0, fmt.Errorf(`%s has a template sequence, which is not allowed in an address; a literal one begins with "$${" or "%%%%{"`, excerpt.Line(text))
	default:
		return 0, unclosed(text[1:])
	}
	if !utf8.Valid(src[:end]) { // the scanner also accepts some bytes that are not UTF-8
		return 0, fmt.Errorf("the key at %s is not UTF-8", excerpt.Quote(text))
	}
	if err := syntax.CheckExpression(src[:end]); err != nil {
		return 0, err
	}
	return end, nil
}

// unclosed returns the error for an opening quote that is not closed on its line. The argument rest
// is the text after the quote.
func unclosed(rest string) error {
	end := ""
	if inside, _, ok := strings.Cut(rest, "]"); ok && inside != "" && !strings.ContainsAny(inside, "\\\r\n") {
		end = fmt.Sprintf("; in quotes it is \"%s\"", excerpt.Line(inside))
	}
	return fmt.Errorf("the quote before %s is not closed%s", cmp.Or(excerpt.Line(rest), "the end"), end)
}

// unquote returns the text of a quoted string that scanString has accepted.
func unquote(text string) string {
	body := text[1 : len(text)-1]
	if !strings.ContainsAny(body, `\$%`) {
		return body
	}
	return string(syntax.AppendUnescaped(nil, []byte(body)))
}
