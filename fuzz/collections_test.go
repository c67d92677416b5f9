package fuzz

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/syntax"
)

// Objects and lists as people lay them out: several members a line, commas or none, comments
// and blank lines between them, heredocs among them. Whatever is deleted, added or set in
// them, the result parses, is as tidy as the code was, and has no blank line before a
// bracket that was not there.

// A layouter writes collections.
type layouter struct{ *rand.Rand }

func (r layouter) pick(of ...string) string { return of[r.IntN(len(of))] }

// value writes a value, and reports whether it has to end its line.
func (r layouter) value(depth int) (text string, heredoc bool) {
	switch n := r.IntN(10); {
	case n < 5:
		return r.pick("1", "2", `"a"`, `"b"`, "v.x", "f(1)"), false
	case n < 7:
		return "<<-E\n    t\n  E\n", true
	case depth < 2:
		return r.collection(depth + 1), false
	}
	return "0", false
}

func (r layouter) collection(depth int) string {
	list, commas := r.IntN(2) == 0, r.IntN(2) == 0
	text, last := map[bool]string{true: "[", false: "{"}[list], r.IntN(6)
	for i := range last {
		v, heredoc := r.value(depth)
		if !list {
			v = string(rune('a'+i)) + " = " + v
		}
		text += r.pick("", " ", "\n    ", "\n    ", "\n    # c\n    ", "\n\n    ", " /* i */ ") + v
		switch {
		case heredoc && !list: // no comma may follow
		case i < last-1 && !list && !commas:
			text += "\n"
		case i < last-1 || r.IntN(3) == 0:
			text += r.pick(",", ",", ", # t\n")
		}
	}
	return text + r.pick("", " ", "\n  ", "\n  # end\n  ") + map[bool]string{true: "]", false: "}"}[list]
}

// request writes edits of a collection that is the value of l.
func (r layouter) request(list bool) string {
	member := func() string {
		if list {
			return fmt.Sprintf("l[%d]", r.IntN(5))
		}
		return "l." + string(rune('a'+r.IntN(6)))
	}
	value := r.pick("1", `"s"`, `"${v.z}"`, `[1, {"a": 2}]`, `{"k": 1, "kk": {"z": 1}}`, `"one\ntwo\n"`)
	var names []string
	for range 1 + r.IntN(4) {
		names = append(names, member())
	}
	deleted, _ := json.Marshal(names)
	return fmt.Sprintf(r.pick(
		`{"update": {"locals": {"optional": true, "delete": {"attributes": %[1]s}}}}`,
		`{"update": {"locals": {"attributes": {%[2]q: %[3]s}}}}`,
		`{"update": {"locals": {"attributes": {"l[+]": %[3]s}}}}`,
		`{"update": {"locals": {"attributes": {"l.z": %[3]s}}}}`,
		`{"update": {"locals": {"attributes": {"l.z": %[3]s}, "places": {"l.z": {"after": %[2]q}}}}}`,
		`{"update": {"locals": {"attributes": {"l": {"a": %[3]s, "c": 2, "y": 3}}}}}`,
		`{"update": {"locals": {"attributes": {"l": [%[3]s, 2, "a", 1]}}}}`,
		`{"update": {"locals": {"comments": {%[2]q: "why"}}}}`,
		`{"move": {"locals": {"attributes": {%[2]q: "first"}}}}`,
		`{"move": {"locals": {"attributes": {%[2]q: "last"}}}}`,
	), deleted, names[0], value)
}

// blankBefore counts the closing brackets with blank lines directly before them, but for
// those that the opening bracket is before.
func blankBefore(code string) (n int) {
	last, blank := "{", false
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			blank = true
			continue
		case blank && strings.Contains("]})", line[:1]) && !strings.Contains("[{(", last[len(last)-1:]):
			n++
		}
		last, blank = line, false
	}
	return n
}

func TestCollections(t *testing.T) {
	applied := 0
	for seed := range uint64(6000) {
		r := layouter{rand.New(rand.NewPCG(seed, 0))}
		value := r.collection(0)
		code := "locals {\n  l = " + value + "\n  after = 1 # x\n}\n"
		if tidy, err := formatCode([]byte(code)); err == nil && r.IntN(2) == 0 {
			code = string(tidy)
		}
		edits := r.request(value[0] == '[')
		if _, err := syntax.Parse([]byte(code)); err != nil {
			continue
		}
		got, err := new(edit.Options).Apply(nil, []byte(code), []byte(edits))
		if err != nil {
			switch codeOf(err) {
			case edit.InvalidRequest, edit.AttributeNotFound:
				continue
			}
			t.Fatalf("%s\n%s%v", edits, code, err)
		}
		applied++
		if _, err := syntax.Parse(got); err != nil {
			t.Fatalf("%s\n%sgives\n%s%v", edits, code, got, err)
		}
		if isClean(code) && !isClean(string(got)) {
			t.Errorf("%s\n%sis tidy, and this is not:\n%s", edits, code, got)
		}
		if blankBefore(string(got)) > blankBefore(code) {
			t.Errorf("%s\n%sgets a blank line before a bracket:\n%s", edits, code, got)
		}
	}
	if applied < 1500 {
		t.Errorf("only %d requests were applied", applied)
	}
}
