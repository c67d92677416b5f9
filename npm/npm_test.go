package npm

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"iacedit/edit"
	"iacedit/internal/requests/operations"
	"iacedit/internal/testkit/corpus"
)

// need skips a test where a program is missing.
func need(t *testing.T, names ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED, for it is no test of Go code")
	}
	for _, name := range names {
		_, err := exec.LookPath(name)
		if _, missing := os.Stat("../bin/npm/node_modules/.bin/" + name); err != nil && missing != nil {
			t.Skipf("SKIPPED, the npm package was not tested: %s is neither on PATH nor in bin/npm", name)
		}
	}
}

// run runs a command in a folder, and returns what it prints to standard output.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, &stderr)
	}
	return string(out)
}

// install packs the package, and returns a folder in which it is installed and nothing else.
func install(t *testing.T) string {
	need(t, "node", "npm", "tsc")
	packed, app := t.TempDir(), t.TempDir()
	run(t, ".", "sh", "build.sh", packed)
	found, err := filepath.Glob(filepath.Join(packed, "iacedit-*.tgz"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	write(t, filepath.Join(app, "package.json"), `{"private": true, "type": "module"}`)
	run(t, app, "npm", "install", "--offline", "--no-audit", "--no-fund", found[0])
	return app
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPackage uses the package as a program in Node, in JavaScript and in TypeScript.
func TestPackage(t *testing.T) {
	app := install(t)
	t.Run("README", func(t *testing.T) {
		readme, err := os.ReadFile("README.md")
		if err != nil {
			t.Fatal(err)
		}
		parts := regexp.MustCompile("(?s)```js\n(.*?)```.*?```text\n(.*?)```").FindSubmatch(readme)
		write(t, filepath.Join(app, "readme.js"), string(parts[1]))
		if out := run(t, app, "node", "readme.js"); strings.TrimSpace(out) != strings.TrimSpace(string(parts[2])) {
			t.Errorf("the example prints\n%s", out)
		}
	})
	t.Run("types", func(t *testing.T) {
		write(t, filepath.Join(app, "types.ts"), `import { load, Refused, type EditAnswer, type Engine } from "iacedit";
import { Client } from "iacedit/client";
const engine: Engine = await load();
const answer: EditAnswer = await engine.edit({ code: "", edits: { set: { tfvars: { attributes: { a: 1 } } } } });
const text: string = engine.format(answer.code);
const same: Client = engine;
export { text, same, Refused };
`)
		tsc := "tsc"
		if _, err := exec.LookPath(tsc); err != nil {
			tsc, _ = filepath.Abs("../bin/npm/node_modules/.bin/tsc")
		}
		run(t, app, tsc, "--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "types.ts")
	})
	t.Run("wrong", func(t *testing.T) { wrong(t, app) })
	t.Run("cases", func(t *testing.T) { cases(t, app) })
	t.Run("files", func(t *testing.T) { files(t, app) })
}

// chromium returns the path of Chromium.
func chromium(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("SKIPPED, the npm package was not tested in a browser: there is no Chromium")
	return ""
}

// TestBrowser uses the package in Chromium, as files that a host of files serves.
func TestBrowser(t *testing.T) {
	need(t, "node", "npm", "tsc")
	browser := chromium(t)
	app := install(t)
	write(t, filepath.Join(app, "index.html"), `<!doctype html>
<script type="module">
import { load, Refused } from "./node_modules/iacedit/index.js";
let out;
try {
  const engine = await load();
  const code = 'module "net" {\n  source = "./net" # ours\n}\n';
  const edited = await engine.edit({ code, edits: { update: { module: { net: [{ attributes: { source: "./vpc" } }] } } } });
  const content = await engine.read({ code });
  const found = await (await engine.fetch("/v1/iac/find", { body: JSON.stringify({ code, find: [{ text: "net" }] }) })).json();
  const converted = await (await engine.fetch("/v1/iac/convert", { body: JSON.stringify({ code, to: "json" }) })).json();
  let refused = "";
  try { await engine.edit({ code: "a {", edits: { update: { module: { net: [{}] } } } }); } catch (e) { refused = e instanceof Refused ? e.code : String(e); }
  out = JSON.stringify([edited.code, content.module.net[0].attributes.source, found.data.found.length, JSON.parse(converted.data.converted_code).module.net.source, engine.format("a   = 1\n"), refused]);
} catch (e) {
  out = "failed: " + e.stack;
}
fetch("/told", { method: "POST", body: out });
</script>
`)
	told := make(chan string, 1)
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(app)))
	mux.HandleFunc("POST /told", func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		told <- string(text)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	profile, err := os.MkdirTemp("", "iacedit")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile) // as far as its processes have ended
	args := []string{"--headless", "--disable-dev-shm-usage", "--disable-gpu", "--user-data-dir=" + profile, "--remote-debugging-port=0", server.URL}
	if os.Geteuid() == 0 {
		args = append([]string{"--no-sandbox"}, args...) // which Chromium refuses root
	}
	cmd := exec.Command(browser, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	want := `["module \"net\" {\n  source = \"./vpc\" # ours\n}\n","./net",1,"./net","a = 1\n","INVALID_CODE"]`
	select {
	case got := <-told:
		if got != want {
			t.Errorf("the page tells %s, not %s", got, want)
		}
	case <-time.After(2 * time.Minute):
		t.Error("the page tells nothing")
	}
}

// wrong checks that a call with wrong arguments throws an error that tells what is wrong, and that
// a body is any that fetch takes.
func wrong(t *testing.T, app string) {
	write(t, filepath.Join(app, "wrong.js"), `import { load } from "iacedit";
const engine = await load();
const tell = async (call) => { try { console.log(JSON.stringify(await call())); } catch (e) { console.log(e.constructor.name + ": " + e.message); } };
for (const code of [undefined, null, { code: "a=1" }, 1, "a {", "a=1"]) await tell(() => engine.format(code));
for (const request of [undefined, null, "a=1", {}, { code: 1 }]) await tell(() => engine.read(request));
const text = '{"code": "a=1"}';
for (const body of [text, new TextEncoder().encode(text), new DataView(new TextEncoder().encode(text).buffer), new Blob([text])]) {
  await tell(async () => (await engine.fetch("/v1/iac/read", { body })).status);
}
await tell(() => load(new Uint8Array([1, 2])));
await tell(() => load("file:///none.wasm"));
`)
	want := `TypeError: format: the code is undefined, not a string
TypeError: format: the code is null, not a string
TypeError: format: the code is object, not a string
TypeError: format: the code is number, not a string
Refused: this "{" is not closed: expected "}", found the end of the file
"a = 1"
Refused: the body is refused: expected an object, found the end of the text (at offset 0)
Refused: the body is refused: expected an object, found 'n' (at offset 0)
Refused: the body is refused: expected an object, found '"' (at offset 0)
Refused: the body has no "code" and no "files"
Refused: "code" must be a string, found a number
200
200
200
200
CompileError: WebAssembly.instantiate(): expected 4 bytes, fell off end @+0
Error: ENOENT: no such file or directory, open '/none.wasm'
`
	if got := run(t, app, "node", "wrong.js"); got != want {
		t.Errorf("wrong calls print\n%s", got)
	}
}

// cases checks that the engine answers bodies as the service does, byte for byte: those of
// the tables that package edit is tested by.
func cases(t *testing.T, app string) {
	paths, err := filepath.Glob("../edit/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	type exchange struct{ Name, Path, Body, Want string }
	var all []exchange
	for _, path := range paths {
		for name, body := range bodies(t, path) {
			for _, op := range operations.Table(new(edit.Options), nil) {
				all = append(all, exchange{filepath.Base(path) + ": " + name, op.Path, body, answer(&op, body)})
			}
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(app, "exchanges.json"), string(text))
	write(t, filepath.Join(app, "cases.js"), `import { readFileSync } from "node:fs";
import { load } from "iacedit";
const engine = await load();
let same = 0;
for (const { Name, Path, Body, Want } of JSON.parse(readFileSync("exchanges.json", "utf8"))) {
  const got = await (await engine.fetch(Path, { body: Body })).text();
  if (got === Want) same++;
  else console.log(Name, { got, Want });
}
console.log(same);
`)
	if got := strings.TrimSpace(run(t, app, "node", "cases.js")); got != strconv.Itoa(len(all)) || len(all) < 200 {
		t.Errorf("of %d requests are answered as by the library:\n%s", len(all), got)
	}
}

// bodies returns the bodies of a table's cases, by name. Cases of several files are left out.
func bodies(t *testing.T, path string) map[string]string {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	parts, names := map[string]string{}, map[string]string{}
	for _, f := range archive.Files {
		name, _, _ := strings.Cut(f.Name, "/")
		parts[f.Name], names[name] = string(f.Data), ""
	}
	for name := range names {
		code, _ := json.Marshal(parts[name+"/in.tf"])
		switch edits := parts[name+"/edits.json"]; {
		case parts[name+"/request.json"] != "":
			names[name] = parts[name+"/request.json"]
		case edits != "" && utf8.ValidString(edits):
			names[name] = `{"code": ` + string(code) + `, "edits": ` + edits + `}`
		default:
			delete(names, name)
		}
	}
	return names
}

// answer returns what the service answers to a body.
func answer(op *operations.Operation, body string) string {
	out, err := op.Apply([]byte(operations.Before), []byte(body), nil)
	if err == nil {
		return string(out) + op.After()
	}
	refused := err.(*edit.Error)
	failure := operations.Failure{Code: string(refused.Code), Message: refused.Message, Location: op.Location, Pointer: refused.Pointer, Position: refused.Position}
	return string(failure.Append(nil))
}

// files checks that setting what was read changes no byte of real files, and that
// formatting is the library's.
func files(t *testing.T, app string) {
	dir, err := corpus.Find()
	if err != nil {
		t.Skip("SKIPPED, the engine read no real modules: there are none")
	}
	write(t, filepath.Join(app, "files.js"), `import { readdirSync, readFileSync } from "node:fs";
import { load, Refused } from "iacedit";
const engine = await load();
const folder = process.argv[2];
let same = 0;
for (const name of readdirSync(folder).filter((name) => name.endsWith(".tf"))) {
  const code = readFileSync(folder + "/" + name, "utf8");
  try {
    const content = await engine.read({ code });
    if (Object.keys(content).length === 0) continue;
    const got = (await engine.edit({ code, edits: { set: content } })).code;
    if (got !== code) throw new Error(name + " is not what it was");
    engine.format(code);
    same++;
  } catch (e) {
    if (!(e instanceof Refused) || !/block type|label/.test(e.message)) throw e;
  }
}
console.log(same);
`)
	if got := strings.TrimSpace(run(t, app, "node", "files.js", dir)); len(got) < 2 {
		t.Errorf("only %s files were read and set back", got)
	}
}

// TestSize bounds what a browser has to load.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED, for it builds for another machine")
	}
	path := filepath.Join(t.TempDir(), "iacedit.wasm")
	if out, err := exec.Command("go", "run", "../wasm/build", path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var compressed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	w.Write(module)
	w.Close()
	const most = 13 << 18 // 3.25 MiB by gzip; by brotli that is about 2.4 MB
	if compressed.Len() > most {
		t.Errorf("the engine has %d bytes compressed, more than %d", compressed.Len(), most)
	}
	t.Logf("%d bytes, %d by gzip", len(module), compressed.Len())
}

// A browser upgrades no providers, and does not load the catalogue.
func TestWithoutCatalogue(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "../wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "iacedit/edit") || slices.Contains(packages, "iacedit/upgrades") {
		t.Errorf("the engine in a browser contains\n%s", out)
	}
}
