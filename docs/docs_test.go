package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/address"
	"iacedit/convert"
	"iacedit/edit"
	"iacedit/find"
	"iacedit/internal/languages/language"
	"iacedit/read"
)

// A page contains the parts of a document that are tested: its headings and its examples.
type page struct {
	headings []string
	examples []example
}

// An example is a series of fenced blocks, or a row of a table.
type example struct {
	name  string // file and line
	kind  string // the languages of the blocks, or the table's header
	parts []string
}

func readPage(t *testing.T, path string) (p page) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header, fence := "", ""
	var fenced *example
	for n, line := range strings.Split(string(text), "\n") {
		name := fmt.Sprintf("%s:%d", path, n+1)
		switch {
		case strings.HasPrefix(line, "```") && fence == "":
			fence = strings.TrimPrefix(line, "```")
			if fenced == nil {
				p.examples = append(p.examples, example{name: name, kind: fence})
				fenced = &p.examples[len(p.examples)-1]
			} else {
				fenced.kind += " " + fence
			}
			fenced.parts = append(fenced.parts, "")
		case line == "```":
			fence = ""
			if len(fenced.parts) == 3 || fenced.kind == "json json" || fenced.kind == "sh json" {
				fenced = nil
			}
		case fence != "":
			fenced.parts[len(fenced.parts)-1] += line + "\n"
		case strings.HasPrefix(line, "#"):
			p.headings = append(p.headings, strings.TrimLeft(line, "# "))
		case !strings.HasPrefix(line, "|"):
			header = ""
		case header == "":
			header = line
		case !strings.HasPrefix(line, "|--"):
			p.examples = append(p.examples, example{name, header, cells(line)})
		}
		if fence == "" && line != "" && line != "```" && fenced != nil {
			fenced = nil
		}
	}
	return p
}

// cells returns the cells of a table's row: of a cell with backticks, the text in them, with line
// breaks for ⏎.
func cells(line string) (all []string) {
	for _, cell := range strings.Split(strings.Trim(line, "|"), " | ") {
		if _, code, ok := strings.Cut(cell, "`"); ok {
			code, after, _ := strings.Cut(code, "`")
			cell = strings.ReplaceAll(code, " ⏎ ", "\n") + strings.TrimRight(after, " ")
		}
		all = append(all, strings.TrimSpace(cell))
	}
	return all
}

