package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"

	"iacedit/internal/languages/schema"
)

// code returns the code of an error of the protocol, 0 of another.
func code(err error) int64 {
	if bad, ok := errors.AsType[*jsonrpc2.Error](err); ok {
		return bad.Code
	}
	return 0
}

// TestSession checks what a session begins and ends with.
func TestSession(t *testing.T) {
	e := newEditor(t, t.TempDir(), capabilities, Options{})
	if err := e.try("initialize", map[string]any{}, nil); code(err) != jsonrpc2.CodeInvalidRequest {
		t.Errorf("a second initialize: %v", err)
	}
	if err := e.try("textDocument/hover", map[string]any{}, nil); code(err) != jsonrpc2.CodeMethodNotFound {
		t.Errorf("a method that is not there: %v", err)
	}
	if err := e.try("textDocument/rename", []int{1}, nil); code(err) != jsonrpc2.CodeInvalidParams {
		t.Errorf("parameters that are none: %v", err)
	}
	if err := e.try("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": "file:///x.tf"}}, nil); code(err) != jsonrpc2.CodeInvalidParams {
		t.Errorf("a file that is not open: %v", err)
	}
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///x.tf"}})
	e.notify("no/such", nil)
	e.notify("$/cancelRequest", map[string]any{"id": 77})
	e.call("shutdown", nil, nil)
	if err := e.try("workspace/symbol", map[string]any{"query": ""}, nil); code(err) != jsonrpc2.CodeInvalidRequest {
		t.Errorf("after shutdown: %v", err)
	}
	e.notify("exit", nil)
	if err := <-e.done; err != nil {
		t.Errorf("the session ended with %v", err)
	}
}

// TestAbrupt checks that an editor that leaves without a word is told apart.
func TestAbrupt(t *testing.T) {
	e := newEditor(t, t.TempDir(), capabilities, Options{})
	e.conn.Close()
	if err := <-e.done; !errors.Is(err, ErrAbrupt) {
		t.Errorf("%v", err)
	}
}

// TestNotInitialized checks that no request is answered before initialize.
func TestNotInitialized(t *testing.T) {
	here, there := net.Pipe()
	go New(Options{Logger: slog.New(slog.DiscardHandler)}).Run(context.Background(), there) // it ends with the test
	e := &editor{t: t, told: make(chan publishedDiagnostics, 1)}
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(here, jsonrpc2.VSCodeObjectCodec{}), e)
	defer e.conn.Close()
	if err := e.try("workspace/symbol", map[string]any{"query": ""}, nil); code(err) != codeNotInitialized {
		t.Errorf("%v", err)
	}
}

// TestCancel checks that a request that is cancelled before it runs is answered so.
func TestCancel(t *testing.T) {
	dir := t.TempDir()
	e := newEditor(t, dir, capabilities, Options{})
	started, release := make(chan struct{}), make(chan struct{})
	methods["test/wait"] = func(r *request) (any, error) {
		close(started)
		<-release
		return "done", nil
	}
	defer delete(methods, "test/wait")
	call, err := e.conn.DispatchCall(context.Background(), "test/wait", map[string]any{}, jsonrpc2.PickID(jsonrpc2.ID{Str: "one", IsString: true}))
	if err != nil {
		t.Fatal(err)
	}
	<-started
	e.notify("$/cancelRequest", map[string]any{"id": "one"})
	e.call("workspace/symbol", map[string]any{"query": "x"}, nil) // the server reads this call after the cancellation
	close(release)
	if err := call.Wait(context.Background(), nil); code(err) != codeCancelled {
		t.Errorf("%v", err)
	}
}

// TestPanic checks that a panic is an error of its request alone.
func TestPanic(t *testing.T) {
	e := newEditor(t, t.TempDir(), capabilities, Options{})
	methods["test/panic"] = func(*request) (any, error) { panic("x") }
	defer delete(methods, "test/panic")
	if err := e.try("test/panic", nil, nil); code(err) != jsonrpc2.CodeInternalError {
		t.Errorf("%v", err)
	}
	e.call("workspace/symbol", map[string]any{"query": "x"}, nil)
}

