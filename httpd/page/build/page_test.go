package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	someCode  = "module \"vpc\" {\n  source  = \"x\"\n  version = \"5.0.0\" # pinned\n}\n"
	someEdits = `{"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}}`
)

// The page shows an example and what becomes of it; what is typed has its result.
func TestTyping(t *testing.T) {
	b := open(t, wide, serve(t), "")
	if b.text("h1") != "iacedit" || !strings.Contains(b.editor("code"), "aws_instance") {
		t.Error(b.brief("body"))
	}
	if n := eval[int](b, `document.querySelectorAll(".row.new").length`); n == 0 {
		t.Error("the first example changes nothing")
	}
	b.write("code", someCode)
	b.write("edits", someEdits)
	if got := b.text(".row.old .text") + b.text(".row.new .text"); got != `  version = "5.0.0" # pinned  version = "5.1.0" # pinned` {
		t.Errorf("the diff shows %s", b.brief("#view"))
	}
	if got := b.text(".row.old b") + b.text(".row.new b"); got != "01" {
		t.Errorf("what differs is %q", got)
	}
	if got := b.text("#status"); got != "1 line added, 1 line removed" {
		t.Errorf("what is told is %q", got)
	}
	if got := eval[string](b, `document.getElementById("example").value`); got != "" {
		t.Errorf("it is still the example %q", got)
	}
}

// Every example makes the changes that its job makes.
func TestExamples(t *testing.T) {
	b := open(t, wide, serve(t), "")
	names := eval[[]string](b, `[...document.querySelectorAll("#example option")].map(one => one.value).filter(Boolean)`)
	if made := examplesOf(t); len(made) != len(names) || len(made) < 20 {
		t.Fatalf("there are %d examples: %q", len(made), names)
	}
	for _, name := range names {
		b.choose(name)
		if eval[int](b, `document.querySelectorAll(".problems .error").length`) != 0 || eval[int](b, `document.querySelectorAll(".row.new, .row.old").length`) == 0 {
			t.Errorf("%s: %s", name, b.brief("#code-problems", "#edits-problems", "#view"))
		}
		if warnings := b.text("#edits-problems"); warnings != "" {
			t.Logf("%s: %s", name, warnings)
		}
		b.until(fmt.Sprintf(`location.hash === "#example=%s"`, name))
	}
}

// A mistake in the code is shown at its line, and one can go there.
func TestProblemInCode(t *testing.T) {
	b := open(t, wide, serve(t), "")
	b.write("code", "a = 1\nb = [1,\n  😀é = }\n")
	b.write("edits", someEdits)
	if line := eval[string](b, `document.querySelector("#code .cm-problem-line.error").textContent`); line != "  😀é = }" {
		t.Errorf("the line shown is %q: %s", line, b.text("#code-problems"))
	}
	if !strings.HasPrefix(b.text("#code-problems li"), "Line 3") || !strings.Contains(b.text("#view"), "INVALID_CODE") {
		t.Error(b.brief("#code-problems", "#view"))
	}
	b.shoot("problem-in-code")
	b.click("#code-problems button")
	b.types("x")
	if got := b.editor("code"); !strings.Contains(got, "  x😀é") {
		t.Errorf("the cursor went elsewhere: %q", got)
	}
	b.settle()
}

// In a module the mistake is in one of the files.
func TestProblemInFile(t *testing.T) {
	b := open(t, wide, serve(t), "#example=variable-rename")
	b.click("#file-1")
	b.focus("#code .cm-content")
	b.control(kb.End)
	b.paste("\nx = \n")
	b.settle()
	b.click("#file-0")
	if !eval[bool](b, `document.getElementById("file-1").classList.contains("bad")`) {
		t.Error("the tab does not tell")
	}
	if n := eval[int](b, `document.querySelectorAll("#code .cm-problem-line").length`); n != 0 {
		t.Error("the problem is shown in the wrong file")
	}
	b.click("#code-problems button")
	if eval[string](b, `document.querySelector("#files [aria-selected=true]").id`) != "file-1" || eval[int](b, `document.querySelectorAll("#code .cm-problem-line").length`) != 1 {
		t.Error("it does not lead to the file")
	}
}

