package value_test

import (
	"testing"
	"unicode/utf8"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

func TestAppendString(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `""`},
		{"plain é 😀 \u00a0 \u2028", "\"plain é 😀 \u00a0 \u2028\""},
		{"\"\\\n\r\t\a\x00\x7f\u0080\u009f", `"\"\\\n\r\t\u0007\u0000\u007f\u0080\u009f"`},
		{"${x} %{y}", `"$${x} %%{y}"`},
		{"$${x} $$${x} %%{", `"$$${x} $$$${x} %%%{"`},
		{"$ $$ % 100% $\n{ %${ $%{", `"$ $$ % 100% $\n{ %$${ $%%{"`},
	} {
		if got := string(value.AppendString([]byte("x"), c.in)); got != "x"+c.want {
			t.Errorf("%q: got %s, want %s", c.in, got, c.want)
		}
	}
}

func TestAppendKey(t *testing.T) {
	for in, want := range map[string]string{
		"a": "a", "with-dash": "with-dash", "größe": "größe", "if": "if", "": `""`, " a": `" a"`, "1a": `"1a"`,
		"for": `"for"`, "null": `"null"`, "true": `"true"`, "false": `"false"`, "a.b": `"a.b"`, "${a}": `"$${a}"`,
	} {
		if got := string(value.AppendKey(nil, in)); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

// FuzzString: a string of literal text is one string, has no sequences, and stands
// for the text again.
func FuzzString(f *testing.F) {
	for _, s := range []string{"$${x}", "%%%{", "$", "a$\n{", "\u0085\x00\"\\", "${~ x ~}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		text := value.AppendString(nil, s)
		if err := syntax.CheckExpression(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got []byte
		kind, pos := lexer.QuotedLit, 1
		for kind == lexer.QuotedLit {
			start := pos
			if kind, pos = lexer.NextQuoted(text, pos); kind == lexer.QuotedLit {
				got = syntax.AppendUnescaped(got, text[start:pos])
			}
		}
		if kind != lexer.CQuote || pos != len(text) || string(got) != s {
			t.Fatalf("%s stands for %q, not %q", text, got, s)
		}
	})
}
