package docs

import (
	"go/ast"
	"go/constant"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// How many Go files CONTRIBUTING.md may name for a question, and for the question what a new
// operation changes. Its own stage is a further file.
const (
	filesOfAnswer    = 3
	filesOfOperation = 7
)

// span finds code in a line.
var span = regexp.MustCompile("`([^`]+)`")

// TestWhereItIsDecided: CONTRIBUTING.md names few files for each question, and the files declare
// the names that follow them.
func TestWhereItIsDecided(t *testing.T) {
	page, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "### Where it is decided\n\n| what | where |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	if len(rows) < 8 {
		t.Fatal(rows)
	}
	all := typed(t)
	for _, row := range rows {
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 2 {
			t.Errorf("%q has %d cells", row, len(cells))
			continue
		}
		var files []string
		for _, m := range span.FindAllStringSubmatch(cells[1], -1) {
			switch name := m[1]; {
			case path.Ext(name) == ".go":
				files = append(files, name)
				if declared(all, name) == nil {
					t.Errorf("%s: %s is not there", cells[0], name)
				}
			case strings.Contains(name, "/"):
				if _, err := os.Stat("../" + name); err != nil {
					t.Errorf("%s: %v", cells[0], err)
				}
			case len(files) == 0 || !slices.Contains(declared(all, files[len(files)-1]), name):
				t.Errorf("%s: %s is not declared in the file before it", cells[0], name)
			}
		}
		most := filesOfAnswer
		if cells[0] == "a new operation" {
			most = filesOfOperation
		}
		if len(files) > most || len(files) == 0 {
			t.Errorf("%s: %d files are named", cells[0], len(files))
		}
	}
}

// declared returns the names that a file of the repository declares; nil if there is no such file.
// For a file in another module it returns all words of the file.
func declared(all *sources, name string) (names []string) {
	p := all.by[path.Dir(name)]
	if p == nil {
		text, err := os.ReadFile("../" + name)
		if err != nil {
			return nil
		}
		return regexp.MustCompile(`\w+`).FindAllString(string(text), -1)
	}
	i := slices.Index(p.names, path.Base(name))
	if i < 0 {
		return nil
	}
	names = []string{""}
	for n := range ast.Preorder(p.files[i]) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names = append(names, n.Name.Name)
		case *ast.TypeSpec:
			names = append(names, n.Name.Name)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// TestNothingComparesActions: no code compares an operation's action with a constant. Whatever
// depends on the action is a column of the table of operations.
func TestNothingComparesActions(t *testing.T) {
	all := typed(t)
	plan := all.by["edit/internal/plan"]
	action := plan.pkg.Scope().Lookup("Action").Type().String() // every importing package has its own object for the type
	for _, p := range all.all {
		isAction := func(e ast.Expr) bool {
			of := p.info.Types[e]
			return of.Value != nil && of.Value.Kind() == constant.Int && of.Type.String() == action
		}
		for _, f := range p.files {
			for n := range ast.Preorder(f) {
				compares := false
				switch n := n.(type) {
				case *ast.BinaryExpr:
					switch n.Op {
					case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
						compares = isAction(n.X) || isAction(n.Y)
					}
				case *ast.CaseClause:
					compares = slices.ContainsFunc(n.List, isAction)
				}
				if compares {
					t.Errorf("%s compares actions: give the table a column", all.fset.Position(n.Pos()))
				}
			}
		}
	}
}
