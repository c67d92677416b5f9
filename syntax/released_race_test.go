//go:build race

package syntax

import "testing"

// TestReleased: with the race detector, a file cannot be used after its release.
func TestReleased(t *testing.T) {
	f, err := Parse([]byte("a = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	f.Release()
	for name, use := range map[string]func(){
		"Attribute": func() { f.Attribute(Root, "a") },
		"Text":      func() { f.Text() },
		"Release":   func() { f.Release() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of a released file does not panic", name)
				}
			}()
			use()
		}()
	}
}
