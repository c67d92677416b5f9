package edit

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// mostAnswer is how many bytes an answer to a request may have, as users are told.
func mostAnswer(request int) int { return 8*request + 1<<20 }

// A product is a request in which two things that are sent once are multiplied.
type product struct {
	name string
	body func(n int) map[string]any
}

// indented returns a block with an attribute that is indented by n blanks.
func indented(n int, before, blank string) string {
	return "locals {\n" + before + strings.Repeat(blank, n) + "a=1\n}\n"
}

// comments sets the comment of an attribute, or that of the block.
func comments(action, text string) map[string]any {
	return map[string]any{action: map[string]any{"locals": []any{map[string]any{"comments": map[string]any{"a": text}}}}}
}

// fileName returns the name of a file without its extension. It has n bytes, but at most 4,000,
// because a name of more than 4,096 is refused.
func fileName(n int) string { return strings.Repeat("f", min(n, 4_000)) }

var products = []product{
	{"groups of a pattern × matches", func(n int) map[string]any {
		return map[string]any{"code": "locals {\n a = \"" + strings.Repeat("a", n) + "\"\n}\n", "edits": map[string]any{"rewrite": []any{map[string]any{
			"pattern": "(a)", "by": strings.Repeat("$1", n)}}}}
	}},
	{"text that doubles at each rule", func(n int) map[string]any {
		var rules []any
		for range n/100 + 10 {
			rules = append(rules, map[string]any{"text": "a", "by": "aa"})
		}
		return map[string]any{"code": "locals {\n a = \"" + strings.Repeat("a", n) + "\"\n}\n", "edits": map[string]any{"rewrite": rules}}
	}},
	{"comment × indentation", func(n int) map[string]any {
		return map[string]any{"code": indented(2*n, "", " "), "edits": comments("update", strings.Repeat("\n", n/2))}
	}},
	{"comment × tabs", func(n int) map[string]any {
		return map[string]any{"code": indented(2*n, "", "\t"), "edits": comments("update", strings.Repeat("\n", n/2))}
	}},
	{"comment × indentation, instead of a block comment", func(n int) map[string]any {
		return map[string]any{"code": "locals {\n" + strings.Repeat(" ", 2*n) + "/* b\n */ a=1\n}\n", "edits": comments("set", strings.Repeat("x\n", n/2))}
	}},
	{"comment × indentation, instead of a comment", func(n int) map[string]any {
		return map[string]any{"code": indented(n, strings.Repeat(" ", n)+"// b\n", " "), "edits": comments("set", strings.Repeat("\n", n/2))}
	}},
	{"comment × indentation, with empty lines above", func(n int) map[string]any {
		return map[string]any{"code": indented(n, strings.Repeat("\n", n), " "), "edits": comments("set", strings.Repeat("\n", n/2))}
	}},
	{"comment of a new attribute × indentation", func(n int) map[string]any {
		return map[string]any{"code": indented(2*n, "", " "), "edits": map[string]any{"set": map[string]any{"locals": []any{map[string]any{
			"attributes": map[string]any{"b": 1}, "comments": map[string]any{"b": strings.Repeat("\n", n/2)}}}}}}
	}},
	{"comment of a nested block × indentation", func(n int) map[string]any {
		return map[string]any{"code": "terraform {\n" + strings.Repeat(" ", 2*n) + "backend \"s3\" {}\n}\n", "edits": map[string]any{"update": map[string]any{"terraform": []any{map[string]any{
			"update": map[string]any{"blockTypes": map[string]any{"backend": []any{map[string]any{"comment": strings.Repeat("\n", n/2)}}}}}}}}}
	}},
	{"comment of an object's key × indentation", func(n int) map[string]any {
		return map[string]any{"code": "locals {\n a = {\n" + strings.Repeat(" ", 2*n) + "b=1\n }\n}\n", "edits": map[string]any{"update": map[string]any{"locals": []any{map[string]any{
			"comments": map[string]any{"a.b": strings.Repeat("\n", n/2)}}}}}}
	}},
	{"new attributes × indentation", func(n int) map[string]any {
		attributes := map[string]any{}
		for i := range n / 8 {
			attributes[fmt.Sprint("b", i)] = 1
		}
		return map[string]any{"code": indented(2*n, "", " "), "edits": map[string]any{"set": map[string]any{"locals": []any{map[string]any{"attributes": attributes}}}}}
	}},
	{"new list × indentation", func(n int) map[string]any {
		return map[string]any{"code": indented(2*n, "", " "), "edits": map[string]any{"set": map[string]any{"locals": []any{map[string]any{
			"attributes": map[string]any{"a": strings.Split(strings.Repeat("${x} ", n/8), " ")}}}}}}
	}},
	{"a file's name × entries in a report", func(n int) map[string]any {
		var entries []any
		for i := range n / 32 {
			entries = append(entries, map[string]any{"labels": []any{fmt.Sprint("b", i)}, "optional": true})
		}
		return map[string]any{"files": map[string]any{fileName(n) + ".tf": "a {}\n"}, "dialect": "hcl", "report": true, "return": []any{"changes"}, "edits": map[string]any{
			"set": map[string]any{"a": []any{map[string]any{"set": map[string]any{"blockTypes": map[string]any{"b": entries}}}}}}}
	}},
	{"a file's name × changes", func(n int) map[string]any {
		attributes := map[string]any{}
		var code strings.Builder
		for i := range n / 16 {
			fmt.Fprintf(&code, "b%d = 1\n\n", i)
			attributes[fmt.Sprint("b", i)] = 2
		}
		return map[string]any{"files": map[string]any{fileName(n) + ".tfvars": code.String()}, "report": true, "return": []any{"code", "changes", "diff"}, "edits": map[string]any{
			"set": map[string]any{"tfvars": []any{map[string]any{"file": fileName(n) + ".tfvars", "attributes": attributes}}}}}
	}},
	{"a long label × outcomes", func(n int) map[string]any {
		attributes := map[string]any{}
		for i := range n / 16 {
			attributes[fmt.Sprint("b", i)] = 2
		}
		label := strings.Repeat("l", n)
		return map[string]any{"code": "variable \"" + label + "\" {}\n", "report": true, "edits": map[string]any{
			"set": map[string]any{"variable": map[string]any{label: []any{map[string]any{"attributes": attributes}}}}}}
	}},
	{"the old value × \"$\"", func(n int) map[string]any {
		return map[string]any{"code": "locals {\n  a = <<EOT\n" + strings.Repeat("x", n) + "\nEOT\n}\n", "edits": map[string]any{"set": map[string]any{"locals": []any{map[string]any{
			"attributes": map[string]any{"a": strings.Repeat("${$}\n", n/5)}}}}}}
	}},
	{"the name of the old value × \"$\"", func(n int) map[string]any {
		return map[string]any{"code": "locals {\n  a = 1\n}\n", "edits": map[string]any{"set": map[string]any{"locals": []any{map[string]any{
			"attributes": map[string]any{"a": "_old" + strings.Repeat("_", n) + strings.Repeat("${$}", n/4)}}}}}}
	}},
	{"a rewritten text × places", func(n int) map[string]any {
		n = min(n, 8<<10)
		return map[string]any{"code": "locals {\n  a = f(\"" + strings.Repeat("x", n) + "\")\n}\n", "edits": map[string]any{
			"rewrite": []any{map[string]any{"match": "f($x)", "to": "[" + strings.Repeat("$x,", n/4) + "]"}}}}
	}},
	{"a rewritten call in a rewritten call", func(int) map[string]any {
		return map[string]any{"code": "locals {\n  a = " + strings.Repeat("f(", 40) + "1" + strings.Repeat(")", 40) + "\n}\n", "edits": map[string]any{
			"rewrite": []any{map[string]any{"match": "f($x)", "to": "[$x, $x]"}}}}
	}},
	{"a long name × alignment", func(n int) map[string]any {
		attributes := map[string]any{strings.Repeat("a", n): 1}
		for i := range n / 16 {
			attributes[fmt.Sprint("b", i)] = 2
		}
		return map[string]any{"code": "locals {}\n", "return": []any{"code", "changes", "diff"}, "edits": map[string]any{
			"set": map[string]any{"locals": []any{map[string]any{"attributes": attributes}}}}}
	}},
}

