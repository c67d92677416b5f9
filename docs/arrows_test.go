package docs

import (
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The greatest numbers of calls that lead back to a file: most calls lead to a file that can be
// read later.
const (
	mostArrows = 10 // function values and interfaces in edit that call back into the file that passed them
	mostClimbs = 8  // those that package apply uses, directly or not

	mostCircles = 37 // pairs of files of another package that call one another in circles
)

// TestFilesCallDown: the files of a package of edit, and of a package in layered, do not call each other
// in circles, so that each file can be read after the files that it calls.
// Other packages may have a limited number of circles, which the test logs (docs/house.md, "Cycles").
func TestFilesCallDown(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	all := typed(t)
	for _, p := range all.all {
		calls := callsBetween(all, p)
		circles := 0
		for from, to := range calls {
			for file, names := range to {
				if !reaches(calls, file, from) {
					continue
				}
				circles++
				if isEdit(p.path) || slices.Contains(layered, p.path) {
					t.Errorf("%s: %s calls %s (%s), which leads back to it", p.path, from, file, strings.Join(names, ", "))
				}
			}
		}
		if circles > 0 {
			t.Logf("%s: %d pairs of files call one another in circles", p.path, circles)
		}
		if circles > mostCircles {
			t.Errorf("%s: %d pairs of files call one another in circles, at most %d may", p.path, circles, mostCircles)
		}
	}
}

// layered are the packages outside edit that have no circles.
var layered = []string{"httpd", "internal/disk/project", "cmd/iacedit", "internal/disk/workspace", "upgrades"}

// isEdit reports whether a package is edit, or an internal package of it.
func isEdit(path string) bool { return path == "edit" || strings.HasPrefix(path, "edit/internal/") }

// callsBetween returns, for each file of a package, the other files whose functions it uses, with
// the names of the functions.
func callsBetween(all *sources, p *source) map[string]map[string][]string {
	calls := map[string]map[string][]string{}
	for i, f := range p.files {
		from := p.names[i]
		calls[from] = map[string][]string{}
		for n := range ast.Preorder(f) {
			id, ok := n.(*ast.Ident)
			if !ok {
				continue
			}
			if fn, ok := p.info.Uses[id].(*types.Func); ok && fn.Pkg() == p.pkg {
				if to := all.fileOf(fn.Origin()); to != from && !slices.Contains(calls[from][to], fn.Name()) {
					calls[from][to] = append(calls[from][to], fn.Name())
				}
			}
		}
	}
	return calls
}

// fileOf returns the name of the file that declares an object.
func (s *sources) fileOf(o types.Object) string {
	return filepath.Base(s.fset.Position(o.Pos()).Filename)
}

// reaches reports whether calls lead from one file to another.
func reaches(calls map[string]map[string][]string, from, to string) bool {
	seen := map[string]bool{from: true}
	for next := []string{from}; len(next) > 0; {
		at := next[0]
		if next = next[1:]; at == to {
			return true
		}
		for file := range calls[at] {
			if !seen[file] {
				seen[file] = true
				next = append(next, file)
			}
		}
	}
	return false
}

// TestFewArrowsUp: few calls in edit lead back to the calling file. Such calls are made by function
// values that are passed to another file, and by interfaces that only one type implements.
func TestFewArrowsUp(t *testing.T) {
	all := typed(t)
	graph := map[string][]string{} // for each function, the functions that it uses
	arrows := map[string]string{}  // by what calls back, the function that does; "" for any
	for _, p := range all.all {
		if !isEdit(p.path) {
			continue
		}
		for _, f := range p.files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				self := p.info.Defs[fn.Name].(*types.Func)
				for n := range ast.Preorder(fn) {
					switch n := n.(type) {
					case *ast.Ident:
						if used, ok := p.info.Uses[n].(*types.Func); ok {
							graph[self.FullName()] = append(graph[self.FullName()], used.Origin().FullName())
						}
					case *ast.CallExpr:
						if callee := calleeOf(p, n); callee != nil && inEdit(callee) && all.fileOf(callee) != all.fileOf(self) {
							for _, parameter := range functionParameters(callee) {
								arrows[callee.FullName()+" "+parameter] = callee.Origin().FullName()
							}
						}
					}
				}
			}
		}
		for _, name := range p.pkg.Scope().Names() {
			of, isType := p.pkg.Scope().Lookup(name).(*types.TypeName)
			if !isType {
				continue
			}
			switch u := of.Type().Underlying().(type) {
			case *types.Struct:
				for field := range u.Fields() {
					if _, is := field.Type().Underlying().(*types.Signature); is {
						arrows[p.path+"."+name+"."+field.Name()] = ""
					}
				}
			case *types.Interface:
				if u.NumMethods() > 0 && implementations(all, u) == 1 {
					arrows[p.path+"."+name] = ""
				}
			}
		}
	}
	if names := slices.Sorted(maps.Keys(arrows)); len(names) > mostArrows {
		t.Errorf("%d arrows go up in edit, at most %d may:\n%s", len(names), mostArrows, strings.Join(names, "\n"))
	}
	reached := map[string]bool{"": true}
	for next := []string{modulePath + "edit/internal/apply.Apply"}; len(next) > 0; {
		at := next[0]
		if next = next[1:]; !reached[at] {
			reached[at] = true
			next = append(next, graph[at]...)
		}
	}
	var climbs []string
	for name, from := range arrows {
		if reached[from] {
			climbs = append(climbs, name)
		}
	}
	if len(climbs) > mostClimbs {
		t.Errorf("the walk of an entry climbs %d times, at most %d it may:\n%s", len(climbs), mostClimbs, strings.Join(climbs, "\n"))
	}
	if len(reached) < 200 {
		t.Errorf("package apply reaches %d functions alone: they are not followed", len(reached))
	}
	t.Logf("%d arrows up, %d of them in the walk of an entry, through %d functions:\n%s", len(arrows), len(climbs), len(reached), strings.Join(slices.Sorted(maps.Keys(arrows)), "\n"))
}

// calleeOf returns the function that is called, or nil for a function value.
func calleeOf(p *source, call *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	case *ast.IndexExpr:
		if id, _ = fun.X.(*ast.Ident); id == nil {
			if x, ok := fun.X.(*ast.SelectorExpr); ok {
				id = x.Sel
			}
		}
	}
	if id == nil {
		return nil
	}
	fn, _ := p.info.Uses[id].(*types.Func)
	return fn
}

// inEdit reports whether a function is declared in a package of edit.
func inEdit(fn *types.Func) bool {
	return fn.Pkg() != nil && isEdit(strings.TrimPrefix(fn.Pkg().Path(), modulePath))
}

// functionParameters returns the names of the parameters of a function that are functions. It omits
// the yield of an iterator.
func functionParameters(fn *types.Func) (names []string) {
	for v := range fn.Type().(*types.Signature).Params().Variables() {
		if _, is := v.Type().Underlying().(*types.Signature); is && v.Name() != "yield" {
			names = append(names, v.Name())
		}
	}
	return names
}

// implementations returns how many types of the module have methods with all names of an interface.
func implementations(all *sources, i *types.Interface) (n int) {
	for _, p := range all.all {
		for _, name := range p.pkg.Scope().Names() {
			of, isType := p.pkg.Scope().Lookup(name).(*types.TypeName)
			if !isType || types.IsInterface(of.Type()) {
				continue
			}
			methods := types.NewMethodSet(types.NewPointer(of.Type()))
			has := true
			for m := range i.Methods() {
				has = has && methods.Lookup(m.Pkg(), m.Name()) != nil
			}
			if has {
				n++
			}
		}
	}
	return n
}
