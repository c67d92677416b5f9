package docs

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// The limits of what a reader has to keep in mind at once.
const (
	mostLines   = 420 // of a file
	mostMethods = 40  // of a type, including functions whose first parameter is a pointer to it
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

// TestBounds: files, types and package comments are small enough to be read at once.
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
		for name, n := range methods(p) {
			bounded(t, p.path+"."+name, "methods", n, mostMethods)
		}
	}
}

// methods counts the methods of a package's types. It includes the functions of the package whose
// first parameter is a pointer to the type.
func methods(p *source) map[string]int {
	counts := map[string]int{}
	for _, f := range p.files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			signature := p.info.Defs[fn.Name].Type().(*types.Signature)
			first := signature.Recv()
			if first == nil && signature.Params().Len() > 0 && !strings.HasPrefix(fn.Name.Name, "New") {
				first = signature.Params().At(0)
				if _, ok := first.Type().(*types.Pointer); !ok {
					continue
				}
			}
			if first == nil {
				continue
			}
			typ := first.Type()
			if pointer, ok := typ.(*types.Pointer); ok {
				typ = pointer.Elem()
			}
			if named, ok := typ.(*types.Named); ok && named.Obj().Pkg() == p.pkg {
				counts[named.Obj().Name()]++
			}
		}
	}
	return counts
}
