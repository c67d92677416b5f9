package commandline

import (
	"encoding/json"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
	"iacedit/internal/base/budget"
	"iacedit/module"
)

const code = `variable "region" {
  default = "eu"
}

resource "aws_instance" "web" {
  ami  = "a"
  tags = { Name = "web" }
}
`

func TestEdits(t *testing.T) {
	one := []module.File{{Name: "main.tf", Code: []byte(code)}}
	two := append(one, module.File{Name: "outputs.tf", Code: []byte("output \"o\" {\n  value = var.region\n}\n")})
	for _, c := range []struct {
		commands string
		files    []module.File
		want     string // the code of the first file, or what the error has
	}{
		{`set aws_instance.web.ami -s b`, one, strings.Replace(code, `"a"`, `"b"`, 1)},
		{`iacedit set -w aws_instance.web.ami '"b"' main.tf`, one, strings.Replace(code, `"a"`, `"b"`, 1)},
		{"iacedit set -x \\\n  resource.aws_instance.web.ami var.ami # the image", one, strings.Replace(code, `"a"`, `var.ami`, 1)},
		{`set --text "aws_instance.web.tags.Name" 'it''s'"\"\$ \a" `, one, strings.Replace(code, `"web" }`, `"its\"$ \\a" }`, 1)},
		{"set aws_instance.web.ami -s b\nrm aws_instance.web.tags; rename var.region area", one,
			"variable \"area\" {\n  default = \"eu\"\n}\n\nresource \"aws_instance\" \"web\" {\n  ami = \"b\"\n}\n"},
		{`rm var.region.default -a aws_instance.web`, one, "variable \"region\" {\n}\n"},
		{`mv var.region --file variables.tf`, two, strings.SplitN(code, "\n\n", 2)[1]},
		{`rename var.region area`, two, strings.Replace(code, "region", "area", 1)},
		{`add variable.zone`, one, ""},
		{`set aws_instance.web --comment 'The only one.'`, one, strings.Replace(code, "resource", "# The only one.\nresource", 1)},
		{`set aws_instance.web.ami -s b --comment Old`, one, strings.Replace(code, `  ami  = "a"`, "  # Old\n  ami  = \"b\"", 1)},
		{`set var.region.default --replace u --comment x`, one, "cannot be combined with"},
		{`add aws_instance.web.size -s s --before ami`, one, strings.Replace(code, `  ami  =`, "  size = \"s\"\n  ami  =", 1)},
		{`add var.zone --before var.region --comment 'First.'`, one, "# First.\nvariable \"zone\" {}\n\n" + code},
		{`set -w aws_instance.web.ami --replace a --by b main.tf`, one, strings.Replace(code, `"a"`, `"b"`, 1)},
		{`set var.region.default --pattern '(e)(u)' --by '$2$1'`, one, strings.Replace(code, `"eu"`, `"ue"`, 1)},
		{`set var.region.default --replace u -a aws_instance.web.ami`, one, strings.Replace(code, `"eu"`, `"e"`, 1)},
		{`set var.region.default --replace u --pattern e`, one, "not both"},
		{`set var.region.default --replace u -s`, one, "are for a new value"},
		{`set var.region.default --replace u -e`, one, "cannot be combined with"},
		{`set var.region.default eu --by u`, one, "--by needs"},
		{`set var.region.default --from x.txt`, one, "--from cannot be used here"},
		{`rename aws_instance.web app --no-moved --references`, one, strings.Replace(code, `"web" {`, `"app" {`, 1)},
		{`rename aws_instance.web app --no-moved=false`, one, strings.Replace(code, `"web" {`, `"app" {`, 1) + "\nmoved {\n  from = aws_instance.web\n  to   = aws_instance.app\n}\n"},
		{`set aws_instance.web.ami`, one, `set: an argument is missing: set ADDRESS VALUE`},
		{`set aws_instance.web.ami b`, one, `b is not JSON`},
		{`set aws_instance.wob.ami -s b`, one, `"web"`},
		{`set a b --nothing`, one, `set: unknown flag --nothing`},
		{`sett a b`, one, `"sett" is not a command here; did you mean "set"`},
		{`mv aws_instance.web`, one, `give a place`},
		{`set a 'b`, one, `the quote ' is not closed`},
		{"# nothing\n", one, "which command?"},
		{strings.Repeat("rm a\n", 1001), one, "1001 commands; the limit is 1000"},
		{"iacedit", one, "which command?"},
	} {
		edits, err := Edits(c.commands, c.files, edit.Options{})
		if err != nil {
			if c.want == "" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.commands, err, c.want)
			}
			continue
		}
		files := make([]edit.File, len(c.files))
		for i, f := range c.files {
			files[i] = edit.File(f)
		}
		after, err := new(edit.Options).ApplyFiles(files, edits)
		if err != nil {
			t.Errorf("%s: %s: %v", c.commands, edits, err)
			continue
		}
		got := code
		for _, f := range after {
			if f.Name == "main.tf" {
				got = string(f.Code)
			}
		}
		if c.want != "" && got != c.want {
			t.Errorf("%s:\n%s", c.commands, cmp.Diff(c.want, got))
		}
	}
}

