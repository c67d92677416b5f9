package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// BenchmarkKeystroke measures a letter that is typed in a file of 5,000 lines, up to what is
// told about it.
func BenchmarkKeystroke(b *testing.B) {
	block := "resource \"aws_instance\" \"web\" {\n  ami = \"ami-123456\"\n  tags = {\n    Name = \"é-${var.name}\"\n  }\n}\n\nlocals {\n  a = 1\n}\n"
	code := strings.Repeat(block, 500)
	here, there := net.Pipe()
	go io.Copy(io.Discard, there) // it ends with the benchmark
	s := New(Options{Logger: slog.New(slog.DiscardHandler)})
	s.conn = jsonrpc2.NewConn(b.Context(), jsonrpc2.NewBufferedStream(here, jsonrpc2.VSCodeObjectCodec{}), s)
	defer s.conn.Close()
	s.client.encoding, s.phase = utf16Units, initialized
	open, _ := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": "file:///x.tf", "text": code}})
	if err := notifications["textDocument/didOpen"](s, open); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, text := range []string{"x", ""} {
			at := textRange{position{2500, 2}, position{2500, 2}}
			if text == "" {
				at.End.Character++
			}
			change, _ := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": "file:///x.tf", "version": 2}, "contentChanges": []any{map[string]any{"range": at, "text": text}}})
			if err := notifications["textDocument/didChange"](s, change); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkRename measures a variable that gets another name in a tree of 1,000 files, of
// which 100 call its module; or in the tree that IACEDIT_TREE names, with its module and a
// variable: "DIR module/dir variable".
func BenchmarkRename(b *testing.B) {
	dir, module, variable := b.TempDir(), "modules/net", "cidr"
	if given := strings.Fields(os.Getenv("IACEDIT_TREE")); len(given) == 3 {
		dir, module, variable = given[0], given[1], given[2]
	} else {
		write := func(name, code string) {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(code), 0o666); err != nil {
				b.Fatal(err)
			}
		}
		write(module+"/variables.tf", "variable \"cidr\" {\n  type = string\n}\n")
		filler := strings.Repeat("resource \"aws_instance\" \"web\" {\n  ami = \"ami-123456\"\n  tags = {\n    Name = \"é-${var.name}\"\n  }\n}\n\n", 40)
		for i := range 1000 {
			code := filler
			if i%10 == 0 {
				code += "module \"net\" {\n  source = \"../modules/net\"\n  cidr   = \"10.0.0.0/16\"\n}\n"
			}
			write(fmt.Sprintf("%d/main.tf", i), code)
		}
	}
	r := &request{Server: New(Options{}), ctx: b.Context(), client: client{encoding: utf16Units, documentChanges: true}, folders: []string{dir}}
	path := filepath.Join(dir, module, "variables.tf")
	code, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	d := (&document{uri: documents(nil).uriOf(path), path: path}).withCode(code, 1)
	r.documents = documents(nil).with(d)
	at := strings.Index(string(code), `variable "`+variable+`"`)
	if at < 0 {
		b.Fatal("no such variable")
	}
	r.params, _ = json.Marshal(map[string]any{"textDocument": map[string]any{"uri": d.uri}, "position": newText(code, utf16Units).position(at + 10), "newName": "another_name"})
	for b.Loop() {
		r.files = filesOf(r.documents)
		result, err := methods["textDocument/rename"](r)
		if err != nil {
			b.Fatal(err)
		}
		if n := len(result.(*workspaceEdit).DocumentChanges); n < 2 {
			b.Fatal(n, "files change")
		}
		r.files.Close()
	}
}
