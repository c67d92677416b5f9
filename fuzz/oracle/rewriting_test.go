package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"iacedit/edit"
)

// identities are rules whose results evaluate as what they match: a function that the judge
// knows on the one side, the operator that it stands for on the other.
const identities = `{"rewrite": [
  {"match": "lookup($m, $k)", "to": "$m[$k]"},
  {"match": "id($x)", "to": "$x"},
  {"match": "paren($x)", "to": "($x)"},
  {"match": "sole($x)", "to": "\"${$x}\""},
  {"match": "concat([$$a], [$$b])", "to": "[$$a, $$b]"},
  {"match": "add($a, $b)", "to": "$a + $b"},
  {"match": "sub($a, $b)", "to": "$a - $b"},
  {"match": "mul($a, $b)", "to": "$a * $b"},
  {"match": "twice($a)", "to": "$a + $a"},
  {"match": "neg($a)", "to": "-$a"},
  {"match": "not($a)", "to": "!$a"},
  {"match": "both($a, $b)", "to": "$a && $b"},
  {"match": "less($a, $b)", "to": "$a < $b"},
  {"match": "if($c, $a, $b)", "to": "$c ? $a : $b"},
  {"match": "key($m)", "to": "$m.a"},
  {"match": "join2($a, $b)", "to": "\"${$a}-${$b}\""},
  {"match": "put($v, { $$r })", "to": "{ $$r, a = $v }"},
  {"match": "one", "to": "1"},
  {"match": "dollar", "to": "\"$\""},
  {"match": "brace", "to": "\"{x}\""},
  {"match": "nothing", "to": "\"\""},
  {"match": "spaced", "to": "\" a \""},
  {"match": "[for v in $l : $e]", "to": "[for v in id($l) : ($e)]"}
]}`

// numbers makes a function of numbers.
func numbers(count int, result cty.Type, f func(args []cty.Value) cty.Value) function.Function {
	spec := function.Spec{Type: function.StaticReturnType(result)}
	for range count {
		spec.Params = append(spec.Params, function.Parameter{Name: "x", Type: cty.DynamicPseudoType, AllowDynamicType: true})
	}
	spec.Impl = func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f(args), nil }
	return function.New(&spec)
}

// generic makes a function whose result may be anything.
func generic(count int, f func(args []cty.Value) cty.Value) function.Function {
	spec := function.Spec{Type: func(args []cty.Value) (cty.Type, error) { return f(args).Type(), nil }}
	for range count {
		spec.Params = append(spec.Params, function.Parameter{Name: "x", Type: cty.DynamicPseudoType, AllowDynamicType: true, AllowNull: true})
	}
	spec.Impl = func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f(args), nil }
	return function.New(&spec)
}

func rewritingContext() *hcl.EvalContext {
	text := func(v cty.Value) string {
		switch {
		case v.Type() == cty.Number:
			return v.AsBigFloat().Text('f', -1)
		case v.Type() == cty.Bool:
			return fmt.Sprint(v.True())
		}
		return v.AsString()
	}
	identity := generic(1, func(a []cty.Value) cty.Value { return a[0] })
	return &hcl.EvalContext{
		Variables: map[string]cty.Value{
			"n": cty.NumberIntVal(7), "s": cty.StringVal("é\"\n$"), "t": cty.True,
			"l":   cty.TupleVal([]cty.Value{cty.NumberIntVal(3), cty.NumberIntVal(4)}),
			"m":   cty.ObjectVal(map[string]cty.Value{"a": cty.NumberIntVal(5), "b": cty.NumberIntVal(6)}),
			"one": cty.NumberIntVal(1), "dollar": cty.StringVal("$"), "brace": cty.StringVal("{x}"), "nothing": cty.StringVal(""), "spaced": cty.StringVal(" a "),
		},
		Functions: map[string]function.Function{
			"lookup": generic(2, func(a []cty.Value) cty.Value { return a[0].GetAttr(a[1].AsString()) }),
			"id":     identity, "paren": identity, "sole": identity,
			"concat": stdlib.ConcatFunc,
			"add":    numbers(2, cty.Number, func(a []cty.Value) cty.Value { return a[0].Add(a[1]) }),
			"sub":    numbers(2, cty.Number, func(a []cty.Value) cty.Value { return a[0].Subtract(a[1]) }),
			"mul":    numbers(2, cty.Number, func(a []cty.Value) cty.Value { return a[0].Multiply(a[1]) }),
			"twice":  numbers(1, cty.Number, func(a []cty.Value) cty.Value { return a[0].Add(a[0]) }),
			"neg":    numbers(1, cty.Number, func(a []cty.Value) cty.Value { return a[0].Negate() }),
			"not":    numbers(1, cty.Bool, func(a []cty.Value) cty.Value { return a[0].Not() }),
			"both":   numbers(2, cty.Bool, func(a []cty.Value) cty.Value { return a[0].And(a[1]) }),
			"less":   numbers(2, cty.Bool, func(a []cty.Value) cty.Value { return a[0].LessThan(a[1]) }),
			"if": generic(3, func(a []cty.Value) cty.Value {
				if a[0].True() {
					return a[1]
				}
				return a[2]
			}),
			"key":   generic(1, func(a []cty.Value) cty.Value { return a[0].GetAttr("a") }),
			"join2": numbers(2, cty.String, func(a []cty.Value) cty.Value { return cty.StringVal(text(a[0]) + "-" + text(a[1])) }),
			"put": generic(2, func(a []cty.Value) cty.Value {
				all := a[1].AsValueMap()
				if all == nil {
					all = map[string]cty.Value{}
				}
				all["a"] = a[0]
				return cty.ObjectVal(all)
			}),
		},
	}
}

