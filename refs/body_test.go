package refs

import (
	"slices"
	"testing"

	"iacedit/syntax"
)

// TestBodiesAsItems checks that bodies are read alike from tokens and from items.
func TestBodiesAsItems(t *testing.T) {
	for _, src := range seeds(t) {
		checkBodies(t, src)
	}
	checkBodies(t, "a \"b\" {\n  # c\n  iterator = x\n  d \"e\" /* f */ \"g\\\"h\" i { iterator = <<-E\n  j\n  E\n  }\n  k = [\n    1,\n  ] // l\n  m {}\n  n {\n    o {\n      p = (1\n      + 2) /* q\n*/\n    }\n    iterator = y\n  }\n}\n")
}

func checkBodies(t *testing.T, src string) {
	lazy, err := syntax.Parse([]byte(src))
	if err != nil {
		return
	}
	whole, err := syntax.ParseWhole([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	half, _ := syntax.Parse([]byte(src))
	for id := range blocks(half) {
		half.Expand(id)
	}
	var want, got bodyReader
	ids := slices.Collect(blocks(lazy))
	for i, id := range slices.Collect(blocks(whole)) {
		want.read(lazy, ids[i])
		for name, f := range map[string]*syntax.File{"all": whole, "top": half} {
			id := id
			if f == half {
				id = ids[i]
			}
			if got.read(f, id); !slices.Equal(got.parts, want.parts) {
				t.Errorf("%s items of %q:\n%v, want\n%v", name, lazy.At(lazy.Value(ids[i])), got.parts, want.parts)
			}
		}
	}
}

// blocks returns an iterator over the top-level blocks.
func blocks(f *syntax.File) func(yield func(syntax.ItemID) bool) {
	return func(yield func(syntax.ItemID) bool) {
		for id := range topLevel(f) {
			if f.Kind(id) == syntax.KindBlock && !yield(id) {
				return
			}
		}
	}
}