// A mistake in the edits is shown where its pointer points.
func TestProblemInEdits(t *testing.T) {
	b := open(t, wide, serve(t), "")
	b.write("code", someCode)
	b.write("edits", "{\"update\": {\n  \"module\": {\n    \"vpn\": {\"attributes\": {\"version\": \"5.1.0\"}}\n  }\n}}")
	if line := eval[string](b, `document.querySelector("#edits .cm-problem-line.error").textContent`); !strings.Contains(line, "vpn") {
		t.Errorf("the line shown is %q", line)
	}
	if mark := eval[string](b, `document.querySelector("#edits .cm-lintRange-error").textContent`); mark != `"vpn"` {
		t.Errorf("what is marked is %q", mark)
	}
	if !strings.Contains(b.text("#edits-problems"), `did you mean "vpc"?`) || !strings.Contains(b.text("#view"), "BLOCK_NOT_FOUND") {
		t.Error(b.brief("#edits-problems", "#view"))
	}
	b.shoot("problem-in-edits")

	b.write("edits", "{\"update\": {\n  \"module\" {}\n}}")
	if !strings.HasPrefix(b.text("#edits-problems li"), "Line 2") {
		t.Error(b.text("#edits-problems"))
	}
	before := b.requests()
	b.write("edits", `{}, "code": {}`)
	if !strings.Contains(b.text("#view"), "The input is not JSON") || b.requests() != before {
		t.Error("what is no JSON was sent:", b.brief("#view"))
	}
}

// The address holds what is typed: whoever opens it sees the same.
func TestSharing(t *testing.T) {
	server := serve(t)
	b := open(t, wide, server, "#example=variable-rename")
	b.focus("#code .cm-content")
	b.paste("# ünï 😀\r\n")
	b.focus("#edits .cm-content")
	b.control(kb.End)
	b.paste("\n\n")
	b.settle()
	b.until(`location.hash.startsWith("#state=")`)
	fragment := eval[string](b, `location.hash`)

	b.click("#share")
	b.until(`document.getElementById("share").textContent === "Copied"`)
	b.js(`Object.defineProperty(navigator, "clipboard", {value: undefined})`) // as it is without TLS
	b.click("#copy")
	b.until(`document.getElementById("copy").textContent === "Copied"`)

	other := open(t, wide, server, fragment)
	if got, want := other.request(), b.request(); got != want || !strings.Contains(want, "ünï 😀") {
		t.Errorf("%q, not %q", got, want)
	}
	if got, want := other.text("#view"), b.text("#view"); got != want {
		t.Error("the results differ:", other.brief("#view"), b.brief("#view"))
	}
	if got, want := other.text("#files"), b.text("#files"); got != want {
		t.Errorf("%q, not %q", got, want)
	}

	// Pasted into the address of a page that is open.
	b.choose("nomad")
	b.until(`location.hash === "#example=nomad"`)
	b.js(fmt.Sprintf("location.hash = %q", fragment))
	b.until(`document.getElementById("files").children.length > 1`)
	b.settle()
	if got, want := b.request(), other.request(); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// What is no state of this page, in the address, is told, and does nothing.
func TestStrangeAddresses(t *testing.T) {
	server := serve(t)
	bomb := eval[string](open(t, wide, server, ""), `(async () => {
		const zeros = new Blob([new Uint8Array(200 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw"))
		const bytes = new Uint8Array(await new Response(zeros).arrayBuffer())
		let text = ""
		for (const byte of bytes.subarray(0, 48000)) text += String.fromCharCode(byte)
		return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
	})()`)
	for name, fragment := range map[string]string{
		"no state":        "#<script>alert(1)</script>",
		"cut":             "#state=q1YqS",
		"no base64":       "#state=-",
		"no such example": "#example=none",
		"too long":        "#state=" + strings.Repeat("A", 70_000),
		"a bomb":          "#state=" + bomb,
		"something else":  "#state=q1YqUbJSMlSq5QIA", // {"v": 1} and more
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, wide, server, fragment)
			if !strings.Contains(b.editor("code"), "aws_instance") || eval[int](b, `document.querySelectorAll(".row.new").length`) == 0 {
				t.Error("no example is shown:", b.brief("body"))
			}
			if got := b.text("#status"); !strings.Contains(got, "could not be read") && !strings.Contains(got, "no such example") {
				t.Errorf("what is told is %q", got)
			}
		})
	}
}

