package oracle

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"iacedit/edit"
)

// A bindingRule is a rule whose result evaluates as what it matches where no name is captured.
// captures reports whether a name would be, in an expression of hcl/v2 around which the names
// in bound are made; that is when the rule must be refused.
type bindingRule struct {
	match, to string
	captures  func(e hclsyntax.Expression, bound []string) bool
}

var bindingRules = []bindingRule{
	{"id($x)", "[for v in [1] : $x][0]", argumentUses("id", "v")},
	{"id($x)", "[for k, v in [1] : $x][0]", argumentUses("id", "k", "v")},
	{"id($x)", "{ for v in [1] : \"a\" => $x }[\"a\"]", argumentUses("id", "v")},
	{"id($x)", "{ for v in [1] : \"a\" => $x if w > 0 }[\"a\"]", func(e hclsyntax.Expression, bound []string) bool {
		return argumentUses("id", "v")(e, bound) || isCall(e, "id") && slices.Contains(bound, "w")
	}},
	{"str($x)", "\"%{ for v in [1] }${$x}%{ endfor }\"", argumentUses("str", "v")},
	{"id($x)", "[for v in [$x] : v][0]", never},
	{"[for v in $l : $e]", "[for v in id($l) : ($e)]", never},
	{"[for v in $l : $e]", "[for w in $l : $e]", func(e hclsyntax.Expression, _ []string) bool {
		loop, ok := tupleFor(e)
		return ok && uses(loop.ValExpr, "v", "w")
	}},
	{"[for v in [$a] : $e]", "[$e]", func(e hclsyntax.Expression, _ []string) bool {
		loop, ok := tupleFor(e)
		if !ok {
			return false
		}
		list, ok := loop.CollExpr.(*hclsyntax.TupleConsExpr)
		return ok && len(list.Exprs) == 1 && uses(loop.ValExpr, "v")
	}},
	{"one", "v", func(e hclsyntax.Expression, bound []string) bool {
		return isVariable(e, "one") && slices.Contains(bound, "v")
	}},
	{"v", "1", never},
	{"v", "w", func(e hclsyntax.Expression, bound []string) bool {
		return isVariable(e, "v") && !slices.Contains(bound, "v") && slices.Contains(bound, "w")
	}},
	{"pair($x, [for v in [1] : $x])", "pair([for v in [1] : $x][0], [$x])", func(e hclsyntax.Expression, _ []string) bool {
		args := argumentsOf(e, "pair")
		if len(args) != 2 {
			return false
		}
		loop, ok := tupleFor(args[1])
		return ok && uses(args[0], "v") && !uses(loop.ValExpr, "v")
	}},
	{"pair($x, [for v in [1] : $x])", "[$x, [$x]]", never},
}

func never(hclsyntax.Expression, []string) bool { return false }

// argumentUses returns a test for a call of a function whose argument uses one of some names.
func argumentUses(function string, names ...string) func(hclsyntax.Expression, []string) bool {
	return func(e hclsyntax.Expression, _ []string) bool {
		args := argumentsOf(e, function)
		return len(args) == 1 && uses(args[0], names...)
	}
}

func argumentsOf(e hclsyntax.Expression, function string) []hclsyntax.Expression {
	if call, ok := e.(*hclsyntax.FunctionCallExpr); ok && call.Name == function {
		return call.Args
	}
	return nil
}

func isCall(e hclsyntax.Expression, function string) bool { return argumentsOf(e, function) != nil }

func isVariable(e hclsyntax.Expression, name string) bool {
	v, ok := e.(*hclsyntax.ScopeTraversalExpr)
	return ok && v.Traversal.RootName() == name
}

// tupleFor returns a for expression that is [for v in … : …].
func tupleFor(e hclsyntax.Expression) (*hclsyntax.ForExpr, bool) {
	loop, ok := e.(*hclsyntax.ForExpr)
	return loop, ok && loop.ValVar == "v" && loop.KeyVar == "" && loop.KeyExpr == nil && loop.CondExpr == nil
}

// uses reports whether one of some names is used in an expression, but made outside of it.
func uses(e hclsyntax.Expression, names ...string) bool {
	return slices.ContainsFunc(e.Variables(), func(t hcl.Traversal) bool { return slices.Contains(names, t.RootName()) })
}