// TestChanges checks that the server's text is the editor's after random changes, counted in
// units of UTF-16 and in bytes, with all that ends a line.
func TestChanges(t *testing.T) {
	pieces := []string{"a", "é", "😀", "\n", "\r\n", "\r", " ", "x = 1", "\n}\n", "", "e\u0301"}
	for _, encoding := range []string{"utf-16", "utf-8"} {
		all := strings.Replace(capabilities, "{", `{"general": {"positionEncodings": ["`+encoding+`"]},`, 1)
		e := newEditor(t, t.TempDir(), all, Options{})
		s := New(Options{})
		s.conn = e.conn // s writes to this connection, and the server that e started does not read it
		s.client.encoding, s.phase = "utf-16", initialized
		if encoding == "utf-8" {
			s.client.encoding = utf8Units
		}
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 1))
		text := []rune("locals {\r\n}\n")
		uri := "file:///x.tf"
		open, _ := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": uri, "version": 0, "text": string(text)}})
		if err := notifications["textDocument/didOpen"](s, open); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 2000; n++ {
			from := random.IntN(len(text) + 1)
			to := min(len(text), from+random.IntN(4))
			if splits(text, from) || splits(text, to) {
				continue
			}
			with := pieces[random.IntN(len(pieces))]
			at := textRange{countedAt(text, from, encoding), countedAt(text, to, encoding)}
			change, _ := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": uri, "version": n}, "contentChanges": []any{map[string]any{"range": at, "text": with}}})
			if err := notifications["textDocument/didChange"](s, change); err != nil {
				t.Fatal(err)
			}
			text = append(append(append([]rune{}, text[:from]...), []rune(with)...), text[to:]...)
			if got := string(s.documents[uri].code); got != string(text) {
				t.Fatalf("%s, seed %d, change %d: got %q, want %q", encoding, seed, n, got, string(text))
			}
			if len(text) > 300 {
				text = text[:0]
				all, _ := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": uri, "version": n}, "contentChanges": []any{map[string]any{"text": ""}}})
				if err := notifications["textDocument/didChange"](s, all); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// splits reports whether an offset is between a carriage return and its line feed.
func splits(text []rune, at int) bool {
	return at > 0 && at < len(text) && text[at-1] == '\r' && text[at] == '\n'
}

// countedAt counts a position by another way than the server.
func countedAt(text []rune, offset int, encoding string) position {
	p := position{}
	start := 0
	for i := 0; i < offset; i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			p.Line++
			start = i + 1
		}
	}
	if encoding == "utf-8" {
		p.Character = len(string(text[start:offset]))
	} else {
		p.Character = len(utf16.Encode(text[start:offset]))
	}
	return p
}

// FuzzText checks that the position of every character leads back to it, and that no
// position leads out of the code.
func FuzzText(f *testing.F) {
	f.Add([]byte("a\r\nb\rc\n😀é\n"), 1, 1)
	f.Add([]byte("\uFEFFlocals {\n}"), 0, 3)
	f.Add([]byte("\xff\xfe\n"), -1, -1)
	f.Fuzz(func(t *testing.T, code []byte, line, character int) {
		for _, e := range []encoding{utf8Units, utf16Units} {
			x := newText(code, e)
			if at := x.offset(position{line, character}); at < 0 || at > len(code) {
				t.Fatalf("offset %d of %d", at, len(code))
			}
			for i := range string(code) {
				if i < x.starts[0] || !utf8.RuneStart(code[i]) || i > 0 && code[i] == '\n' && code[i-1] == '\r' {
					continue
				}
				if back := x.offset(x.position(i)); back != i {
					t.Fatalf("%s: %q: %d became %v became %d", e, code, i, x.position(i), back)
				}
			}
		}
	})
}

// TestStale checks that an action is refused whose file has changed since it was offered.
func TestStale(t *testing.T) {
	e := newEditor(t, t.TempDir(), capabilities, Options{})
	e.open("main.tf", "locals {\n  a = { x = 1 }\n}\n")
	at := map[string]any{"textDocument": map[string]any{"uri": e.uri("main.tf")}, "range": textRange{position{1, 9}, position{1, 9}}, "context": map[string]any{}}
	var list []codeAction
	e.call("textDocument/codeAction", at, &list)
	if len(list) == 0 {
		t.Fatal("nothing is offered")
	}
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri("main.tf"), "version": 2}, "contentChanges": []any{map[string]any{"text": "locals {\n}\n"}}})
	if err := e.try("codeAction/resolve", list[0], nil); code(err) != codeModified {
		t.Errorf("%v", err)
	}
	for _, bad := range []codeAction{{}, {Data: &actionData{Action: "x"}}} {
		if err := e.try("codeAction/resolve", bad, nil); code(err) != jsonrpc2.CodeInvalidParams {
			t.Errorf("%v", err)
		}
	}
}

