package syntax

import (
	"testing"

	"iacedit/internal/engine/tree"
)

// The grammar is one of participle's: its root takes the token of a source, and nothing after it.
func TestGrammar(t *testing.T) {
	if _, err := grammar.ParseString("", "source"); err != nil {
		t.Error(err)
	}
	if _, err := grammar.ParseString("", "two tokens"); err == nil {
		t.Error("a second token is accepted")
	}
}

// A parse that fails leaves nothing behind for the next one.
func TestParseAfterError(t *testing.T) {
	for range 3 {
		if _, err := Parse([]byte("a = 1\nb {\n  a = \"${[1")); err == nil {
			t.Fatal("no error")
		}
		f := mustParse(t, "a = 1\n")
		if got := outline(f, Root, ""); got != "root \"\" [\n  attribute \"a = \" \"1\" \"\\n\"\n] \"\"" {
			t.Error(got)
		}
		f.Release()
	}
}

// A source that offsets cannot count is refused, and one that they just can is not.
func TestSourceTooLong(t *testing.T) {
	defer func(n int) { tree.Limit = n }(tree.Limit)
	src := []byte("a = [1]\n")
	tree.Limit = len(src)
	f, err := Parse(src)
	if err != nil || Check(src) != nil || !f.Expand(f.Attribute(Root, "a")) {
		t.Error("refused: ", err)
	}
	tree.Limit--
	const want = "the source is 8 bytes long: at most 7 can be parsed"
	for name, parse := range map[string]func() error{
		"Parse":           func() error { _, err := Parse(src); return err },
		"Check":           func() error { return Check(src) },
		"CheckExpression": func() error { return CheckExpression([]byte("12345678")) },
	} {
		if e, ok := parse().(*Error); !ok || e.Message != want || e.Offset != 7 {
			t.Errorf("%s: %v, want %s", name, e, want)
		}
	}
}
