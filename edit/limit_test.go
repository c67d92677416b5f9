package edit

import (
	"path/filepath"
	"testing"

	"iacedit/internal/engine/tree"
)

// mostAdded is more than any case adds to its code.
const mostAdded = 1 << 14

// A text may be as long as offsets can count. Edits that would make it longer are
// refused, wherever they are when it is full: nothing panics, and no other code comes
// out.
func TestTextThatWouldBeTooLong(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases: ", err)
	}
	most := tree.Limit
	defer func() { tree.Limit = most }()
	refused := 0
	for _, path := range paths {
		for i, c := range readCases(t, path) {
			if testing.Short() && i%4 > 0 {
				continue
			}
			want, ok := c.text(t, "want")
			code, sent := c.text(t, "in")
			if !ok || !sent {
				continue
			}
			tree.Limit = most
			if _, err := new(Options).Do(nil, c.body(t)); err != nil {
				continue // an answer that is not the code alone
			}
			for tree.Limit = len(code); ; tree.Limit++ {
				got, err := new(Options).Do(nil, c.body(t))
				if err == nil {
					if string(got) != want {
						t.Errorf("%s: %s at most %d bytes: %s", path, c.name, tree.Limit, got)
					}
					break
				}
				refused++
				if e, ok := err.(*Error); !ok || e.Code != TooExpensive && e.Code != InvalidRequest || tree.Limit > len(code)+mostAdded {
					t.Errorf("%s: %s at most %d bytes: %v", path, c.name, tree.Limit, err)
					break // this goes on for ever
				}
			}
		}
	}
	t.Logf("%d edits refused", refused)
}
