package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"

	"iacedit/syntax"
	values "iacedit/value"
)

// stripPieces are what hcl/v2 splits literal text by, and what "~" takes away.
var stripPieces = []string{
	"$", "%", "$$", "$${", "%%{", "{", "}", "~", " ", " ", "\t", "\n", "\n", "\r\n", "\u00a0", "\u0085", "a", "é", "\"", "\\",
	"${x}", "${~x}", "${x~}", "${~x~}", "%{if c}", "%{~if c~}", "%{endif}", "%{~endif~}",
}

// TestStripsTakeTheSame: what "~" takes away from the text beside it, which hcl/v2 splits
// otherwise in quotes than in a heredoc and in JSON, is the same whatever a text is written
// as and read from: JSON → quotes or heredoc, and code → JSON.
func TestStripsTakeTheSame(t *testing.T) {
	scope := &hcl.EvalContext{Variables: map[string]cty.Value{"x": cty.StringVal(" v\n"), "c": cty.True}}
	ch := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), 17))
	written, read, failed := 0, 0, 0
	fail := func(format string, args ...any) {
		if failed++; failed < 10 {
			t.Errorf(format, args...)
		}
	}
	for range 3 * fromEnv(t, "IACEDIT_EDITS", editsPerRun) {
		var b strings.Builder
		for range 1 + ch.IntN(9) {
			b.WriteString(stripPieces[ch.IntN(len(stripPieces))])
		}
		text := b.String()
		if ch.IntN(3) > 0 {
			text += "\n"
		}
		if want, ok := valueOfJSON(quoteJSON(text), scope); ok {
			v := values.Value{Kind: values.String, Text: text}
			code, err := values.AppendValue(nil, &v, nil, values.Layout{Heredoc: ch.IntN(2) == 0})
			if err != nil {
				fail("%q is refused: %v", text, err)
				continue
			}
			written++
			if got, ok := valueOfCode(code, scope); !ok || !got.RawEquals(want) {
				fail("%q is written as\n%s\nwhich is %#v, not %#v", text, code, got, want)
			}
		}
		for _, code := range []string{`"` + strings.NewReplacer("\r\n", `\r\n`, "\n", `\n`, `\`, `\\`, `"`, `\"`).Replace(text) + `"`, "<<E\n" + text + "\nE", "<<-E\n   " + text + "\nE"} {
			want, ok := valueOfCode([]byte(code), scope)
			if !ok {
				continue
			}
			e, err := syntax.ParseExpression(nil, []byte(code+"\n"), syntax.Span{To: int32(len(code))})
			if err != nil {
				fail("%s is refused: %v", code, err)
				continue
			}
			asJSON, ok := values.AppendJSON(nil, e, e.Root, nil)
			if !ok {
				fail("%s is not read", code)
				continue
			}
			read++
			if got, ok := valueOfJSON(string(asJSON), scope); !ok || !got.RawEquals(want) {
				fail("%s\nis read as %s, which is %#v, not %#v", code, asJSON, got, want)
			}
		}
	}
	t.Logf("%d texts written, %d read", written, read)
	if written < 1_000 || read < 1_000 {
		t.Error("few texts were tried")
	}
}

// valueOfJSON evaluates JSON as Terraform's JSON syntax does.
func valueOfJSON(text string, scope *hcl.EvalContext) (cty.Value, bool) {
	file, diags := hcljson.Parse([]byte(`{"a": `+text+`}`), "")
	if diags.HasErrors() {
		return cty.NilVal, false
	}
	attributes, _ := file.Body.JustAttributes()
	v, diags := attributes["a"].Expr.Value(scope)
	return v, !diags.HasErrors()
}

// valueOfCode evaluates an expression in native syntax.
func valueOfCode(code []byte, scope *hcl.EvalContext) (cty.Value, bool) {
	file, diags := hclsyntax.ParseConfig(fmt.Appendf(nil, "a = %s\n", code), "", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilVal, false
	}
	v, diags := file.Body.(*hclsyntax.Body).Attributes["a"].Expr.Value(scope)
	return v, !diags.HasErrors()
}
