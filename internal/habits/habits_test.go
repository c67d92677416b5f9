package habits

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Table
	}{
		{"nothing", "", Table{}},
		{"lead comments", "# Copyright A\n\n// one\na = 1 # not this\n\n# apart\n\n# two\nb {\n  // three\n  c = 2\n  # last\n}\n", Table{Hashes: 1, Slashes: 2}},
		{"a licence that touches", "// Licensed\n// of b\nb {}\n", Table{}},
		{"lead comments between /* and */", "/* one */\na = 1\n// two\n/* three\n*/\nb = [\n  /* four */ 1,\n  // five\n  2,\n]\n", Table{Hashes: 2, Slashes: 1, Lists: 1}},
		{"heredocs", "a = <<-EOF\n  [\n  EOF\nb = <<EOT\n${[\n1]}\nEOT\n", Table{Heredocs: map[string]int{"<<-EOF": 1, "<<EOT": 1}}},
		{"lists", "a = [\n  1,\n  2\n]\nb = [\n  1,\n]\nc = [1, 2]\nd = [\n  for x in y : x\n]\ne = x[\n0]\n", Table{Lists: 3, Bare: 2}},
		{"pairs", "a = {\n  \"k\" : x ? 1 : 2,\n  \"1\" : { b = 1 }\n}\nb {\n  c = 1\n}\nm = {\n  for k, v in z : k => v\n}\n", Table{Pairs: Pairs{All: 2, Colons: 2, Names: 1, Quoted: 1, Commas: 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(&c.want, Read([]byte(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Text that does not parse is read, too: it is only counted.
func FuzzRead(f *testing.F) {
	f.Add([]byte("a = [\n{ \"b\" : <<E\nE\n}]"))
	f.Fuzz(func(t *testing.T, text []byte) { Read(text) })
}
