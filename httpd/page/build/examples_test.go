package main

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"a  b":              {"a", "b"},
		"a 'b c' d":         {"a", "b c", "d"},
		"'it''s' ''":        {"it's", ""},
		`'{"a": "b"}' x'y'`: {`{"a": "b"}`, "xy"},
	} {
		if got, err := words(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v", line, got, err)
		}
	}
	if _, err := words("a 'b"); err == nil {
		t.Error("a quote that is not closed")
	}
}

func TestMerge(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{`{"set":{"m":{"v":[{"set":{"attributes":{"a":1}}}]}}}`, `{"set":{"m":{"v":[{"set":{"attributes":{"b":2}}}]}}}`, `{"set":{"m":{"v":[{"set":{"attributes":{"a":1,"b":2}}}]}}}`},
		{`{"set":{"m":[{"where":{"x":1},"set":{}}]}}`, `{"set":{"m":[{"where":{"x":1},"set":{}}]}}`, `{"set":{"m":[{"where":{"x":1},"set":{}}]}}`},
		{`{"set":{"m":[{"where":{"x":1}}]}}`, `{"set":{"m":[{"where":{"x":2}}]}}`, `{"set":{"m":[{"where":{"x":1}},{"where":{"x":2}}]}}`},
		{`{"set":{"m":[{"where":{"x":1}}]}}`, `{"set":{"m":[{}]}}`, `{"set":{"m":[{"where":{"x":1}},{}]}}`},
		{`{"set":{"m":[{"attributes":{"x[+]":1}}]}}`, `{"set":{"m":[{"attributes":{"x[+]":2}}]}}`, `{"set":{"m":[{"attributes":{"x[+]":1}},{"attributes":{"x[+]":2}}]}}`},
		{`{"z":{"b":1}}`, `{"a":{"c":2},"z":{"a":2}}`, `{"z":{"b":1,"a":2},"a":{"c":2}}`},
		{`{"m":[{"labels":["a"],"set":{"x":1}}]}`, `{"m":[{"labels":["a"],"set":{"y":1}}]}`, `{"m":[{"labels":["a"],"set":{"x":1,"y":1}}]}`},
	} {
		if got, err := merge([]byte(c.a), []byte(c.b)); err != nil || string(got) != c.want {
			t.Errorf("%s and %s: %s %v", c.a, c.b, got, err)
		}
	}
	if got, err := merge([]byte(`{"a":1}`), []byte(`{"a":2}`)); err == nil {
		t.Errorf("%s", got)
	}
}
