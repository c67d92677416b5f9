// Package tables collects the requests in the repository's own tables and documents, and in the
// specification's cases if a copy of the cases is beside the repository (see Shared).
package tables

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"iacedit/openapi/check/schema"
)

// A Request is a request from a table or a document.
type Request struct {
	Name string // the names of the table and the case
	Path string // the path of the operation
	Body []byte // the body, which need not be JSON
}

// The operations' paths.
const (
	EditPath    = "/v1/iac/edit"
	ReadPath    = "/v1/iac/read"
	ConvertPath = "/v1/iac/convert"
)

// Shared is the path from the repository's root to the specification's cases.
const Shared = "../shared/cases"

// Requests returns the requests of all tables of the repository with the given root, and
// whether they include the specification's cases.
func Requests(root string) (all []Request, shared bool, err error) {
	for _, table := range []struct {
		pattern string
		read    func(name, text string) ([]Request, error)
	}{
		{"edit/testdata/*.txtar", Cases},
		{"fuzz/testdata/one-by-one.txtar", Cases},
		{"read/testdata/*.txtar", readRequests},
		{"convert/testdata/*.txtar", convertRequests},
		{"openapi/check/document/convert.txtar", convertRequests},
		{"openapi/check/document/edit.txtar", Cases},
		{"openapi/check/document/refused.txtar", Cases},
		{"openapi/check/document/read.txtar", readRequests},
		{"edit/testdata/decode/*.txtar", decodeRequests},
		{"cmd/iacedit/testdata/*.txtar", commandRequests},
		{"cmd/iacedit/testdata/jobs/*.txtar", commandRequests},
		{"*/*_test.go", goTestRequests},
		{"*/*/*_test.go", goTestRequests},
		{"docs/*.md", documentRequests},
		{"*.md", documentRequests},
		{Shared + "/*.txtar", Cases},
		{Shared + "/next/*.txtar", Cases},
	} {
		paths, err := filepath.Glob(filepath.Join(root, table.pattern))
		if err != nil {
			return nil, false, err
		}
		if len(paths) == 0 && !strings.HasPrefix(table.pattern, Shared) {
			return nil, false, fmt.Errorf("%s: there are no such tables", table.pattern)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, false, err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return nil, false, err
			}
			requests, err := table.read(filepath.ToSlash(name), string(text))
			if err != nil {
				return nil, false, fmt.Errorf("%s: %w", name, err)
			}
			all = append(all, requests...)
			shared = shared || strings.HasPrefix(table.pattern, Shared)
		}
	}
	return all, shared, nil
}

// Cases returns the requests of a table of cases. Each part of a case is named "name/part" (see
// edit/cases_test.go).
func Cases(name, text string) (all []Request, err error) {
	for _, c := range split(text) {
		request := Request{Name: name + "/" + c.name, Path: EditPath}
		if path, ok := c.parts["path"]; ok {
			request.Path = strings.TrimSpace(path)
		}
		if request.Body, err = c.body(); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		all = append(all, request)
	}
	return all, nil
}

// readRequests is like Cases, but returns requests to ReadPath.
func readRequests(name, text string) ([]Request, error) {
	all, err := Cases(name, text)
	for i := range all {
		all[i].Path = ReadPath
	}
	return all, err
}

// convertRequests is like Cases, but returns requests to ConvertPath. In tables for this path, the
// code of a case may be in a part named "in.tf.json" instead of "in.tf".
func convertRequests(name, text string) (all []Request, err error) {
	for _, c := range split(text) {
		if code, ok := c.parts["in.tf.json"]; ok {
			c.parts["in.tf"] = code
		}
		request := Request{Name: name + "/" + c.name, Path: ConvertPath}
		if request.Body, err = c.body(); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		all = append(all, request)
	}
	return all, nil
}

// A testCase contains the parts of a case.
type testCase struct {
	name  string
	parts map[string]string
}

func split(text string) (cases []testCase) {
	for _, f := range txtar.Parse([]byte(text)).Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if n := len(cases); n == 0 || cases[n-1].name != name {
			cases = append(cases, testCase{name, map[string]string{}})
		}
		cases[len(cases)-1].parts[part] = string(f.Data)
	}
	return cases
}

// body returns the body of a case's request.
func (c *testCase) body() ([]byte, error) {
	if body, ok := c.parts["request.json"]; ok {
		return []byte(body), nil
	}
	code := c.parts["in.tf"]
	if quoted, ok := c.parts["in.json"]; ok {
		if err := json.Unmarshal([]byte(quoted), &code); err != nil {
			return nil, err
		}
	}
	files := map[string]string{}
	for part, text := range c.parts {
		if file, ok := strings.CutPrefix(part, "in:"); ok {
			files[file] = text
		}
	}
	if len(files) > 0 {
		return body("files", files, c.parts["edits.json"], c.parts["more.json"])
	}
	return body("code", code, c.parts["edits.json"], c.parts["more.json"])
}

