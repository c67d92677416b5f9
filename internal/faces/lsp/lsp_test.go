package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"
	"golang.org/x/tools/txtar"
)

// An editor is a client of a server, for tests.
type editor struct {
	t    *testing.T
	dir  string
	conn *jsonrpc2.Conn
	told chan publishedDiagnostics
	done chan error
}

// capabilities are those of an editor that can do all.
const capabilities = `{
	"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]}},
	"textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}}}
}`

// newEditor starts a server and a client of it, whose workspace is a directory.
func newEditor(t *testing.T, dir, capabilities string, o Options) *editor {
	t.Helper()
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	here, there := net.Pipe()
	e := &editor{t: t, dir: dir, told: make(chan publishedDiagnostics, 1000), done: make(chan error, 1)}
	go func() { e.done <- New(o).Run(context.Background(), there) }()
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(here, jsonrpc2.VSCodeObjectCodec{}), e)
	t.Cleanup(func() { e.conn.Close() })
	e.call("initialize", map[string]any{"rootUri": documents(nil).uriOf(dir), "capabilities": json.RawMessage(capabilities)}, nil)
	e.notify("initialized", map[string]any{})
	return e
}

// Handle takes what the server tells.
func (e *editor) Handle(_ context.Context, _ *jsonrpc2.Conn, m *jsonrpc2.Request) {
	if m.Method == "textDocument/publishDiagnostics" {
		var p publishedDiagnostics
		if err := json.Unmarshal(*m.Params, &p); err == nil {
			e.told <- p
		}
	}
}

// call sends a request, and fails where it is refused.
func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	if err := e.try(method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) try(method string, params, result any) error {
	return e.conn.Call(context.Background(), method, params, result)
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// uri returns the URI of a file of the workspace.
func (e *editor) uri(name string) string { return documents(nil).uriOf(filepath.Join(e.dir, name)) }

// open opens a file with a text.
func (e *editor) open(name, code string) {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "languageId": "terraform", "version": 1, "text": code}})
}

// positionOf counts lines and units of UTF-16 by another way than the server.
func positionOf(code string, offset int) position {
	before := strings.ReplaceAll(code[:offset], "\r\n", "\n")
	before = strings.ReplaceAll(before, "\r", "\n")
	lines := strings.Split(before, "\n")
	return position{len(lines) - 1, len(utf16.Encode([]rune(lines[len(lines)-1])))}
}

// offsetOf is the reverse of positionOf.
func offsetOf(t *testing.T, code string, p position) int {
	t.Helper()
	for i := 0; i <= len(code); i++ {
		if i > 0 && code[i-1] == '\r' && i < len(code) && code[i] == '\n' || i < len(code) && code[i]&0xC0 == 0x80 {
			continue
		}
		if positionOf(code, i) == p {
			return i
		}
	}
	t.Fatalf("no offset for %v in %q", p, code)
	return 0
}

// edited makes edits in a text, as an editor does: from the last to the first.
func edited(t *testing.T, code string, edits []textEdit) string {
	t.Helper()
	sorted := slices.Clone(edits)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i].Range.Start, sorted[j].Range.Start
		return a.Line > b.Line || a.Line == b.Line && a.Character > b.Character
	})
	last := len(code) + 1
	for _, e := range sorted {
		from, to := offsetOf(t, code, e.Range.Start), offsetOf(t, code, e.Range.End)
		if to > last {
			t.Fatalf("edits overlap: %v", edits)
		}
		code, last = code[:from]+e.NewText+code[to:], from
	}
	return code
}

// apply applies a workspace edit to texts, which are keyed by name.
func (e *editor) apply(texts map[string]string, w *workspaceEdit) {
	e.t.Helper()
	text, err := json.Marshal(w.DocumentChanges)
	if err != nil {
		e.t.Fatal(err)
	}
	var changes []struct {
		Kind         string
		URI          string
		TextDocument versionedDocument
		Edits        []textEdit
	}
	if err := json.Unmarshal(text, &changes); err != nil {
		e.t.Fatal(err)
	}
	name := func(uri string) string {
		rel, err := filepath.Rel(e.dir, pathOf(uri))
		if err != nil {
			e.t.Fatal(err)
		}
		return filepath.ToSlash(rel)
	}
	for _, c := range changes {
		if c.Kind == "create" {
			if _, there := texts[name(c.URI)]; there {
				e.t.Fatalf("%s is there already", c.URI)
			}
			texts[name(c.URI)] = ""
			continue
		}
		at := name(c.TextDocument.URI)
		texts[at] = edited(e.t, texts[at], c.Edits)
	}
}

