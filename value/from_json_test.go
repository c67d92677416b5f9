package value_test

import (
	"strings"
	"testing"
	"time"

	"iacedit/internal/base/jsontext"
	"iacedit/value"
)

// Structs, and what marshals itself, are what encoding/json makes of them.
func TestFromStructs(t *testing.T) {
	type tags struct {
		Owner string `json:"owner"`
		Cost  *int   `json:"cost,omitempty"`
		None  []int
	}
	for _, c := range []struct {
		v    any
		want string
	}{
		{tags{Owner: "<me>"}, `{"owner":"<me>","None":null}`},
		{[]*tags{{}, nil}, `[{"owner":"","None":null},null]`},
		{map[string]any{"at": time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}, `{"at":"2026-01-02T03:04:05Z"}`},
		{map[string]value.Value{"x": {Kind: value.Number, Text: "0.10"}}, `{"x":0.10}`},
	} {
		v, err := value.From(c.v)
		if err != nil {
			t.Errorf("%v: %v", c.v, err)
			continue
		}
		if text, err := v.MarshalJSON(); err != nil || string(text) != c.want {
			t.Errorf("got %s, %v, want %s", text, err, c.want)
		}
	}
}

// What is no JSON is not written as such.
func TestMarshalJSONRefuses(t *testing.T) {
	deep := value.Value{}
	for range jsontext.MaxDepth + 2 {
		deep = value.Value{Kind: value.Array, Items: []value.Item{{Value: deep}}}
	}
	for want, v := range map[string]value.Value{
		`"1 ]" is not a number`:      {Kind: value.Number, Text: "1 ]"},
		"a value of no kind":         {Kind: value.Object, Items: []value.Item{{Key: "a", Value: value.Value{Kind: 200}}}},
		"a string that is not UTF-8": {Kind: value.Object, Items: []value.Item{{Key: "\xff"}}},
		"nested more than":           deep,
	} {
		if text, err := v.MarshalJSON(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %s, %v", want, text, err)
		}
	}
}
