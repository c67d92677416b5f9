package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"iacedit/edit"
)

const tidyAll = `{"tidy": {"*": [{"optional": true}]}}`

// TestTidiedPolicies: strings and heredocs with random JSON, some of it with interpolations, are
// tidied. hcl/v2 evaluates what is in their place to the same text or, where a provider compares
// arguments as JSON, to the same JSON.
func TestTidiedPolicies(t *testing.T) {
	ch := rand.New(rand.NewPCG(fromSeed(t), 21))
	ctx := &hcl.EvalContext{
		Variables: map[string]cty.Value{"zz": cty.ObjectVal(map[string]cty.Value{"s": cty.StringVal("<é>"), "n": cty.NumberIntVal(7), "l": cty.TupleVal([]cty.Value{cty.True, cty.NullVal(cty.String)})})},
		Functions: map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc, "tostring": stdlib.MakeToFunc(cty.String)},
	}
	made := map[string]int{}
	for range 5000 {
		g := jsonText{Rand: ch, quoted: ch.IntN(2) == 0, spaced: ch.IntN(2) == 0}
		g.value(3, true)
		name := []string{"policy", "other"}[ch.IntN(2)]
		code := "resource \"a_b\" \"c\" {\n  " + name + " = " + g.code() + "\n}\n"
		tidied, err := new(edit.Options).Apply(nil, []byte(code), []byte(tidyAll))
		if err != nil {
			t.Fatalf("%v\n%s", err, code)
		}
		before, bad := evaluatedString([]byte(code), name, ctx)
		after, err := evaluatedString(tidied, name, ctx)
		switch {
		case bad != nil || err != nil:
			t.Fatalf("%v of\n%sfrom (%v)\n%s", err, tidied, bad, code)
		case before != after && name == "other" || !sameJSON(before, after):
			t.Fatalf("%q becomes %q:\n%sfrom\n%s", before, after, tidied, code)
		}
		if bytes.Equal(tidied, []byte(code)) {
			made[name+" stays"]++
		} else {
			made[name+" is code"]++
		}
	}
	t.Log(made)
	if made["policy is code"] < 1000 || made["other is code"] < 100 {
		t.Error("too few become code")
	}
}

func fromSeed(t *testing.T) uint64 { return uint64(fromEnv(t, "IACEDIT_SEED", 0)) }

// evaluatedString returns the string that an argument of the only block is.
func evaluatedString(code []byte, name string, ctx *hcl.EvalContext) (string, error) {
	f, diags := hclsyntax.ParseConfig(code, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return "", diags
	}
	v, diags := f.Body.(*hclsyntax.Body).Blocks[0].Body.Attributes[name].Expr.Value(ctx)
	if diags.HasErrors() {
		return "", diags
	}
	if v.Type() != cty.String {
		return "", fmt.Errorf("%#v is no string", v)
	}
	return v.AsString(), nil
}

// sameJSON reports whether two texts are the same JSON value, or the same text.
func sameJSON(a, b string) bool {
	x, err := decodedJSON(a)
	y, no := decodedJSON(b)
	return a == b || err == nil && no == nil && cmp.Equal(x, y)
}

func decodedJSON(text string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&v); err == nil && d.More() {
		err = errors.New("more than a value")
	}
	return exact(v), err
}

// exact writes the numbers of a JSON value in one way.
func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, ok := new(big.Rat).SetString(string(v)); ok {
			return n.RatString()
		}
	case []any:
		for i := range v {
			v[i] = exact(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = exact(v[key])
		}
	}
	return v
}

// A jsonText writes random JSON as a template, as people write it into strings and heredocs.
type jsonText struct {
	*rand.Rand
	quoted bool // the template is in quotes; otherwise it is a heredoc
	spaced bool // with blanks
	b      strings.Builder
}

func (g *jsonText) code() string {
	if g.quoted {
		return `"` + g.b.String() + `"`
	}
	return []string{"<<EOF\n", "<<-EOF\n"}[g.IntN(2)] + g.b.String() + "\nEOF"
}

func (g *jsonText) one(of ...string) string { return of[g.IntN(len(of))] }

func (g *jsonText) value(depth int, top bool) {
	switch n := g.IntN(10); {
	case depth > 0 && (n < 4 || top):
		g.list("{", "}", func(i int) {
			g.text(fmt.Sprint(i))
			g.b.WriteString(g.one(":", ":", ": "))
			g.value(depth-1, false)
		})
	case depth > 0 && n < 6:
		g.list("[", "]", func(int) { g.value(depth-1, false) })
	case n < 8:
		g.text("")
	default:
		g.b.WriteString(g.one("1", "-2", "1.5", "1.50", "1e3", "0", "-0", "12345678901234567890123", "true", "false", "null", "${jsonencode(zz.l)}", "${jsonencode(zz.s)}", "${zz.n}"))
	}
}

func (g *jsonText) list(opening, closing string, item func(i int)) {
	g.b.WriteString(opening)
	for i := range g.IntN(4) {
		if i > 0 {
			g.b.WriteString(",")
		}
		if g.spaced {
			g.b.WriteString(g.blank())
		}
		item(i)
	}
	g.b.WriteString(closing)
}

