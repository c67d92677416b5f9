package fuzz

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"iacedit/address"
	"iacedit/read"
)

// A pathMaker makes values with calls in them, and paths that lead into them or nearly do.
type pathMaker struct{ *rand.Rand }

func (m pathMaker) one(of ...string) string { return of[m.IntN(len(of))] }

// list writes a few values.
func (m pathMaker) list(most, depth int) string {
	var items []string
	for range m.IntN(most + 1) {
		items = append(items, m.value(depth-1))
	}
	return strings.Join(items, ", ")
}

func (m pathMaker) object(depth int) string {
	var pairs []string
	for range m.IntN(4) {
		pairs = append(pairs, m.one("a", "a", "b", `"a"`, `"b"`, `("a")`, `"${"b"}"`, `"\u0061"`, "1", `"1"`, "1.0", "true", "é", "e\u0301", `"e`+"\u0301"+`"`, "(var.k)", `"${var.k}"`, "a.b", `"a.b"`)+" = "+m.value(depth-1))
	}
	return "{ " + strings.Join(pairs, ", ") + " }"
}

// value writes an expression: mostly what paths lead through.
func (m pathMaker) value(depth int) string {
	if depth <= 0 {
		return m.one("1", "true", "null", `"s"`, "var.x", `"a ${var.x}"`, "2", "1.0")
	}
	spread := m.one("", "", "", "...")
	switch m.IntN(16) {
	case 0, 1, 2, 3:
		return m.object(depth)
	case 4, 5:
		return "[" + m.list(3, depth) + "]"
	case 6, 7:
		return m.one("merge", "merge", "core::merge", "merge ") + "(" + m.arguments(m.object, depth, spread) + ")"
	case 8, 9:
		return "concat(" + m.arguments(func(depth int) string { return "[" + m.list(2, depth) + "]" }, depth, spread) + ")"
	case 10, 11:
		return m.one("jsonencode", "tomap", "sensitive", "f", "core::toset") + "(" + m.value(depth-1) + spread + ")"
	case 12:
		return "(" + m.value(depth-1) + ")"
	case 13:
		return m.one("f", "jsonencode", "merge", "concat") + "(" + m.list(2, depth) + ")"
	case 14:
		return `"${` + m.value(depth-1) + `}"`
	}
	return m.one("var.x ? "+m.object(depth-1)+" : {}", "[for x in y : x]", m.value(0))
}

// arguments writes those of merge or concat: mostly literals.
func (m pathMaker) arguments(literal func(int) string, depth int, spread string) string {
	var all []string
	for range m.IntN(4) {
		all = append(all, m.one(literal(depth-1), literal(depth-1), "("+literal(depth-1)+")", "var.x", m.value(depth-1)))
	}
	if len(all) == 0 {
		return ""
	}
	return strings.Join(all, ", ") + spread
}

// path writes a path, and that of a list element beside what it leads to.
func (m pathMaker) path() (path, equal string) {
	path = "x"
	for range 1 + min(m.IntN(3), m.IntN(3)) {
		equal = path + "[=]"
		path += m.one(".a", ".b", `["a"]`, `["1"]`, `["true"]`, ".é", ".e\u0301", `["a.b"]`, "[0]", "[0]", "[1]", "(0)", "(0)", "(1)")
	}
	return path, equal
}

// TestWhatIsReadIsEdited: a path that finds something when read finds it when edited, and
// the other way round, whatever calls it leads through; and "where" and "has" see the same
// in both.
func TestWhatIsReadIsEdited(t *testing.T) {
	m := pathMaker{rand.New(rand.NewPCG(10, 5))}
	reader := read.Options{Dialect: address.HCL}
	readAt := func(code, path, selectors string) (text string, found bool) {
		names := "[" + quoted(path) + "]"
		if selectors != "" {
			names = `[]`
		}
		out, err := reader.Read(nil, []byte(code), []byte(`{"select": {"b": [{`+selectors+`"attributes": `+names+`}]}}`))
		if err != nil {
			if !strings.Contains(err.Error(), "the code has") && !strings.Contains(err.Error(), "has no") {
				t.Errorf("%s at %s: %v", code, path, err)
			}
			return "", false
		}
		if selectors != "" {
			return "", true
		}
		var content struct {
			B []struct {
				Attributes map[string]json.RawMessage
				Unreadable []string
			}
		}
		if err := json.Unmarshal(out, &content); err != nil || len(content.B) != 1 {
			t.Fatalf("%s: %v", out, err)
		}
		return string(content.B[0].Attributes[path]), true
	}
	doing := func(code, action, contents string) (string, error) {
		return apply(code, `{"update": {"b": [{`+quoted(action)+`: {"attributes": {`+contents+`}}}]}}`)
	}
	selects := func(code, selectors string) bool {
		_, err := apply(code, `{"update": {"b": [{`+selectors+`"set": {"attributes": {"y": 1}}}]}}`)
		return err == nil
	}
	found, failed := 0, 0
	total := share(20_000)
	for range total {
		value := ""
		for !strings.ContainsAny(value, "([{") {
			value = m.value(3)
		}
		code := "b {\n  x = " + value + "\n}\n"
		path, equal := m.path()
		fail := func(format string, args ...any) {
			if failed++; failed < 20 {
				t.Errorf("%s%s: %s", code, path, fmt.Sprintf(format, args...))
			}
		}
		text, is := readAt(code, path, "")
		if is {
			found++
		}
		out, err := doing(code, "update", quoted(path)+": 12345")
		if is != (err == nil) {
			fail("read finds it: %v; update: %v", is, err)
			continue
		}
		if is && text != "" {
			if same, err := doing(code, "set", quoted(path)+": "+text); err != nil || same != code {
				fail("set to %s, which it is, it is %s, %v", text, same, err)
			}
		}
		if out2, err := doing(code, "set", quoted(path)+": 12345"); err == nil {
			if got, ok := readAt(out2, path, ""); !ok || got != "12345" {
				fail("it is set in %s and read as %s, %v", out2, got, ok)
			}
			if is && out != out2 {
				fail("updated it is %s, set it is %s", out, out2)
			}
		}
		if gone, err := doing(code, "delete", quoted(path)+": null"); err == nil && !is {
			fail("it is not there, and deleted: %s", gone)
		} else if err != nil && is && !strings.Contains(err.Error(), "is part of a conditional") {
			fail("it is there, and not deleted: %v", err)
		}
		for _, selectors := range []string{
			`"has": [` + quoted(path) + `], `, `"lacks": [` + quoted(path) + `], `, `"where": {` + quoted(path) + `: null}, `,
			`"where": {` + quoted(path) + `: 1}, `, `"where": {` + quoted(path) + `: ` + orNull(text) + `}, `, `"where": {` + quoted(equal) + `: ` + orNull(text) + `}, `, `"where": {` + quoted(equal) + `: 1}, `,
		} {
			if _, ok := readAt(code, path, selectors); ok != selects(code, selectors) {
				fail("%s selects the block when read: %v, when edited: %v", selectors, ok, !ok)
			}
		}
	}
	if found < total/20 {
		t.Errorf("only %d paths lead to something", found)
	}
	t.Logf("%d of %d paths lead to something", found, total)
}

func orNull(text string) string {
	if text == "" {
		return "null"
	}
	return text
}
