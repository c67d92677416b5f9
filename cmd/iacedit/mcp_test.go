package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An agent is a client of "iacedit mcp", the built program.
type agent struct {
	t       testing.TB
	session *mcp.ClientSession
	calls   int
	said    int                  // bytes of arguments and answers, which the agent's model writes and reads
	bytes   atomic.Int64         // all that is sent and received
	schema  *jsonschema.Resolved // of the answers as data
	data    map[string]any       // of the last answer
}

// startMCP starts the program with arguments, and returns the ways to it and from it.
func startMCP(t testing.TB, args ...string) (cmd *exec.Cmd, in io.WriteCloser, out io.ReadCloser) {
	t.Helper()
	cmd = exec.Command(binary, append([]string{"mcp"}, args...)...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err = cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, in, out
}

// startAgent starts the program with arguments and connects to it.
func startAgent(t testing.TB, args ...string) *agent {
	t.Helper()
	return connect(t, mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil), nil, args...)
}

// connect starts the program with arguments and connects a client to it.
func connect(t testing.TB, client *mcp.Client, options *mcp.ClientSessionOptions, args ...string) *agent {
	t.Helper()
	a := &agent{t: t}
	cmd, in, out := startMCP(t, append([]string{"--data"}, args...)...)
	transport := &mcp.IOTransport{Reader: &countedReader{out, &a.bytes}, Writer: &countedWriter{in, &a.bytes}, MaxLineLength: -1}
	session, err := client.Connect(context.Background(), transport, options)
	if err != nil {
		t.Fatal(err)
	}
	a.session = session
	answer, err := session.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: "iacedit://answers.schema.json"})
	if err != nil {
		t.Fatal(err)
	}
	schema := &jsonschema.Schema{}
	if err := json.Unmarshal([]byte(answer.Contents[0].Text), schema); err != nil {
		t.Fatal(err)
	}
	if a.schema, err = schema.Resolve(nil); err != nil {
		t.Fatal(err)
	}
	a.bytes.Store(0)
	t.Cleanup(func() {
		a.session.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the program ends with %v", err)
		}
	})
	return a
}

type countedReader struct {
	io.ReadCloser
	n *atomic.Int64
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.n.Add(int64(n))
	return n, err
}

type countedWriter struct {
	io.WriteCloser
	n *atomic.Int64
}

func (w *countedWriter) Write(p []byte) (int, error) {
	n, err := w.WriteCloser.Write(p)
	w.n.Add(int64(n))
	return n, err
}

// call calls a tool with arguments of JSON and returns its answer, and whether that is an
// error. A protocol error fails the test.
func (a *agent) call(tool, arguments string) (text string, isError bool) {
	a.t.Helper()
	a.calls++
	result, err := a.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		a.t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	for _, c := range result.Content {
		text += c.(*mcp.TextContent).Text
	}
	a.said += len(arguments) + len(text)
	if err := a.schema.Validate(result.StructuredContent); err != nil {
		a.t.Errorf("%s %s: the answer as data: %v\n%v", tool, arguments, err, result.StructuredContent)
	}
	if data := result.StructuredContent.(map[string]any); (data["error"] != nil) != result.IsError || result.IsError && len(data) > 1 {
		a.t.Errorf("%s %s: error: %v, and as data %v", tool, arguments, result.IsError, data)
	}
	a.data, _ = result.StructuredContent.(map[string]any)
	return text, result.IsError
}

// ok calls a tool that is to do what it is asked.
func (a *agent) ok(tool, arguments string) string {
	a.t.Helper()
	text, isError := a.call(tool, arguments)
	if isError {
		a.t.Fatalf("%s %s: %s", tool, arguments, text)
	}
	return text
}

// refused calls a tool that is to answer an error of a code.
func (a *agent) refused(code, tool, arguments string) string {
	a.t.Helper()
	text, isError := a.call(tool, arguments)
	if !isError || !strings.HasPrefix(text, code+": ") {
		a.t.Errorf("%s %.200s: not %s but (error: %v) %.500s", tool, arguments, code, isError, text)
	}
	return text
}

