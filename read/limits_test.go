package read

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestTooDear: what cannot be linear ends within the budget.
func TestTooDear(t *testing.T) {
	code := "x = [" + strings.Repeat("1,", 20_000) + "]\n"
	var paths []string
	for i := range 10_000 {
		paths = append(paths, fmt.Sprintf("%q", fmt.Sprintf("x[%d]", 19_999-i)))
	}
	_, err := new(Options).Read(nil, []byte(code), []byte(`{"select": {"iacvars": [{"attributes": [`+strings.Join(paths, ",")+`]}]}}`))
	if e, ok := err.(*Error); !ok || e.Code != "TOO_EXPENSIVE" {
		t.Errorf("got %v", err)
	}
}

// TestReadingAllocatesLittle: of a module of usual values no more than the answer and a few
// things more, where the memory for the answer is there.
func TestReadingAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector drops pooled memory, and allocates")
	}
	code := []byte(strings.Repeat(sample, 1))
	dst := make([]byte, 0, 1<<16)
	if n := testing.AllocsPerRun(50, func() { new(Options).Read(dst, code, nil) }); n > 60 {
		t.Errorf("allocates %v times", n)
	}
}

// FuzzRead: any request about any code is answered with JSON, or refused; nothing panics.
func FuzzRead(f *testing.F) {
	f.Add(sample, `{"include": ["comments", "ranges"]}`)
	f.Add(sample, `{"select": {"resource": {"*": {"*": [{"where": {"tags.Owner": "me"}, "attributes": ["tags.Owner", "*"], "blockTypes": {"ingress": [{"index": 1}]}}]}}}}`)
	f.Add(sample, `{"select": {"provider": {"aws": [{"where": {"alias": null}}, {"index": 1, "attributes": {"region": 1}}]}}, "dialect": "hcl"}`)
	f.Add("job \"a\" \"b\" {}\njob \"a\" {}\n", `{"select": {"job": {"a": [{"labels": ["b"]}]}}, "dialect": "hcl"}`)
	f.Fuzz(func(t *testing.T, code, request string) {
		got, err := new(Options).Read(nil, []byte(code), []byte(request))
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Code == "" || e.Message == "" {
				t.Errorf("got %#v", err)
			}
		} else if !json.Valid(got) {
			t.Errorf("got %s", got)
		}
	})
}
