package uses_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/internal/engine/uses"
	"iacedit/internal/languages"
	"iacedit/internal/testkit/measure"
	"iacedit/refs"
	"iacedit/syntax"
)

func parse(t testing.TB, code []byte) *syntax.File {
	t.Helper()
	f, err := syntax.Parse(code)
	if err != nil {
		t.Fatalf("%v: %.200q", err, code)
	}
	return f
}

// TestUnneeded: each case is the files of a module, NAME/FILE, and NAME/want: the objects that can be
// removed, why others stay, and what to delete. Calls give the variable "passed" a value; code elsewhere needs
// the variable "shared".
func TestUnneeded(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/unneeded.txtar")
	if err != nil {
		t.Fatal(err)
	}
	m := uses.Module{
		Needed: func(_ int, a refs.Address) bool { return a.Name == "shared" },
		Passed: func(variable string) string {
			if variable == "passed" {
				return "a call"
			}
			return ""
		},
	}
	for _, f := range archive.Files {
		name, file, _ := strings.Cut(f.Name, "/")
		if file != "want" {
			m.Files = append(m.Files, uses.File{Name: file, Tree: parse(t, f.Data)})
			continue
		}
		t.Run(name, func(t *testing.T) {
			m.Dialect = languages.Terraform
			if strings.HasPrefix(name, "bake") {
				m.Dialect = languages.Bake
			}
			if diff := cmp.Diff(string(f.Data), show(&m)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
		m.Files = nil
	}
}

// show writes a line for each object that nothing needs: FILE:LINE ADDRESS, and why it stays. The lines
// after them say what to delete.
func show(m *uses.Module) string {
	var out strings.Builder
	u := m.Unneeded()
	for _, o := range slices.Concat(u.Objects, u.Kept, u.Passed) {
		f := m.Files[o.File]
		line, _ := f.Tree.Position(o.Offset)
		fmt.Fprintln(&out, strings.TrimSpace(fmt.Sprintf("%s:%d %s %s", f.Name, line, o.Address, o.Why)))
	}
	for _, d := range u.Deletions(m.Files) {
		fmt.Fprintf(&out, "delete %s in %s\n", d.Address, m.Files[d.File].Name)
	}
	return out.String()
}

// TestNewlyUndeclared: each case is NAME/before and NAME/after, NAME/rest with what other files declare, and
// NAME/want.
func TestNewlyUndeclared(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/undeclared.txtar")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]*syntax.File{}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if part != "want" {
			of[part] = parse(t, f.Data)
			continue
		}
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			for _, u := range uses.NewlyUndeclared([]uses.Change{{Before: of["before"], After: of["after"]}}, refs.Configuration, func(yield func(refs.Address) bool) {
				for d := range refs.Declarations(of["rest"]) {
					if !yield(d.Address(of["rest"])) {
						return
					}
				}
			}) {
				line, _ := of["after"].Position(u.Offset)
				fmt.Fprintf(&got, "%d %s%s\n", line, u.Address, u.Near)
			}
			if diff := cmp.Diff(string(f.Data), got.String()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
		clear(of)
	}
}

// The cost of a search is proportional to the code.
func TestLinear(t *testing.T) {
	for _, c := range []struct {
		name       string
		head, tail string
		each       func(i int) string
	}{
		{"variables", "", "", func(i int) string { return fmt.Sprintf("variable \"v%d\" {}\n", i) }},
		{"locals of one block", "locals {\n", "}\n", func(i int) string { return fmt.Sprintf("  l%d = local.l%d\n", i, i+1) }},
		{"blocks that refer to variables", "", "", func(i int) string {
			return fmt.Sprintf("variable \"v%d\" {}\noutput \"o%[1]d\" {\n  value = var.v%[1]d\n}\n", i)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			measure.Linear(t, 200, func(n int) func() {
				code := c.head
				for i := range n {
					code += c.each(i)
				}
				m := uses.Module{Files: []uses.File{{Name: "main.tf", Tree: parse(t, []byte(code+c.tail))}}}
				return func() { m.Unneeded() }
			})
		})
	}
}