func (g *jsonText) blank() string {
	if g.quoted {
		return g.one(" ", "", `\n  `)
	}
	return g.one(" ", "", "\n  ", "\n\n\t")
}

// text writes a JSON string that begins with the given text. In a quoted template, the quotes and
// backslashes of JSON are escaped once more.
func (g *jsonText) text(begin string) {
	text := `"` + begin
	for range g.IntN(4) {
		text += g.one("a", "s3:*", " ", `\"`, `\\`, `\n`, `\u00e9`, `\u2028`, `\/`, "é", "e\u0301", "<&>", "$.", "%.", "$${", "%%{", "{", "${zz.s}", "${zz.n}", "${zz.l[0]}", "日本", `\u0000`, `\ud83d\ude00`)
	}
	text += `"`
	if g.quoted {
		parts := strings.SplitAfter(text, "}") // an interpolation is code
		for i, part := range parts {
			escaped, code, found := strings.Cut(part, "${zz")
			if found {
				code = "${zz" + code
			}
			parts[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(escaped) + code
		}
		text = strings.Join(parts, "")
	}
	g.b.WriteString(text)
}

// TestTidiedPlans: terraform imports objects, and generates code for them. What is written into this
// code as generators do is applied and tidied; then the plan has no changes.
func TestTidiedPlans(t *testing.T) {
	dir := t.TempDir()
	imports := map[string]string{"first": "id-first-1", "second": "id-second-2", "third": "id-third-3"}
	var text strings.Builder
	for _, name := range []string{"first", "second", "third"} {
		fmt.Fprintf(&text, "import {\n  to = terraform_data.%s\n  id = %q\n}\n\n", name, imports[name])
	}
	writeFiles(t, dir, map[string]string{"imports.tf": text.String()})
	mustRun(t, dir, "init", "-input=false", "-no-color")
	mustRun(t, dir, "plan", "-input=false", "-no-color", "-generate-config-out=generated.tf")
	generated := filepath.Join(dir, "generated.tf")
	code, err := os.ReadFile(generated)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("generated:\n%s", code)
	fill := func(name, argument, value string) {
		at := fmt.Appendf(nil, "resource \"terraform_data\" %q {\n", name)
		where := bytes.Index(code, at)
		argument = "  " + argument + " "
		from := where + bytes.Index(code[where:], []byte(argument))
		if where < 0 || from < where {
			t.Fatalf("%s has no %s", name, argument)
		}
		to := from + bytes.IndexByte(code[from:], '\n')
		code = append(append(append([]byte{}, code[:from]...), argument+"= "+value...), code[to:]...)
	}
	fill("first", "input", `"{\"Statement\":[{\"Action\":[\"s3:Get*\"]}],\"Version\":\"1\"}"`)
	fill("second", "input", `"id-first-1"`)
	fill("third", "input", `["id-first-1", "x", "id-second-2"]`)
	fill("third", "triggers_replace", `{ a = null, b = "id-first-1" }`)
	writeFiles(t, dir, map[string]string{
		"generated.tf": string(code) + "\nmodule \"m\" {\n  source = \"./m\"\n  x      = null\n  y      = null\n  z      = null\n  id     = \"id-first-1\"\n}\n",
		"m/main.tf": `variable "x" {
  default = null
}

variable "y" {
  default = 1
}

variable "z" {
  default  = 1
  nullable = false
}

variable "id" {}

resource "terraform_data" "m" {
  input = [var.x, var.y, var.z, var.id]
}
`})
	mustRun(t, dir, "init", "-input=false", "-no-color")
	mustRun(t, dir, "fmt")
	mustRun(t, dir, "apply", "-input=false", "-no-color", "-auto-approve")
	noChanges(t, dir)
	files := []edit.File{}
	for _, name := range []string{"generated.tf", "imports.tf", "m/main.tf"} {
		code, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, edit.File{Name: name, Code: code})
	}
	o := edit.Options{}
	changed, err := o.ApplyFiles(files, []byte(tidyAll))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range changed {
		writeFiles(t, dir, map[string]string{f.Name: string(f.Code)})
		if f.Name == "generated.tf" {
			code = f.Code
		}
	}
	t.Logf("tidied:\n%s", code)
	for _, want := range []string{"jsonencode({", "= terraform_data.first.id\n", "[terraform_data.first.id, \"x\", terraform_data.second.id]", "{ a = null, b = \"id-first-1\" }", "  y      = null\n"} {
		if !bytes.Contains(code, []byte(want)) {
			t.Errorf("there is no %s", want)
		}
	}
	for _, gone := range []string{"__generated__", "triggers_replace = null", "  x      = null", "  z      = null"} {
		if bytes.Contains(code, []byte(gone)) {
			t.Errorf("there is still %s", gone)
		}
	}
	mustRun(t, dir, "fmt", "-check", "-diff")
	noChanges(t, dir)
}

// noChanges fails t unless terraform plans nothing.
func noChanges(t *testing.T, dir string) {
	t.Helper()
	out, err := terraform(t, dir, "plan", "-input=false", "-no-color", "-detailed-exitcode")
	if _, is := errors.AsType[*exec.ExitError](err); is {
		t.Errorf("the plan has changes: %v\n%s", err, out)
	} else if err != nil {
		t.Fatal(err)
	}
}
