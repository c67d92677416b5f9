package docs

import (
	"go/types"
	"strings"
	"testing"
)

// public are the packages for embedders.
var public = []string{"lexer", "syntax", "value", "budget", "format", "address", "refs", "render", "module", "edit", "read", "find", "convert", "client", "httpd", "openapi", "upgrades"}

// TestExportedTypesArePublic: exported declarations contain no type of an internal package, unless
// the type has a public name.
func TestExportedTypesArePublic(t *testing.T) {
	all := typed(t)
	named := map[*types.TypeName]bool{} // internal types with a public name
	for _, path := range public {
		scope := all.by[path].pkg.Scope()
		for _, name := range scope.Names() {
			if alias, ok := scope.Lookup(name).Type().(*types.Alias); ok {
				if of, ok := types.Unalias(alias).(*types.Named); ok {
					named[of.Obj()] = true
				}
			}
		}
	}
	for _, path := range public {
		eachExported(all.by[path].pkg, func(name string, typ types.Type) {
			if of := internalIn(typ); of != nil && !named[of] {
				t.Errorf("%s has the type %s.%s, which is internal", name, of.Pkg().Path(), of.Name())
			}
		})
	}
}

// eachExported calls do with each exported function, variable, constant, field and method of
// a package.
func eachExported(pkg *types.Package, do func(name string, typ types.Type)) {
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		full := pkg.Name() + "." + name
		named, isType := o.Type().(*types.Named)
		_, declared := o.(*types.TypeName)
		switch {
		case !o.Exported():
		case !declared:
			do(full, o.Type())
		case isType:
			if s, ok := named.Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					if f.Exported() {
						do(full+"."+f.Name(), f.Type())
					}
				}
			}
			for m := range named.Methods() {
				if m.Exported() {
					do(full+"."+m.Name(), m.Type())
				}
			}
		}
	}
}

// TestSharedErrorsCannotChange: no package has a variable that points to an error with fields,
// because each request that gets the error could change it for the others.
func TestSharedErrorsCannotChange(t *testing.T) {
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	for _, p := range typed(t).all {
		scope := p.pkg.Scope()
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || !types.Implements(v.Type(), failure) {
				continue
			}
			pointer, ok := v.Type().(*types.Pointer)
			if !ok {
				continue
			}
			if s, ok := pointer.Elem().Underlying().(*types.Struct); ok && s.NumFields() > 0 {
				t.Errorf("%s.%s is an error that its receivers may change", p.path, name)
			}
		}
	}
}

// internalIn returns the first type of an internal package in a type, or nil.
func internalIn(typ types.Type) *types.TypeName {
	switch x := typ.(type) {
	case *types.Named:
		if p := x.Obj().Pkg(); p != nil && strings.HasPrefix(p.Path(), modulePath) && strings.Contains(p.Path(), "internal/") {
			return x.Obj()
		}
	case interface{ Elem() types.Type }: // a pointer, slice, array, map or channel
		return internalIn(x.Elem())
	case *types.Signature:
		for _, of := range []*types.Tuple{x.Params(), x.Results()} {
			for v := range of.Variables() {
				if found := internalIn(v.Type()); found != nil {
					return found
				}
			}
		}
	}
	return nil
}
