package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// outside is a directory with a root in it, and things beside that which no call may read
// or write.
func outside(t *testing.T) (dir, root string) {
	t.Helper()
	dir = module(t, map[string]string{
		"secret.tf":         "variable \"secret\" {\n  default = \"hunter2\"\n}\n",
		"other/main.tf":     "variable \"secret\" {\n  default = \"hunter2\"\n}\n",
		"root/main.tf":      "variable \"a\" {}\n\noutput \"b\" {\n  value = var.a\n}\n",
		"root/sub/x.tf":     "variable \"x\" {}\n",
		"root/job.nomad":    "job \"a\" {}\n",
		"root-more/main.tf": "variable \"secret\" {\n  default = \"hunter2\"\n}\n",
	})
	for name, target := range map[string]string{"link.tf": "../../secret.tf", "abs.tf": filepath.Join(dir, "secret.tf"), "away": "../..", "other": "../../other"} {
		if err := os.MkdirAll(filepath.Join(dir, "root/links"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, "root/links", name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir, filepath.Join(dir, "root")
}

// untouched reports what is outside of the root that is not as it was.
func untouched(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"secret.tf", "other/main.tf", "root-more/main.tf"} {
		if got := contents(t, dir, name); !strings.Contains(got, "hunter2") || strings.Count(got, "variable") != 1 {
			t.Errorf("%s is now %s", name, got)
		}
	}
	for _, name := range []string{".", "other", "root-more"} {
		entries, _ := os.ReadDir(filepath.Join(dir, name))
		if want := map[string]int{".": 4, "other": 1, "root-more": 1}[name]; len(entries) != want {
			t.Errorf("%s has %v", name, entries)
		}
	}
}

// Nothing that a path or a file's name can be leads out of the root, for any tool.
func TestMCPStaysInside(t *testing.T) {
	dir, root := outside(t)
	a := startAgent(t, "--root", root)
	paths := []string{
		"..", "../secret.tf", "../other", "sub/../../secret.tf", "sub/../..", "/", "/etc/passwd", filepath.Join(dir, "secret.tf"), root + "-more", root + "/../secret.tf",
		"links/link.tf", "links/abs.tf", "links/away", "links/away/secret.tf", "links/other", "links/other/main.tf", "links/away/root/../secret.tf",
	}
	calls := []string{
		`ls {"path": %s}`, `ls {"path": %s, "recursive": true}`, `get {"path": %s, "address": "variable"}`, `read {"path": %s}`, `refs {"path": %s, "unused": true}`,
		`check {"path": %s}`, `edit {"path": %s, "write": true, "edits": {"set": {"variable": {"secret": [{"attributes": {"default": "x"}}]}}}}`,
		`rename {"path": %s, "write": true, "address": "var.secret", "to": "x"}`, `move {"path": %s, "write": true, "address": "var.secret", "file": "x.tf"}`,
		`format {"path": %s, "write": true}`,
	}
	for _, path := range paths {
		quoted, _ := json.Marshal(path)
		for _, call := range calls {
			tool, arguments, _ := strings.Cut(fmt.Sprintf(call, quoted), " ")
			text, isError := a.call(tool, arguments)
			if strings.Contains(text, "hunter2") || strings.Contains(text, "variable.secret") || strings.Contains(text, "root:x:") {
				t.Fatalf("%s %s tells what is outside: %s", tool, arguments, text)
			}
			// A link in a directory of the root is told as the file's fault in a list.
			if !isError && !strings.Contains(text, "leads out of the root") || isError && !strings.HasPrefix(text, "OUTSIDE_ROOT: ") {
				t.Errorf("%s %s: %s", tool, arguments, text)
			}
		}
	}
	// A link that leads out makes its file unreadable, and not the directory that it is in.
	got := a.ok("edit", `{"path": "links", "write": true, "edits": {"set": {"variable": {"n": [{}]}}}}`)
	if !strings.HasPrefix(got, "written: links/main.tf (new, +1)") || strings.Count(got, "warning: left out: ") != 2 || !strings.Contains(got, "links/link.tf: the path leads out of the root") {
		t.Errorf("%s", got)
	}
	version := versionIn(t, a.ok("ls", `{"path": "links"}`))
	for _, call := range []string{`get {"path": "links", "address": "variable"`, `read {"path": "links"`, `refs {"path": "links", "address": "var.n"`, `rename {"path": "links", "write": true, "address": "var.n", "to": "m", "version": "` + version + `"`} {
		tool, arguments, _ := strings.Cut(call, " ")
		if got := a.ok(tool, arguments+"}"); strings.Count(got, "warning: left out: ") != 2 {
			t.Errorf("%s: %s", call, got)
		}
	}
	a.refused("OUTSIDE_ROOT", "edit", `{"path": "links", "write": true, "edits": {"add": {"variable": {"x": [{"file": "link.tf"}]}}}}`)
	for _, name := range []string{"../x.tf", "/tmp/x.tf", "sub/x.tf", "..", "", "a\\b.tf", "a\x00b.tf", ".x.tf", "x.sh", "con.tf"} {
		quoted, _ := json.Marshal(name)
		a.refused("INVALID_REQUEST", "edit", fmt.Sprintf(`{"path": ".", "write": true, "edits": {"add": {"variable": {"n": [{"file": %s}]}}}}`, quoted))
		a.refused("INVALID_REQUEST", "move", fmt.Sprintf(`{"path": ".", "write": true, "address": "var.a", "file": %s}`, quoted))
	}
	for _, path := range []string{"ma\x00in.tf", "\x00", "sub\x00/x.tf"} {
		quoted, _ := json.Marshal(path)
		if text, isError := a.call("get", fmt.Sprintf(`{"path": %s, "address": "variable"}`, quoted)); !isError || !strings.Contains(text, "NUL") {
			t.Errorf("%q: %s", path, text)
		}
	}
	untouched(t, dir)
	if got := a.ok("get", `{"path": `+string(must(json.Marshal(filepath.Join(root, "main.tf"))))+`, "address": "output.b.value"}`); !strings.HasPrefix(got, `"${var.a}"`) {
		t.Errorf("an absolute path inside the root: %s", got)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A link that takes the place of a file, a directory or a new file's name between a dry
// run and the write leads nowhere.
func TestMCPLinkSwappedIn(t *testing.T) {
	dir, root := outside(t)
	a := startAgent(t, "--root", root)
	edits := `"write": true, "edits": {"set": {"variable": {"secret": [{"attributes": {"default": "x"}}]}}}`
	dry := a.ok("edit", `{"path": "main.tf", "edits": {"set": {"variable": {"secret": [{"attributes": {"default": "x"}}]}}}}`)
	os.Remove(filepath.Join(root, "main.tf"))
	os.Symlink("../secret.tf", filepath.Join(root, "main.tf"))
	os.RemoveAll(filepath.Join(root, "sub"))
	os.Symlink("../other", filepath.Join(root, "sub"))
	os.Symlink("../secret.tf", filepath.Join(root, "new.tf"))
	a.refused("OUTSIDE_ROOT", "edit", `{"path": "main.tf", `+edits+`}`)
	if text, isError := a.call("edit", `{"path": "main.tf", "version": "`+versionIn(t, dry)+`", `+edits+`}`); !isError {
		t.Errorf("%s", text)
	}
	a.refused("OUTSIDE_ROOT", "edit", `{"path": "sub", `+edits+`}`)
	a.refused("OUTSIDE_ROOT", "edit", `{"path": ".", "write": true, "edits": {"add": {"variable": {"n": [{"file": "new.tf"}]}}}}`)
	untouched(t, dir)
}

// A write that carries a version is refused once a file of the module changed, came or
// went, and so the change of somebody else stays.
func TestMCPChangedMeanwhile(t *testing.T) {
	dir := module(t, infra)
	a := startAgent(t, "--root", dir)
	for _, tool := range []string{
		`edit {"path": "infra", "edits": {"update": {"resource": {"aws_instance": {"web": [{"attributes": {"ami": "ami-9"}}]}}}}`,
		`rename {"path": "infra", "address": "var.size", "to": "kind"`,
		`move {"path": "infra", "address": "var.size", "file": "size.tf"`,
		`format {"path": "infra"`,
	} {
		tool, arguments, _ := strings.Cut(tool, " ")
		for i, change := range []func(){
			func() {
				os.WriteFile(filepath.Join(dir, "infra/variables.tf"), []byte(infra["infra/variables.tf"]+"# x\n"), 0o644)
			},
			func() { os.WriteFile(filepath.Join(dir, "infra/new.tf"), []byte("# x\n"), 0o644) },
			func() { os.Remove(filepath.Join(dir, "infra/new.tf")) },
		} {
			version := versionIn(t, a.ok(tool, arguments+"}"))
			change()
			a.refused("CHANGED_MEANWHILE", tool, arguments+`, "write": true, "version": "`+version+`"}`)
			if got := contents(t, dir, "infra/main.tf"); got != infra["infra/main.tf"] {
				t.Errorf("%s, change %d: written is %s", tool, i, got)
			}
		}
		os.WriteFile(filepath.Join(dir, "infra/variables.tf"), []byte(infra["infra/variables.tf"]), 0o644)
	}
}

// Where one file of several cannot be written, none is.
func TestMCPAllOrNone(t *testing.T) {
	dir := module(t, infra)
	a := startAgent(t, "--root", dir)
	same := func() {
		t.Helper()
		files, err := filesIn(dir)
		if err != nil || len(files) != len(infra) {
			t.Errorf("%d files, %v", len(files), err)
		}
		for name, text := range infra {
			if files[name] != text {
				t.Errorf("%s is now %s", name, files[name])
			}
		}
	}
	// The last file to be made has a name that is too long for the disk.
	a.refused("FILE_ERROR", "edit", `{"path": "infra", "write": true, "edits": {"update": {"resource": {"aws_instance": {"web": [{"attributes": {"ami": "ami-9"}}]}}},
		"add": {"variable": {"n": [{"file": "`+strings.Repeat("z", 260)+`.tf"}]}}}}`)
	same()
	// The second of two edits is refused.
	a.refused("BLOCK_NOT_FOUND", "edit", `{"path": "infra", "write": true, "edits": {"update": {"resource": {"aws_instance": {"web": [{"attributes": {"ami": "ami-9"}}]}}, "variable": {"none": [{"attributes": {"default": 1}}]}}}}`)
	same()
	// Nobody may write the second of two files.
	os.Chmod(filepath.Join(dir, "infra/variables.tf"), 0o444)
	a.refused("READ_ONLY", "rename", `{"path": "infra", "write": true, "address": "var.size", "to": "kind"}`)
	same()
	os.Chmod(filepath.Join(dir, "infra/variables.tf"), 0o640)
	a.ok("rename", `{"path": "infra", "write": true, "address": "var.size", "to": "kind"}`)
	if info, err := os.Stat(filepath.Join(dir, "infra/variables.tf")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("permissions do not stay: %v %v", info.Mode(), err)
	}
}

// Calls at the same time lose nothing of each other, and of those that carry one version
// one writes.
func TestMCPConcurrent(t *testing.T) {
	const n = 40
	dir := module(t, infra)
	a := startAgent(t, "--root", dir)
	var group sync.WaitGroup
	each := func(call func(i int)) {
		for i := range n {
			group.Go(func() { call(i) })
		}
		group.Wait()
	}
	ask := func(tool, arguments string) *mcp.CallToolResult {
		result, err := a.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Errorf("%s: %v", tool, err)
			return &mcp.CallToolResult{IsError: true}
		}
		return result
	}
	each(func(i int) {
		if i%4 == 0 {
			ask("ls", `{"recursive": true, "long": true}`)
		}
		if r := ask("edit", fmt.Sprintf(`{"path": "infra", "write": true, "edits": {"update": {"resource": {"aws_instance": {"web": [{"attributes": {"tags.T%d": "%d"}}]}}}}}`, i, i)); r.IsError {
			t.Errorf("call %d: %s", i, r.Content[0].(*mcp.TextContent).Text)
		}
	})
	code := contents(t, dir, "infra/main.tf")
	for i := range n {
		if !strings.Contains(code, fmt.Sprintf("T%d", i)) {
			t.Errorf("tag %d is lost", i)
		}
	}
	version := versionIn(t, a.ok("ls", `{"path": "infra"}`))
	var mutex sync.Mutex
	wrote := 0
	each(func(i int) {
		r := ask("edit", fmt.Sprintf(`{"path": "infra", "write": true, "version": "%s", "edits": {"update": {"resource": {"aws_instance": {"web": [{"attributes": {"ami": "ami-x%d"}}]}}}}}`, version, i))
		mutex.Lock()
		defer mutex.Unlock()
		if !r.IsError {
			wrote++
		}
	})
	if wrote != 1 {
		t.Errorf("%d calls with one version wrote", wrote)
	}
}

// Calls that the client gives up leave whole files, and a server that goes on.
func TestMCPGivenUp(t *testing.T) {
	dir := module(t, infra)
	a := startAgent(t, "--root", dir)
	for i := range 30 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*200*time.Microsecond)
		a.session.CallTool(ctx, &mcp.CallToolParams{Name: "edit", Arguments: json.RawMessage(
			fmt.Sprintf(`{"path": "infra", "write": true, "edits": {"set": {"variable": {"v%d": [{"attributes": {"default": "%s"}}]}}}}`, i, strings.Repeat("x", 5000)))})
		cancel()
	}
	if got := a.ok("check", `{"recursive": true}`); got != "valid syntax: all of 2 files"+nomadLeft {
		t.Errorf("%s", got)
	}
	files, err := filesIn(dir)
	if err != nil || len(files) != len(infra) {
		t.Errorf("%d files are there, %v", len(files), err)
	}
}

// An agent that leaves before its answers are there ends the program as one that waits.
func TestMCPLeft(t *testing.T) {
	dir := module(t, infra)
	for range 20 {
		cmd, in, out := startMCP(t, "--root", dir)
		fmt.Fprintln(in, `{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}`)
		fmt.Fprintln(in, `{"jsonrpc": "2.0", "method": "notifications/initialized"}`)
		out.Close()
		for i := range 10 {
			fmt.Fprintf(in, `{"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "ls", "arguments": {"path": "infra"}}}`+"\n", i+1)
		}
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Fatalf("the program ends with %v", err)
		}
	}
}