// cursor marks where the cursor is in a file of a case, and a second one where a selection ends.
const cursor = "‸"

// TestCases runs the cases of testdata: each is files, a cursor in one of them, which is open, and
// what is asked for there. A file below disk/ stands on the disk in place of an open one.
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, "no cases")
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { runCase(t, path, archive) })
	}
}

// runCase runs one case.
func runCase(t *testing.T, path string, archive *txtar.Archive) {
	c := newCase(t, archive)
	var got strings.Builder
	for _, line := range strings.Split(string(archive.Comment), "\n") {
		verb, rest, _ := strings.Cut(strings.TrimPrefix(line, "> "), " ")
		if !strings.HasPrefix(line, "> ") {
			continue
		}
		fmt.Fprintf(&got, "%s", c.run(verb, rest))
	}
	c.compare(archive, got.String(), path)
}

// A testCase is a case while it runs.
type testCase struct {
	*editor
	texts    map[string]string // by name, as the editor has them
	opened   string
	from, to position
	crlf     bool
}

// newCase starts an editor with the files of a case.
func newCase(t *testing.T, archive *txtar.Archive) *testCase {
	c := &testCase{texts: map[string]string{}, crlf: strings.Contains(string(archive.Comment), "(CRLF)")}
	dir := t.TempDir()
	write := func(name, code string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(code), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range archive.Files {
		code := string(f.Data)
		if c.crlf {
			code = strings.ReplaceAll(code, "\n", "\r\n")
		}
		if strings.HasPrefix(f.Name, "want/") || f.Name == "output" {
			continue
		}
		if name, ok := strings.CutPrefix(f.Name, "disk/"); ok {
			write(name, code)
			continue
		}
		if before, after, ok := strings.Cut(code, cursor); ok {
			end := len(before)
			if inside, rest, ok := strings.Cut(after, cursor); ok {
				after, end = inside+rest, end+len(inside)
			}
			c.opened, code = f.Name, before+after
			c.from, c.to = positionOf(code, len(before)), positionOf(code, end)
		}
		c.texts[f.Name] = code
		if !slices.ContainsFunc(archive.Files, func(o txtar.File) bool { return o.Name == "disk/"+f.Name }) && !strings.Contains(string(archive.Comment), "(not on the disk)") {
			write(f.Name, code)
		}
	}
	c.editor = newEditor(t, dir, capabilities, Options{})
	c.open(c.opened, c.texts[c.opened])
	return c
}

// at returns the parameters of a request about the cursor.
func (c *testCase) at(more map[string]any) map[string]any {
	params := map[string]any{"textDocument": map[string]any{"uri": c.uri(c.opened)}, "position": c.from, "range": textRange{c.from, c.to}}
	for k, v := range more {
		params[k] = v
	}
	return params
}

// short returns a text with the workspace left away.
func (c *testCase) short(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, c.uri("")+"/", ""), c.dir+string(filepath.Separator), "")
}

// run asks for what a line of a case says, and returns what is to be compared.
func (c *testCase) run(verb, rest string) string {
	c.t.Helper()
	var out strings.Builder
	switch verb {
	case "prepare":
		var result any
		c.call("textDocument/prepareRename", c.at(nil), &result)
		text, _ := json.Marshal(result)
		fmt.Fprintln(&out, string(text))
	case "rename":
		var w workspaceEdit
		if err := c.try("textDocument/rename", c.at(map[string]any{"newName": rest}), &w); err != nil {
			return c.short(fmt.Sprintln("error:", err))
		}
		c.apply(c.texts, &w)
	case "references", "definition":
		var list []location
		c.call("textDocument/"+verb, c.at(map[string]any{"context": map[string]any{"includeDeclaration": true}}), &list)
		for _, l := range list {
			fmt.Fprintf(&out, "%s:%d:%d-%d\n", c.short(l.URI), l.Range.Start.Line+1, l.Range.Start.Character, l.Range.End.Character)
		}
	case "symbols":
		var list []documentSymbol
		c.call("textDocument/documentSymbol", c.at(nil), &list)
		printSymbols(&out, list, "")
	case "workspace":
		var list []symbolInformation
		c.call("workspace/symbol", map[string]any{"query": rest}, &list)
		for _, s := range list {
			fmt.Fprintf(&out, "%s %s:%d\n", s.Name, c.short(s.Location.URI), s.Location.Range.Start.Line+1)
		}
	case "format":
		c.format(&out, "textDocument/formatting")
	case "format-range":
		c.format(&out, "textDocument/rangeFormatting")
	case "diagnostics":
		for _, d := range (<-c.told).Diagnostics {
			fmt.Fprintf(&out, "%d:%d: %s\n", d.Range.Start.Line+1, d.Range.Start.Character, d.Message)
		}
	case "actions":
		for _, a := range c.actions() {
			fmt.Fprintf(&out, "%s: %s\n", a.Kind, a.Title)
		}
	case "action":
		c.action(&out, rest)
	default:
		c.t.Fatalf("no such line: %s", verb)
	}
	return out.String()
}