// TestSimpleClient checks an editor that knows neither versions of files nor actions whose
// edits come later: it gets edits by file, and no action that makes a file.
func TestSimpleClient(t *testing.T) {
	e := newEditor(t, t.TempDir(), "{}", Options{})
	e.open("main.tf", "variable \"a\" {}\noutput \"b\" {\n  value = var.a\n}\n")
	at := map[string]any{"textDocument": map[string]any{"uri": e.uri("main.tf")}, "position": position{0, 10}, "newName": "c"}
	var w workspaceEdit
	e.call("textDocument/rename", at, &w)
	if len(w.Changes[e.uri("main.tf")]) != 2 || w.DocumentChanges != nil {
		t.Errorf("%+v", w)
	}
	var list []codeAction
	e.call("textDocument/codeAction", map[string]any{"textDocument": at["textDocument"], "range": textRange{position{0, 10}, position{0, 10}}, "context": map[string]any{"only": []string{"refactor"}}}, &list)
	for _, a := range list {
		if a.Edit == nil || a.Data != nil {
			t.Errorf("%q has no edit", a.Title)
		}
		if strings.HasPrefix(a.Title, "Move to") {
			t.Errorf("%q would make a file", a.Title)
		}
	}
	if len(list) == 0 {
		t.Error("nothing is offered")
	}
}

// TestRenamedFile checks a file that gets another name in the editor: its errors go, and it
// is found under the new one.
func TestRenamedFile(t *testing.T) {
	dir := t.TempDir()
	e := newEditor(t, dir, capabilities, Options{})
	e.open("a.tf", "variable \"x\" {")
	if d := <-e.told; len(d.Diagnostics) != 1 {
		t.Errorf("%v", d)
	}
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("a.tf")}})
	if d := <-e.told; len(d.Diagnostics) != 0 || d.URI != e.uri("a.tf") {
		t.Errorf("%v", d)
	}
	e.open("b é#.tf", "variable \"x\" {}")
	var list []symbolInformation
	e.call("workspace/symbol", map[string]any{"query": "x"}, &list)
	if len(list) != 1 || list[0].Location.URI != e.uri("b é#.tf") {
		t.Errorf("%v", list)
	}
}