// module makes a directory of files, by a txtar-like list of names and contents.
func module(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func contents(t testing.TB, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var answeredVersion = regexp.MustCompile(`(?m)^version: ([0-9a-f]{12})$`)

var answeredToken = regexp.MustCompile(`(?m)^to write it: write \{"token": "([0-9a-f]{12})"\}$`)

// versionIn returns the version that an answer tells.
func versionIn(t testing.TB, answer string) string {
	t.Helper()
	found := answeredVersion.FindStringSubmatch(answer)
	if found == nil {
		t.Fatalf("no version in %s", answer)
	}
	return found[1]
}

// infra is a module to work on.
var infra = map[string]string{
	"infra/main.tf": `# The web server.
resource "aws_instance" "web" {
  ami           = "ami-1"
  instance_type = var.size # cheap

  tags = { Name = "web" }
}
`,
	"infra/variables.tf": "variable \"size\" {\n  type    = string\n  default = \"t3.micro\"\n}\n\nvariable \"old\" {}\n",
	"infra/x.nomad":      "job \"a\" {\n  count = 1\n}\n",
}

// nomadLeft is the warning about the file of infra that a call for all directories leaves out.
const nomadLeft = "\nwarning: 1 file of Nomad left out, such as infra/x.nomad; dialect: \"nomad\" takes them"

// What an agent does first, and the answers to the byte.
func TestMCPAnswers(t *testing.T) {
	a := startAgent(t, "--root", module(t, infra))
	for _, c := range []struct{ tool, arguments, want string }{
		{"ls", `{}`, "no .tf, .tofu or .tfvars files in ., but in these below (recursive: true lists them all):\ninfra"},
		{"ls", `{"path": "infra"}`, "infra/main.tf\n  resource.aws_instance.web  2-7\ninfra/variables.tf\n  variable.size  1-4\n  variable.old  6\nversion: V"},
		{"ls", `{"path": "infra/main.tf", "long": true}`, "infra/main.tf\n  resource.aws_instance.web  2-7\n    .ami  3  \"ami-1\"\n    .instance_type  4  var.size\n    .tags  6  { Name = \"web\" }\nversion: V"},
		{"ls", `{"recursive": true, "address": "variable.*"}`, "infra/variables.tf\n  variable.size  1-4\n  variable.old  6\nversion: V" + nomadLeft},
		{"get", `{"path": "infra", "address": "aws_instance.web.tags"}`, "{\"Name\":\"web\"}\nversion: V"},
		{"get", `{"path": "infra", "address": "variable.*.default"}`, "variable.size.default = \"t3.micro\"\nversion: V"},
		{"get", `{"path": "infra", "address": "variable"}`, "variable.size = {\"attributes\":{\"type\":\"string\",\"default\":\"t3.micro\"}}\nvariable.old = {}\nversion: V"},
		{"get", `{"path": "infra", "address": "aws_instance.web.instance_type", "source": true}`, "var.size\nversion: V"},
		{"get", `{"path": "infra/x.nomad", "address": "job.a.count"}`, "1\nversion: V"},
		{"read", `{"path": "infra", "select": {"variable": {"size": [{"attributes": ["default"]}]}}}`, `{"variable":{"size":[{"file":"variables.tf","attributes":{"default":"t3.micro"}}]}}` + "\nversion: V"},
		{"read", `{"path": "infra/main.tf", "comments": true}`, `{"resource":{"aws_instance":{"web":[{"comment":"The web server.","attributes":{"ami":"ami-1","instance_type":"${var.size}","tags":{"Name":"web"}}}]}}}` + "\nversion: V"},
		{"refs", `{"path": "infra", "address": "var.size"}`, "1 in infra\ninfra/main.tf:4:19  var.size in resource.aws_instance.web"},
		{"refs", `{"path": "infra/main.tf", "address": "var.old"}`, "nothing in infra refers to var.old"},
		{"refs", `{"path": "infra", "unused": true}`, "1 in infra\ninfra/variables.tf:6:11  variable.old"},
		{"find", `{"path": "infra", "rule": {"match": "{ Name = $n }"}}`, "1 in infra\ninfra/main.tf:6:10  resource.aws_instance.web.tags  { Name = \"web\" }"},
		{"find", `{"recursive": true, "rule": {"text": "t3", "in": {"variable": {"size": []}}}}`, "1 in .\ninfra/variables.tf:3:14  variable.size.default  t3" + nomadLeft},
		{"find", `{"path": "infra", "rule": {"reference": "var.old"}}`, "nothing is found in infra"},
		{"check", `{"recursive": true}`, "valid syntax: all of 2 files" + nomadLeft},
		{"format", `{"path": "infra"}`, "nothing changes: the code is already as requested\nversion: V"},
	} {
		got := answeredVersion.ReplaceAllString(a.ok(c.tool, c.arguments), "version: V")
		if got != c.want {
			t.Errorf("%s %s:\n%s\nnot\n%s", c.tool, c.arguments, got, c.want)
		}
	}
}

// A dry run writes nothing; the same call with its version writes what it showed.
func TestMCPDryRunThenWrite(t *testing.T) {
	dir := module(t, infra)
	a := startAgent(t, "--root", dir)
	edits := `"path": "infra", "edits": {"update": {"resource": {"aws_instance": {"web": [{"attributes": {"ami": "ami-2", "tags.Owner": "me"}}]}}}}`
	dry := a.ok("edit", "{"+edits+"}")
	want := `dry run, nothing is written: infra/main.tf (+2 -2)
version: V
to write it: write {"token": "T"}
--- a/infra/main.tf
+++ b/infra/main.tf
@@ -1,7 +1,7 @@
 # The web server.
 resource "aws_instance" "web" {
-  ami           = "ami-1"
+  ami           = "ami-2"
   instance_type = var.size # cheap
 
-  tags = { Name = "web" }
+  tags = { Name = "web", Owner = "me" }
 }`
	shown := answeredToken.FindStringSubmatch(dry)
	if shown == nil {
		t.Fatalf("no token in %s", dry)
	}
	if got := strings.Replace(answeredVersion.ReplaceAllString(dry, "version: V"), shown[1], "T", 1); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if got := contents(t, dir, "infra/main.tf"); got != infra["infra/main.tf"] {
		t.Errorf("the dry run wrote %s", got)
	}
	wrote := a.ok("edit", "{"+edits+`, "write": true, "version": "`+versionIn(t, dry)+`"}`)
	if got := answeredVersion.ReplaceAllString(wrote, "version: V"); got != "written: infra/main.tf (+2 -2)\nversion: V" {
		t.Errorf("%s", got)
	}
	// A token is of the files that the dry run was made with.
	a.refused("CHANGED_MEANWHILE", "write", `{"token": "`+shown[1]+`"}`)
	code := strings.NewReplacer("ami-1", "ami-2", `"web" }`, `"web", Owner = "me" }`).Replace(infra["infra/main.tf"])
	if got := contents(t, dir, "infra/main.tf"); got != code {
		t.Errorf("written is %s", got)
	}
	// The version that it answered is that of the files as they are now.
	again := a.ok("edit", "{"+edits+`, "write": true, "version": "`+versionIn(t, wrote)+`"}`)
	if !strings.HasPrefix(again, "nothing changes") || !strings.Contains(again, "unchanged: resource.aws_instance.web.ami, resource.aws_instance.web.tags.Owner") {
		t.Errorf("%s", again)
	}
}

// The tool write takes the token of a dry run in place of its arguments.
func TestMCPWrite(t *testing.T) {
	dir := module(t, infra)
	a := startAgent(t, "--root", dir)
	for _, call := range []string{
		`edit {"path": "infra", "edits": {"rewrite": [{"match": "var.size", "to": "var.kind"}]}}`,
		`rename {"path": "infra", "address": "var.old", "to": "kind"}`,
		`move {"path": "infra", "address": "var.kind", "file": "kind.tf"}`,
	} {
		tool, arguments, _ := strings.Cut(call, " ")
		token := answeredToken.FindStringSubmatch(a.ok(tool, arguments))
		if token == nil {
			t.Fatalf("%s: no token", call)
		}
		if got := a.ok("write", `{"token": "`+token[1]+`"}`); !strings.HasPrefix(got, "written: ") || strings.Contains(got, "@@") {
			t.Errorf("%s: %s", call, got)
		}
	}
	if got := contents(t, dir, "infra/kind.tf"); got != "variable \"kind\" {}\n" || !strings.Contains(contents(t, dir, "infra/main.tf"), "= var.kind # cheap") {
		t.Errorf("%s", got)
	}
	a.refused("INVALID_REQUEST", "write", `{"token": "abc"}`)
	a.refused("INVALID_REQUEST", "write", `{"token": "abc", "path": "infra"}`)
}

// An agent takes blocks out into a module: its directory is made when that is written, and
// not left where it is refused.
func TestMCPExtractsModule(t *testing.T) {
	dir := module(t, map[string]string{"main.tf": "variable \"cidr\" {}\n\nresource \"aws_vpc\" \"a\" {\n  cidr_block = var.cidr\n}\n"})
	a := startAgent(t, "--root", dir)
	const edits = `"path": ".", "recursive": true, "edits": {"extract": [{"blocks": ["aws_vpc.a"], "to": "modules/net"}]}`
	got := a.ok("edit", `{`+edits+`}`)
	if _, err := os.Stat(filepath.Join(dir, "modules")); err == nil || !strings.Contains(got, "modules/net/main.tf (new") {
		t.Errorf("%v: %s", err, got)
	}
	a.refused("BLOCK_NOT_FOUND", "edit", `{"path": ".", "recursive": true, "write": true, "edits": {"extract": [{"blocks": ["aws_vpc.b"], "to": "modules/net"}]}}`)
	if _, err := os.Stat(filepath.Join(dir, "modules")); err == nil {
		t.Error("a directory is left")
	}
	a.ok("write", `{"token": "`+answeredToken.FindStringSubmatch(got)[1]+`"}`)
	if got := contents(t, dir, "modules/net/main.tf"); got != "resource \"aws_vpc\" \"a\" {\n  cidr_block = var.cidr\n}\n" {
		t.Errorf("the module has %s", got)
	}
	if got := contents(t, dir, "main.tf"); !strings.Contains(got, "source = \"./modules/net\"") {
		t.Errorf("it is called in %s", got)
	}
	a.ok("edit", `{"path": ".", "recursive": true, "write": true, "edits": {"add": {"variable": {"b": {"folder": "modules/new"}}}}}`)
	if got := contents(t, dir, "modules/new/main.tf"); got != "variable \"b\" {}\n" {
		t.Errorf("the new folder has %s", got)
	}
}

// A rename names the calls of the module that do not follow it, and with callers makes them
// follow; so does an edit of a tree.
func TestMCPCallers(t *testing.T) {
	before := map[string]string{
		"main.tf":                    "module \"net\" {\n  source = \"./modules/net\"\n  cidr   = 1\n}\n",
		"broken/main.tf":             "a = = 1\n",
		"modules/net/main.tf":        "variable \"cidr\" {}\n",
		"modules/net/a.tftest.hcl":   "variables {\n  cidr = 2\n}\n",
		"modules/other/variables.tf": "variable \"cidr\" {}\n",
	}
	after := map[string]string{
		"main.tf":                  "module \"net\" {\n  source = \"./modules/net\"\n  range  = 1\n}\n",
		"modules/net/main.tf":      "variable \"range\" {}\n",
		"modules/net/a.tftest.hcl": "variables {\n  range = 2\n}\n",
	}
	for _, call := range []string{
		`rename {"path": "modules/net", "address": "var.cidr", "to": "range", "callers": true}`,
		`rename {"path": "modules/net/main.tf", "address": "variable.cidr", "to": "var.range", "callers": true}`,
		`edit {"path": ".", "recursive": true, "edits": {"rename": {"variable": {"cidr": {"folder": "modules/net", "to": "range"}}}}}`,
	} {
		if strings.HasPrefix(call, "edit") {
			delete(before, "broken/main.tf")
		}
		dir := module(t, before)
		a := startAgent(t, "--root", dir)
		for _, file := range []string{"modules/net", "modules/net/main.tf"} {
			got := a.ok("rename", `{"path": "`+file+`", "address": "var.cidr", "to": "range"}`)
			if !strings.Contains(got, "\nwarning: main.tf:3:3: module.net: cidr is left as it is") || strings.Contains(got, "+  range  = 1") {
				t.Errorf("%s", got)
			}
		}
		tool, arguments, _ := strings.Cut(call, " ")
		got := a.ok(tool, arguments)
		if broken := strings.Contains(got, "skipped: broken/main.tf:1:5: "); broken != (before["broken/main.tf"] != "") {
			t.Errorf("%s: %s", call, got)
		}
		a.ok("write", `{"token": "`+answeredToken.FindStringSubmatch(got)[1]+`"}`)
		for name, text := range before {
			want := text
			if after[name] != "" {
				want = after[name]
			}
			if got := contents(t, dir, name); got != want {
				t.Errorf("%s: %s is %s", call, name, got)
			}
		}
		if got := a.ok("rename", `{"path": "modules/net", "address": "var.range", "to": "kind", "references": false}`); strings.Contains(got, "left as it is") {
			t.Errorf("%s", got)
		}
		a.refused("INVALID_REQUEST", "rename", `{"path": "modules/net", "address": "local.x", "to": "y", "callers": true}`)
	}
}

// With callers, the units of Terragrunt that run a module follow.
func TestMCPUnits(t *testing.T) {
	dir := module(t, map[string]string{
		"modules/net/main.tf": "variable \"cidr\" {}\n\noutput \"id\" {\n  value = var.cidr\n}\n",
		"net/terragrunt.hcl":  "terraform {\n  source = \"../modules/net\"\n}\n\ninputs = {\n  cidr = 1\n}\n",
		"app/terragrunt.hcl":  "dependency \"net\" {\n  config_path = \"../net\"\n}\n\ninputs = {\n  id = dependency.net.outputs.id\n}\n",
	})
	a := startAgent(t, "--root", dir)
	if got := a.ok("rename", `{"path": "modules/net", "address": "var.cidr", "to": "range"}`); !strings.Contains(got, "\nwarning: net/terragrunt.hcl:6:3: inputs: \"cidr\" is left as it is, although variable.cidr was renamed") {
		t.Errorf("%s", got)
	}
	a.ok("rename", `{"path": "modules/net", "address": "var.cidr", "to": "range", "callers": true, "write": true}`)
	a.ok("rename", `{"path": "modules/net", "address": "output.id", "to": "name", "callers": true, "write": true}`)
	if got := contents(t, dir, "net/terragrunt.hcl"); !strings.Contains(got, "  range = 1\n") {
		t.Errorf("%s", got)
	}
	if got := contents(t, dir, "app/terragrunt.hcl"); !strings.Contains(got, "dependency.net.outputs.name\n") {
		t.Errorf("%s", got)
	}
}

// A path may name several files and directories, and read takes a tree.
func TestMCPSeveralPaths(t *testing.T) {
	dir := module(t, map[string]string{
		"main.tf":         "variable \"a\" {}\n",
		"m/net/main.tf":   "variable \"a\" {}\n",
		"m/db/main.tf":    "variable \"a\" {}\n",
		"m/db/outputs.tf": "output \"a\" {\n  value = var.a\n}\n",
		"x,y/main.tf":     "variable \"a\" {}\n",
	})
	a := startAgent(t, "--root", dir)
	for _, c := range []struct{ tool, arguments, want string }{
		{"ls", `{"path": "m/net, m/db/outputs.tf"}`, "m/net/main.tf\n  variable.a  1\nm/db/outputs.tf\n  output.a  1-3\n"},
		{"get", `{"path": "m/net,m/db", "address": "variable.*"}`, "m/net/main.tf\n  variable.a = {}\nm/db/main.tf\n  variable.a = {}\n"},
		{"find", `{"path": "m/net,m/db", "rule": {"match": "var.a"}}`, "1 in m\nm/db/outputs.tf:2:11  output.a.value  var.a"},
		{"read", `{"path": "m/net,m/db"}`, `{"variable":{"a":[{"file":"db/main.tf"},{"file":"net/main.tf"}]},"output":{"a":[{"file":"db/outputs.tf","attributes":{"value":"${var.a}"}}]}}`},
		{"read", `{"path": "m", "recursive": true, "select": {"variable": {"*": []}}}`, `{"variable":{"a":[{"file":"db/main.tf"},{"file":"net/main.tf"}]}}`},
		{"read", `{"path": "x,y"}`, `{"variable":{"a":[{"file":"main.tf"}]}}`},
		{"check", `{"path": "m/net,m/db"}`, ""},
	} {
		if got := a.ok(c.tool, c.arguments); !strings.Contains(got, c.want) {
			t.Errorf("%s %s: got %s, want %s", c.tool, c.arguments, got, c.want)
		}
	}
	got := a.ok("edit", `{"path": "m/net,m/db", "edits": {"update": {"variable": {"a": {"all": true, "attributes": {"type": "string"}}}}}}`)
	if !strings.Contains(got, "m/net/main.tf (+3 -1)") || !strings.Contains(got, "m/db/main.tf (+3 -1)") || strings.Contains(got, "x,y") {
		t.Errorf("%s", got)
	}
	a.ok("write", `{"token": "`+answeredToken.FindStringSubmatch(got)[1]+`"}`)
	for name, want := range map[string]string{"main.tf": "variable \"a\" {}\n", "m/db/main.tf": "variable \"a\" {\n  type = string\n}\n", "m/net/main.tf": "variable \"a\" {\n  type = string\n}\n"} {
		if got := contents(t, dir, name); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
	a.refused("FILE_NOT_FOUND", "edit", `{"path": "m/net,m/none", "edits": {}}`)
	a.refused("FILE_NOT_FOUND", "rename", `{"path": "m/net,m/none", "address": "var.a", "to": "b"}`)
}

// rename, move and refs take several paths, and directories with those below: the modules that
// have the object.
func TestMCPModules(t *testing.T) {
	net := "variable \"a\" {}\n\noutput \"a\" {\n  value = var.a\n}\n"
	files := map[string]string{
		"main.tf":         "module \"net\" {\n  source = \"./m/net\"\n  a      = 1\n}\n",
		"other/main.json": "{}\n",
		"m/web.tf.json":   `{"module": {"net": {"source": "./net", "a": 1}}}`,
		"m/net/main.tf":   net,
		"m/db/main.tf":    "variable \"a\" {}\n",
		"m/db/outputs.tf": "output \"a\" {\n  value = var.a\n}\n",
		"m/none/main.tf":  "locals {}\n",
	}
	const rest = ` "address": "var.a", "to": "b"}`
	for _, c := range []struct {
		tool, arguments string
		files           string // that change
		warnings        int
	}{
		{"rename", `{"path": "m/net,m/db",` + rest, "m/db/main.tf m/db/outputs.tf m/net/main.tf", 2},
		{"rename", `{"path": "m/net, m/db/main.tf, m/none",` + rest, "m/db/main.tf m/db/outputs.tf m/net/main.tf", 2},
		{"rename", `{"path": "m", "recursive": true,` + rest, "m/db/main.tf m/db/outputs.tf m/net/main.tf", 2},
		{"rename", `{"recursive": true, "callers": true,` + rest, "m/db/main.tf m/db/outputs.tf m/net/main.tf m/web.tf.json main.tf", 0},
		{"rename", `{"path": "m/none,m/net/main.tf", "callers": true,` + rest, "m/net/main.tf m/web.tf.json main.tf", 0},
		{"rename", `{"path": "m", "recursive": true, "references": false,` + rest, "m/db/main.tf m/net/main.tf", 0},
		{"move", `{"path": "m", "recursive": true, "address": "output.a", "file": "outs.tf"}`, "m/db/outputs.tf m/db/outs.tf m/net/main.tf m/net/outs.tf", 0},
		{"move", `{"path": "m/net,m/none", "address": "output.a", "file": "outs.tf"}`, "m/net/main.tf m/net/outs.tf", 0},
	} {
		dir := module(t, files)
		a := startAgent(t, "--root", dir)
		got := a.ok(c.tool, c.arguments)
		if n := strings.Count(got, "\nwarning: "); n != c.warnings {
			t.Errorf("%s %s: %d warnings: %s", c.tool, c.arguments, n, got)
		}
		a.ok("write", `{"token": "`+answeredToken.FindStringSubmatch(got)[1]+`"}`)
		after, err := filesIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(changedIn(files, after), " "); got != c.files {
			t.Errorf("%s %s changes %s, not %s", c.tool, c.arguments, got, c.files)
		}
		a.ok("undo", `{}`)
		if after, err = filesIn(dir); err != nil || !maps.Equal(files, after) {
			t.Errorf("%s %s: undone, it is %v, %v", c.tool, c.arguments, after, err)
		}
	}
	a := startAgent(t, "--root", module(t, files))
	for _, arguments := range []string{`{"path": "m/net,m/db/main.tf", "address": "var.a"}`, `{"path": "m", "recursive": true, "address": "var.a"}`} {
		if got := a.ok("refs", arguments); !strings.HasPrefix(got, "2 in m\n") {
			t.Errorf("refs %s: %s", arguments, got)
		}
	}
	a.refused("BLOCK_NOT_FOUND", "rename", `{"path": "m/none,other", "address": "var.a", "to": "b"}`)
	a.refused("BLOCK_NOT_FOUND", "rename", `{"recursive": true, "callers": true, "address": "var.x", "to": "b"}`)
}

// An error says what to send instead, and is an answer.
func TestMCPErrors(t *testing.T) {
	files := map[string]string{"infra/bad.tf/x": "", "bad/main.tf": "variable \"a\" {\n  default = [1,\n}\n"}
	for name, text := range infra {
		files[name] = text
	}
	a := startAgent(t, "--root", module(t, files))
	for _, c := range []struct{ tool, arguments, code, want string }{
		{"edit", `{"path": "infra"}`, "INVALID_REQUEST", "edit needs edits: a JSON object"},
		{"edit", `{"pth": "infra", "edits": {}}`, "INVALID_REQUEST", `did you mean {"edits": {}, "path": "infra"}?`},
		{"edit", `{"path": 1, "edits": {}}`, "INVALID_REQUEST", "path must be a string, found 1"},
		{"edit", `{"path": "infra", "edits": {}, "write": "yes"}`, "INVALID_REQUEST", "write must be true or false"},
		{"edit", `{"path": "infra", "edits": [1]}`, "INVALID_REQUEST", "edits must be a JSON object"},
		{"edit", `{"path": "infra", "edits": {"updte": {}}}`, "INVALID_REQUEST", `did you mean "update"?`},
		{"edit", `{"path": "infra", "edits": "{nothing"}`, "INVALID_REQUEST", "edits"},
		{"edit", `{"path": "infra", "edits": {"update": {"resource": {"aws_instance": {"wbe": [{"attributes": {"ami": "x"}}]}}}}}`, "BLOCK_NOT_FOUND", "did you mean \"web\"?\nin the edits: /update/resource/aws_instance/wbe/0"},
		{"edit", `{"path": "infra", "edits": {"update": {"resource": {"aws_instance": {"web": [{"ami": "x"}]}}}}}`, "INVALID_REQUEST", "attributes"},
		{"edit", `{"path": "infra", "edits": {"set": {"variable": {"a": [{"attributes": {"default": 1, "default": 2}}]}}}}`, "INVALID_REQUEST", "default"},
		{"edit", `{"path": "bad", "edits": {"set": {"variable": {"b": [{}]}}}}`, "INVALID_CODE", "bad/main.tf:"},
		{"edit", `{"path": "bad/main.tf", "edits": {"set": {"variable": {"b": [{}]}}}}`, "INVALID_CODE", "bad/main.tf:3:1"},
		{"edit", `{"path": "infra/none", "edits": {"set": {"variable": {"b": [{}]}}}}`, "FILE_NOT_FOUND", "infra/none"},
		{"edit", `{"path": "infra/none.tf", "edits": {"set": {"variable": {"b": [{}]}}}}`, "FILE_NOT_FOUND", "infra/none.tf: no such file or directory\n\"ls\" with recursive lists the files. An edit makes a new file: "},
		{"edit", `{"path": "infra", "edits": {"set": {"resource.aws_instance.web": [{"attributes": {"ami": "x"}}]}}}`, "INVALID_REQUEST", `labels are keys of their own: {"resource": {"aws_instance": {"web": …}}}`},
		{"edit", `{"path": "infra", "address": "var.size.default", "value": 1}`, "INVALID_REQUEST", `edit has no argument "address"; it belongs in edits: {"edits": {"set": {"resource": `},
		{"find", `{"path": "infra", "text": "web"}`, "INVALID_REQUEST", `find has no argument "text"; it belongs in rule: {"rule": {"text": "TEXT"}}`},
		{"get", `{"path": "infar", "address": "var.size"}`, "FILE_NOT_FOUND", `infar: no such file or directory; did you mean "infra"?`},
		{"read", `{"path": "infra/mian.tf"}`, "FILE_NOT_FOUND", `did you mean "infra/main.tf"?`},
		{"get", `{}`, "INVALID_REQUEST", "get needs address"},
		{"find", `{"path": "infra", "rule": {"match": "$x"}}`, "INVALID_REQUEST", "in the rule: /match"},
		{"find", `{"path": "infra", "rule": {"mach": "f($x)"}}`, "INVALID_REQUEST", "mach"},
		{"find", `{"path": "bad", "rule": {"match": "f($x)"}}`, "INVALID_CODE", "bad/main.tf:3:1"},
		{"get", `[]`, "INVALID_REQUEST", "a JSON object"},
		{"get", `{"path": "infra", "address": "aws_instance.wbe.ami"}`, "BLOCK_NOT_FOUND", "infra/main.tf:2:1: no resource.aws_instance.wbe; did you mean \"web\"?\n2 | "},
		{"get", `{"path": "infra", "address": "aws_instance.web.amii"}`, "ATTRIBUTE_NOT_FOUND", `did you mean "ami"?`},
		{"get", `{"path": "infra", "address": "aws_instance.web.tags.Nmae"}`, "ATTRIBUTE_NOT_FOUND", `did you mean "Name"?`},
		{"read", `{"path": "infra", "select": {"variable": {"sise": []}}}`, "BLOCK_NOT_FOUND", "\nin select: /variable/sise"},
		{"get", `{"path": "infra", "address": "var.["}`, "INVALID_REQUEST", "the address"},
		{"ls", `{"path": "infra", "address": "aws_instance.wbe"}`, "BLOCK_NOT_FOUND", `did you mean "web"?`},
		{"refs", `{"path": "infra", "address": "var.sise"}`, "BLOCK_NOT_FOUND", `no variable.sise; did you mean "size"?`},
		{"ls", `{"path": "bad/none.tf"}`, "FILE_NOT_FOUND", "bad/none.tf"},
		{"read", `{"path": "` + strings.Repeat("d/", 3000) + `a.tf"}`, "INVALID_REQUEST", "has 6004 bytes; the longest path has 4096"},
		{"mend", `{"lines": "1", "text": "", "path": "` + strings.Repeat("d/", 3000) + `a.tf"}`, "INVALID_REQUEST", "has 6004 bytes; the longest path has 4096"},
		{"convert", `{"to": "json", "path": "` + strings.Repeat("d/", 3000) + `a.tf"}`, "INVALID_REQUEST", "has 6004 bytes; the longest path has 4096"},
		{"read", `{"path": "infra,` + strings.Repeat("d/", 3000) + `a.tf"}`, "INVALID_REQUEST", "has 6004 bytes; the longest path has 4096"},
		{"ls", `{"path": "infar/main.tf"}`, "FILE_NOT_FOUND", `infar/main.tf: no such file or directory; did you mean "infra`},
		{"rename", `{"path": "infra", "address": "var.sise", "to": "x"}`, "BLOCK_NOT_FOUND", `did you mean "size"?`},
		{"rename", `{"path": "infra", "address": "var.size", "to": "1x"}`, "INVALID_REQUEST", "1x"},
		{"rename", `{"path": "infra", "address": "var.size", "to": "old"}`, "BLOCK_ALREADY_EXISTS", "old"},
		{"move", `{"path": "infra", "address": "var.size", "after": "var.nothing"}`, "BLOCK_NOT_FOUND", "no variable.nothing"},
		{"move", `{"path": "infra", "address": "var.size"}`, "INVALID_REQUEST", "a destination"},
		{"move", `{"path": "infra", "address": "var.size", "after": "var.old", "place": "first"}`, "INVALID_REQUEST", "one of"},
		{"move", `{"path": "infra", "address": "var.size", "place": "frist"}`, "INVALID_REQUEST", "place must be one of first, last"},
		{"refs", `{"path": "infra"}`, "INVALID_REQUEST", "unused"},
		{"refs", `{"path": "infra/x.nomad", "address": "tags"}`, "INVALID_REQUEST", "code can refer only to"},
	} {
		if got := a.refused(c.code, c.tool, c.arguments); !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s\nand not %s", c.tool, c.arguments, got, c.want)
		} else if c.tool != "edit" && strings.Contains(got, "new file") {
			t.Errorf("%s %s: %s", c.tool, c.arguments, got)
		}
	}
	if got := a.ok("check", `{"path": "bad"}`); !strings.HasPrefix(got, "bad/main.tf:3:1: ") {
		t.Errorf("%s", got)
	}
	if got := a.ok("ls", `{"recursive": true}`); !strings.Contains(got, "! bad/main.tf:3:1: ") || !strings.Contains(got, "variable.size") {
		t.Errorf("%s", got)
	}
}

// What an answer says as text, it says as data.
func TestMCPAnswersData(t *testing.T) {
	dir := module(t, map[string]string{"main.tf": "variable \"a\" {\n  default = [1]\n}\n", "bad.tf": "a = ]\n"})
	a := startAgent(t, "--root", dir)
	check := func(tool, arguments string, want map[string]any) {
		t.Helper()
		a.ok(tool, arguments)
		for _, name := range []string{"version", "token", "diff"} {
			delete(a.data, name)
		}
		if diff := cmp.Diff(want, a.data); diff != "" {
			t.Errorf("%s %s: -want +got\n%s", tool, arguments, diff)
		}
	}
	type object = map[string]any
	check("ls", `{"path": "main.tf"}`, object{"items": []any{object{"address": "variable.a", "type": "variable", "labels": []any{"a"}, "file": "main.tf", "first": 1.0, "last": 3.0}}})
	check("get", `{"path": "main.tf", "address": "variable.a.default"}`, object{"values": []any{object{"address": "variable.a.default", "file": "main.tf", "value": []any{1.0}}}})
	check("get", `{"path": "main.tf", "address": "variable.a.default", "source": true}`, object{"values": []any{object{"address": "variable.a.default", "file": "main.tf", "source": "[1]"}}})
	check("find", `{"path": "main.tf", "rule": {"text": "nowhere"}}`, object{"count": 0.0, "places": []any{}})
	check("check", `{}`, object{"checked": 2.0, "errors": []any{object{"file": "bad.tf", "line": 1.0, "column": 5.0, "message": "expected an expression, found \"]\""}}})
	if err := os.Remove(filepath.Join(dir, "bad.tf")); err != nil {
		t.Fatal(err)
	}
	check("refs", `{"unused": true}`, object{"count": 1.0, "references": []any{object{"address": "variable.a", "file": "main.tf", "line": 1.0, "column": 11.0}}})
	check("edit", `{"path": "main.tf", "edits": {"set": {"variable": {"a": [{"attributes": {"default": [2]}}]}}}}`,
		object{"written": false, "changed": 1.0, "files": []any{object{"file": "main.tf", "added": 1.0, "removed": 1.0}}})
	check("edit", `{"path": "main.tf", "edits": {"set": {"variable": {"a": [{"attributes": {"default": [1]}}]}}}}`,
		object{"written": false, "changed": 0.0, "files": []any{}, "notes": []any{"unchanged: variable.a.default"}})
}

// Without --data an answer is text alone, and no tool says that it has more.
func TestMCPAnswersText(t *testing.T) {
	cmd, in, out := startMCP(t, "--root", t.TempDir())
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: out, Writer: in}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer session.Close()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if tool.OutputSchema != nil {
			t.Errorf("%s has a schema of its answers", tool.Name)
		}
	}
	for _, path := range []string{"", "none.tf"} {
		answer, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "check", Arguments: map[string]any{"path": path}})
		if err != nil || answer.StructuredContent != nil || len(answer.Content) != 1 {
			t.Errorf("%q: %v, %v", path, answer, err)
		}
	}
}