func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("*.md")
	if err != nil || len(paths) < 4 {
		t.Fatal(paths, err)
	}
	run := map[string]func(e *example) (got, want string){
		"hcl json hcl":              edited,
		"| code | edits | result |": edited,
		"| JSON | code |":           func(e *example) (got, want string) { return written("iacvars.x", e.parts[0], edit.HCL), e.parts[1] },
		"| place | JSON | code |": func(e *example) (got, want string) {
			return written(e.parts[0], e.parts[1], edit.Terraform), e.parts[2]
		},
		"json json":                  answered,
		"| code | address | value |": found,
		"| code | edits | warning |": warned,
		"| request | answer |":       answered,
	}
	count := 0
	for _, path := range paths {
		if path == "mcp.md" || path == "stories.md" {
			continue // the tests of cmd/iacedit run the examples of these pages
		}
		for _, e := range readPage(t, path).examples {
			check := run[e.kind]
			if check == nil {
				// After a block of sh comes the output of its commands, which the tests of
				// cmd/iacedit run.
				if !strings.HasPrefix(e.kind, "sh ") && (strings.HasPrefix(e.kind, "hcl") || strings.Contains(e.kind, "json")) {
					t.Errorf("%s: nothing runs the blocks %s", e.name, e.kind)
				}
				continue
			}
			count++
			t.Run(e.name, func(t *testing.T) {
				got, want := check(&e)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
	if count < 200 {
		t.Errorf("only %d examples", count)
	}
}

// citation finds citations of documents in code, with the cited headings.
var citation = regexp.MustCompile(`docs/([a-z]+\.md)(?:,\s+(?://\s*)?"([^"]+)")?`)

// elsewhere finds the names of documents that are not in the repository.
var elsewhere = regexp.MustCompile(`\b(EDITS|JSON-VALUES|READ|SERVICE)\.md\b`)

// lineEnd is a line end in a comment.
var lineEnd = regexp.MustCompile(`\s+//\s*`)

// TestCitations: the documents and headings that comments cite exist.
func TestCitations(t *testing.T) {
	headings := map[string][]string{}
	count := 0
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if name := elsewhere.Find(text); name != nil && path != filepath.Join("..", "docs", "docs_test.go") {
			t.Errorf("%s cites %s, which is not in the repository", path, name)
		}
		for _, cited := range citation.FindAllStringSubmatch(string(text), -1) {
			name, heading := cited[1], lineEnd.ReplaceAllString(cited[2], " ")
			if _, known := headings[name]; !known {
				headings[name] = readPage(t, name).headings
			}
			count++
			if heading != "" && !slices.Contains(headings[name], heading) {
				t.Errorf("%s cites %s: there is no such heading", path, cited[0])
			}
		}
		return err
	})
	if err != nil || count < 30 {
		t.Error(count, err)
	}
}

// edited applies the edits of the second part to the code of the first, and returns the result or
// the error's code.
func edited(e *example) (got, want string) {
	var o edit.Options
	code, isHCL := strings.CutSuffix(strings.TrimSpace(e.parts[0]), " (hcl)")
	if isHCL {
		o.Dialect = edit.HCL
	}
	if code != "" {
		code += "\n"
	}
	out, err := o.Apply(nil, []byte(code), []byte(e.parts[1]))
	if err != nil {
		return string(err.(*edit.Error).Code), e.parts[2]
	}
	return strings.TrimSpace(string(out)), strings.TrimSpace(e.parts[2])
}

// written returns the code for a value at a place, such as "type.nested.attribute".
func written(place, json string, d edit.Dialect) string {
	names := strings.Split(place, ".")
	last := names[len(names)-1]
	entry := fmt.Sprintf(`{"attributes": {%q: %s}}`, last, json)
	for _, typ := range slices.Backward(names[1 : len(names)-1]) {
		entry = fmt.Sprintf(`{"blockTypes": {%q: [%s]}}`, typ, entry)
	}
	entry = "[" + entry + "]"
	for i := range language.Block(address.Language{}, names[0]).Labels {
		entry = fmt.Sprintf(`{"l%d": %s}`, i, entry)
	}
	o := edit.Options{Dialect: d}
	out, err := o.Apply(nil, nil, fmt.Appendf(nil, `{"set": {%q: %s}}`, names[0], entry))
	if err != nil {
		return "refused"
	}
	before, value, _ := strings.Cut(string(out), last+" = ")
	indent := before[strings.LastIndexByte(before, '\n')+1:]
	value = strings.TrimSpace(strings.ReplaceAll(value, "\n"+indent, "\n"))
	for range strings.Count(before, "{") { // the ends of the blocks around it
		value = strings.TrimSpace(strings.TrimSuffix(value, "}"))
	}
	return value
}

// warned returns the codes of the warnings about the edits.
func warned(e *example) (got, want string) {
	result, err := new(edit.Options).Edit([]edit.File{{Code: []byte(e.parts[0] + "\n")}}, []byte(e.parts[1]), edit.ReturnReport)
	if err != nil {
		return err.Error(), e.parts[2]
	}
	var codes []string
	for _, w := range result.Report.Warnings {
		codes = append(codes, string(w.Code))
	}
	return strings.Join(codes, " "), e.parts[2]
}

// answered returns the data of the answer to a request, as compact JSON, or the code of the error.
func answered(e *example) (got, want string) {
	want = compact(e.parts[1])
	if !strings.Contains(want, "{") {
		want = strings.Trim(e.parts[1], "\"\n") // an error's code
	}
	do := new(edit.Options).DoJSON
	if strings.Contains(e.parts[0], `"to": "hcl"`) || strings.Contains(e.parts[0], `"to": "json"`) {
		do = new(convert.Options).DoJSON
	} else if strings.Contains(e.parts[0], `"find": [`) {
		do = new(find.Options).DoJSON
	} else if !strings.Contains(e.parts[0], `"edits"`) && !strings.Contains(e.kind, "answer") {
		do = new(read.Options).DoJSON
	}
	out, err := do(nil, []byte(e.parts[0]))
	if refused, ok := errors.AsType[*edit.Error](err); ok {
		return string(refused.Code), want
	} else if err != nil {
		return err.Error(), want
	}
	return compact(string(out)), want
}

func compact(text string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		return err.Error()
	}
	return b.String()
}

// TestExitStatuses: the table of exit statuses equals the list in "iacedit --help".
func TestExitStatuses(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "cmd", "iacedit", "commands.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, said, _ := strings.Cut(string(text), "Exit status:\n\n")
	said, _, _ = strings.Cut(said, "\n\n")
	page, err := os.ReadFile("command.md")
	if err != nil {
		t.Fatal(err)
	}
	var table []string
	for _, row := range regexp.MustCompile(`(?m)^\| (\d) \| (.*) \|$`).FindAllStringSubmatch(string(page), -1) {
		table = append(table, "    "+row[1]+"  "+strings.ReplaceAll(row[2], "`", ""))
	}
	if diff := cmp.Diff(said, strings.Join(table, "\n")); diff != "" || len(table) != 6 {
		t.Error(diff)
	}
}

// found returns the values that an address finds in code, as JSON.
func found(e *example) (got, want string) {
	language := address.Language{}
	if strings.HasPrefix(e.parts[0], "job") {
		language.Dialect = address.HCL
	}
	file, err := read.Open([]byte(e.parts[0]+"\n"), language)
	if err != nil {
		return err.Error(), e.parts[2]
	}
	matches, err := file.Find(e.parts[1])
	if err != nil {
		return err.Error(), e.parts[2]
	}
	var values []string
	for _, m := range matches {
		value, _ := m.AppendJSON(nil)
		values = append(values, string(value))
	}
	return strings.Join(values, ", "), strings.ReplaceAll(e.parts[2], "`", "")
}
