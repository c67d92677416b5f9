package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/openapi/check/schema"
)

// A mutant is a value with one mistake in it.
type mutant struct {
	kind  string // of mistake
	where string
	value any
}

// mutants returns a value with each mistake that there is at each place in it, one at a
// time. put gives back the whole value with another in the place of v.
func mutants(v any, where string, put func(any) any) (all []mutant) {
	make := func(kind string, with any) { all = append(all, mutant{kind, where, put(with)}) }
	for _, other := range []any{nil, true, json.Number("7"), "text", []any{}, map[string]any{}} {
		if fmt.Sprintf("%T", other) != fmt.Sprintf("%T", v) {
			make("wrong type", other)
		}
	}
	make("wrong nesting", []any{v})
	make("wrong nesting", map[string]any{"x": v})
	switch v := v.(type) {
	case []any:
		for i, inner := range v {
			make("missing", slices.Delete(slices.Clone(v), i, i+1))
			all = append(all, mutants(inner, fmt.Sprintf("%s/%d", where, i), func(with any) any {
				changed := slices.Clone(v)
				changed[i] = with
				return put(changed)
			})...)
		}
		if len(v) == 1 {
			make("wrong nesting", v[0])
		}
	case map[string]any:
		make("unknown", changed(v, "", "unknown", true))
		make("unknown", changed(v, "", "x-y", map[string]any{"a": []any{json.Number("1")}}))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inner := v[key]
			make("missing", changed(v, key, "", nil))
			for _, name := range misspelt(key) {
				make("misspelt", changed(v, key, name, inner))
			}
			make("wrong nesting", inner)
			if members, ok := inner.(map[string]any); ok {
				flat := changed(v, key, "", nil)
				maps.Copy(flat, members)
				make("wrong nesting", flat)
			}
			all = append(all, mutants(inner, where+"/"+key, func(with any) any { return put(changed(v, key, key, with)) })...)
		}
	}
	return all
}

// changed returns an object without a member, and with another.
func changed(v map[string]any, without, with string, value any) map[string]any {
	v = maps.Clone(v)
	delete(v, without)
	if with != "" {
		v[with] = value
	}
	return v
}

// misspelt returns slips in writing a name.
func misspelt(name string) []string {
	letters := []rune(name)
	if len(letters) < 2 {
		return []string{name + name}
	}
	first, second, rest := string(letters[0]), string(letters[1]), string(letters[2:])
	return []string{second + first + rest, second + rest, name + "s", name + " ", strings.ToUpper(first) + second + rest}
}

// A tally counts mutants that the server refuses, and those of them that the schema does.
type tally struct{ server, schema int }

func (n tally) rate() float64 { return float64(n.schema) / float64(max(1, n.server)) }

// brokenCode is code that is refused, so that what is refused otherwise is refused before
// the code is looked at: for its shape.
var brokenCode = []byte("{")

// Edits with a mistake in their shape are refused by the schema nearly as often as by the
// server; and never those that the server takes.
func TestRefuses(t *testing.T) {
	schemas := map[address.Dialect]*jsonschema.Schema{}
	for _, d := range schema.Dialects {
		schemas[d] = compiled(t, d)
	}
	shape, whole, missed := map[string]*tally{}, map[string]*tally{}, map[string]int{}
	count, wronged := 0, 0
	for _, s := range edits(t) {
		if s.own(t, s.edits) == edit.InvalidRequest {
			continue
		}
		for _, m := range mutants(s.edits, "", func(v any) any { return v }) {
			count++
			valid := schemas[s.dialect].Validate(m.value) == nil
			for tallies, code := range map[*map[string]*tally]edit.Code{&shape: s.answer(t, m.value, brokenCode), &whole: s.own(t, m.value)} {
				if code != edit.InvalidRequest {
					if !valid && tallies == &whole && wronged < 20 {
						wronged++
						text, _ := json.Marshal(m.value)
						t.Errorf("%s: the server answers %q, and the schema refuses %s at %s: %s", s.name, code, m.kind, m.where, text)
					}
					continue
				}
				n := (*tallies)[m.kind]
				if n == nil {
					n = new(tally)
					(*tallies)[m.kind] = n
				}
				n.server++
				if !valid {
					n.schema++
				} else if missed[m.kind]++; missed[m.kind] <= 3 && tallies == &shape {
					text, _ := json.Marshal(m.value)
					t.Logf("missed: %s: %s at %s: %s", s.name, m.kind, m.where, text)
				}
			}
		}
	}
	t.Logf("%d mutants", count)
	for name, tallies := range map[string]map[string]*tally{"before the code is looked at": shape, "in all": whole} {
		var sum tally
		for _, kind := range slices.Sorted(maps.Keys(tallies)) {
			n := tallies[kind]
			t.Logf("%s, %s: of %d that the server refuses, the schema refuses %d: %.2f %%", name, kind, n.server, n.schema, 100*n.rate())
			sum.server += n.server
			sum.schema += n.schema
		}
		t.Logf("%s: of %d that the server refuses, the schema refuses %d: %.2f %%", name, sum.server, sum.schema, 100*sum.rate())
		if sum.rate() < 0.95 || sum.server < 10_000 {
			t.Errorf("%s: %.2f %% of %d", name, 100*sum.rate(), sum.server)
		}
	}
}