// format asks for formatting.
func (c *testCase) format(out io.Writer, method string) {
	c.t.Helper()
	var edits []textEdit
	if err := c.try(method, c.at(nil), &edits); err != nil {
		fmt.Fprintln(out, "error:", c.short(err.Error()))
		return
	}
	c.texts[c.opened] = edited(c.t, c.texts[c.opened], edits)
}

// actions returns what is offered.
func (c *testCase) actions() (list []codeAction) {
	c.t.Helper()
	c.call("textDocument/codeAction", c.at(map[string]any{"context": map[string]any{"diagnostics": []any{}}}), &list)
	return list
}

// action does the action of a title.
func (c *testCase) action(out io.Writer, title string) {
	c.t.Helper()
	for _, a := range c.actions() {
		if a.Title != title {
			continue
		}
		var resolved codeAction
		if err := c.try("codeAction/resolve", a, &resolved); err != nil {
			fmt.Fprintln(out, "error:", c.short(err.Error()))
			return
		}
		c.apply(c.texts, resolved.Edit)
		return
	}
	c.t.Fatalf("%q is not offered", title)
}

// printSymbols prints an outline.
func printSymbols(out io.Writer, list []documentSymbol, indent string) {
	for _, s := range list {
		fmt.Fprintf(out, "%s%s (%s) %d-%d\n", indent, s.Name, s.Detail, s.Range.Start.Line+1, s.Range.End.Line+1)
		printSymbols(out, s.Children, indent+"  ")
	}
}

// compare compares what came out with what the case says: the output, and the files that
// changed.
func (c *testCase) compare(archive *txtar.Archive, output, path string) {
	c.t.Helper()
	want := map[string]string{}
	got := map[string]string{}
	for _, f := range archive.Files {
		code := strings.ReplaceAll(string(f.Data), cursor, "")
		switch name, isWanted := strings.CutPrefix(f.Name, "want/"); {
		case f.Name == "output":
			want["output"] = code
		case isWanted:
			if c.crlf {
				code = strings.ReplaceAll(code, "\n", "\r\n")
			}
			want[name] = code
		case !strings.HasPrefix(f.Name, "disk/") && want[name] == "":
			if c.crlf {
				code = strings.ReplaceAll(code, "\n", "\r\n")
			}
			want[name] = code
		}
	}
	for name, code := range c.texts {
		got[name] = code
	}
	if output != "" {
		got["output"] = output
	}
	if os.Getenv("UPDATE") != "" {
		update(c.t, archive, got, path)
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		c.t.Errorf("(-want +got):\n%s", d)
	}
}

// update writes what came out into a case.
func update(t *testing.T, archive *txtar.Archive, got map[string]string, path string) {
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/") || f.Name == "output" })
	was := map[string]string{}
	for _, f := range archive.Files {
		was[f.Name] = strings.ReplaceAll(string(f.Data), cursor, "")
	}
	names := make([]string, 0, len(got))
	for name := range got {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		code := strings.ReplaceAll(got[name], "\r\n", "\n")
		if name == "output" {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(code)})
		} else if before, there := was[name]; !there || before != code {
			archive.Files = append(archive.Files, txtar.File{Name: "want/" + name, Data: []byte(code)})
		}
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
		t.Fatal(err)
	}
}
