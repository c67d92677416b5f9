package check

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
	"iacedit/httpd"
	"iacedit/internal/base/jsontext"
	"iacedit/syntax"
	"iacedit/value"
)

// sources returns the files of a package of the repository, without its tests.
func sources(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatal(dir, err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// text returns the value of a string literal, "" for what is none.
func text(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		s, _ := strconv.Unquote(lit.Value)
		return s
	}
	return ""
}

// constants returns the constants of a type of a package, by name: its own, and those that
// the packages beside it have.
func constants(t *testing.T, own, typ string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files := sources(t, own)
	if strings.HasPrefix(own, "edit/internal/") {
		dirs, _ := filepath.Glob(filepath.Join(root, filepath.Dir(own), "*"))
		for _, dir := range dirs {
			if filepath.Base(dir) != filepath.Base(own) {
				files = append(files, sources(t, filepath.Join(filepath.Dir(own), filepath.Base(dir)))...)
			}
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				name, ok := spec.Type.(*ast.Ident)
				if of, qualified := spec.Type.(*ast.SelectorExpr); qualified && of.X.(*ast.Ident).Name == filepath.Base(own) {
					name, ok = of.Sel, true
				}
				if ok && name.Name == typ && len(spec.Values) == 1 {
					all[spec.Names[0].Name] = text(spec.Values[0])
				}
			}
			return true
		})
	}
	if len(all) == 0 {
		t.Fatalf("%s has no constants of the type %s", own, typ)
	}
	return all
}

// variable returns the texts that a variable of a package lists.
func variable(t *testing.T, dir, name string) (all []string) {
	t.Helper()
	for _, f := range sources(t, dir) {
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == name && len(spec.Values) == 1 {
				var elements []ast.Expr
				switch list := spec.Values[0].(type) {
				case *ast.CompositeLit:
					elements = list.Elts
				case *ast.CallExpr: // append(slices.Clone(selection.Keys), …)
					all = append(all, variable(t, "internal/engine/selection", "Keys")...)
					elements = list.Args[1:]
				}
				for _, e := range elements {
					all = append(all, text(e))
				}
			}
			return true
		})
	}
	if len(all) == 0 {
		t.Fatalf("%s has no list %s", dir, name)
	}
	return all
}

// statuses are the statuses of HTTP by the names that Go's constants have.
var statuses = func() map[string]int {
	all := map[string]int{}
	for status := range 600 {
		if text := http.StatusText(status); text != "" {
			all["Status"+strings.NewReplacer(" ", "", "-", "", "'", "").Replace(text)] = status
		}
	}
	return all
}()

// refusals returns the statuses and codes of the errors that the source of httpd makes, and
// of those that edits and reading give.
func refusals(t *testing.T) []string {
	t.Helper()
	codes := constants(t, "internal/base/fault", "Code")
	found := map[string]bool{}
	for _, code := range codes {
		status := http.StatusBadRequest
		if code == "OVERLOADED" {
			status = http.StatusServiceUnavailable
		}
		found[fmt.Sprint(status, " ", code)] = true
	}
	for _, f := range sources(t, "httpd") {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if name, ok := lit.Type.(*ast.Ident); !ok || name.Name != "refusal" || len(lit.Elts) == 0 {
				return true
			}
			members := map[string]ast.Expr{}
			for _, e := range lit.Elts {
				member := e.(*ast.KeyValueExpr)
				members[member.Key.(*ast.Ident).Name] = member.Value
			}
			status, ok := members["Status"].(*ast.SelectorExpr)
			if !ok {
				return true // that of an error of edits or reading
			}
			code := text(members["Code"])
			if call, ok := members["Code"].(*ast.CallExpr); ok { // string(edit.Overloaded)
				code = codes[call.Args[0].(*ast.SelectorExpr).Sel.Name]
			}
			if statuses[status.Sel.Name] == 0 || code == "" {
				t.Errorf("a refusal has a status or code that is not understood: %s", status.Sel.Name)
			}
			found[fmt.Sprint(statuses[status.Sel.Name], " ", code)] = true
			return true
		})
	}
	return slices.Sorted(maps.Keys(found))
}