// TestUnknownNames checks the warnings about names that a provider does not know.
func TestUnknownNames(t *testing.T) {
	known, err := schema.Read([]byte(`{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/aws": {"resource_schemas": {"aws_x": {"block": {
		"attributes": {"ami": {"type": "string", "optional": true}},
		"block_types": {"ingress": {"nesting_mode": "list", "block": {"attributes": {"port": {"type": "number"}}}}}}}}}}}`), "test")
	if err != nil {
		t.Fatal(err)
	}
	e := newEditor(t, t.TempDir(), capabilities, Options{Schemas: known})
	e.open("main.tf", "resource \"aws_x\" \"a\" {\n  amy = 1\n  count = 1\n  ingress {\n    prot = 1\n  }\n  egress {\n  }\n  lifecycle {\n    prevent_destroy = true\n  }\n  provisioner \"x\" {}\n  dynamic \"ingress\" {\n    for_each = []\n    content {}\n  }\n}\nresource \"other_x\" \"a\" {\n  x = 1\n}\n")
	var got []string
	for _, d := range (<-e.told).Diagnostics {
		got = append(got, fmt.Sprintf("%d %d: %s", d.Severity, d.Range.Start.Line+1, d.Message))
	}
	want := []string{
		`2 2: the provider has no argument "amy" here; did you mean "ami"?`,
		`2 5: the provider has no argument "prot" here; did you mean "port"?`,
		`2 7: the provider has no block "egress" here; did you mean "ingress"?`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTidyWithSchemas checks that the action for tidy knows which arguments only the provider sets.
func TestTidyWithSchemas(t *testing.T) {
	known, err := schema.Read([]byte(`{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/aws": {"resource_schemas": {"aws_x": {"block": {
		"attributes": {"ami": {"type": "string", "optional": true}, "arn": {"type": "string", "computed": true}}}}}}}}`), "test")
	if err != nil {
		t.Fatal(err)
	}
	e := newEditor(t, t.TempDir(), capabilities, Options{Schemas: known})
	texts := map[string]string{"main.tf": "resource \"aws_x\" \"a\" {\n  ami = \"x\"\n  arn = \"y\"\n}\n"}
	e.open("main.tf", texts["main.tf"])
	c := &testCase{editor: e, texts: texts, opened: "main.tf"}
	c.action(io.Discard, "Tidy resource.aws_x.a")
	if want := "resource \"aws_x\" \"a\" {\n  ami = \"x\"\n}\n"; texts["main.tf"] != want {
		t.Errorf("got %s", texts["main.tf"])
	}
}

// TestReshapeWithSchemas checks that the action for a nested block takes the forms of the blocks
// inside it from the schemas of the providers.
func TestReshapeWithSchemas(t *testing.T) {
	known, err := schema.Read([]byte(`{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/aws": {"resource_schemas": {"aws_x": {"block": {
		"block_types": {"rule": {"nesting_mode": "list", "block": {"block_types": {
			"action": {"nesting_mode": "list", "max_items": 1, "block": {}},
			"part": {"nesting_mode": "set", "block": {"attributes": {"n": {"type": "number"}}}}}}}}}}}}}}`), "test")
	if err != nil {
		t.Fatal(err)
	}
	e := newEditor(t, t.TempDir(), capabilities, Options{Schemas: known})
	texts := map[string]string{"main.tf": "resource \"aws_x\" \"a\" {\n  rule {\n    action {}\n    part { n = 1 }\n  }\n}\n"}
	e.open("main.tf", texts["main.tf"])
	caret := position{Line: 1, Character: 3}
	c := &testCase{editor: e, texts: texts, opened: "main.tf", from: caret, to: caret}
	c.action(io.Discard, "Turn the block rule into an object")
	if want := "resource \"aws_x\" \"a\" {\n  rule = {\n    action = {}\n    part = [\n      { n = 1 },\n    ]\n  }\n}\n"; texts["main.tf"] != want {
		t.Errorf("got %s", texts["main.tf"])
	}
}

// TestFolders checks that the workspace may have several folders, and others later.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "main.tf"), []byte("variable \"in_"+name+"\" {}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e := newEditor(t, filepath.Join(dir, "a"), capabilities, Options{})
	find := func() (n int) {
		var list []symbolInformation
		e.call("workspace/symbol", map[string]any{"query": "in_"}, &list)
		return len(list)
	}
	if n := find(); n != 1 {
		t.Errorf("%d symbols in one folder", n)
	}
	both := map[string]any{"event": map[string]any{"added": []any{map[string]any{"uri": documents(nil).uriOf(filepath.Join(dir, "b"))}}}}
	e.notify("workspace/didChangeWorkspaceFolders", both)
	if n := find(); n != 2 {
		t.Errorf("%d symbols in two folders", n)
	}
	both["event"] = map[string]any{"removed": []any{map[string]any{"uri": e.uri("")}}}
	e.notify("workspace/didChangeWorkspaceFolders", both)
	if n := find(); n != 1 {
		t.Errorf("%d symbols in the other folder", n)
	}
}

// An editor that can create files gets edits that do, by documentChanges; one that cannot is not
// offered them.
func TestEditorsThatCreateFiles(t *testing.T) {
	for capabilities, offered := range map[string]bool{
		`{"workspace": {"workspaceEdit": {"resourceOperations": ["create"]}}, "textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}}}}`: true,
		`{"workspace": {"workspaceEdit": {"documentChanges": true}}, "textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}}}}`:          false,
	} {
		dir := t.TempDir()
		e := newEditor(t, dir, capabilities, Options{})
		e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri("main.tf"), "languageId": "terraform", "version": 1, "text": "output \"a\" {\n  value = 1\n}\n"}})
		var list []codeAction
		at := map[string]any{"line": 0, "character": 1}
		e.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.uri("main.tf")}, "range": map[string]any{"start": at, "end": at}, "context": map[string]any{"diagnostics": []any{}}}, &list)
		found := false
		for _, a := range list {
			if a.Title != "Move to outputs.tf" {
				continue
			}
			found = true
			var resolved codeAction
			e.call("codeAction/resolve", a, &resolved)
			if len(resolved.Edit.DocumentChanges) == 0 {
				t.Errorf("%s: the edit creates no file", capabilities)
			}
		}
		if found != offered {
			t.Errorf("%s: offered: %v", capabilities, found)
		}
	}
}

// A variable is renamed in its callers in all folders of the workspace, without a repository.
func TestRenameAcrossFolders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"module/variables.tf": "variable \"size\" {}\n",
		"live/main.tf":        "module \"m\" {\n  source = \"../module\"\n  size   = 1\n}\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e := newEditor(t, filepath.Join(dir, "module"), capabilities, Options{})
	e.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{map[string]any{"uri": documents(nil).uriOf(filepath.Join(dir, "live"))}}}})
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri("variables.tf"), "languageId": "terraform", "version": 1, "text": "variable \"size\" {}\n"}})
	var w workspaceEdit
	e.call("textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": e.uri("variables.tf")}, "position": map[string]any{"line": 0, "character": 11}, "newName": "capacity"}, &w)
	if len(w.DocumentChanges) != 2 {
		t.Errorf("%d files change, not 2", len(w.DocumentChanges))
	}
}
