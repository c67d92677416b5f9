package value_test

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/syntax"
	"iacedit/value"
)

func parse(t testing.TB, src string) *syntax.Expr {
	t.Helper()
	e, err := syntax.ParseExpression(nil, []byte(src), syntax.Span{To: int32(len(src))})
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return e
}

// sameness is a table of code and JSON values: the same by both relations, by Where
// alone, or by none.
var sameness = []struct{ place, code, json, want string }{
	{"", `"a"`, `"a"`, "both"},
	{"", `"a\n"`, `"a\n"`, "both"},
	{"", "<<E\na\nE\n", `"a\n"`, "both"},
	{"", "<<-E\n  a\n  E\n", `"a\n"`, "both"},
	{"", `"e\u0301"`, `"é"`, "both"},
	{"", `"é"`, `"é"`, "both"},
	{"", `"$${x}"`, `"$${x}"`, "both"},
	{"", `"\u0024{x}"`, `"$${x}"`, "both"},
	{"", `80`, `80.0`, "both"},
	{"", `-8e1`, `-80`, "both"},
	{"", `-0`, `0`, "both"},
	{"", `1e2147483`, `10e2147482`, "both"},
	{"", `1e2147483`, `1e2147482`, "none"},
	{"", `0.001`, `1e-3`, "both"},
	{"", `"80"`, `80`, "where"},
	{"", `80`, `"80.0"`, "where"},
	{"", `"80"`, `"80.0"`, "none"},
	{"", `"80"`, `"80"`, "both"},
	{"", `-5`, `"-5"`, "where"},
	{"", `"-5"`, `-5`, "where"},
	{"", `true`, `"true"`, "where"},
	{"", `"true"`, `true`, "where"},
	{"", `"\u0074rue"`, `true`, "where"},
	{"", `true`, `1`, "none"},
	{"", `[1]`, `1`, "none"},
	{"", `1`, `[1]`, "none"},
	{"", `null`, `null`, "both"},
	{"", `"null"`, `null`, "none"},
	{"", `null`, `"null"`, "none"},
	{"", `(((null)))`, `null`, "both"},
	{"", `["80", "x"]`, `[80, "x"]`, "where"},
	{"", `["80", "81"]`, `["80.0", 81]`, "none"},
	{"", `[1, 2]`, `[2, 1]`, "none"},
	{"", `[1, 2,]`, `[1, 2]`, "both"},
	{"", `[]`, `{}`, "none"},
	{"", `{ a = 1, b = { c = "2" } }`, `{"b": {"c": 2}, "a": 1}`, "where"},
	{"", `{ a = 1, b = { c = "2" } }`, `{"b": {"c": "2"}, "a": 1}`, "both"},
	{"", `{ a = 1, "a" = 2 }`, `{"a": 2}`, "both"},
	{"", `{ a = 1, "a" = 2 }`, `{"a": 1}`, "none"},
	{"", `{ a = 1 }`, `{"a": 1, "b": 2}`, "none"},
	{"", `{ "é" = 1 }`, `{"é": 1}`, "both"},
	{"", `{ (k) = 1, "a-${ k }" = 2, (true) = 3, ("b") = 4, 1.50 = 5, "${"c"}" = 6 }`, `{"${k}": 1, "a-${k}": 2, "${true}": 3, "b": 4, "1.5": 5, "c": 6}`, "both"},
	{"", `{ k = 1 }`, `{"${k}": 1}`, "none"},
	{"", `{ true = 1, "b" = 2 }`, `{"${true}": 1, "${"b"}": 2}`, "both"},
	{"", `var.x`, `"${ var.x }"`, "both"},
	{"", `"${var.x}"`, `"${var.x}"`, "both"},
	{"", `var.x`, `"var.x"`, "none"},
	{"", `f(a, b)`, `"${f( a,b, )}"`, "both"},
	{"", `f(a, b)`, `"${f(a, /* x */ b)}"`, "both"},
	{"", `f(a, b...)`, `"${f(a, b)}"`, "none"},
	{"", `p::a::f(1)`, `"${p :: a::f(1)}"`, "both"},
	{"", `a ? b : c`, `"${a ? c : b}"`, "none"},
	{"", `a + b * c`, `"${(a + b) * c}"`, "none"},
	{"", `a.*.b`, `"${a[*].b}"`, "none"},
	{"", `[for x in y : x]`, `"${[for x in y : x if x]}"`, "none"},
	{"", `"x-${f(1)}-y"`, `"x-${f( 1 )}-y"`, "both"},
	{"", `"x-${ f(1) ~} y"`, `"x-${f(1)}y"`, "both"},
	{"", "<<E\nx ${a}\nE\n", `"x ${a}\n"`, "both"},
	{"", `"%{ if a }x%{ endif }"`, `"%{if a}x%{endif}"`, "both"},
	{"", `"%{ if a }x%{ endif }"`, `"%{if a}y%{endif}"`, "none"},
	{"", "\"x-${join(\",\", [\n1,\n2])}\"", `"x-${join(\",\", [1, 2])}"`, "both"},
	{"", `"a"`, `"${"`, "none"},
	{"literal", `"$${x}"`, `"${x}"`, "both"},
	{"reference", `aws_vpc.main`, `"aws_vpc.main"`, "both"},
	{"reference", `"aws_vpc.main"`, `"aws_vpc.main"`, "both"},
	{"reference", `"aws_vpc.main"`, `"${aws_vpc.main}"`, "both"},
	{"reference", `aws_vpc.main`, `"aws_vpc.other"`, "none"},
	{"reference", `all`, `"all"`, "both"},
	{"reference", `true`, `"true"`, "both"},
	{"expression", `"string"`, `"string"`, "both"},
	{"expression", `list( string )`, `"list(string)"`, "both"},
	{"expression", `string`, `"\"string\""`, "both"},
	{"references", `["aws_vpc.main", tags["Name"]]`, `["aws_vpc.main", "tags[\"Name\"]"]`, "both"},
	{"mixed", `{ "a.b" = "c.d", x = "y" }`, `{"a.b": "c.d", "x": "y"}`, "both"},
	{"mixed", `{ a = c.d, x = "$${y}" }`, `{"a": "c.d", "x": "${y}"}`, "both"},
	{"mixed", `{ a = c.d, x = y }`, `{"a": "c.d", "x": "y"}`, "none"},
}

