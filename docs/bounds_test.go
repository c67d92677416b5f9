package docs

import (
	"go/ast"
	"testing"
)

// The limits of what a reader has to keep in mind at once.
const (
	mostLines   = 420 // of a file
	mostComment = 60  // lines of a package's comment
)

// larger maps the names of things that are still over their limit to their present sizes. They must
// not grow, and must be removed from the list once they are within the limit.
var larger = map[string]int{}

// bounded fails the test if the size n is over the limit most, unless the name is in larger.
func bounded(t *testing.T, name, unit string, n, most int) {
	t.Helper()
	allowed, listed := larger[name]
	switch {
	case !listed && n > most:
		t.Errorf("%s has %d %s, at most %d may be", name, n, unit, most)
	case listed && n > allowed:
		t.Errorf("%s has %d %s, it had %d", name, n, unit, allowed)
	case listed && n <= most:
		t.Errorf("%s has %d %s: take it off the list", name, n, unit)
	}
}

// TestBounds: files and package comments are small enough to be read at once.
func TestBounds(t *testing.T) {
	all := typed(t)
	for _, p := range all.all {
		comment := 0
		for i, f := range p.files {
			if !ast.IsGenerated(f) {
				bounded(t, p.path+"/"+p.names[i], "lines", all.fset.File(f.Pos()).LineCount(), mostLines)
			}
			if f.Doc != nil {
				comment += all.fset.Position(f.Doc.End()).Line - all.fset.Position(f.Doc.Pos()).Line + 1
			}
		}
		bounded(t, p.path, "lines of comment", comment, mostComment)
	}
}
