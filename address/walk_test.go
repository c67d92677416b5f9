package address

import (
	"testing"

	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

// What a block or attribute is called leads to it, and to nothing else.
func TestChildrenAreFound(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/resolve.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range []Language{{}, {Dialect: HCL}} {
		f, err := syntax.Parse(archive.Files[2*i].Data)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		var walk func(body syntax.ItemID, above Address)
		walk = func(body syntax.ItemID, above Address) {
			for a, id := range Children(f, body, above, l) {
				n++
				read, err := Parse(a.String())
				if err != nil {
					t.Fatal(err)
				}
				target, err := read.Resolve(f, l)
				if err != nil {
					t.Errorf("%s: %v", a, err)
					continue
				}
				if f.Kind(id) == syntax.KindBlock {
					if len(target.Found) != 1 || target.Found[0] != id || target.Path.Name != "" {
						t.Errorf("%s leads to %v, not to %v alone", a, target.Found, id)
					}
					walk(id, a)
					continue
				}
				if len(target.Found) != 1 || f.Attribute(target.Found[0], target.Path.Name) != id {
					t.Errorf("%s leads to %v: %s", a, target.Found, target.Path)
				}
			}
		}
		walk(syntax.Root, nil)
		if n < 10 {
			t.Errorf("there are %d", n)
		}
	}
}