func TestSameness(t *testing.T) {
	places["references"] = &value.Schema{Elem: places["reference"]}
	var n value.Classes
	for _, c := range sameness {
		e, v, p := parse(t, c.code), readValue(t, []byte(strings.ReplaceAll(c.json, `"${"b"}"`, `"${\"b\"}"`))), places[c.place]
		m := n.Matcher(&v, p)
		got := map[string]string{"truetrue": "both", "falsetrue": "where", "falsefalse": "none"}
		a, b := n.Root(e, p), n.Value(&v, p).Class
		for how, result := range map[string]string{
			"Equal":   fmt.Sprint(new(value.Classes).Equal(e, e.Root, &v, p, value.Setting), new(value.Classes).Equal(e, e.Root, &v, p, value.Where)),
			"classes": fmt.Sprint(n.Same(a, b, value.Setting), n.Same(a, b, value.Where)),
			"Matcher": fmt.Sprint(c.want == "both", m.Match(e, e.Root)),
			"coarse":  fmt.Sprint(c.want == "both", n.Same(a, b, value.Where) && n.Coarse(a) == n.Coarse(b)),
		} {
			if got := got[strings.ReplaceAll(result, " ", "")]; got != c.want {
				t.Errorf("%s: %s and %s: want %s, got %s by %s", c.place, c.code, c.json, c.want, got, how)
			}
		}
	}
}

// TestClassesOfParts: what is made of parts has the class of the whole.
func TestClassesOfParts(t *testing.T) {
	var n value.Classes
	e := parse(t, `{ b = [1, "x", {}], (k) = null, a = f(2), b = [3] }`)
	classes := n.Expr(nil, e, nil)
	var keys, values []value.Class
	for c := e.Node(e.Root).First; c != 0; c = e.Node(c).Next {
		key := e.Node(c).First
		keys = append(keys, n.Key(e, key, classes, value.Template))
		values = append(values, classes[e.Node(key).Next])
		if keys[len(keys)-1] != n.Key(e, key, nil, value.Template) {
			t.Error("a key has two classes")
		}
	}
	if got := n.Object(keys, values); got != classes[e.Root] || got == 0 {
		t.Errorf("the object has the class %d, its parts make %d", classes[e.Root], got)
	}
	v := readValue(t, []byte(`{"b": [3], "a": "${f(2)}", "${k}": null}`))
	x := n.Value(&v, nil)
	if x.Class != classes[e.Root] || x.Items[0].Class != n.List([]value.Class{x.Items[0].Items[0].Class}) || x.Items[2].Class != n.Null() || x.Items[1].Key != n.LiteralKey("a") {
		t.Errorf("got %+v", x)
	}
	if n.List([]value.Class{1, 0}) != 0 || n.Object([]value.Class{1}, []value.Class{0}) != 0 {
		t.Error("what has a part that is no value has a class")
	}
	if n.Object([]value.Class{1, 1}, []value.Class{1}) != 0 {
		t.Error("an object with more keys than values has a class")
	}
	before := classes[e.Root]
	n.Reset()
	if n.Root(e, nil) == 0 || n.Root(parse(t, `{}`), nil) == before {
		t.Error("bad after Reset")
	}
}
