package editors

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExtension loads the extension for Visual Studio Code in Node, with the two modules that it
// requires replaced, and checks which program it starts, for which files.
func TestExtension(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED, the extension was not loaded: ", err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, "node_modules", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("vscode/index.js", `
const settings = { path: "/opt/iacedit", schemas: ["a.json", "b.json"] };
exports.window = { showErrorMessage: (text) => console.log(JSON.stringify(text)) };
exports.workspace = { getConfiguration: (section) => ({ get: (name) => section === "iacedit" ? settings[name] : undefined }) };`)
	write("vscode-languageclient/node.js", `
exports.LanguageClient = class {
  constructor(...given) { this.given = given; }
  async start() {
    if (process.env.MISSING) throw new Error("spawn ENOENT");
    console.log(JSON.stringify(this.given));
  }
  async stop() { console.log('"stopped"'); }
};`)
	source, err := os.ReadFile("vscode/extension.js")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "extension.js"), source, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(script string, environment ...string) string {
		t.Helper()
		cmd := exec.Command(node, "-e", `const e = require("./extension.js"); `+script)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), environment...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	out := run(`e.activate().then(() => e.deactivate())`)
	want := `["iacedit","iacedit",{"command":"/opt/iacedit","args":["lsp","--schema","a.json","--schema","b.json"]},` +
		`{"documentSelector":[{"scheme":"file","language":"terraform"},{"scheme":"file","language":"terraform-vars"},` +
		`{"scheme":"file","language":"terraform-test"},{"scheme":"file","language":"opentofu"},{"scheme":"file","language":"opentofu-vars"},` +
		`{"scheme":"file","pattern":"**/*.{hcl,nomad}"}]}]` + "\n\"stopped\"\n"
	if d := cmp.Diff(want, out); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	missing := "\"/opt/iacedit does not start: install iacedit, or set \\\"iacedit.path\\\". spawn ENOENT\"\nrejected\n"
	if d := cmp.Diff(missing, run(`e.activate().catch(() => console.log("rejected"))`, "MISSING=1")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestManifest checks that the extension's manifest names files that are there or are built, each
// language for which the extension starts, and settings that the code reads.
func TestManifest(t *testing.T) {
	text, err := os.ReadFile("vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Main             string
		Scripts          map[string]string
		ActivationEvents []string
		Contributes      struct {
			Languages []struct {
				ID, Configuration string
				Extensions        []string
			}
			Configuration struct {
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if build := manifest.Scripts["vscode:prepublish"]; !strings.Contains(build, "--outfile="+strings.TrimPrefix(manifest.Main, "./")) {
		t.Errorf("%s is not what %q builds", manifest.Main, build)
	}
	var events []string
	for _, l := range manifest.Contributes.Languages {
		events = append(events, "onLanguage:"+l.ID)
		if _, err := os.Stat(filepath.Join("vscode", l.Configuration)); err != nil || len(l.Extensions) == 0 {
			t.Errorf("%s: %v, %v", l.ID, l.Extensions, err)
		}
	}
	if d := cmp.Diff(manifest.ActivationEvents, events); d != "" {
		t.Errorf("the languages (-activated by +contributed):\n%s", d)
	}
	for _, name := range []string{"extension.js", "README.md", "LICENSE", ".vscodeignore"} {
		if _, err := os.Stat(filepath.Join("vscode", name)); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"iacedit.path", "iacedit.schemas"} {
		if _, there := manifest.Contributes.Configuration.Properties[name]; !there {
			t.Errorf("there is no setting %s", name)
		}
	}
}
