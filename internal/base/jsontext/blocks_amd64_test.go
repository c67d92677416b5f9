package jsontext

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// portably calls f without the instructions that are not everywhere.
func portably(f func()) {
	defer func(was bool) { byBlocks = was }(byBlocks)
	byBlocks = false
	f()
}

// An unquoted is what came of reading a string.
type unquoted struct {
	Text  string
	Error string
	Pos   int
	Parts []string // of the string, as they are written from its Raw
}

func unquote(text []byte) (u unquoted) {
	var r Reader
	var raw Raw
	r.Reset(text)
	s, err := r.AppendUnquoted([]byte("x"), &raw)
	u.Text, u.Pos = string(s[1:]), r.Pos()
	if err != nil {
		u.Error = err.Error()
		return u
	}
	for i := 0; i <= len(s)-1; i += 7 {
		u.Parts = append(u.Parts, string(part(&raw, s[1:], i, min(i+20, len(s)-1))))
	}
	return u
}

// checkBlocks checks that a text, quotes and all, is read and written as the portable code
// does it.
func checkBlocks(t *testing.T, text []byte) {
	t.Helper()
	got, quoted := unquote(text), AppendQuote(nil, text)
	portably(func() {
		if diff := cmp.Diff(unquote(text), got); diff != "" {
			t.Fatalf("reading %q:\n%s", text, diff)
		}
		if diff := cmp.Diff(string(AppendQuote(nil, text)), string(quoted)); diff != "" {
			t.Fatalf("writing %q:\n%s", text, diff)
		}
	})
}

// Blocks are read and written as the portable code does it, whatever is in them and
// wherever they start.
func TestBlocks(t *testing.T) {
	if !byBlocks {
		t.Skip("this processor has none of the instructions: the portable code is tested alone")
	}
	pieces := []string{`\\`, `\"`, `\n`, `\t`, `\r`, `\b`, `\f`, "plain text ", "a", "=", " ", "    ", "é", "x😀", "\x7f"}
	rare := []string{`\/`, `\u0041`, `\u00e9`, `\ud83d\ude00`, "\xff", `"`, "\n", "\x00", `\x`, `\ud800`, `\`, `\é`, `\` + "\n"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		text := []byte{'"'}
		for range random.IntN(100) {
			text = append(text, pieces[random.IntN(len(pieces))]...)
			if random.IntN(150) == 0 {
				text = append(text, rare[random.IntN(len(rare))]...)
			}
		}
		if random.IntN(10) > 0 {
			text = append(text, '"')
		}
		checkBlocks(t, text)
	}
}

// No byte is taken for another, at any place of a block.
func TestBlocksBytes(t *testing.T) {
	if !byBlocks {
		t.Skip("this processor has none of the instructions: the portable code is tested alone")
	}
	for c := range 256 {
		for at := range 130 {
			for _, before := range []string{"", `\`, `\\`, `\\\`} {
				text := make([]byte, 131)
				for i := range text {
					text[i] = 'a'
				}
				text[0], text[len(text)-1] = '"', '"'
				text[max(at, 1)] = byte(c)
				copy(text[max(at-len(before), 1):], before)
				checkBlocks(t, text)
			}
		}
	}
}

func BenchmarkBlocks(b *testing.B) {
	code := []byte("  name        = \"text\"\n  other_name = aws_instance.this.id\n")
	for len(code) < 31_000 {
		code = append(code, code...)
	}
	text := AppendQuote(nil, code)
	var r Reader
	var raw Raw
	buf := make([]byte, 0, 4*len(text))
	both := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(code)))
			for b.Loop() {
				f()
			}
		})
		b.Run(name+" portably", func(b *testing.B) {
			b.SetBytes(int64(len(code)))
			portably(func() {
				for b.Loop() {
					f()
				}
			})
		})
	}
	both("read", func() {
		r.Reset(text)
		r.AppendUnquoted(buf, &raw)
	})
	both("write", func() { AppendQuote(buf, code) })
}
