package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"iacedit/internal/disk/workspace"
)

// mostListed bounds what the tools cost an agent before it has called one.
const (
	mostListed    = 6_400 // bytes, some 1,700 tokens
	mostExplained = 1_000 // bytes of the instructions, with one root
)

func TestListIsShort(t *testing.T) {
	var all []*mcp.Tool
	for i := range tools {
		all = append(all, tools[i].listed(false))
	}
	// the whole answer to tools/list: the SDK adds members about caching
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "result": map[string]any{"ttlMs": 0, "cacheScope": "public", "tools": all}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d tools in %d bytes", len(all), len(text))
	if len(text) > mostListed {
		t.Errorf("the tools are listed in %d bytes, more than %d", len(text), mostListed)
	}
	s, _ := serve(t, nil)
	if got := s.instructions(); len(got) > mostExplained {
		t.Errorf("the instructions have %d bytes, more than %d", len(got), mostExplained)
	}
}

// Every argument of a schema is one that the server reads, of a type that it checks, and
// none is read that no schema has.
func TestSchemasAreRead(t *testing.T) {
	read := map[string]string{}
	for f := range reflect.TypeFor[arguments]().Fields() {
		kind := f.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		read[f.Tag.Get("json")] = map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Slice: "object"}[kind.Kind()]
	}
	seen := map[string]bool{}
	for i := range tools {
		for name, p := range tools[i].schema.Properties {
			seen[name] = true
			if read[name] != p.Type {
				t.Errorf("%s: %s is a %s in the schema, and read as %q", tools[i].name, name, p.Type, read[name])
			}
		}
		for _, name := range tools[i].schema.Required {
			if tools[i].schema.Properties[name].Description+string(tools[i].document.InputSchema) == "" {
				t.Errorf("%s: %s is required and not told of", tools[i].name, name)
			}
		}
		if bytes.Contains(tools[i].document.InputSchema, []byte("$ref")) || bytes.Contains(tools[i].document.InputSchema, []byte("Of\":")) {
			t.Errorf("%s: the schema has references or alternatives, which some agents do not take", tools[i].name)
		}
	}
	for name := range read {
		if !seen[name] {
			t.Errorf("no schema has %s", name)
		}
	}
}