// Files are added and taken away.
func TestFiles(t *testing.T) {
	b := open(t, wide, serve(t), "")
	b.write("code", someCode)
	b.write("edits", `{"add": {"variable": {"region": {}}}}`)
	for _, bad := range []string{"main.tf", "a/b", "..", "x.tf.json"} {
		b.click("#add-file")
		b.do(chromedp.SendKeys(chromedp.CSS("#new-file-name"), bad))
		b.click("#new-file [type=submit]")
		if b.text("#new-file-problem") == "" || !eval[bool](b, `document.getElementById("new-file").open`) {
			t.Errorf("%s is taken", bad)
		}
		b.shoot("add-file")
		b.click("#new-file-cancel")
	}
	b.click("#add-file")
	b.do(chromedp.SendKeys(chromedp.CSS("#new-file-name"), "variables.tf"))
	b.click("#new-file [type=submit]")
	b.paste("# Where.\n")
	b.settle()
	if got := b.text(".diff .file"); got != "variables.tf" || b.text("#files [aria-selected=true]") != "variables.tf" {
		t.Errorf("%q: %s", got, b.brief("#files", "#view"))
	}
	b.click("#remove-file")
	b.settle()
	if got := b.text("#files") + b.text(".diff .file"); got != "main.tfmain.tf" || !eval[bool](b, `document.getElementById("remove-file").hidden`) {
		t.Errorf("%q: %s", got, b.brief("#view"))
	}
}

// All can be done without a mouse: Tab goes through everything, into the editors and
// out of them, and arrows through tabs.
func TestKeyboard(t *testing.T) {
	b := open(t, wide, serve(t), "#example=unused")
	var stops []string
	for range 30 {
		b.key(kb.Tab)
		stop := eval[string](b, `(() => {
			const at = document.activeElement
			return at === document.body ? "" : at.id || (at.closest("[id]")?.id ?? at.tagName) + " " + at.className.split(" ")[0]
		})()`)
		if stop == "" {
			break
		}
		stops = append(stops, stop)
	}
	want := "example, dialect, share, file-0, add-file, remove-file, code cm-content, do-edit, tidy, edits cm-content, tab-diff, copy, view"
	if got := strings.Join(stops, ", "); !strings.HasPrefix(got, want) {
		t.Errorf("Tab goes to %s, not %s", got, want)
	}
	b.focus("#tab-diff")
	b.key(kb.ArrowRight)
	b.key(kb.ArrowRight)
	if got := b.text("#view"); !strings.HasPrefix(got, "curl ") {
		t.Errorf("the arrows lead to %q", got)
	}
	b.key(kb.End)
	if got := b.text("#view"); !strings.Contains(got, "iacedit edit . -d -e - <<'EOF'") || !strings.Contains(got, "iacedit rm -w var.old_zone .") {
		t.Errorf("the last tab shows %q", got)
	}
	b.shoot("command")
	b.focus("#file-0")
	b.key(kb.ArrowRight)
	if got := eval[string](b, `document.activeElement.id + document.querySelector("#files [aria-selected=true]").id`); got != "file-1file-1" {
		t.Errorf("the arrow leads to %s", got)
	}
}

// TestAccessible opens each view of the page in each look; axe-core must find no violation.
func TestAccessible(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skipf("NOT CHECKED: that axe-core finds nothing: %v (npm ci)", err)
	}
	server := serve(t)
	for _, l := range []look{wide, dark, phone, {name: "phone-dark", width: 390, height: 844, phone: true, dark: true}} {
		t.Run(l.name, func(t *testing.T) {
			b := open(t, l, server, "")
			b.js(string(axe))
			look := func(name string) {
				t.Helper()
				b.shoot(l.name + "-" + name)
				b.axe(name)
			}
			look("first")
			b.click("#add-file")
			look("adding")
			b.click("#new-file-cancel")
			if wider := eval[int](b, `document.documentElement.scrollWidth - innerWidth`); wider > 0 {
				t.Errorf("the page is wider than the window, by %d", wider)
			}
			b.choose("variable-rename")
			look("module")
			for _, view := range []string{"edited", "curl", "command"} {
				b.js(fmt.Sprintf(`document.getElementById("tab-%s").click()`, view))
				look(view)
			}
			b.js(`document.getElementById("tab-diff").click()`)
			b.choose("instance")
			b.write("edits", `{"sett": {}}`)
			look("refused")
			b.write("code", "a = 1\nb = [1,\n")
			b.write("edits", someEdits)
			look("broken")
		})
	}
}