// What is huge, deep or no text at all is refused by an answer, and the next call is as
// good as the first.
func TestMCPHuge(t *testing.T) {
	dir := module(t, infra)
	os.WriteFile(filepath.Join(dir, "binary.tf"), []byte("\x00\xff\xfe\x01 x = \x80"), 0o644)
	a := startAgent(t, "--root", dir)
	a.refused("TOO_LARGE", "edit", `{"path": "infra", "edits": {"set": {"variable": {"v": [{"attributes": {"default": "`+strings.Repeat("x", 20<<20)+`"}}]}}}}`)
	a.refused("INVALID_REQUEST", "ls", `{"path": "`+strings.Repeat("a", 5000)+`"}`)
	if text, isError := a.call("ls", `{"path": "`+strings.Repeat("a/", 100_000)+`"}`); !isError || len(text) > 1000 {
		t.Errorf("%s", text)
	}
	// More than a thousand levels the protocol's decoder refuses, and ends the session.
	a.refused("INVALID_REQUEST", "edit", `{"path": "infra", "edits": `+strings.Repeat(`{"set":`, 400)+"1"+strings.Repeat("}", 400)+`}`)
	a.ok("edit", `{"path": "infra", "edits": {"set": {"locals": [{"attributes": {"a": `+strings.Repeat("[", 400)+strings.Repeat("]", 400)+`}}]}}}`)
	a.refused("INVALID_REQUEST", "get", `{"path": "infra", "address": "`+strings.Repeat("a.", 50_000)+`"}`)
	for tool, arguments := range map[string]string{"edit": `"edits": {"set": {"variable": {"v": [{}]}}}`, "get": `"address": "x"`, "read": `"comments": true`} {
		a.refused("INVALID_CODE", tool, `{"path": "binary.tf", `+arguments+`}`)
	}
	a.ok("ls", `{"path": "infra"}`)
}

