package docs

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A source is a package of this module with its syntax and its types.
type source struct {
	path   string // in the module
	files  []*ast.File
	names  []string // of the files
	others []string // files that are not Go, or not built here
	pkg    *types.Package
	info   *types.Info
}

// sources are the packages of the module, type-checked.
type sources struct {
	fset *token.FileSet
	all  []*source
	by   map[string]*source // by path in the module
}

// modulePath is the start of the import paths of the module's packages.
const modulePath = "iacedit/"

var loadOnce = sync.OnceValues(load)

// typed returns the packages of the module with their types. It ends the test if they cannot be
// loaded.
func typed(t *testing.T) *sources {
	t.Helper()
	s, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// load parses and type-checks every package of the module. Imported packages are read from the
// compiler's export data, which go list names.
func load() (*sources, error) {
	cmd := exec.Command("go", "list", "-export", "-pgo=off", "-deps", "-json=ImportPath,Export,Dir,GoFiles,IgnoredGoFiles,SFiles,TestGoFiles,XTestGoFiles,Module,Standard", "./...")
	cmd.Dir = ".."
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	type listing struct {
		ImportPath, Export, Dir   string
		GoFiles                   []string
		IgnoredGoFiles, SFiles    []string
		TestGoFiles, XTestGoFiles []string
		Module                    *struct{ Main bool }
	}
	exports, ours := map[string]string{}, []listing(nil)
	for d := json.NewDecoder(out); ; {
		var p listing
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main && len(p.GoFiles) > 0 {
			ours = append(ours, p)
		}
	}
	if err := cmd.Wait(); err != nil {
		return nil, err
	}
	s := &sources{fset: token.NewFileSet(), by: map[string]*source{}}
	from := importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, errors.New(path + " has no export data")
		}
		return os.Open(exports[path])
	})
	for _, p := range ours {
		one := &source{path: strings.TrimPrefix(p.ImportPath, modulePath), names: p.GoFiles, others: slices.Concat(p.IgnoredGoFiles, p.SFiles, p.TestGoFiles, p.XTestGoFiles)}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(s.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			one.files = append(one.files, f)
		}
		one.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		config := types.Config{Importer: from}
		if one.pkg, err = config.Check(p.ImportPath, s.fset, one.files, one.info); err != nil {
			return nil, err
		}
		s.all = append(s.all, one)
		s.by[one.path] = one
	}
	return s, nil
}
