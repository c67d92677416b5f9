package format

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

// edited reads a text in which ⟦…⟧ is what an edit takes out and ⟪…⟫ what it puts
// in. It returns the source with all new text after it, the source's span and the
// pieces of the result.
func edited(marked string) (text []byte, old syntax.Span, pieces []syntax.Span) {
	var source, added []byte
	type part struct {
		from, to int
		isNew    bool
	}
	var parts []part
	for marked != "" {
		i := strings.IndexAny(marked, "⟦⟪")
		if i < 0 {
			i = len(marked)
		}
		if i > 0 {
			parts = append(parts, part{len(source), len(source) + i, false})
			source = append(source, marked[:i]...)
			marked = marked[i:]
		}
		if rest, ok := strings.CutPrefix(marked, "⟦"); ok {
			gone, after, _ := strings.Cut(rest, "⟧")
			source = append(source, gone...)
			marked = after
		} else if rest, ok := strings.CutPrefix(marked, "⟪"); ok {
			put, after, _ := strings.Cut(rest, "⟫")
			parts = append(parts, part{len(added), len(added) + len(put), true})
			added = append(added, put...)
			marked = after
		}
	}
	for _, p := range parts {
		if p.isNew {
			p.from += len(source)
			p.to += len(source)
		}
		pieces = append(pieces, syntax.Span{From: int32(p.from), To: int32(p.to)})
	}
	return append(source, added...), syntax.Span{To: int32(len(source))}, pieces
}

func TestRestyle(t *testing.T) {
	paths, err := filepath.Glob("testdata/restyle/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var r restyler // one for all: each case starts afresh
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			name, want := archive.Files[i].Name, visible.Replace(string(archive.Files[i+1].Data))
			text, old, pieces := edited(visible.Replace(string(archive.Files[i].Data)))
			if got := string(r.restyle(nil, &Region{Text: text, Old: old, Pieces: pieces})); got != want {
				t.Errorf("%s: %s: got\n%s\nwant\n%s", filepath.Base(path), name, got, want)
			}
		}
	}
}

