package lexer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/alecthomas/participle/v2"
	plexer "github.com/alecthomas/participle/v2/lexer"
	"github.com/google/go-cmp/cmp"

	"iacedit/lexer"
)

// A grammar of a small part of HCL, as a user of Tokens might write it.
type (
	body struct {
		Items []*item `parser:"( @@ | Newline | Comment )*"`
	}
	item struct {
		Name   string   `parser:"@Ident"`
		Value  *value   `parser:"( '=' @@"`
		Labels []string `parser:"| ( OQuote @QuotedLit CQuote )*"`
		Body   *body    `parser:"  OBrace @@ CBrace )"`
	}
	value struct {
		Number  string   `parser:"  @Number"`
		Name    []string `parser:"| @Ident ( Dot @Ident )*"`
		Text    []*piece `parser:"| OQuote @@* CQuote | OHeredoc @@* CHeredoc Newline?"`
		Element []*value `parser:"| OBrack ( @@ ( Comma @@ )* )? CBrack"`
	}
	piece struct {
		Text   string `parser:"  @( QuotedLit | StringLit )"`
		Interp *value `parser:"| TemplateInterp @@ TemplateSeqEnd"`
	}
)

var bodyParser = participle.MustBuild[body](participle.Lexer(lexer.Tokens{}))

// show writes what a grammar found.
func show(b *body) string {
	var out []string
	for _, it := range b.Items {
		if it.Body != nil {
			out = append(out, fmt.Sprintf("%s%q{%s}", it.Name, it.Labels, show(it.Body)))
		} else {
			out = append(out, it.Name+"="+it.Value.show())
		}
	}
	return strings.Join(out, "; ")
}

func (v *value) show() string {
	switch {
	case v.Name != nil:
		return strings.Join(v.Name, ".")
	case v.Number != "":
		return v.Number
	}
	var out []string
	for _, p := range v.Text {
		if p.Interp != nil {
			out = append(out, p.Interp.show())
		} else {
			out = append(out, fmt.Sprintf("%q", p.Text))
		}
	}
	for _, e := range v.Element {
		out = append(out, e.show())
	}
	return "[" + strings.Join(out, " ") + "]"
}

func TestTokensServeAGrammar(t *testing.T) {
	got, err := bodyParser.ParseString("main.tf", `# A comment.
resource "aws_thing" "this" {
  name = "a-${var.name}-b" // another
  size = 1.5
  list = [a, "b", <<-EOT
    x ${y}
    EOT
  ]
}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := `resource["aws_thing" "this"]{name=["a-" var.name "-b"]; size=1.5; list=[a ["b"] ["    x " y "\n"]]}`
	if diff := cmp.Diff(want, show(got)); diff != "" {
		t.Error(diff)
	}
}

func TestTokensErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"a = 1\nb = ;\n", `main.tf:2:5: invalid character ";"`},
		{"é = 'x'", `main.tf:1:5: invalid character "'"`},
		{"\xEF\xBB\xBFa = \xff", `main.tf:1:5: invalid UTF-8 "\xff"`},
		{"a = \"b\nc", `main.tf:1:7: line end in a quoted string "\n"`},
		{"a = 1\n  /* b", `main.tf:2:3: comment not closed`},
		{"a = <<E\nx\nE", `main.tf:3:2: unexpected token "<EOF>"`},
		{"a b\n", `main.tf:1:3: unexpected token "b"`},
	} {
		_, err := bodyParser.ParseString("main.tf", c.src)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.src, err, c.want)
		}
	}
}

// Every way to lex gives the same tokens: each kind has a name, positions count lines
// and characters.
func TestTokens(t *testing.T) {
	const src = "\xEF\xBB\xBFé = [\"x${~ 1}\"] # c\r\n/*\n*/ b"
	var def lexer.Tokens
	names := map[plexer.TokenType]string{}
	for name, typ := range def.Symbols() {
		if names[typ] != "" {
			t.Errorf("%s and %s are one type", name, names[typ])
		}
		names[typ] = name
	}
	if got := def.Symbols()["OBrace"]; got != lexer.OBrace.TokenType() {
		t.Errorf("OBrace is %d, want %d", got, lexer.OBrace.TokenType())
	}
	want := `Ident "é" 3 1:1, Equal "=" 6 1:3, OBrack "[" 8 1:5, OQuote "\"" 9 1:6, QuotedLit "x" 10 1:7, TemplateInterp "${~" 11 1:8, ` +
		`Number "1" 15 1:12, TemplateSeqEnd "}" 16 1:13, CQuote "\"" 17 1:14, CBrack "]" 18 1:15, Comment "# c\r\n" 20 1:17, ` +
		`Comment "/*\n*/" 25 2:1, Ident "b" 31 3:4, EOF "" 32 3:5, EOF "" 32 3:5`
	for _, lex := range []func() (plexer.Lexer, error){
		func() (plexer.Lexer, error) { return def.Lex("f", iotest.OneByteReader(strings.NewReader(src))) },
		func() (plexer.Lexer, error) { return def.LexString("f", src) },
		func() (plexer.Lexer, error) { return def.LexBytes("f", []byte(src)) },
	} {
		l, err := lex()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for range strings.Count(want, ", ") + 1 {
			tok, err := l.Next()
			if err != nil || tok.Pos.Filename != "f" {
				t.Fatal(tok, err)
			}
			got = append(got, fmt.Sprintf("%s %q %d %d:%d", names[tok.Type], tok.Value, tok.Pos.Offset, tok.Pos.Line, tok.Pos.Column))
		}
		if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
			t.Error(diff)
		}
	}
}

// A reader that fails fails the lexing.
func TestLexOfAFailingReader(t *testing.T) {
	broken := errors.New("broken")
	if _, err := (lexer.Tokens{}).Lex("", iotest.ErrReader(broken)); err != broken {
		t.Error(err)
	}
}