// An identityMaker makes expressions by the type of their value, in which what the rules match
// stands anywhere.
type identityMaker struct{ *rand.Rand }

// pick returns one of some texts.
func (g *identityMaker) pick(texts ...func() string) string { return texts[g.IntN(len(texts))]() }

// gap is what may stand between two tokens in brackets.
func (g *identityMaker) gap() string {
	return []string{"", "", "", " ", "\n", " # c\n  ", " /* c */ "}[g.IntN(7)]
}

func (g *identityMaker) num(depth int, v bool) string {
	if depth <= 0 {
		if v && g.IntN(2) == 0 {
			return "v"
		}
		return []string{"1", "2.50", "n", "one", "1e1", "l[0]", "m.a"}[g.IntN(7)]
	}
	n := func() string { return g.num(depth-1-g.IntN(2), v) }
	return g.pick(
		func() string { return "add(" + g.gap() + n() + g.gap() + "," + g.gap() + n() + g.gap() + ")" },
		func() string { return "sub(" + n() + "," + n() + ")" },
		func() string { return "mul(" + n() + "," + n() + ")" },
		func() string { return "neg(" + g.gap() + n() + g.gap() + ")" },
		func() string { return "twice(" + n() + ")" },
		func() string { return "id(" + g.gap() + n() + g.gap() + ")" },
		func() string { return "id(" + n() + "\n - " + n() + ")" },
		func() string { return "paren(" + n() + ")" },
		func() string { return "sole(" + n() + ")" },
		func() string { return "(" + n() + " - " + n() + ")" },
		func() string { return n() + " * " + n() },
		func() string { return n() + " - " + n() },
		func() string { return "if(" + g.boolean(depth-1, v) + "," + n() + "," + n() + ")" },
		func() string { return g.boolean(depth-1, v) + " ? " + n() + " : " + n() },
		func() string { return "lookup(" + g.object(depth-1, v) + ", \"a\")" },
		func() string { return "key(" + g.object(depth-1, v) + ")" },
		func() string { return "id(" + g.object(depth-1, v) + ").a" },
		func() string { return "id(" + g.list(depth-1, v) + ")[0]" },
		func() string { return "[" + n() + "," + g.gap() + n() + "][" + g.gap() + "id(1)" + g.gap() + "]" },
	)
}

func (g *identityMaker) boolean(depth int, v bool) string {
	if depth <= 0 {
		return []string{"true", "false", "t"}[g.IntN(3)]
	}
	b := func() string { return g.boolean(depth-1-g.IntN(2), v) }
	return g.pick(
		func() string { return "not(" + b() + ")" },
		func() string { return "both(" + b() + "," + b() + ")" },
		func() string { return b() + " || " + b() },
		func() string { return "less(" + g.num(depth-1, v) + "," + g.num(depth-1, v) + ")" },
		func() string { return "id(" + b() + ")" },
		func() string { return "!(" + b() + ")" },
	)
}

func (g *identityMaker) list(depth int, v bool) string {
	n := func() string { return g.num(depth-1-g.IntN(2), v) }
	if depth <= 0 {
		return "l"
	}
	return g.pick(
		func() string { return "[" + g.gap() + n() + g.gap() + "," + g.gap() + n() + g.gap() + "]" },
		func() string { return "concat([" + g.gap() + n() + g.gap() + "], [" + g.gap() + n() + g.gap() + ",])" },
		func() string { return "concat([" + n() + "], [])" },
		func() string { return "[for v in " + g.list(depth-1, v) + " : " + g.num(depth-1, true) + "]" },
		func() string { return "id(" + g.list(depth-1, v) + ")" },
		func() string { return "id(" + g.object(depth-1, v) + ")[*].a" },
	)
}