func serve(t *testing.T, files map[string]string) (*Server, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	roots, err := workspace.OpenRoots([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(roots.Close)
	return New(Options{Roots: roots, Logger: slog.New(slog.DiscardHandler)}), dir
}

func named(name string) *tool {
	for i := range tools {
		if tools[i].name == name {
			return &tools[i]
		}
	}
	return nil
}

// A call that was cancelled writes nothing, whatever it is about and wherever it is.
func TestCancelled(t *testing.T) {
	s, dir := serve(t, map[string]string{"main.tf": "variable \"a\" {}\nx   = 1\n"})
	for name, arguments := range map[string]string{
		"edit":   `{"edits": {"set": {"variable": {"b": [{}]}}}, "write": true}`,
		"rename": `{"address": "var.a", "to": "b", "write": true}`,
		"move":   `{"address": "var.a", "file": "b.tf", "write": true}`,
		"find":   `{"rule": {"text": "a"}}`,
		"format": `{"write": true}`,
		"ls":     `{}`,
	} {
		// The context ends after so many questions whether it has.
		for after := range 6 {
			ctx := &endingContext{Context: context.Background(), left: after}
			_, _, err := s.call(ctx, named(name), json.RawMessage(arguments), nil)
			if ctx.left < 0 && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled after %d: %v", name, after, err)
			}
			if ctx.left >= 0 {
				break // it was done before
			}
			entries, _ := os.ReadDir(dir)
			if text, _ := os.ReadFile(filepath.Join(dir, "main.tf")); string(text) != "variable \"a\" {}\nx   = 1\n" || len(entries) != 1 {
				t.Fatalf("%s, cancelled after %d, wrote %s %v", name, after, text, entries)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte("variable \"a\" {}\nx   = 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(dir, "b.tf"))
	}
}

// An endingContext is cancelled once it was asked so many times. Its users ask one after
// the other.
type endingContext struct {
	context.Context
	left int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A tool that panics is an error like others.
func TestPanic(t *testing.T) {
	s, _ := serve(t, nil)
	var log bytes.Buffer
	s.options.Logger = slog.New(slog.NewTextHandler(&log, nil))
	broken := &tool{name: "broken", run: func(*call) error { panic("oh no") }}
	_, _, err := s.call(t.Context(), broken, nil, nil)
	if err == nil || !strings.HasPrefix(explain(err), "INTERNAL_ERROR: ") || strings.Contains(explain(err), "oh no") || !strings.Contains(log.String(), "oh no") {
		t.Errorf("%v, logged %s", err, log.String())
	}
	if !s.files.TryLock() {
		t.Error("the files stay locked")
	}
}

// Lists end where there is no room, at a line's end, and say how much there is.
func TestAnswerIsBounded(t *testing.T) {
	var a answer
	a.list(plain(func(yield func(string) bool) {
		for range 10_000 {
			if !yield("äbcdefghij") {
				return
			}
		}
	}), "narrow")
	text := a.String()
	if len(text) > mostAnswer+100 || !strings.HasSuffix(text, " shows them; or narrow\n") || strings.Count(text, "äbcdefghij\n") < 1000 {
		t.Errorf("%d bytes, …%s", len(text), text[len(text)-100:])
	}
	for shown, _, more := strings.Cut(text, "…"); more; shown, _, more = strings.Cut(a.String(), "…") {
		at := a.offset + strings.Count(shown, "\n")
		a = answer{offset: at}
		a.list(plain(func(yield func(string) bool) {
			for range 10_000 {
				if !yield("äbcdefghij") {
					return
				}
			}
		}), "narrow")
	}
	if got := a.offset + strings.Count(a.String(), "\n"); got != 10_000 {
		t.Errorf("%d lines of 10000 are shown, page by page", got)
	}
	if got := cut(strings.Repeat("ä", 2000)); got != strings.Repeat("ä", 1000)+"… (2000 bytes more)" {
		t.Errorf("%s", got)
	}
}

// prune removes what nothing needs, in whole modules, and says what it keeps.
func TestPrune(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s, dir := serve(t, map[string]string{
		"main.tf":          "module \"net\" {\n  source = \"./net\"\n  given  = 1\n}\n\nlocals {\n  a = var.b\n}\n\nvariable \"b\" {}\n",
		"terraform.tfvars": "b = 1\n",
		"net/main.tf":      "variable \"given\" {}\n\n# iacedit:ignore\nvariable \"kept\" {}\n\nvariable \"old\" {}\n",
	})
	do := func(arguments, want string) string {
		t.Helper()
		text, _, err := s.call(t.Context(), named("prune"), json.RawMessage(arguments), nil)
		if err != nil {
			text = explain(err)
		}
		if !strings.HasPrefix(text, want) {
			t.Fatalf("prune %s: %s", arguments, text)
		}
		return text
	}
	if got := do(`{}`, "dry run, nothing is written: "); !strings.Contains(got, "-  a = var.b\n") || !strings.Contains(got, "\n-b = 1") {
		t.Error(got)
	}
	if got := do(`{"path": "net", "write": true}`, "written: net/main.tf (+0 -2)"); !strings.Contains(got, "but main.tf:3 gives it a value: it stays") {
		t.Error(got)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "net/main.tf")); string(got) != "variable \"given\" {}\n\n# iacedit:ignore\nvariable \"kept\" {}\n" {
		t.Errorf("%s", got)
	}
	do(`{"path": "net"}`, "nothing changes")
	do(`{"recursive": true, "write": true}`, "written: ")
	do(`{"recursive": true}`, "nothing changes")
}

// undo takes the last write of the session back, once, while the files are as it left them:
// also what the write made. mend replaces lines of a file that does not parse.
func TestUndoAndMend(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	before := "variable \"a\" {}\n\nresource \"a_x\" \"one\" {\n  b = var.a\n}\n"
	s, dir := serve(t, map[string]string{"main.tf": before})
	do := func(tool, arguments, code string) string {
		t.Helper()
		text, _, err := s.call(t.Context(), named(tool), json.RawMessage(arguments), nil)
		if err != nil {
			text = explain(err)
		}
		if failed := err != nil; failed != (code != "") || !strings.HasPrefix(text, code) {
			t.Fatalf("%s %s: %s", tool, arguments, text)
		}
		return text
	}
	is := func(name, want string) {
		t.Helper()
		if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	do("undo", `{}`, "INVALID_REQUEST")
	extract := `{"recursive": true, "write": true, "edits": {"extract": [{"blocks": ["a_x.one"], "to": "net", "tidy": true}]}}`
	do("edit", extract, "")
	if got := do("undo", `{}`, ""); !strings.Contains(got, "written: ") || !strings.Contains(got, "-module \"net\" {") {
		t.Error(got)
	}
	is("main.tf", before)
	if _, err := os.Stat(filepath.Join(dir, "net")); err == nil {
		t.Error("the directory of the module is left")
	}
	do("undo", `{}`, "INVALID_REQUEST")

	do("edit", extract, "")
	if err := os.WriteFile(filepath.Join(dir, "net/main.tf"), []byte("# Mine.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	do("undo", `{}`, "CHANGED_MEANWHILE")
	is("net/main.tf", "# Mine.\n")
	if err := os.Remove(filepath.Join(dir, "net/main.tf")); err != nil {
		t.Fatal(err)
	}
	if got := do("undo", `{}`, "CHANGED_MEANWHILE"); !strings.Contains(got, "net/main.tf was removed since the last write") {
		t.Error(got)
	}

	if err := errors.Join(os.Mkdir(filepath.Join(dir, "sub"), 0o755), os.WriteFile(filepath.Join(dir, "sub/bad.tf"), []byte("a = 1\r\nb = {\r\nc = ]\r\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	do("mend", `{"path": "main.tf", "lines": "1", "text": ""}`, "INVALID_REQUEST")
	do("mend", `{"path": "sub", "lines": "1", "text": ""}`, "INVALID_REQUEST")
	do("mend", `{"path": "sub/bad.tf", "lines": "3-4", "text": "}"}`, "INVALID_REQUEST")
	do("mend", `{"path": "sub/bad.tf", "lines": "2-1", "text": "}"}`, "INVALID_REQUEST")
	do("mend", `{"path": "sub/bad.tf", "lines": "3", "text": "c = 1"}`, "INVALID_CODE")
	got := do("mend", `{"path": "sub/bad.tf", "lines": "3", "text": "  c = 1\n}"}`, "")
	_, token, _ := strings.Cut(got, `{"token": "`)
	is("sub/bad.tf", "a = 1\r\nb = {\r\nc = ]\r\n")
	do("write", `{"token": "`+token[:12]+`"}`, "")
	is("sub/bad.tf", "a = 1\r\nb = {\r\n  c = 1\r\n}\r\n")
	do("undo", `{}`, "")
	is("sub/bad.tf", "a = 1\r\nb = {\r\nc = ]\r\n")
}

// Equal changes of several files are shown once, quiet shows none, and a token writes once.
func TestShortAnswers(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d"} {
		files[name+"/main.tf"] = "# " + name + "\nmodule \"m\" {\n  source  = \"x/y/z\"\n  version = \"1.0\"\n}\n"
	}
	s, _ := serve(t, files)
	call := func(tool, arguments string) (string, structured) {
		t.Helper()
		text, data, err := s.call(t.Context(), named(tool), json.RawMessage(arguments), nil)
		if err != nil {
			t.Fatal(explain(err))
		}
		return text, data
	}
	edits := `"recursive": true, "edits": {"set": {"module": {"m": [{"all": true, "attributes": {"version": "2.0"}}]}}}`
	text, data := call("edit", `{`+edits+`}`)
	if strings.Count(text, "2.0") != 1 || !strings.Contains(text, "the same in 3 more files: b/main.tf, c/main.tf, d/main.tf") || data["diff"] != nil {
		t.Errorf("%s%v", text, data)
	}
	if text, _ := call("edit", `{"quiet": true, `+edits+`}`); strings.Contains(text, "@@") {
		t.Error(text)
	}
	if text, _ := call("edit", `{"path": "a", "edits": {"update": {"module": {"m": {"attributes": {"name": "${var.zork}"}}}}}}`); !strings.Contains(text, "warning: a/main.tf:5:13: the module does not declare var.zork, to which the edited code refers\n") {
		t.Error(text)
	}
	token := `{"token": "` + data["token"].(string) + `"}`
	if text, _ := call("write", token); !strings.HasPrefix(text, "written: ") {
		t.Error(text)
	}
	if text, data := call("write", token); !strings.HasPrefix(text, "done: ") || data["written"] != true {
		t.Errorf("%s%v", text, data)
	}
}