// A bindings walk goes through an expression of hcl/v2 with the names that are made around.
type bindings struct {
	bound  []string
	counts []int // how many names each scope around made
	loops  map[hclsyntax.Node]bool
	visit  func(e hclsyntax.Expression, bound []string)
}

func (b *bindings) Enter(n hclsyntax.Node) hcl.Diagnostics {
	switch n := n.(type) {
	case hclsyntax.ChildScope:
		for name := range n.LocalNames {
			b.bound = append(b.bound, name)
		}
		b.counts = append(b.counts, len(n.LocalNames))
		b.see(n.Expr)
	case *hclsyntax.TemplateJoinExpr:
		b.loops[n.Tuple] = true
	case hclsyntax.Expression:
		b.see(n)
	}
	return nil
}

// see visits an expression, but for what hcl/v2 makes of a template's for.
func (b *bindings) see(e hclsyntax.Expression) {
	if !b.loops[e] {
		b.visit(e, b.bound)
	}
}

func (b *bindings) Exit(n hclsyntax.Node) hcl.Diagnostics {
	if _, ok := n.(hclsyntax.ChildScope); ok {
		last := len(b.counts) - 1
		b.bound = b.bound[:len(b.bound)-b.counts[last]]
		b.counts = b.counts[:last]
	}
	return nil
}

// A binder makes expressions of numbers in which for expressions and templates make names that
// are names outside, too.
type binder struct{ identityMaker }

func (g *binder) name() string { return []string{"v", "w", "k"}[g.IntN(3)] }

func (g *binder) number(depth int) string {
	if depth <= 0 {
		return []string{"v", "w", "k", "one", "1", "n"}[g.IntN(6)]
	}
	n := func() string { return g.number(depth - 1 - g.IntN(2)) }
	list := func() string { return []string{"[" + n() + "]", "[" + n() + ", " + n() + "]", "[1]"}[g.IntN(3)] }
	return g.pick(
		func() string { return "id(" + n() + ")" },
		func() string { return "id(" + n() + ")" },
		func() string { return "(" + n() + " + " + n() + ")" },
		func() string { return "[for v in " + list() + " : " + n() + "][0]" },
		func() string { return "[for v in [" + n() + "] : " + n() + "][0]" },
		func() string { return "[for " + g.name() + " in " + list() + " : " + n() + "][0]" },
		func() string { return "[for k, " + g.name() + " in " + list() + " : " + n() + "][0]" },
		func() string {
			return "{ for " + g.name() + " in " + list() + " : \"a\" => " + n() + "... }[\"a\"][0]"
		},
		func() string { return "len(\"%{ for " + g.name() + " in " + list() + " }${" + n() + "}%{ endfor }\")" },
		func() string { return "len(str(" + n() + "))" },
		func() string {
			x := n()
			return "pair(" + x + ", [for v in [1] : " + x + "])[0]"
		},
		func() string { return "pair(" + n() + ", [for w in [1] : " + n() + "])[1][0]" },
		func() string { return "{ v = " + n() + " }.v" },
		func() string { return "{ (str(" + n() + ")) = 1 }[str(" + n() + ")]" },
	)
}

func bindingContext() *hcl.EvalContext {
	context := rewritingContext()
	for name, n := range map[string]int64{"v": 1, "w": 1, "k": 1, "one": 1} {
		context.Variables[name] = cty.NumberIntVal(n)
	}
	context.Functions["pair"] = generic(2, func(a []cty.Value) cty.Value { return cty.TupleVal(a) })
	context.Functions["str"] = generic(1, func(a []cty.Value) cty.Value { return cty.StringVal(a[0].AsBigFloat().Text('f', -1)) })
	context.Functions["len"] = function.New(&function.Spec{
		Params: []function.Parameter{{Name: "s", Type: cty.String}}, Type: function.StaticReturnType(cty.Number),
		Impl: func(a []cty.Value, _ cty.Type) (cty.Value, error) {
			return cty.NumberIntVal(int64(len(a[0].AsString()))), nil
		},
	})
	return context
}