// A region inside a block is indented as what stands in it.
func TestRestyleNested(t *testing.T) {
	text := []byte("a {\n  b {\n    c = 1\n  }\n}\ndd=2\nee {\nf=1\n}\n")
	old := syntax.Span{From: 10, To: 20}
	pieces := []syntax.Span{old, {From: 26, To: int32(len(text))}}
	got := string(new(restyler).restyle([]byte("> "), &Region{Text: text, Old: old, Pieces: pieces, Level: 2}))
	if want := "> " + "    c  = 1\n    dd = 2\n    ee {\n      f = 1\n    }\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// sources are the texts that the laws are tested on, formatted and not.
func sources(t testing.TB) (all []string) {
	for _, c := range formatCases(t) {
		all = append(all, c.in, c.want)
	}
	return all
}

// disturb changes blanks here and there, so that part of a text is formatted and
// part is not.
func disturb(rnd *rand.Rand, s string) string {
	for range rnd.IntN(4) {
		if i := strings.IndexAny(s[rnd.IntN(len(s)+1):], " \n="); i >= 0 {
			blanks := [...]string{"", " ", "  ", "\t", " \t"}[rnd.IntN(5)]
			s = s[:i] + blanks + s[i:]
		}
	}
	return s
}

// Where nothing changed, no byte does, whatever the style is and however the region
// is cut into pieces.
func TestRestyleKeepsWhatIsThere(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var r restyler
	for range 40 {
		for _, s := range sources(t) {
			text := []byte(disturb(rnd, s))
			old := syntax.Span{To: int32(len(text))}
			pieces := []syntax.Span{old}
			if cut := int32(rnd.IntN(len(text) + 1)); cut%2 == 0 {
				pieces = []syntax.Span{{From: 0, To: cut}, {From: cut, To: old.To}}
			}
			if got := r.restyle(nil, &Region{Text: text, Old: old, Pieces: pieces}); !bytes.Equal(got, text) {
				t.Fatalf("got\n%q\nwant\n%q", got, text)
			}
		}
	}
}

// change edits a text at random: some stretches of it go, and parts of added come
// in between. Half of the edits are of whole lines.
func change(rnd *rand.Rand, text []byte, added string) (all []byte, old syntax.Span, pieces []syntax.Span) {
	n := int32(len(text))
	lines := rnd.IntN(2) == 0
	for at := int32(0); at < n; {
		to := at + 1 + rnd.Int32N(n-at)
		if eol := bytes.IndexByte(text[to-1:], '\n'); lines && eol >= 0 {
			to += int32(eol)
		}
		if rnd.IntN(3) > 0 {
			pieces = append(pieces, syntax.Span{From: at, To: to})
		}
		if put := rnd.Int32N(int32(len(added)) + 1); put%2 == 0 {
			pieces = append(pieces, syntax.Span{From: n + put/2, To: n + put})
		}
		at = to
	}
	return append(append([]byte(nil), text...), added...), syntax.Span{To: n}, pieces
}

func joined(text []byte, pieces []syntax.Span) (out []byte) {
	for _, p := range pieces {
		out = append(out, text[p.From:p.To]...)
	}
	return out
}

// Where the code was formatted, the result is what formatting it makes, be it even
// code that does not parse.
func TestRestyleKeepsFormattedCodeFormatted(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var r restyler
	all := sources(t)
	for range 60 {
		for _, s := range all {
			text := bytes.TrimRight(format(nil, []byte(s)), " \t") // which stay at the end of a file, whatever comes after them
			if !bytes.Equal(format(nil, text), text) {
				continue // formatting some code that does not parse takes two runs
			}
			added := strings.TrimPrefix(all[rnd.IntN(len(all))], "\xEF\xBB\xBF")
			text, old, pieces := change(rnd, text, added)
			now := joined(text, pieces)
			got := r.restyle(nil, &Region{Text: text, Old: old, Pieces: pieces})
			// The blanks at the end of a file stay, which are all that differs.
			got, want := bytes.TrimRight(got, " \t"), bytes.TrimRight(format(nil, now), " \t")
			if !bytes.Equal(got, want) {
				t.Fatalf("of\n%s\ngot\n%q\nwant\n%q", text[:old.To], got, want)
			}
		}
	}
}

// Whatever the edit and the style, only blanks change.
func TestRestyleChangesOnlyBlanks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	bare := strings.NewReplacer(" ", "", "\t", "")
	var r restyler
	all := sources(t)
	for range 40 {
		for _, s := range all {
			text, old, pieces := change(rnd, []byte(disturb(rnd, s)), all[rnd.IntN(len(all))])
			got, now := r.restyle(nil, &Region{Text: text, Old: old, Pieces: pieces}), joined(text, pieces)
			if bare.Replace(string(got)) != bare.Replace(string(now)) {
				t.Fatalf("got\n%q\nfor\n%q", got, now)
			}
		}
	}
}

func TestRestyleAllocatesNothingWhenReused(t *testing.T) {
	text := everyCase(t)
	n := int32(len(text))
	old, pieces := syntax.Span{To: n}, []syntax.Span{{From: 0, To: n / 2}, {From: n/2 + 9, To: n}}
	var r restyler
	dst := r.restyle(nil, &Region{Text: text, Old: old, Pieces: pieces})
	if allocs := testing.AllocsPerRun(10, func() { dst = r.restyle(dst[:0], &Region{Text: text, Old: old, Pieces: pieces}) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkRestyle(b *testing.B) {
	text := everyCase(b)
	n := int32(len(text))
	old, pieces := syntax.Span{To: n}, []syntax.Span{{From: 0, To: n / 2}, {From: n/2 + 9, To: n}}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst = (&Region{Text: text, Old: old, Pieces: pieces}).Append(dst[:0])
	}
}