// hclDialect is the member of a request whose code is in any HCL language.
const hclDialect = `{"dialect": "hcl"}`

// body returns a request's body. The key is "code" or "files". The edits are copied unchanged, even
// if they are not JSON; empty edits are omitted. The members of the JSON object more follow in
// their order, unless more is empty.
func body(key string, code any, edits, more string) ([]byte, error) {
	text, err := json.Marshal(code)
	if err != nil {
		return nil, err
	}
	body := fmt.Appendf(nil, `{%q: %s`, key, text)
	if edits != "" {
		body = fmt.Appendf(body, `, "edits": %s`, edits)
	}
	if more = strings.TrimSpace(more); more == "" {
		return append(body, '}'), nil
	}
	if !json.Valid([]byte(more)) || more[0] != '{' {
		return nil, fmt.Errorf("more members: %s is not a JSON object", more)
	}
	return append(append(body, ", "...), more[1:]...), nil
}

// decodeRequests returns the requests of a table of edit/decode_test.go.
func decodeRequests(name, text string) (all []Request, err error) {
	for _, f := range txtar.Parse([]byte(text)).Files {
		request := Request{Name: name + "/" + f.Name, Path: EditPath, Body: f.Data}
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		if strings.HasSuffix(f.Name, ".json") {
			more := ""
			if strings.HasPrefix(f.Name, "hcl-") {
				more = hclDialect
			}
			if request.Body, err = body("code", "", string(f.Data), more); err != nil {
				return nil, err
			}
		}
		all = append(all, request)
	}
	return all, nil
}

// onCommandLine matches a command line of iacedit that contains edits.
var onCommandLine = regexp.MustCompile(`(?m)^(?:! )?(?:exec )?iacedit .*(?:-e|--edits)[ =]'(\{.*\})'`)

// commandRequests returns requests with the edits that a test script of the command contains, in
// files or on command lines.
func commandRequests(name, text string) (all []Request, err error) {
	archive := txtar.Parse([]byte(text))
	var snippets []string
	for _, m := range onCommandLine.FindAllStringSubmatch(string(archive.Comment), -1) {
		snippets = append(snippets, strings.ReplaceAll(m[1], "''", "'"))
	}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".json") {
			snippets = append(snippets, string(f.Data))
		}
	}
	hcl := strings.Contains(string(archive.Comment), "hcl")
	for i, s := range snippets {
		all = append(all, snippetRequests(fmt.Sprintf("%s/%d", name, i+1), s, hcl)...)
	}
	return all, nil
}

// goTestRequests returns the requests that a file of Go tests contains as string literals. A
// literal may also contain only the edits of a request.
func goTestRequests(name, source string) (all []Request, err error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, source, 0)
	if err != nil {
		return nil, err
	}
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(lit.Value); err == nil && strings.HasPrefix(strings.TrimSpace(text), "{") {
			all = append(all, snippetRequests(fmt.Sprintf("%s:%d", name, files.Position(lit.Pos()).Line), text, false)...)
		}
		return true
	})
	return all, nil
}

var (
	codeFence  = regexp.MustCompile("(?s)\n```json\n(.*?)```")
	inlineCode = regexp.MustCompile("`(\\{[^`]*\\})`")
)

// documentRequests returns the requests that a document shows as examples.
func documentRequests(name, text string) (all []Request, err error) {
	for _, pattern := range []*regexp.Regexp{codeFence, inlineCode} {
		for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
			line := 1 + strings.Count(text[:at[2]], "\n")
			start := strings.LastIndexByte(text[:at[2]], '\n') + 1
			hcl := strings.Contains(text[start:at[2]], "(hcl)")
			all = append(all, snippetRequests(fmt.Sprintf("%s:%d", name, line), text[at[2]:at[3]], hcl)...)
		}
	}
	return all, nil
}

// operations are the keys that distinguish edits from other objects.
var operations = schema.Operations()

// snippetRequests returns the request in a JSON text. If the text is only the "edits" part of a
// request, it returns a request with these edits. For any other JSON text it returns nil.
func snippetRequests(name, text string, hcl bool) []Request {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &members) != nil {
		return nil
	}
	_, hasEdits := members["edits"]
	_, hasCode := members["code"]
	_, hasFiles := members["files"]
	switch {
	case hasEdits:
		return []Request{{name, EditPath, []byte(text)}}
	case hasCode || hasFiles:
		return []Request{{name, ReadPath, []byte(text)}}
	}
	for _, key := range operations {
		value, ok := members[key]
		if !ok || value[0] != '{' {
			continue
		}
		more := ""
		if hcl {
			more = hclDialect
		}
		whole, err := body("code", "", text, more)
		if err != nil {
			return nil
		}
		return []Request{{name, EditPath, whole}}
	}
	return nil
}
