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

	values "iacedit/value"
)

// TestNewHeredocsSayTheText: a string that is written as a new heredoc evaluates to what
// hcl/v2's reader of JSON makes of it.
func TestNewHeredocsSayTheText(t *testing.T) {
	pieces := []string{"\n", "\n", "a", " ", "\t", "  b", "EOT", "EOT2", "\u00a0", "\u0301", "$", "%", "{", "}", "$${", "%%{", "${x}", "${~ x }", "${x ~}", "\"", "\\", "é", "\r", "\u0085", "%{ if c }", "%{ endif }", "~"}
	ctx := &hcl.EvalContext{Variables: map[string]cty.Value{"x": cty.StringVal("\n v"), "c": cty.True}}
	ch := rand.New(rand.NewPCG(3, 4))
	written := 0
	for range 30_000 {
		var text strings.Builder
		for range ch.IntN(12) {
			text.WriteString(pieces[ch.IntN(len(pieces))])
		}
		text.WriteByte('\n')
		v := values.Value{Kind: values.String, Text: text.String()}
		code, err := values.AppendValue(nil, &v, nil, values.Layout{Indent: "  ", Step: []string{"  ", "\t"}[ch.IntN(2)], Heredoc: true})
		if err != nil {
			continue
		}
		if !strings.HasPrefix(string(code), "<<") {
			continue
		}
		written++
		file, diags := hclsyntax.ParseConfig(fmt.Appendf(nil, "a = %s\n", code), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%q: %s: %v", v.Text, code, diags)
		}
		got, bad := file.Body.(*hclsyntax.Body).Attributes["a"].Expr.Value(ctx)
		sent, _ := hcljson.Parse([]byte(`{"a": `+quoteJSON(v.Text)+`}`), "")
		attributes, _ := sent.Body.JustAttributes()
		want, wrong := attributes["a"].Expr.Value(ctx)
		if bad.HasErrors() != wrong.HasErrors() || !bad.HasErrors() && !got.RawEquals(want) {
			t.Fatalf("%q is written as\n%s\nwhich evaluates to %#v (%v) instead of %#v (%v)", v.Text, code, got, bad, want, wrong)
		}
	}
	if written < 1000 {
		t.Errorf("only %d heredocs", written)
	}
}
