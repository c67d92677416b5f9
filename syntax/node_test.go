package syntax

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/lexer"
)

// shape writes a node and what is in it.
func shape(e *Expr, id NodeID) string {
	out := e.Node(id).Kind.String()
	var in []string
	for c := range e.Children(id) {
		in = append(in, shape(e, c))
	}
	if len(in) > 0 {
		return out + "(" + strings.Join(in, " ") + ")"
	}
	return fmt.Sprintf("%s %q", out, e.Source(id))
}

func TestChildrenOfNodes(t *testing.T) {
	var e *Expr
	for _, c := range []struct{ src, want string }{
		{"1", `number "1"`},
		{"a.b[0]", `index(attribute access(variable "a" name "b") number "0")`},
		{"f(x, 1)", `call(name "f" variable "x" number "1")`},
		{`"a${b}"`, `template(text "a" interpolation(variable "b"))`},
		{"x ? [1, 2] : {a = 1}", `conditional(variable "x" tuple(number "1" number "2") object(pair(variable "a" number "1")))`},
		{"[for k, v in m : v if k]", `for tuple(name "k" name "v" variable "m" variable "v" variable "k")`},
	} {
		src := []byte("(" + c.src + ")")
		var err error
		if e, err = ParseExpression(e, src, Span{From: 1, To: int32(len(src) - 1)}); err != nil {
			t.Fatal(err)
		}
		if got := shape(e, e.Root); got != c.want {
			t.Errorf("%s is %s, want %s", c.src, got, c.want)
		}
		in := map[NodeID]bool{e.Root: true}
		for id := range e.All() {
			for child := range e.Children(id) {
				if child >= id {
					t.Errorf("%s: %s comes after what it is in", c.src, e.Source(child))
				}
				in[child] = true
			}
		}
		for id := range e.All() {
			if !in[id] {
				t.Errorf("%s: %s is in nothing", c.src, e.Source(id))
			}
		}
		for range e.All() {
			break
		}
		for range e.Children(e.Root) {
			break
		}
	}
}

func TestPlainString(t *testing.T) {
	for _, c := range []struct {
		src, want string
		ok        bool
	}{
		{`"a"`, "a", true}, {`""`, "", true}, {`"a$b\n$${c}"`, "a$b\n${c}", true},
		{"<<-E\n  a\n   b\n  E\n", "a\n b\n", true}, {"<<E\nE\n", "", true},
		{`"${a}"`, "", false}, {`"%{if a}%{endif}"`, "", false}, {"1", "", false}, {`("a")`, "", false},
	} {
		f := mustParse(t, "a = "+c.src)
		e := f.Expr(f.Value(f.Attribute(Root, "a")))
		if got, ok := e.PlainString(e.Root); got != c.want || ok != c.ok {
			t.Errorf("%s is %q, %t; want %q, %t", c.src, got, ok, c.want, c.ok)
		}
	}
}

// A range that is none, or holds no expression, is an error, and leaves nothing of the
// expression before.
func TestParseNoExpression(t *testing.T) {
	src := []byte("a + b }")
	e, err := ParseExpression(nil, src, Span{From: 0, To: 5})
	if err != nil || string(e.Source(e.Root)) != "a + b" {
		t.Fatal(err)
	}
	for _, s := range []Span{{From: 0, To: 7}, {From: 0, To: 3}, {From: 3, To: 3}, {From: -1, To: 1}, {From: 1, To: 0}, {From: 0, To: 8}} {
		e, err = ParseExpression(e, src, s)
		if _, ok := err.(*Error); !ok {
			t.Errorf("%v: error %v", s, err)
		}
		isEmpty(t, e)
	}
	isEmpty(t, new(Expr))
}

func isEmpty(t *testing.T, e *Expr) {
	t.Helper()
	for range e.All() {
		t.Error("a node")
	}
	for _, id := range []NodeID{e.Root, 0, 1, -1, 1 << 30} {
		for range e.Children(id) {
			t.Errorf("%d has children", id)
		}
		if _, ok := e.PlainString(id); ok || e.Node(id) != (Node{}) || len(e.Source(id)) > 0 || e.Parts(nil, id) != nil {
			t.Errorf("%d is something: %+v", id, e.Node(id))
		}
	}
}

func TestNodeKindString(t *testing.T) {
	seen := map[string]bool{}
	for k := range nodeKindCount {
		if name := k.String(); name == "" || seen[name] {
			t.Errorf("kind %d is %q", k, name)
		}
		seen[k.String()] = true
	}
	if got := nodeKindCount.String(); got != "unknown node" {
		t.Error(got)
	}
}

// A plain string is a value, and what only looks like one is parsed.
func TestPlainStringIsAValue(t *testing.T) {
	for code, plain := range map[string]bool{
		`"a"`: true, `""`: true, `"a b {"`: true, `"$"`: false, `"a\n"`: false, `"é"`: false, `"a" + "b"`: false, `"`: false, `"a`: false, `a"`: false, "\"a\n\"": false,
	} {
		if got := lexer.IsPlainString([]byte(code)); got != plain {
			t.Errorf("%s: plain is %v", code, got)
		}
		_, err := ParseExpression(nil, []byte(code), Span{To: int32(len(code))})
		if (CheckValue([]byte(code), Span{To: int32(len(code))}) == nil) != (err == nil) {
			t.Errorf("%s: as a value it is checked otherwise than parsed: %v", code, err)
		}
	}
}