// The commands that docs and jobs show come to the edits that the program prints for them:
// this looks at those of the command's jobs that are about one file.
func TestJobs(t *testing.T) {
	const dir = "../../../cmd/iacedit/testdata/jobs"
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	typed := 0
	for _, entry := range entries {
		text, err := os.ReadFile(path.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "exec iacedit ")
			if name, _, _ := strings.Cut(command, " "); !ok || newCommand[name] == nil {
				continue
			}
			lines, err := words(strings.ReplaceAll(strings.ReplaceAll(command, " '' ", ` "" `), "''", `'\''`))
			if err != nil {
				t.Errorf("%s: %v", command, err)
				continue
			}
			if _, err := tasksOf(lines[0]); err != nil {
				t.Errorf("%s: %s: %v", entry.Name(), command, err)
			}
			typed++
		}
	}
	if typed < 10 {
		t.Errorf("only %d commands were looked at", typed)
	}
}

func TestOperation(t *testing.T) {
	body, _ := json.Marshal(map[string]any{"code": code, "commands": "set aws_instance.web.ami -s b"})
	do := Operation(new(edit.Options)).Apply
	out, err := do([]byte("before"), body, nil)
	if err != nil || string(out) != `before{"edits":`+strconv.Quote(`{"set":[{"address":"aws_instance.web.ami","existing":true,"value":"b"}]}`)+`}` {
		t.Errorf("%s, %v", out, err)
	}
	for _, c := range []struct {
		body string
		code edit.Code
		want string
	}{
		{`{"code": ""}`, edit.InvalidRequest, "which command"},
		{`{"commands": "set a b"}`, edit.MissingCode, `no "code"`},
		{`{"code": "", "commands": 1}`, edit.InvalidRequest, "must be a string"},
		{`{"code": "", "commands": "set a b`, edit.InvalidRequest, "refused"},
		{`{"code": "a {", "commands": "set var.a.default 1"}`, edit.InvalidRequest, "not closed"},
		{`{"code": "` + strings.Repeat(" ", 1<<20) + `"}`, edit.TooExpensive, "the limit is"},
	} {
		_, err := do(nil, []byte(c.body), nil)
		refused, ok := err.(*edit.Error)
		if !ok || refused.Code != c.code || !strings.Contains(refused.Message, c.want) {
			t.Errorf("%.60s: %v, want %s: %s", c.body, err, c.code, c.want)
		}
	}
	poor := &budget.Caller{Take: func(int64) bool { return false }}
	if _, err := do(nil, body, poor); err == nil || err.(*edit.Error).Code != "OVERLOADED" {
		t.Errorf("without memory: %v", err)
	}
}