// axe reports what axe-core finds.
func (b *tab) axe(name string) {
	b.Helper()
	found := eval[string](b, `axe.run(document, {resultTypes: ["violations"]}).then(found => JSON.stringify(found.violations.map(one =>
		({id: one.id, help: one.help, nodes: one.nodes.map(node => node.html.slice(0, 200) + " " + node.failureSummary)}))))`)
	var violations []struct {
		ID, Help string
		Nodes    []string
	}
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		b.Fatal(err)
	}
	for _, v := range violations {
		b.Errorf("%s: %s: %s\n%s", name, v.ID, v.Help, strings.Join(v.Nodes, "\n"))
	}
}

// The schema of the edits offers what can be written, and finds what cannot.
func TestCompletion(t *testing.T) {
	b := open(t, wide, serve(t), "")
	b.until(`performance.getEntriesByType("resource").some(one => one.name.endsWith("/schema/edits.json") && one.responseEnd > 0)`)
	b.write("code", someCode)
	b.write("edits", " ")
	options := func() string { return b.text(".cm-tooltip-autocomplete ul") }
	b.types(`{"`)
	b.until(`document.querySelectorAll(".cm-tooltip-autocomplete li").length > 0`)
	if got := strings.Join(strings.Fields(options()), " "); got != "add update set delete tidy rewrite inline extract move sort enable disable reshape rename" {
		t.Errorf("there is offered %q", got)
	}
	b.shoot("completion")
	if axe, err := os.ReadFile("node_modules/axe-core/axe.min.js"); err == nil {
		b.js(string(axe))
		b.axe("completion")
	}
	b.types("up")
	b.until(`document.querySelectorAll(".cm-tooltip-autocomplete li").length === 1`)
	time.Sleep(100 * time.Millisecond) // keys that come at once are not taken for an answer
	b.accept()
	b.types(`"mod`)
	b.until(`document.querySelector(".cm-tooltip-autocomplete li")?.textContent === "module"`)
	time.Sleep(100 * time.Millisecond)
	b.accept()
	if got := b.editor("edits"); got != ` {"update": {"module": {}}}` {
		t.Errorf("it writes %q", got)
	}
	b.types(`"vpc": {"attributs": {}}`)
	b.settle()
	if got := b.text("#edits-problems"); !strings.Contains(got, "attributes") {
		t.Errorf("what is wrong is told as %q", got)
	}
	b.choose("nomad")
	b.until(`performance.getEntriesByType("resource").some(one => one.name.endsWith("/schema/edits.hcl.json"))`)
}

// Commands can be typed in the place of JSON: they are edits, and have their diff.
func TestCommandsTyped(t *testing.T) { commandsTyped(open(t, wide, serve(t), "")) }

func commandsTyped(b *tab) {
	b.Helper()
	b.write("code", someCode)
	b.write("edits", "set module.vpc.version -s 5.1.0\nset module.vpc.number 12345678901234567890\n")
	if got := b.text("#view"); !strings.Contains(got, `version = "5.1.0" # pinned`) {
		b.Errorf("the diff shows %s", b.brief("#view", "#edits-problems"))
	}
	b.shoot("commands")
	if got := b.request(); !strings.Contains(got, `"value":12345678901234567890`) {
		b.Errorf("the request is %s", got)
	}
	b.click("#tab-command")
	if got := b.text("#view pre"); !strings.Contains(got, "iacedit set -w module.vpc.version -s 5.1.0\niacedit set -w module.vpc.number") {
		b.Errorf("the commands are %s", got)
	}
	b.click("#tab-diff")
	for typed, want := range map[string]string{
		"set module.vpn.version -s 5.1.0": "vpc", "sett a b": `did you mean "set"`, "set module.vpc.version 'a": "not closed", "mv module.vpc": "give a place",
	} {
		b.write("edits", typed)
		if got := b.text("#edits-problems"); !strings.Contains(got, want) {
			b.Errorf("%s: what is told is %q", typed, got)
		}
	}
	b.write("edits", someEdits)
	if got := b.text("#edits-problems"); got != "" {
		b.Errorf("what is told is %q", got)
	}
}