// Answers about much code are short, and say how to see the rest.
func TestMCPShortAnswers(t *testing.T) {
	var code strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&code, "variable \"name_%d\" {\n  type    = string\n  default = var.x\n}\n\n", i)
	}
	a := startAgent(t, "--root", module(t, map[string]string{"main.tf": code.String(), "long.tf": "locals {\n  x = \"" + strings.Repeat("y", 50_000) + "\"\n}\n"}))
	for _, call := range []string{
		`ls {}`, `ls {"long": true}`, `get {"address": "variable"}`, `get {"address": "local.x"}`, `get {"address": "variable", "source": true}`, `refs {"address": "var.x"}`, `refs {"unused": true}`,
		`edit {"edits": {"update": {"variable": {"*": [{"attributes": {"default": "d"}}]}}}}`, `rename {"address": "var.name_1", "to": "x"}`,
	} {
		tool, arguments, _ := strings.Cut(call, " ")
		text := a.ok(tool, arguments)
		if len(text) > 17_000 || len(text) > 10_000 && !strings.Contains(text, " more lines: ") {
			t.Errorf("%s: %d bytes, …%s", call, len(text), text[max(0, len(text)-200):])
		}
	}
	if got := a.refused("TOO_LARGE", "read", `{}`); !strings.Contains(got, "variable (") || !strings.Contains(got, "select") || len(got) > 1000 {
		t.Errorf("%s", got)
	}
}

// Several roots are told apart by their names, and with --read-only nothing can be written.
func TestMCPRoots(t *testing.T) {
	first, second := filepath.Join(module(t, infra), "infra"), module(t, infra)
	a := startAgent(t, "--root", first, "--root", second, "--read-only")
	if text := a.session.InitializeResult().Instructions; !strings.Contains(text, "infra/ is "+first) {
		t.Errorf("%s", text)
	}
	if got := a.ok("get", `{"path": "infra/main.tf", "address": "aws_instance.web.ami"}`); !strings.HasPrefix(got, `"ami-1"`) {
		t.Errorf("%s", got)
	}
	if got := a.ok("ls", `{"recursive": true, "address": "aws_instance"}`); strings.Count(got, "main.tf") != 2 {
		t.Errorf("%s", got)
	}
	if got := a.refused("FILE_ERROR", "ls", `{"path": "main.tf"}`); !strings.Contains(got, "infra, "+filepath.Base(second)) {
		t.Errorf("%s", got)
	}
	tools, err := a.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s is there", tool.Name)
		}
	}
}