// Whatever is multiplied, an answer has at most 8 times the bytes of its request and 1 MB,
// or is refused, and what is refused was not made.
func TestAnswersAreBounded(t *testing.T) {
	sizes := []int{1 << 10, 8 << 10, 64 << 10}
	if testing.Short() {
		sizes = sizes[1:2]
	}
	for _, p := range products {
		t.Run(p.name, func(t *testing.T) {
			refused := false
			for _, n := range sizes {
				body, err := json.Marshal(p.body(n))
				if err != nil {
					t.Fatal(err)
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				got, err := new(Options).DoJSON(nil, body)
				runtime.ReadMemStats(&after)
				if e, ok := err.(*Error); err != nil && (!ok || e.Code != TooExpensive) {
					t.Fatal(err)
				}
				refused = refused || err != nil
				if most := mostAnswer(len(body)); len(got) > most {
					t.Errorf("%d bytes are answered with %d; %d are the most", len(body), len(got), most)
				}
				// The race detector, whose runs are short, drops pooled memory.
				if made, most := int(after.TotalAlloc-before.TotalAlloc), 128*len(body)+24<<20; made > most && !testing.Short() {
					t.Errorf("%d bytes allocate %d; %d are the most", len(body), made, most)
				}
			}
			if !refused && !testing.Short() {
				t.Log("none is refused")
			}
		})
	}
}

// A reference into an object is followed once, however often it is written. Each other one is
// searched for among all keys: that is paid for.
func TestInliningKeysIsPaidFor(t *testing.T) {
	const n = 6000
	for _, c := range []struct{ step, want string }{{"", ""}, {".x%d", "TOO_EXPENSIVE"}} {
		var code strings.Builder
		code.WriteString("locals {\n  a = { ")
		for i := range n {
			fmt.Fprintf(&code, "k%d=v,", i)
		}
		code.WriteString("}\n}\n")
		for i := range n {
			step := c.step
			if step != "" {
				step = fmt.Sprintf(step, i)
			}
			fmt.Fprintf(&code, "output \"o%d\" {\n  value = local.a.k%d%s\n}\n", i, n-1, step)
		}
		_, err := new(Options).Apply(nil, []byte(code.String()), []byte(`{"inline": ["local.a"]}`))
		got := ""
		if refused, ok := err.(*Error); ok {
			got = string(refused.Code)
		}
		if got != c.want {
			t.Errorf("step %q: %v", c.step, err)
		}
	}
}
