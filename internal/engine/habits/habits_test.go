package habits

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/internal/testkit/measure"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Table
	}{
		{"nothing", "", Table{}},
		{"lead comments", "# Copyright A\n\n// one\na = 1 # not this\n\n# apart\n\n# two\nb {\n  // three\n  c = 2\n  # last\n}\n", Table{Counts: Counts{Hashes: 1, Slashes: 2}}},
		{"a licence that touches", "// Licensed\n// of b\nb {}\n", Table{}},
		{"lead comments between /* and */", "/* one */\na = 1\n// two\n/* three\n*/\nb = [\n  /* four */ 1,\n  // five\n  2,\n]\n", Table{Counts: Counts{Hashes: 2, Slashes: 1, Lists: 1}}},
		{"heredocs", "a = <<-EOF\n  [\n  EOF\nb = <<EOT\n${[\n1]}\nEOT\n", Table{Heredocs: openings("<<-EOF", "<<EOT")}},
		{"lists", "a = [\n  1,\n  2\n]\nb = [\n  1,\n]\nc = [1, 2]\nd = [\n  for x in y : x\n]\ne = x[\n0]\n", Table{Counts: Counts{Lists: 3, Bare: 2}}},
		{"wide lists", "a = [\n  {\n    b = [\n      \"" + strings.Repeat("b", 70) + "\", # comment\n      1,\n    ]\n    " + strings.Repeat("c", 40) + " = [\n      2\n    ]\n  }, [\n    <<E\n x\nE\n  ]\n]\n", Table{Counts{Lists: 4, Bare: 3, Wide: 1, Pairs: Pairs{All: 2, Names: 2, Breaks: 1}}, openings("<<E")}},
		{"pairs", "a = {\n  \"k\" : x ? 1 : 2,\n  \"1\" : { b = 1 }\n}\nb {\n  c = 1\n}\nm = {\n  for k, v in z : k => v\n}\n", Table{Counts: Counts{Pairs: Pairs{All: 2, Colons: 2, Names: 1, Quoted: 1, Commas: 1}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(&c.want, Read([]byte(c.text)), cmp.AllowUnexported(Openings{}, opening{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// openings returns the Openings of heredocs.
func openings(all ...string) (o Openings) {
	for _, text := range all {
		o.add(text, 1)
	}
	return o
}

func TestSoleOpening(t *testing.T) {
	o := openings("<<A", "<<B", "<<B")
	if got := o.Sole(); got != "" {
		t.Error(got)
	}
	if o.add("<<A", -1); o.Sole() != "<<B" || !o.Any() {
		t.Error(o.Sole())
	}
	if o.add("<<B", -2); o.Any() {
		t.Error("there are none")
	}
	if o.add("<<A", 1); o.Sole() != "<<A" {
		t.Error(o.Sole())
	}
	if o.empty(); o.Any() || o.Sole() != "" || o.Len() != 0 || len(o.index) != 0 {
		t.Error("there are none")
	}
}

// A Reader that has read many heredocs reads a small text as fast as a new one does.
func TestReaderForgetsWhatItHasRead(t *testing.T) {
	var many strings.Builder
	for i := range 1 << 10 {
		fmt.Fprintf(&many, "a%d = <<E%d\nE%d\n", i, i, i)
	}
	var r Reader
	if got := r.Read([]byte(many.String())).Heredocs.Len(); got != 1<<10 {
		t.Fatal(got)
	}
	if got := r.Read([]byte("a = <<E\nE\n")); got.Heredocs.Len() != 1 || got.Heredocs.Sole() != "<<E" {
		t.Error(got)
	}
}

// The width of a list of several lines is that of its lines, with a space after each comma.
func TestFlatText(t *testing.T) {
	text := []byte("  [\n\t[ # one,\n\n    1,\r\n  [\n\u00a0[2,\n 3] ,\n]]\n, \"]\"\n]")
	var lists [][2]int // where each list starts and ends
	var open []int
	for i, c := range text {
		switch {
		case c == '[':
			open = append(open, i)
		case c == ']' && string(text[i-1:i+1]) != `"]`:
			lists = append(lists, [2]int{open[len(open)-1], i + 1})
			open = open[:len(open)-1]
		}
	}
	offsets := make([]int, 0, 2*len(lists))
	for _, l := range lists {
		offsets = append(offsets, l[0], l[1])
	}
	slices.Sort(offsets)
	flat := flatText{code: -1}
	widths := map[int]int{}
	for _, at := range offsets {
		widths[at] = flat.width(text, at)
	}
	for _, l := range lists {
		want := 0
		for line := range bytes.Lines(text[l[0]:l[1]]) {
			line = bytes.TrimSpace(line)
			want += len(line) + bytes.Count(line[max(0, len(line)-1):], []byte{','})
		}
		if got := widths[l[1]] - widths[l[0]]; got != want {
			t.Errorf("%q: got %d, want %d", text[l[0]:l[1]], got, want)
		}
	}
}

// Lists in lists are read in a time that is proportional to their length.
func TestReadIsLinear(t *testing.T) {
	measure.Linear(t, 2000, func(n int) func() {
		text := []byte("a = " + strings.Repeat("[\n"+strings.Repeat(" ", 20), n) + "1" + strings.Repeat("\n]", n) + "\n")
		return func() { Read(text) }
	})
}

// Text that does not parse is read, too: it is only counted.
func FuzzRead(f *testing.F) {
	f.Add([]byte("a = [\n{ \"b\" : <<E\nE\n}]"))
	f.Fuzz(func(t *testing.T, text []byte) { Read(text) })
}