// A rule is refused if, and only if, a name would come to mean something else; what it writes
// otherwise evaluates as what was there. hcl/v2 tells both.
func TestRewritingCapturesNoNames(t *testing.T) {
	random, trials := lawSeed(t, 8000)
	g := binder{identityMaker{random}}
	context := bindingContext()
	changed, refused := map[string]int{}, map[string]int{}
	for range trials {
		rule := bindingRules[random.IntN(len(bindingRules))]
		code := g.number(2 + random.IntN(3))
		want, ok := attributeValue(code, context)
		if !ok {
			continue
		}
		captures := false
		e, _ := hclsyntax.ParseExpression([]byte(code), "", hcl.InitialPos)
		hclsyntax.Walk(e, &bindings{loops: map[hclsyntax.Node]bool{}, visit: func(e hclsyntax.Expression, bound []string) {
			captures = captures || rule.captures(e, bound)
		}})
		edits, err := json.Marshal(map[string]any{"rewrite": []any{map[string]any{"match": rule.match, "to": rule.to}}})
		if err != nil {
			t.Fatal(err)
		}
		out, err := new(edit.Options).Apply(nil, []byte("x = "+code+"\n"), edits)
		if fault, ok := errors.AsType[*edit.Error](err); ok && fault.Code == edit.InvalidRequest {
			if !captures {
				t.Fatalf("%s to %s is refused: %v\n%s", rule.match, rule.to, err, code)
			}
			refused[rule.match+" to "+rule.to]++
			continue
		}
		after := strings.TrimSuffix(strings.TrimPrefix(string(out), "x = "), "\n")
		if err != nil || captures {
			t.Fatalf("%s to %s captures a name, and is not refused: %v\n%s\n%s", rule.match, rule.to, err, code, after)
		}
		if got, ok := attributeValue(after, context); !ok || !got.RawEquals(want) {
			t.Fatalf("%s to %s:\n%s\nis %#v, and is rewritten to\n%s\nwhich is %#v", rule.match, rule.to, code, want, after, got)
		}
		if after != code {
			changed[rule.match+" to "+rule.to]++
		}
	}
	for _, rule := range bindingRules {
		name := rule.match + " to " + rule.to
		if changed[name] == 0 {
			t.Errorf("%s changed nothing", name)
		}
		t.Logf("%s: %d times changed, %d refused", name, changed[name], refused[name])
	}
}

// So it is in the content of a dynamic block, whose iterator is such a name.
func TestRewritingCapturesNoIterators(t *testing.T) {
	random, trials := lawSeed(t, 4000)
	g := binder{identityMaker{random}}
	changed, same, refused := 0, 0, 0
	for range trials {
		rule := [][2]string{{"one", "v"}, {"v", "1"}, {"v", "w"}}[random.IntN(3)]
		iterator, code := g.name(), g.number(1+random.IntN(3))
		e, diags := hclsyntax.ParseExpression([]byte(code), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		matches, captures := false, false
		hclsyntax.Walk(e, &bindings{bound: []string{iterator}, loops: map[hclsyntax.Node]bool{}, visit: func(e hclsyntax.Expression, bound []string) {
			if isVariable(e, rule[0]) && !slices.Contains(bound, rule[0]) {
				matches = true
				captures = captures || slices.Contains(bound, rule[1])
			}
		}})
		header := []string{"dynamic \"b\" {\n  iterator = " + iterator, "dynamic \"" + iterator + "\" {"}[random.IntN(2)]
		file := "resource \"a\" \"b\" {\n  " + header + "\n  for_each = []\n  content {\n  x = " + code + "\n}\n}\n}\n"
		edits, err := json.Marshal(map[string]any{"rewrite": []any{map[string]any{"match": rule[0], "to": rule[1]}}})
		if err != nil {
			t.Fatal(err)
		}
		out, err := new(edit.Options).Apply(nil, []byte(file), edits)
		fault, isFault := errors.AsType[*edit.Error](err)
		switch {
		case isFault && fault.Code == edit.InvalidRequest && captures:
			refused++
		case err != nil || captures:
			t.Fatalf("%s to %s, captures: %v, error: %v\n%s", rule[0], rule[1], captures, err, file)
		case (string(out) != file) != matches:
			t.Fatalf("%s to %s, matches: %v\n%s\nis\n%s", rule[0], rule[1], matches, file, out)
		case matches:
			changed++
		default:
			same++
		}
	}
	if min(changed, same, refused) < trials/50 {
		t.Error("too few of some outcome")
	}
	t.Logf("%d changed, %d stayed, %d refused", changed, same, refused)
}
