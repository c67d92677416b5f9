package oracle

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"
)

// pieces are what the lines of texts are made of.
var pieces = []string{
	"a", "b c", " ", "  ", "\t", "\u00a0", "\u2003", "\u0301", "é", "e\u0301", "\"", "\\", "\\n", "$", "%", "{", "}", "$${", "%%{", "~", "~}", "#", "//", "/*",
	"${x}", "${~ x}", "${x ~}", "${ x }", "${\"q\"}", "${[x,\nx][0]}", "%{ if t }", "%{ endif }", "%{ if t ~}y%{~ endif }", "EOT", "EOT2", "<<EOT", "\r\n", "\a", "\x7f", "\u0085", "\ufeff", "👩‍👩‍👧",
}

// textPlaces are codes in which a text becomes the value x, by a path, and where there is
// nothing else in the way of a heredoc.
var textPlaces = []struct {
	code, path string
	heredoc    bool
}{
	{"b {\n}\n", "x", true},
	{"b {\n  x = 1\n  longer = 2\n}\n", "x", true},
	{"b {\n\tx = 1\n}\n", "x", true},
	{"b {\n  x = <<-EOT\n      old\n  EOT\n}\n", "x", true},
	{"b {\n  x = <<E\nold\nE\n}\n", "x", true},
	{"b {\n  x = {\n    y = 1\n  }\n}\n", "x.y", true},
	{"b {\n  x = {\n    z = 1\n  }\n}\n", "x.y", true},
	{"b { x = 1 }\n", "x", true},
	{"b {\n  x = 1 # c\n}\n", "x", false},
	{"b {\n  x = { y = 1 }\n}\n", "x.y", false},
	{"b {\n  x = {\n    y = 1,\n  }\n}\n", "x.y", false},
	{"b {\n  x = [1]\n}\n", "x[0]", false},
	{"b {\n  x = [<<-E\n    old\n  E\n  ]\n}\n", "x[0]", false},
	{"b {\r\n  x = 1\r\n}\r\n", "x", false},
}

// Whatever text is set, and wherever: the code evaluates to it, stays formatter-clean, and
// setting it again changes nothing. Where docs/values.md asks for a heredoc it is one.
func TestTextsSet(t *testing.T) {
	total := fromEnv(t, "IACEDIT_EDITS", editsPerRun)
	r := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), 1))
	scope := &hcl.EvalContext{Variables: map[string]cty.Value{"x": cty.StringVal("X"), "t": cty.True}}
	heredocs, failed := 0, 0
	for range total {
		var text string
		for range 1 + r.IntN(4) {
			for range r.IntN(4) {
				text += pieces[r.IntN(len(pieces))]
			}
			text += "\n"
		}
		if r.IntN(10) == 0 {
			text = strings.TrimSuffix(text, "\n")
		}
		text = strings.TrimLeft(text, "\ufeff") // which the judge takes away from the start of a template
		p := textPlaces[r.IntN(len(textPlaces))]
		want, ok := evaluated(text, scope)
		if !ok {
			continue
		}
		quoted, _ := json.Marshal(text)
		request := `{"set": {"b": [{"attributes": {"` + p.path + `": ` + string(quoted) + `}}]}}`
		out, err := apply([]byte(p.code), request)
		if err != nil {
			continue // a line break that may not be where it is
		}
		fail := func(format string, args ...any) {
			if failed++; failed < 10 {
				t.Errorf("%q in %q: %v\n%s", text, p.code, errorf(format, args...), out)
			}
		}
		if got := valueAtX(out, scope); got != want {
			fail("it evaluates to %q, not %q", got, want)
		}
		if again, err := apply(out, request); err != nil || !bytes.Equal(again, out) {
			fail("set again it is %q: %v", again, err)
		}
		if bytes.Equal(hclwrite.Format([]byte(p.code)), []byte(p.code)) && !bytes.Equal(hclwrite.Format(out), out) {
			fail("it is not clean: want\n%s", hclwrite.Format(out))
		}
		switch is := bytes.Contains(out, []byte("<<-")) || bytes.Contains(out, []byte("= <<E")); {
		case is && !p.heredoc && !strings.Contains(p.code, "<<") && !strings.Contains(text, "<<"):
			fail("it is a heredoc")
		case is:
			heredocs++
		case p.heredoc && plainLines(text):
			fail("it is no heredoc")
		}
	}
	t.Logf("%d heredocs", heredocs)
}

// plainLines reports whether a text is one for a heredoc, and has nothing that no heredoc
// could hold, nor a sequence over several lines, after which the formatter indents otherwise.
func plainLines(text string) bool {
	return strings.Count(text, "\n") > 1 && strings.HasSuffix(text, "\n") && !strings.ContainsAny(text, "~") && !strings.Contains(text, ",\n") &&
		!strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' })
}

// evaluated returns what a text evaluates to as a template of Terraform's JSON syntax.
func evaluated(text string, scope *hcl.EvalContext) (string, bool) {
	x, diags := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return "", false
	}
	v, diags := x.Value(scope)
	if diags.HasErrors() || v.Type() != cty.String {
		return "", false
	}
	return norm.NFC.String(v.AsString()), true
}

// valueAtX evaluates what is, or is in, the attribute x of the block b.
func valueAtX(src []byte, scope *hcl.EvalContext) string {
	f, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		return "no code: " + diags.Error()
	}
	x := f.Body.(*hclsyntax.Body).Blocks[0].Body.Attributes["x"].Expr
	v, diags := x.Value(scope)
	if diags.HasErrors() {
		return diags.Error()
	}
	if v.Type().IsObjectType() {
		v = v.GetAttr("y")
	} else if v.Type().IsTupleType() {
		v = v.Index(cty.Zero)
	}
	if v.Type() != cty.String {
		return "a value of another type"
	}
	return v.AsString()
}