// Code is read, searched and converted, each in a tab with what was typed for it; a link
// leads to the tab.
func TestOtherOperations(t *testing.T) {
	server := serve(t)
	b := open(t, wide, server, "")
	otherOperations(b)
	b.click("#share")
	b.until(`document.getElementById("share").textContent === "Copied"`)
	other := open(t, wide, server, eval[string](b, `location.hash`))
	if got, want := other.text("#view"), b.text("#view"); got != want || !other.selected("do-convert") {
		t.Errorf("the link shows %q, not %q", got, want)
	}
}

// selected reports whether a tab is.
func (b *tab) selected(id string) bool {
	b.Helper()
	return eval[bool](b, fmt.Sprintf(`document.getElementById(%q).getAttribute("aria-selected") === "true"`, id))
}

func otherOperations(b *tab) {
	b.Helper()
	b.write("code", "# The network.\nmodule \"vpc\" {\n  source = \"x\"\n  size   = 7.50\n  name   = lookup(var.names, var.region)\n}\n")
	b.write("edits", someEdits)

	b.click("#do-read")
	b.settle()
	if got := b.text("#view"); !strings.Contains(got, `"comment": "The network."`) || !strings.Contains(got, "7.50") {
		b.Errorf("it reads %s", got)
	}
	b.click("#tab-command")
	if got := b.text("#view pre"); strings.TrimSpace(got) != "iacedit read --comments main.tf" {
		b.Errorf("the command is %q", got)
	}
	b.click("#tab-edited")
	b.write("edits", `{"include": 1}`)
	if got := b.text("#edits-problems") + b.text("#view"); !strings.Contains(got, "INVALID_REQUEST") {
		b.Errorf("what is told is %q", got)
	}
	b.write("edits", `[]`)
	if got := b.text("#view"); !strings.Contains(got, "an object") {
		b.Errorf("what is told is %q", got)
	}

	b.click("#do-find")
	b.settle()
	b.write("edits", `[{"match": "lookup($m, $k)"}, {"reference": "var.region"}]`)
	if got := b.text("#view"); !strings.Contains(got, "Line 5") || !strings.Contains(got, "lookup(var.names, var.region)") || b.text("#status") != "2 places" {
		b.Errorf("it finds %s, %s", got, b.text("#status"))
	}
	b.shoot("find")
	b.click(".found li:nth-child(2) button")
	if !eval[bool](b, `document.activeElement.closest("#code") !== null`) {
		b.Error("the button does not lead into the code")
	}

	b.click("#do-convert")
	b.settle()
	if got := b.text("#view"); !strings.Contains(got, `"vpc"`) || !strings.Contains(got, "${lookup(var.names, var.region)}") {
		b.Errorf("it converts into %s", got)
	}
	if eval[bool](b, `document.getElementById("tab-diff").checkVisibility()`) {
		b.Error("there is a tab for a diff")
	}
	b.shoot("convert")

	b.click("#do-edit")
	b.settle()
	if got := b.editor("edits"); got != someEdits || !b.selected("tab-diff") {
		b.Errorf("the edits are %q", got)
	}
	b.click("#do-convert")
	b.settle()
}

// The page that needs no server does the same, opened from a disk.
func TestAlone(t *testing.T) {
	needPackages(t)
	if _, err := browser(); err != nil {
		t.Skipf("NOT CHECKED: the page without a server: %v", err)
	}
	files, err := buildAlone()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := write(dir, files); err != nil {
		t.Fatal(err)
	}
	b := open(t, wide, "file://"+dir, "")
	if n := eval[int](b, `document.querySelectorAll(".row.new").length`); n == 0 {
		t.Error("the first example changes nothing:", b.brief("#view"))
	}
	if got := b.text("footer"); !strings.Contains(got, "without a server") {
		t.Errorf("the foot says %q", got)
	}
	b.shoot("alone")
	commandsTyped(b)
	otherOperations(b)
	for _, name := range []string{"variable-rename", "nomad"} {
		b.choose(name)
		if eval[int](b, `document.querySelectorAll(".row.new").length`) == 0 {
			t.Errorf("%s: %s", name, b.brief("#view"))
		}
	}
}