// described returns the statuses and codes of the errors that the contract describes.
func described(c *Contract) []string {
	found := map[string]bool{}
	for path := range c.objectAt("/paths") {
		item := "/paths/" + escape.Replace(path)
		for method := range c.objectAt(item) {
			for status := range c.objectAt(item + "/" + method + "/responses") {
				at := c.resolve(item + "/" + method + "/responses/" + status)
				all, _ := c.objectAt(at + "/content/application~1json/schema")["allOf"].([]any)
				if all == nil {
					continue
				}
				code := all[1].(map[string]any)["properties"].(map[string]any)["error"].(map[string]any)["properties"].(map[string]any)["code"]
				for _, code := range code.(map[string]any)["enum"].([]any) {
					found[fmt.Sprint(status, " ", code)] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// documented returns the statuses and codes of the errors in docs/edits.md.
func documented(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "edits.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| (\\d+) \\| `([A-Z_]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		found[m[1]+" "+m[2]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// The codes of errors, with their statuses, are in the contract those that the source has,
// and those of the documents.
func TestErrorCodes(t *testing.T) {
	c := contract(t)
	want := refusals(t)
	if diff := cmp.Diff(want, described(c)); diff != "" {
		t.Errorf("the source and the contract: -source +contract\n%s", diff)
	}
	if diff := cmp.Diff(want, documented(t)); diff != "" {
		t.Errorf("the source and docs/edits.md: -source +docs\n%s", diff)
	}
	codes := map[string]bool{}
	for _, pair := range want {
		_, code, _ := strings.Cut(pair, " ")
		codes[code] = true
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(codes)), enum(c, "/components/schemas/ErrorCode")); diff != "" {
		t.Errorf("the source and ErrorCode: -source +contract\n%s", diff)
	}
}

// enum returns the texts that the schema at a pointer allows.
func enum(c *Contract, pointer string) (all []string) {
	for _, v := range c.objectAt(pointer)["enum"].([]any) {
		all = append(all, v.(string))
	}
	return slices.Sorted(slices.Values(all))
}

// So are the codes of warnings, and what became of things.
func TestReportCodes(t *testing.T) {
	c := contract(t)
	for typ, pointer := range map[string]string{
		"Code":   "/components/schemas/Warning/properties/code",
		"Effect": "/components/schemas/Outcome/properties/result",
	} {
		want := slices.Sorted(maps.Values(constants(t, "edit/internal/report", typ)))
		if diff := cmp.Diff(want, enum(c, pointer)); diff != "" {
			t.Errorf("%s: -source +contract\n%s", typ, diff)
		}
	}
}

// Package edit has a constant for each code of a warning and for each effect.
func TestEditNamesReports(t *testing.T) {
	named := map[string]bool{}
	for _, f := range sources(t, "edit") {
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
				if of, ok := spec.Values[0].(*ast.SelectorExpr); ok {
					named[of.Sel.Name] = true
				}
			}
			return true
		})
	}
	for _, typ := range []string{"Code", "Effect"} {
		for name := range constants(t, "edit/internal/report", typ) {
			if !named[name] {
				t.Errorf("package edit lacks a constant for report.%s", name)
			}
		}
	}
}

// The paths are those of httpd's table of pages and of the table of operations.
func TestPaths(t *testing.T) {
	var want []string
	for _, file := range []string{"httpd/routes.go", "internal/requests/operations/operations.go", "internal/requests/upgrading/request.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(file)), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		isPath := regexp.MustCompile(`^/[a-z0-9./]+$`)
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && isPath.MatchString(text(e)) {
				want = append(want, text(e))
			}
			return true
		})
	}
	got := slices.Sorted(maps.Keys(contract(t).objectAt("/paths")))
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), got); diff != "" {
		t.Errorf("-source +contract\n%s", diff)
	}
}

// The limits that the document tells are those of the source.
func TestLimits(t *testing.T) {
	text := contract(t).objectAt("/info")["description"].(string)
	text = strings.Join(strings.Fields(text), " ")
	for _, want := range []string{
		fmt.Sprintf("%d MiB for a body", httpd.DefaultMaxBody>>20),
		fmt.Sprintf("%.0f s for the whole request", httpd.DefaultReadTimeout.Seconds()),
		fmt.Sprintf("%d KiB a second", httpd.DefaultMinRate>>10),
		grouped(edit.DefaultMaxEdits) + " entries and attributes",
		grouped(value.MaxValues) + " values",
		fmt.Sprintf("%d levels of nesting", min(syntax.MaxDepth, jsontext.MaxDepth)),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the document does not say %q", want)
		}
	}
}

// grouped returns a number with its digits in groups.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}
