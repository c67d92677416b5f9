//go:build !race

package syntax

import "testing"

// TestReleased: a file is empty after its release.
func TestReleased(t *testing.T) {
	f := mustParse(t, "a = 1\n")
	f.Release()
	if id := f.Attribute(Root, "a"); id != NoItem || len(f.Text()) > 0 {
		t.Errorf("the released file has item %d and the text %q", id, f.Text())
	}
	f.Release()
}

// Releasing a File ends an iteration through it.
func TestReleaseMeanwhile(t *testing.T) {
	f := mustParse(t, manyItems)
	n := 0
	for id := range f.Children(Root) {
		n++
		f.Release()
		if f.Item(id) != (Item{}) {
			t.Error("the item is still there")
		}
	}
	if n != 1 {
		t.Errorf("%d items", n)
	}
}
