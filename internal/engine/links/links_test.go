package links_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/internal/base/budget"
	"iacedit/internal/engine/links"
	"iacedit/internal/languages"
	"iacedit/internal/testkit/measure"
	"iacedit/refs"
	"iacedit/syntax"
)

var role = refs.RoleIn(languages.Terragrunt, false)

func parse(t testing.TB, code string) *syntax.File {
	t.Helper()
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatalf("%v: %.200q", err, code)
	}
	return f
}

// dialectOf returns the language of a file of a test.
func dialectOf(name string) languages.Dialect {
	if strings.HasSuffix(name, ".tf") {
		return languages.Terraform
	}
	return languages.Terragrunt
}

// find returns the links between files, with enough budget.
func find(files []links.File) *links.Links {
	b := budget.New(budget.Unlimited())
	return links.Find(files, b)
}

// TestTable: each case is the files of a tree, NAME/PATH, and NAME/want: the references that mean
// something in another file, and the code that leads to no known file.
func TestTable(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/links.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var files []links.File
	for _, f := range archive.Files {
		name, path, _ := strings.Cut(f.Name, "/")
		if path != "want" {
			files = append(files, links.File{Name: path, Tree: parse(t, string(f.Data)), Dialect: dialectOf(path)})
			continue
		}
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(strings.Split(string(f.Data), "\n"), strings.Split(show(find(files), files), "\n")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			checkUses(t, files)
		})
		files = nil
	}
}

// show writes what references mean in other files: PATH:LINE REFERENCE -> PATH ADDRESS, with "all" for a
// whole file; and what leads to no known file: PATH:LINE lost NAME, or computed.
func show(l *links.Links, files []links.File) string {
	var out strings.Builder
	for i, f := range files {
		for r := range refs.All(f.Tree, role) {
			line, _ := f.Tree.Position(r.Root.From)
			l.Meant(i, r.Address(f.Tree), r.Names(f.Tree), func(to links.Meant) {
				what := to.Address.String()
				if to.Whole {
					what = "all"
				}
				fmt.Fprintf(&out, "%s:%d %s -> %s %s\n", f.Name, line, f.Tree.At(r.At), files[to.File].Name, what)
			})
		}
	}
	for _, lost := range l.Lost() {
		line, _ := files[lost.File].Tree.Position(lost.Offset)
		what := "lost " + lost.Name
		if lost.Computed {
			what = "computed"
		}
		fmt.Fprintf(&out, "%s:%d %s\n", files[lost.File].Name, line, what)
	}
	return out.String()
}

// checkUses tests that Uses and Meant agree: what a reference means in another file needs a rename there when
// it gets a new name.
func checkUses(t *testing.T, files []links.File) {
	t.Helper()
	l := find(files)
	for i, f := range files {
		for r := range refs.All(f.Tree, role) {
			a, names := r.Address(f.Tree), r.Names(f.Tree)
			l.Meant(i, a, names, func(to links.Meant) {
				if to.Whole || to.Name == "" {
					return
				}
				uses := l.Uses([]links.Target{l.TargetAt(to.File, to.Address, nil, "fresh")})
				if !slices.ContainsFunc(uses, func(u links.Use) bool { return u.File == i && u.Target == 0 }) {
					t.Errorf("%s: %s means %s in %s, but is not among the uses of it", f.Name, f.Tree.At(r.At), to.Address, files[to.File].Name)
				}
			})
		}
	}
}

// The cost is proportional to the number of files, and to the length of their code.
func TestLinear(t *testing.T) {
	includes := "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\ninputs = include.root.locals.a\n"
	for _, c := range []struct {
		name  string
		files func(n int) map[string]string
	}{
		{"units that include a file", func(n int) map[string]string {
			all := map[string]string{"root.hcl": "locals {\n  a = 1\n}\n"}
			for i := range n {
				all[fmt.Sprintf("u%d/terragrunt.hcl", i)] = includes
			}
			return all
		}},
		{"units that include a file with paths", func(n int) map[string]string {
			all := map[string]string{"root.hcl": "locals {\n  a = 1\n  r = read_terragrunt_config(find_in_parent_folders(\"region.hcl\"))\n}\n", "region.hcl": "locals {\n  b = 1\n}\n"}
			for i := range n {
				all[fmt.Sprintf("u%d/terragrunt.hcl", i)] = includes
			}
			return all
		}},
		{"reads of a file", func(n int) map[string]string {
			return map[string]string{"a.hcl": "inputs = [\n" + strings.Repeat("  read_terragrunt_config(\"b.hcl\").locals.a,\n", n) + "]\n", "b.hcl": "locals {\n  a = 1\n}\n"}
		}},
		{"locals that stand for one another", func(n int) map[string]string {
			var code strings.Builder
			for i := range n {
				fmt.Fprintf(&code, "  a%d = local.a%d\n", i+1, i)
			}
			return map[string]string{"a.hcl": "locals {\n  a0 = read_terragrunt_config(\"b.hcl\").locals\n" + code.String() + "}\n", "b.hcl": "locals {\n  a = 1\n}\n"}
		}},
		{"units of a stack", func(n int) map[string]string {
			var code strings.Builder
			for i := range n {
				fmt.Fprintf(&code, "unit \"u%d\" {\n  source = \"./u\"\n  values = { a = 1 }\n}\n", i)
			}
			return map[string]string{"terragrunt.stack.hcl": code.String(), "u/terragrunt.hcl": "inputs = values.a\n"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			measure.Linear(t, 200, func(n int) func() {
				var files []links.File
				for name, code := range c.files(n) {
					files = append(files, links.File{Name: name, Tree: parse(t, code), Dialect: dialectOf(name)})
				}
				slices.SortFunc(files, func(a, b links.File) int { return strings.Compare(a.Name, b.Name) })
				var targets []links.Target
				return func() {
					l := find(files)
					for i, f := range files {
						if name := filepath.Base(f.Name); name == "root.hcl" || name == "b.hcl" {
							targets = []links.Target{l.TargetAt(i, refs.Address{Kind: refs.Local, Name: "a"}, nil, "z")}
						}
						for r := range refs.All(f.Tree, role) {
							l.Meant(i, r.Address(f.Tree), r.Names(f.Tree), func(links.Meant) {})
						}
					}
					l.Uses(targets)
				}
			})
		})
	}
}

// Nothing that code says makes the search fail, and Uses and Meant agree.
func FuzzLinks(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/links.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for i := range archive.Files[1:] {
		f.Add(string(archive.Files[i].Data), string(archive.Files[i+1].Data))
	}
	f.Fuzz(func(t *testing.T, root, unit string) {
		var files []links.File
		for name, code := range map[string]string{"root.hcl": root, "a/terragrunt.hcl": unit, "b/terragrunt.hcl": unit} {
			tree, err := syntax.Parse([]byte(code))
			if err != nil {
				return
			}
			files = append(files, links.File{Name: name, Tree: tree, Dialect: dialectOf(name)})
		}
		slices.SortFunc(files, func(a, b links.File) int { return strings.Compare(a.Name, b.Name) })
		checkUses(t, files)
	})
}
