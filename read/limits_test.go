package read

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"iacedit/internal/base/fault"
)

// TestHonestSelections: large selections of what is there are answered, whole, and so are many
// entries that each select a block.
func TestHonestSelections(t *testing.T) {
	const n = 4_000
	for name, c := range map[string]struct{ code, request, last string }{
		"all elements of a list by path": {
			"x = [" + numbered(n, "#", ",") + "]\n",
			`{"select": {"iacvars": [{"attributes": [` + numbered(n, `"x[#]"`, ",") + `]}]}}`, `"x[3999]":3999`,
		},
		"all keys of an object by path": {
			"x = {\n" + numbered(n, "key# = #", "\n") + "\n}\n",
			`{"select": {"iacvars": [{"attributes": [` + numbered(n, `"x.key#"`, ",") + `]}]}}`, `"x.key3999":3999`,
		},
		"800 of 800 keys by path": {
			"x = {\n" + numbered(800, "key# = \"#\"", "\n") + "\n}\n",
			`{"select": {"iacvars": [{"attributes": [` + numbered(800, `"x.key#"`, ",") + `]}]}}`, `"x.key799":"799"`,
		},
		"all attributes of a block by name": {
			"locals {\n" + numbered(n, "x# = #", "\n") + "\n}\n",
			`{"select": {"locals": [{"attributes": [` + numbered(n, `"x#"`, ",") + `]}]}}`, `"x3999":3999`,
		},
		"all nested blocks by where": {
			"resource \"a\" \"b\" {\n" + numbered(n, "r {\n x = #\n}", "\n") + "\n}\n",
			`{"select": {"resource": {"a": {"b": [{"blockTypes": {"r": [` + numbered(n, `{"where": {"x": #}}`, ",") + `]}}]}}}}`, `"x":3999`,
		},
		"all of many blocks by where, under any label": {
			numbered(n, "resource \"a\" \"b#\" {\n x = #\n}", "\n") + "\n",
			`{"select": {"resource": {"*": {"*": [` + numbered(n, `{"where": {"x": #}}`, ",") + `]}}}}`, `"x":3999`,
		},
		"all of many files": {
			"", `{"files": {` + numbered(n, `"f#.tf": "locals {\n x = #\n}\n"`, ",") + `}, "select": {"locals": [` + numbered(n, `{"file": "f#.tf"}`, ",") + `]}}`, `"x":3999`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []byte
			var err error
			if c.code == "" {
				got, err = new(Options).DoJSON(nil, []byte(c.request))
			} else {
				got, err = new(Options).Read(nil, []byte(c.code), []byte(c.request))
			}
			if err != nil || !strings.Contains(string(got), c.last) {
				t.Errorf("%v: %.300s", err, got)
			}
		})
	}
}

// TestSkippedFilesAreAnAnswer: the files that do not parse count towards the bound of the answer.
func TestSkippedFilesAreAnAnswer(t *testing.T) {
	for n, code := range map[int]fault.Code{100: "", 100_000: fault.TooExpensive} {
		body := []byte(`{"files": {` + numbered(n, `"#.tf":"="`, ",") + `}, "invalid": "skip"}`)
		got, err := new(Options).DoJSON(nil, body)
		if refused, ok := err.(*Error); code == "" && err != nil || code != "" && (!ok || refused.Code != code) {
			t.Errorf("%d files: got %v, expected the code %q", n, err, code)
		}
		if most := 8*len(body) + 1<<20; len(got) > most {
			t.Errorf("%d files: the answer has %d bytes, more than %d", n, len(got), most)
		}
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

// numbered joins n texts, in which # stands for the number.
func numbered(n int, text, separator string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strings.ReplaceAll(text, "#", strconv.Itoa(i)))
	}
	return b.String()
}

// TestAnswersAreBounded: an answer has at most eight times the bytes of its request and a
// mebibyte more, or the request is refused. In its place nothing of that size is made.
func TestAnswersAreBounded(t *testing.T) {
	quoted := func(code string) string { return strconv.Quote(code) }
	long := strings.Repeat("n", 50_000)
	file := long[:4_000] + ".tf" // the longest name has 4,096 bytes
	for name, body := range map[string]string{
		"a long file name in each entry":         `{"files": {"` + file + `": ` + quoted(numbered(5_000, "locals {}", "\n")) + `}}`,
		"a long file name in each nested type":   `{"files": {"` + file + `": ` + quoted(numbered(500, "variable \"v#\" {}", "\n")) + `}, "include": ["ranges"]}`,
		"comments under long nested keys":        `{"include": ["comments"], "code": ` + quoted("x = "+strings.Repeat("{\n# c\n"+strings.Repeat("k", 200)+" = ", 200)+"1"+strings.Repeat("}", 200)+"\n") + `}`,
		"comments of a list under a long name":   `{"include": ["comments"], "code": ` + quoted(strings.Repeat("k", 20_000)+" = [\n"+numbered(2_000, "// c\n1,", "\n")+"\n]\n") + `}`,
		"ranges of short attributes":             `{"include": ["ranges"], "code": ` + quoted(numbered(50_000, "x#=1", "\n")+"\n") + `}`,
		"a long label at each nested block":      `{"dialect": "hcl", "code": ` + quoted(numbered(2_000, "b {}", "\n")+"\nb \""+long+"\" {}\n") + `}`,
		"what a path leads to, under long paths": `{"code": ` + quoted("x = { "+long+" = [1] }\n") + `, "include": ["ranges"], "select": {"iacvars": [{"attributes": ["x.` + long + `", "x.` + long + `[0]"]}]}}`,
		"unreadable defaults of a long name":     `{"code": ` + quoted("variable \"a\" {\n"+numbered(3_000, "validation {\n condition = true\n}", "\n")+"\n}\n") + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := new(Options).DoJSON(nil, []byte(body))
			most := 8*len(body) + 1<<20
			if e, ok := err.(*Error); err != nil && (!ok || e.Code != fault.TooExpensive) {
				t.Error(err)
			} else if len(got) > most {
				t.Errorf("%d bytes are answered to %d", len(got), len(body))
			}
			if grown := cap(got); grown > 3*most {
				t.Errorf("%d bytes are kept for an answer to %d", grown, len(body))
			}
		})
	}
}

// TestPricesOfChoosing: selections that look at many blocks for each of many entries end
// within the budget.
func TestPricesOfChoosing(t *testing.T) {
	const n = 2_000
	blocks := numbered(n, "resource \"a\" \"b#\" {\n x = #\n}", "\n") + "\n"
	locals := numbered(n, "locals {\n x = #\n}", "\n") + "\n"
	for name, c := range map[string]struct{ code, request string }{
		"any labels by many entries":           {blocks, `{"select": {"resource": {"*": {"*": [` + numbered(n, "{}", ",") + `]}}}}`},
		"any labels and any attribute":         {blocks, `{"select": {"resource": {"*": {"*": [` + numbered(n, `{"attributes": ["*"]}`, ",") + `]}}}}`},
		"lacks, by many entries":               {locals, `{"select": {"locals": [` + numbered(n, `{"lacks": ["y#"]}`, ",") + `]}}`},
		"an attribute of all, by many entries": {locals, `{"select": {"locals": [` + numbered(n, `{"attributes": ["x"]}`, ",") + `]}}`},
	} {
		_, err := new(Options).Read(nil, []byte(c.code), []byte(c.request))
		if e, ok := err.(*Error); !ok || e.Code != fault.TooExpensive {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
