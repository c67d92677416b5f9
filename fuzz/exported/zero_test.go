package exported

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"iacedit/budget"
	"iacedit/syntax"
	"iacedit/value"
)

// someValues are the Values of package address: none.
type someValues struct{}

func (someValues) Inside(int) syntax.Inside         { return syntax.InsideNothing }
func (someValues) First(int) int                    { return 0 }
func (someValues) Next(int) int                     { return 0 }
func (someValues) Element(int, int) (int, int)      { return 0, 0 }
func (someValues) Pair(int, string, value.Mode) int { return 0 }
func (someValues) Call(int) []byte                  { return nil }
func (someValues) IsSpread(int, int) bool           { return false }

// TestExportedIsListed compares the lists of exported functions and types with what the
// code of the public packages declares.
func TestExportedIsListed(t *testing.T) {
	declared := declaredNames(t, "../..")
	listed := map[string]bool{}
	for _, names := range []([]string){slices.Collect(maps.Keys(exportedFunctions)), slices.Collect(maps.Keys(exportedTypes))} {
		for _, name := range names {
			listed[name] = true
			if !declared[name] {
				t.Errorf("%s is listed, and no public package declares it", name)
			}
		}
	}
	for name := range declared {
		if !listed[name] {
			t.Errorf("%s is exported, and list_test.go lacks it", name)
		}
	}
}

// declaredNames returns the exported functions and types of the public packages of the
// module in a folder.
func declaredNames(t *testing.T, root string) map[string]bool {
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				addDeclared(t, names, path)
			}
			return nil
		case path == root:
			return nil
		case d.Name() == "internal", d.Name() == "testdata", d.Name() == "node_modules", strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
			return fs.SkipDir // another module
		}
		return nil
	})
	if err != nil || len(names) == 0 {
		t.Fatal("no public packages: ", err)
	}
	return names
}

func addDeclared(t *testing.T, names map[string]bool, path string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if file.Name.Name == "main" {
		return
	}
	add := func(name *ast.Ident) {
		if name.IsExported() {
			names[file.Name.Name+"."+name.Name] = true
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					add(s.Name)
				}
			}
		}
	}
}

// FuzzExportedZero calls every exported function and method with zero values, nil and
// numbers out of range: none panics.
func FuzzExportedZero(f *testing.F) {
	for kind := range byte(5) {
		f.Add([]byte{kind}, "")
		f.Add([]byte{kind}, "a")
		f.Add([]byte{4, kind}, "a = b")
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		o := zeros{data: data, text: text}
		for _, name := range slices.Sorted(maps.Keys(exportedFunctions)) {
			o.call(t, name, reflect.ValueOf(exportedFunctions[name]))
		}
		for _, name := range slices.Sorted(maps.Keys(exportedTypes)) {
			typ := exportedTypes[name]
			if typ.Kind() == reflect.Interface {
				continue // its methods are called on the types that implement it
			}
			for i := range reflect.PointerTo(typ).NumMethod() {
				receiver := reflect.New(typ)
				o.fill(receiver.Elem())
				o.call(t, name+"."+receiver.Type().Method(i).Name, receiver.Method(i))
				if mayBeNil(name) && receiver.Type().Method(i).Name != "MarshalJSON" { // encoding/json does not call it on nil
					o.call(t, "nil "+name+"."+receiver.Type().Method(i).Name, reflect.Zero(receiver.Type()).Method(i))
				}
			}
		}
	})
}

// mayBeNil reports whether a nil pointer to a type is as good as a pointer to its zero value.
func mayBeNil(typ string) bool { return strings.HasSuffix(typ, ".Options") || typ == "value.Value" }

// zeros are arguments that say nothing, as bytes choose them; the last byte chooses for
// what comes after it, too.
type zeros struct {
	data []byte
	text string
	next int
}

func (o *zeros) choice() byte {
	if len(o.data) == 0 {
		return 0
	}
	b := o.data[o.next]
	if o.next+1 < len(o.data) {
		o.next++
	}
	return b
}

// fill makes numbers and text something else than zero, also in the fields of a struct.
func (o *zeros) fill(v reflect.Value) {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				o.fill(f)
			}
		}
		return
	}
	switch b := o.choice() % 5; {
	case b < 2:
	case v.CanInt():
		v.SetInt([]int64{-1, 99, 1}[b-2])
	case v.CanUint():
		v.SetUint([]uint64{255, 99, 1}[b-2])
	case v.Kind() == reflect.String:
		v.SetString(o.text)
	case v.Type() == reflect.TypeFor[[]byte]():
		v.SetBytes([]byte(o.text))
	}
}

// argument returns an argument of a type: nil or zero, or what points to zero.
func (o *zeros) argument(typ reflect.Type) reflect.Value {
	v := reflect.New(typ).Elem()
	switch {
	case typ.Kind() == reflect.Pointer && o.choice()%2 == 1:
		v.Set(reflect.New(typ.Elem()))
	default:
		o.fill(v)
	}
	return v
}

// call calls a function, and what is returned to iterate over, and fails on a panic that is
// not the documented end of a call whose budget is exceeded.
func (o *zeros) call(t *testing.T, name string, function reflect.Value) {
	var in []reflect.Value
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s%s: %v\n%s", name, shown(in), p, stack())
		}
	}()
	typ := function.Type()
	for i := range typ.NumIn() {
		argument := typ.In(i)
		if typ.IsVariadic() && i == typ.NumIn()-1 {
			argument = argument.Elem()
			if o.choice() == 0 {
				break
			}
		}
		in = append(in, o.argument(argument))
	}
	budget.Try(func() error {
		for _, out := range function.Call(in) {
			if out.Kind() == reflect.Func && !out.IsNil() && out.Type().NumIn() == 1 && out.Type().In(0).Kind() == reflect.Func {
				out.Call([]reflect.Value{goOn(out.Type().In(0))})
			}
		}
		return nil
	})
}

// goOn returns a function for an iterator to call.
func goOn(typ reflect.Type) reflect.Value {
	return reflect.MakeFunc(typ, func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(true)} })
}

func shown(in []reflect.Value) string {
	var all []string
	for _, v := range in {
		all = append(all, fmt.Sprintf("%s %+v", v.Type(), v))
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// stack returns where a panic came from: the first lines of the module's code.
func stack() string {
	var lines []string
	for line := range strings.Lines(string(debug.Stack())) {
		if strings.Contains(line, ".go:") && !strings.Contains(line, "/src/") && !strings.Contains(line, "zero_test") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return strings.Join(lines[:min(len(lines), 3)], "\n")
}
