package value_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/syntax"
	"iacedit/value"
)

func TestFromAndBack(t *testing.T) {
	type named string
	pointed := 7
	in := map[string]any{
		"b": []any{nil, true, false, int8(-1), uint64(math.MaxUint64), 1.5, 1e21, json.Number("0.10"), "é", named("n"), &pointed},
		"a": map[named][]string{"x": {"y"}}, "c": [2]bool{true, false}, "d": value.Value{Kind: value.Number, Text: "1e3"},
	}
	v, err := value.From(in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := value.AppendValue(nil, &v, nil, value.Layout{OneLine: true})
	want := `{ a = { x = ["y"] }, b = [null, true, false, -1, 18446744073709551615, 1.5, 1e+21, 0.10, "é", "n", 7], c = [true, false], d = 1e3 }`
	if string(got) != want || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	back := v.Go().(map[string]any)
	if diff := cmp.Diff([]any{nil, true, false, json.Number("-1"), json.Number("18446744073709551615"), json.Number("1.5"), json.Number("1e+21"), json.Number("0.10"), "é", "n", json.Number("7")}, back["b"]); diff != "" {
		t.Error(diff)
	}
	type loop []any
	around := loop{nil}
	around[0] = around
	for _, bad := range []any{math.NaN(), math.Inf(1), "\xff", map[int]string{}, struct{ C chan int }{}, func() {}, json.Number("1 ]"), map[string]int{"\xff": 1}, []any{make(chan int)}, around} {
		if _, err := value.From(bad); err == nil {
			t.Errorf("%T is a value", bad)
		}
	}
}

// TestValuesBuiltInGo: what no JSON text could say is an error, and no code.
func TestValuesBuiltInGo(t *testing.T) {
	deep := value.Value{Kind: value.Null}
	for range syntax.MaxDepth + 2 {
		deep = value.Value{Kind: value.Array, Items: []value.Item{{Value: deep}}}
	}
	null := value.Value{Kind: value.Null}
	for _, v := range []value.Value{
		{Kind: 200},
		{Kind: value.Number, Text: "1 ]"}, {Kind: value.Number}, {Kind: value.Number, Text: "01"}, {Kind: value.Number, Text: "-"}, {Kind: value.Number, Text: "1."}, {Kind: value.Number, Text: "x"},
		{Kind: value.String, Text: "\xff"},
		{Kind: value.Object, Items: []value.Item{{Key: "a", Value: null}, {Key: "a", Value: null}}},
		{Kind: value.Object, Items: []value.Item{{Key: "\xff", Value: null}}},
		deep,
	} {
		for _, oneLine := range []bool{false, true} {
			if got, err := value.AppendValue(nil, &v, nil, value.Layout{OneLine: oneLine}); err == nil || len(got) > 0 {
				t.Errorf("%.80v: got %.80q, %v", v, got, err)
			}
		}
	}
	v := value.Value{Kind: value.Object, Items: []value.Item{{Key: "k", Value: null}, {Key: "j", Value: null}}}
	if got, err := value.AppendValue(nil, &v, nil, value.Layout{}); err != nil || syntax.CheckExpression(got) != nil || !strings.Contains(string(got), "\n") {
		t.Errorf("the zero layout: got %q, %v", got, err)
	}
	if _, err := value.AppendValue(nil, &v, nil, value.Layout{Indent: "x"}); err == nil {
		t.Error("an indentation that is no blanks is written")
	}
}
