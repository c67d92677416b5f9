package ruleset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
)

// The rules that this repository keeps pass their tests.
func TestKeptRules(t *testing.T) {
	paths, err := filepath.Glob("../../../rules/*.yaml")
	if err != nil || len(paths) < 12 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Parse(text)
			if err == nil {
				err = r.Check()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// The rules of the tests, and those that docs/rules.md shows, pass their tests.
func TestRules(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	var texts []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	page, err := os.ReadFile("../../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(page), "```") {
		if text, ok := strings.CutPrefix(part, "yaml\n"); ok && i%2 == 1 {
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		r, err := Parse([]byte(text))
		if err == nil {
			err = r.Check()
		}
		if err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

const rule = `description: A test.
parameters:
  name: {description: The name., pattern: "[a-z]+"}
  value: {description: The value., type: expression, default: "1"}
edits:
  - set: {locals: [{set: {attributes: {"{{name}}": "${{{value}}}"}}}]}
`

func TestWith(t *testing.T) {
	r, err := Parse([]byte(rule))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		given map[string]string
		want  string
	}{
		{map[string]string{"name": "a"}, `{"set":{"locals":[{"set":{"attributes":{"a":"${1}"}}}]}}`},
		{map[string]string{"name": "b", "value": `f("x")`}, `{"set":{"locals":[{"set":{"attributes":{"b":"${f(\"x\")}"}}}]}}`},
		{nil, `the parameter "name" has no value: The name.`},
		{map[string]string{"name": "A"}, `the parameter "name": "A" does not match [a-z]+`},
		{map[string]string{"name": "a", "value": "f("}, `the parameter "value": "f(" is not an expression`},
		{map[string]string{"name": "a", "valu": "1"}, `the rule has no parameter "valu"; did you mean "value"?`},
	} {
		steps, err := r.With(c.given)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = string(steps[0].Edits)
		}
		if !strings.HasPrefix(got, c.want) || err == nil && got != c.want {
			t.Error(cmp.Diff(c.want, got))
		}
	}
	r.Parameters["name"] = Parameter{}
	for _, bad := range []string{`a"`, "${x}", "%{ if x }", "a\nb", `\`} {
		if _, err := r.With(map[string]string{"name": bad}); err == nil {
			t.Errorf("%q is text", bad)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":  `no "description"`,
		"a": "",
		"description: a\nedits:\n  - {}\nmore: 1\n":                        `unknown field "more"`,
		"description: a\n":                                                 `no "edits"`,
		"description: a\nedits: [{set: {\"{{x}}\": 1}}]\n":                 "{{x}}, which is not a parameter",
		"description: a\nedits: [{}]\nparameters: {A: {}}\n":               `the parameter "A"`,
		"description: a\nedits: [{}]\nparameters: {a: {type: x}}\n":        `not "x"`,
		"description: a\nedits: [{}]\nparameters: {a: {pattern: \"(\"}}\n": "pattern",
		"description: a\nedits: [{}]\ndialect: x\n":                        `not "x"`,
		"description: a\nedits: [{}]\ntests: [{before: {a: [1]}}]\n":       "",
		"description: &a [*a]\nedits: [{}]\n":                              "",
		"description: a\nedits:\n\t- {}\n":                                 "",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Edits for each of some blocks: what stands for what is in them.
func TestEach(t *testing.T) {
	before := "resource \"t\" \"a\" {\n  count = 2\n  x     = \"$${y}\"\n  n {\n    v = f(1)\n  }\n  n {\n  }\n  o {\n    w = 1\n  }\n}\n"
	for edits, want := range map[string]string{
		`set: {locals: [{set: {attributes: {a: "{{value.x}}", b: "${[{{value.x}}]}", c: "{{value.o}}", d: "{{block.name}} {{block.type}}", e: "{{value.gone}}"}}}]}`: `{"set":{"locals":[{"set":{"attributes":{"a":"$${y}","b":"${[\"$${y}\"]}","c":{"attributes":{"w":1}},"d":"a t"}}}]}}`,
		`set: {locals: [{set: {attributes: {a: "{{block.instance}}{{block.file}}{{block.folder}}"}}}]}`:                                                              `{"set":{"locals":[{"set":{"attributes":{"a":"[count.index]main.tf."}}}]}}`,
		`set: {locals: [{set: {blockTypes: {n: "{{blocks.n}}", m: "{{blocks.m}}"}, attributes: {a: "{{value.gone}}"}}}]}`:                                            `{"set":{"locals":[{"set":{"blockTypes":{"n":[{"attributes":{"v":"${f(1)}"}},{}]}}}]}}`,
		`set: {locals: [{set: {attributes: {a: "{{value.n.v}}"}}}]}`:                                                                                                 "main.tf:1: n.v: there are 2 blocks of that type",
		`set: {locals: [{set: {attributes: {a: "x {{blocks.n}}"}}}]}`:                                                                                                "main.tf:1: {{blocks.n}} stands for a list",
		`set: {locals: [{set: {attributes: {a: "{{block.color}}"}}}]}`:                                                                                               "main.tf:1: {{block.color}}: of a block there are",
	} {
		r, err := Parse([]byte("description: a\nedits:\n  - each: t.*\n    " + edits + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		steps, err := r.With(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := steps[0].On([]edit.File{{Name: "main.tf", Code: []byte(before)}}, true)
		text := string(got)
		if err != nil {
			text = err.Error()
		}
		if !strings.HasPrefix(text, want) {
			t.Error(cmp.Diff(want, text))
		}
	}
	for text, want := range map[string]string{
		"description: a\nedits: [{each: 1, set: {}}]\n":                  `"each" is an address, not 1`,
		"description: a\nedits: [{set: {locals: \"{{block.name}}\"}}]\n": `have no "each"`,
		"description: a\nedits: [{if: [a], set: {}}]\n":                  `"if" is an address, not [a]`,
		"description: a\nnotes: [{say: b}]\n":                            `has no "at"`,
		"description: a\nnotes: [{at: b}]\n":                             `the note at b has no "say"`,
		"description: a\nnotes: [{at: b, say: c, where: {d: [1]}}]\n":    "where: d must be a string",
		"description: a\nnotes: [{at: b, say: \"{{c}}\"}]\n":             "{{c}}, which is not a parameter",
		"description: a\nnotes: [{at: b, say: c, when: d}]\n":            "a note at, say and where",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	r, err := Parse([]byte("description: a\nedits: [{each: \"a[\", set: {}}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.With(nil); err == nil {
		t.Error("an address that is none")
	}
}

// A label that is code is put into no edits.
func TestLabels(t *testing.T) {
	r, err := Parse([]byte("description: a\nedits:\n  - each: t.*\n    set: {locals: [{set: {attributes: {a: \"${x.{{block.name}}}\"}}}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	steps, err := r.With(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := steps[0].On([]edit.File{{Name: "main.tf", Code: []byte("resource \"t\" \"$${file(1)}\" {\n}\n")}}, true); err == nil {
		t.Errorf("%s", got)
	}
}

// A test that fails says how.
func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		rule: `no "tests"`,
		rule + "tests: [{name: x, before: \"\"}]\n":                                                                                                                          `test 1, "x": the parameter "name" has no value`,
		rule + "tests: [{name: x, parameters: {name: a}, before: \"locals {\\n}\\n\"}]\n":                                                                                    "+  a = 1\n",
		rule + "tests: [{name: x, parameters: {name: a}, before: \"locals {\"}]\n":                                                                                           "edits 1: ",
		"description: a\nedits: [{rewrite: [{match: 1, to: \"1\"}]}]\ntests: [{before: \"a = 1\\n\"}]\n":                                                                     "edits 1: ",
		"description: a\nnotes: [{at: var.a, say: b}]\ntests: [{before: \"x = var.a\\n\"}]\n":                                                                                "the notes are at [\"var.a\"], not at []",
		"description: a\nnotes: [{at: \"a[\", say: b}]\ntests: [{before: \"\"}]\n":                                                                                           "the note at a[: ",
		"description: a\nedits: [{unless: \"a[\", set: {}}]\ntests: [{before: \"\"}]\n":                                                                                      "unless: ",
		"description: a\nedits: [{if: local.a, rename: {variable: {b: [{to: c}]}}}]\ntests: [{before: {a/main.tf: \"locals {\\n  a = 1\\n}\\n\", main.tf: \"\"}}]\n":         `choose the module by "folder"`,
		"description: a\nedits: [{each: t.*, set: {locals: [{set: {attributes: {a: \"{{item.x}}\"}}}]}}]\ntests: [{before: \"resource t a {\\n}\\n\"}]\n":                    "of an item there are its name",
		"description: a\nedits: [{each: terraform, set: {locals: [{set: {attributes: {a: \"{{block.reference}}\"}}}]}}]\ntests: [{before: \"terraform {\\n}\\n\"}]\n":        "code cannot refer to a block",
		"description: a\nedits: [{rewrite: [{text: a, by: aa}]}]\ntests: [{before: \"locals {\\n  x = \\\"a\\\"\\n}\\n\", after: \"locals {\\n  x = \\\"aa\\\"\\n}\\n\"}]\n": "it changes the code again",
	} {
		r, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %s", text, err, want)
		}
	}
}