func (g *identityMaker) object(depth int, v bool) string {
	n := func() string { return g.num(depth-1-g.IntN(2), v) }
	if depth <= 0 {
		return "m"
	}
	return g.pick(
		func() string { return "{" + g.gap() + "a = " + n() + ", b = " + n() + "}" },
		func() string { return "{\n  a = " + n() + " # a\n  # b\n  b : " + n() + "\n}" },
		func() string { return "put(" + n() + ", { b = " + n() + " })" },
		func() string { return "put(" + n() + ", {})" },
		func() string {
			return "put(" + n() + ", {\n    c = " + n() + " # c\n    # d\n    d = " + n() + "\n  })"
		},
		func() string { return "id(" + g.object(depth-1, v) + ")" },
	)
}

func (g *identityMaker) text(depth int, v bool) string {
	if depth <= 0 {
		return []string{`"a"`, `"$"`, `"%%{x\u0041"`, `""`, `" "`, "dollar", "brace", "nothing", "spaced", "s", `"${n}"`}[g.IntN(11)]
	}
	s := func() string {
		return g.pick(func() string { return g.text(depth-1-g.IntN(2), v) }, func() string { return g.num(depth-1, v) }, func() string { return g.boolean(depth-1, v) })
	}
	piece := func() string {
		return []string{"", "a", "$", "%", "{x", " ", `\"`, "$${x}", "{"}[g.IntN(9)]
	}
	part := func() string {
		p := piece()
		open := []string{"${", "${", "${", "${~ "}[g.IntN(4)]
		if strings.HasSuffix(p, "$") {
			p += " "
		}
		return p + open + s() + []string{"}", "}", "}", " ~}"}[g.IntN(4)]
	}
	return g.pick(
		func() string { return "join2(" + s() + ", " + s() + ")" },
		func() string { return `"` + part() + part() + piece() + `"` },
		func() string { return `"` + part() + piece() + `"` },
		func() string { return "id(" + g.text(depth-1, v) + ")" },
		func() string {
			return "id(<<-EOT\n    " + strings.ReplaceAll(part()+"\n      b "+part(), `\"`, `"`) + "x\n  EOT\n)"
		},
		func() string { return `"%{ if ` + g.boolean(depth-1, v) + ` }` + part() + `%{ else }b%{ endif }"` },
	)
}

// What identities are rewritten to evaluates as the original, in any context.
func TestRewritingIdentities(t *testing.T) {
	trials := 4000
	if *thorough {
		trials = 200_000
	}
	g := identityMaker{rand.New(rand.NewPCG(22, 18))}
	context := rewritingContext()
	changed := 0
	for trial := range trials {
		depth := 1 + g.IntN(4)
		code := g.pick(
			func() string { return g.num(depth, false) }, func() string { return g.text(depth, false) },
			func() string { return g.list(depth, false) }, func() string { return g.object(depth, false) },
		)
		if _, ok := attributeValue(code, context); !ok {
			code = "[" + code + "]" // a line break, or a type that does not go here
		}
		want, ok := attributeValue(code, context)
		if !ok {
			continue
		}
		out, err := new(edit.Options).Apply(nil, []byte("x = "+code+"\n"), []byte(identities))
		if err != nil {
			t.Fatalf("trial %d: %v\n%s", trial, err, code)
		}
		after := strings.TrimSuffix(strings.TrimPrefix(string(out), "x = "), "\n")
		got, ok := attributeValue(after, context)
		if !ok || !got.RawEquals(want) {
			t.Fatalf("trial %d:\n%s\nis %#v, and is rewritten to\n%s\nwhich is %#v", trial, code, want, after, got)
		}
		if after != code {
			changed++
		}
	}
	if changed < trials/2 {
		t.Errorf("only %d of %d expressions were rewritten", changed, trials)
	}
	t.Logf("%d of %d expressions were rewritten", changed, trials)
}

func attributeValue(code string, context *hcl.EvalContext) (v cty.Value, ok bool) {
	file, diags := hclsyntax.ParseConfig([]byte("x = "+code+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return v, false
	}
	attribute := file.Body.(*hclsyntax.Body).Attributes["x"]
	if attribute == nil {
		return v, false
	}
	v, diags = attribute.Expr.Value(context)
	return v, !diags.HasErrors()
}
