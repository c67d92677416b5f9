package languages_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// dialects are the names of the constants of type Dialect.
var dialects = []string{"Terraform", "HCL", "Terragrunt", "Packer", "Nomad", "Bake"}

// Only this package may ask which language code is in; other packages ask for a property of the
// row. So a new language needs a new row, and no change elsewhere.
func TestNoCodeAsksWhichLanguage(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	searched := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, module := os.Stat(filepath.Join(path, "go.mod"))
			if path != root && module == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "fuzz" || path == filepath.Join(root, "internal", "languages") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		searched++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			var compared []ast.Expr
			switch n := n.(type) {
			case *ast.BinaryExpr:
				compared = []ast.Expr{n.X, n.Y}
			case *ast.CaseClause:
				compared = n.List
			}
			inside := slices.Contains(exporters, file.Name.Name)
			if slices.ContainsFunc(compared, func(e ast.Expr) bool { return isDialect(e, inside) }) {
				t.Errorf("%s: asks which language code is in; ask package languages for a property", set.Position(n.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil || searched < 100 {
		t.Fatal(searched, err)
	}
}

// exporters are the packages that export the constants of type Dialect.
var exporters = []string{"address", "edit", "languages"}

// isDialect reports whether an expression is a constant of type Dialect: a name of one of the
// exporters or, inside such a package, a plain name.
func isDialect(e ast.Expr, inside bool) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return inside && slices.Contains(dialects, e.Name)
	case *ast.SelectorExpr:
		from, ok := e.X.(*ast.Ident)
		return ok && slices.Contains(exporters, from.Name) && slices.Contains(dialects, e.Sel.Name)
	}
	return false
}
