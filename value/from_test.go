package value

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iacedit/internal/jsontext"
)

func TestFrom(t *testing.T) {
	type tags struct {
		Owner string `json:"owner"`
		Cost  *int   `json:"cost,omitempty"`
	}
	inner := Value{Kind: Number, Text: "0.10"}
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{(*Value)(nil), "null"},
		{true, "true"},
		{false, "false"},
		{-3, "-3"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{1e21, "1e+21"},
		{json.Number("0.10"), "0.10"},
		{"<a>\n\u2028", "\"<a>\\n\u2028\""},
		{[]string{"a", "b"}, `["a","b"]`},
		{[]int(nil), "null"},
		{map[string]any{"b": 1, "a": []any{}}, `{"a":[],"b":1}`},
		{tags{Owner: "me"}, `{"owner":"me"}`},
		{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), `"2026-01-02T03:04:05Z"`},
		{inner, "0.10"},
		{&inner, "0.10"},
		{map[string]Value{"x": inner}, `{"x":0.10}`},
	} {
		v, err := From(c.v)
		if err != nil {
			t.Errorf("%v: %v", c.v, err)
			continue
		}
		text, err := v.MarshalJSON()
		if diff := cmp.Diff(c.want, string(text)); err != nil || diff != "" {
			t.Errorf("%v: %v %s", c.v, err, diff)
		}
	}
}

func TestFromRefuses(t *testing.T) {
	var loop any
	loop = []any{&loop}
	for _, v := range []any{make(chan int), math.NaN(), "\xff", json.Number("1 ]"), loop, Value{Kind: 9}, []Value{{Kind: String, Text: "\xff"}}} {
		got, err := From(v)
		if err == nil {
			_, err = got.MarshalJSON()
		}
		if err == nil {
			t.Errorf("%T: %v", v, got)
		}
	}
}

// What is no JSON is not written as such.
func TestMarshalJSONRefuses(t *testing.T) {
	deep := Value{}
	for range jsontext.MaxDepth + 2 {
		deep = Value{Kind: Array, Items: []Item{{Value: deep}}}
	}
	for want, v := range map[string]Value{
		`"1 ]" is not a number`:      {Kind: Number, Text: "1 ]"},
		"a value of no kind":         {Kind: Object, Items: []Item{{Key: "a", Value: Value{Kind: 200}}}},
		"a string that is not UTF-8": {Kind: Object, Items: []Item{{Key: "\xff"}}},
		"nested more than":           deep,
	} {
		if text, err := v.MarshalJSON(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %s, %v", want, text, err)
		}
	}
}
