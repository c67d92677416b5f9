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
	"iacedit/openapi/check/tables"
	"iacedit/read"
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

// A subject is a value that the server takes, and how it answers to others in its place.
type subject struct {
	name   string
	value  any
	schema *jsonschema.Schema
	shape  func(v any) edit.Code // with code that is refused
	whole  func(v any) edit.Code // with the code that it was sent with
}

// Edits with a mistake in their shape are refused by the schema nearly as often as by the
// server; and never those that the server takes.
func TestRefuses(t *testing.T) {
	schemas := map[address.Dialect]*jsonschema.Schema{}
	for _, d := range schema.Dialects {
		schemas[d] = compiled(t, d)
	}
	var all []subject
	for i, s := range edits(t) {
		if i%8 == 0 {
			s.dialect = address.HCL // for which few are written
		}
		if s.own(t, s.edits) != edit.InvalidRequest {
			all = append(all, subject{s.name, s.edits, schemas[s.dialect],
				func(v any) edit.Code { return s.answer(t, v, brokenCode) }, func(v any) edit.Code { return s.own(t, v) }})
		}
	}
	refuses(t, all, 10_000)
}

// So are selections of what is read.
func TestRefusesSelections(t *testing.T) {
	c := contract(t)
	schemas := map[address.Dialect]*jsonschema.Schema{}
	for d, name := range map[address.Dialect]string{address.Terraform: "Selection", address.HCL: "HclSelection"} {
		var err error
		if schemas[d], err = c.schema("/components/schemas/" + name); err != nil {
			t.Fatal(err)
		}
	}
	requests, _, err := tables.Requests(root)
	if err != nil {
		t.Fatal(err)
	}
	var all []subject
	for _, r := range requests {
		var body map[string]any
		if r.Path != tables.ReadPath || json.Unmarshal(r.Body, &body) != nil || body["select"] == nil {
			continue
		}
		var o read.Options
		if body["dialect"] == "hcl" {
			o.Dialect = address.HCL
		}
		answer := func(v any, code any) edit.Code {
			with := maps.Clone(body)
			if with["select"] = v; code != nil {
				delete(with, "files")
				if body["files"] != nil {
					with["files"] = map[string]any{"main.tf": code}
				} else {
					with["code"] = code
				}
			}
			text, err := json.Marshal(with)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = o.DoJSON(nil, text); err != nil {
				return err.(*edit.Error).Code
			}
			return ""
		}
		s := subject{r.Name, body["select"], schemas[o.Dialect],
			func(v any) edit.Code { return answer(v, string(brokenCode)) }, func(v any) edit.Code { return answer(v, nil) }}
		if s.whole(s.value) != edit.InvalidRequest {
			all = append(all, s)
		}
	}
	refuses(t, all, 500)
}

// refuses holds the mutants of subjects against their schemas. enough is how many the
// server has to refuse.
func refuses(t *testing.T, all []subject, enough int) {
	t.Helper()
	shape, whole, missed := map[string]*tally{}, map[string]*tally{}, map[string]int{}
	count, wronged := 0, 0
	for _, s := range all {
		for _, m := range mutants(s.value, "", func(v any) any { return v }) {
			if m.value == nil {
				continue // which is no selection at all, and of edits is told apart by the request
			}
			count++
			valid := s.schema.Validate(m.value) == nil
			own := s.whole(m.value)
			if own != edit.InvalidRequest && !valid && wronged < 20 {
				wronged++
				text, _ := json.Marshal(m.value)
				t.Errorf("%s: the server answers %q, and the schema refuses %s at %s: %s", s.name, own, m.kind, m.where, text)
			}
			for _, how := range []struct {
				tallies map[string]*tally
				code    edit.Code
			}{{shape, s.shape(m.value)}, {whole, own}} {
				if how.code != edit.InvalidRequest {
					continue
				}
				n := how.tallies[m.kind]
				if n == nil {
					n = new(tally)
					how.tallies[m.kind] = n
				}
				if n.server++; !valid {
					n.schema++
				} else if missed[m.kind]++; missed[m.kind] <= 3 {
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
		if sum.rate() < 0.95 || sum.server < enough {
			t.Errorf("%s: %.2f %% of %d", name, 100*sum.rate(), sum.server)
		}
	}
}
