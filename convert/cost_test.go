package convert

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/base/fault"
)

// list returns n texts with numbers in them, with a comma between.
func list(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// hostile is code whose conversion might be large or slow, by what would be dear, of about n
// bytes.
var hostile = map[string]struct {
	to   Syntax
	code func(n int) string
}{
	"blocks in blocks, whose lines are indented": {Native, func(n int) string {
		return `{"resource":{"a":{"b":` + strings.Repeat(`{"c":`, 480) + `{` + list(n/8, `"k%d":1`) + `}` + strings.Repeat("}", 480) + "}}}"
	}},
	"one long name, with which short ones are aligned": {Native, func(n int) string {
		return `{"locals":{"` + strings.Repeat("x", n/2) + `":1,` + list(n/20, `"k%d":1`) + `}}`
	}},
	"a note for each name": {Native, func(n int) string { return `{"resource":{"a":{"b":{` + list(n/10, `"k%d":{}`) + `}}}}` }},
	"small values":         {Native, func(n int) string { return `{"locals":{"a":[1` + strings.Repeat(",1", n/2) + `]}}` }},
	"one name, many times": {Native, func(n int) string { return `{` + `"locals":{}` + strings.Repeat(`,"locals":{}`, n/12) + `}` }},
	"lines in a heredoc, deep": {Native, func(n int) string {
		return `{"locals":{"a":` + strings.Repeat(`{"b":`, 400) + `"` + strings.Repeat(`x\n`, n/3) + `"` + strings.Repeat("}", 400) + `}}`
	}},
	"many dynamic blocks, and many others": {Native, func(n int) string {
		return `{"resource":{"a":{"b":{"dynamic":{` + list(n/40, `"d%d":{"content":{}}`) + `},` + list(n/40, `"d%d":{"x":1}`) + `}}}}`
	}},
	"labels":   {Native, func(n int) string { return `{"resource":{` + list(n/20, `"a%d":{"b":{}}`) + `}}` }},
	"comments": {Native, func(n int) string { return `{"//":"` + strings.Repeat(`\n`, n/2) + `"}` }},
	"control characters, which have long escapes": {Native, func(n int) string { return `{"locals":{"a":"` + strings.Repeat(`\u0001`, n/6) + `"}}` }},
	"brackets": {Native, func(n int) string { return strings.Repeat("[", n) }},
	"blocks in blocks, in JSON": {JSON, func(n int) string {
		return "resource \"a\" \"b\" {\n" + strings.Repeat("c {\n", 400) + strings.Repeat("d {\n}\n", n/6) + strings.Repeat("}\n", 401)
	}},
	"types of blocks": {JSON, func(n int) string {
		return "resource \"a\" \"b\" {\n" + strings.ReplaceAll(list(n/8, "k%d {}\n"), ",", "") + "}\n"
	}},
	"dynamic blocks and others": {JSON, func(n int) string {
		return "resource \"a\" \"b\" {\n" + strings.Repeat("dynamic \"x\" {\n}\n", n/34) + strings.Repeat("x {}\n", n/10) + "}\n"
	}},
	"comments, in JSON": {JSON, func(n int) string { return strings.Repeat("#\n\n", n/3) }},
	"brackets, in JSON": {JSON, func(n int) string {
		return "locals {\n  a = " + strings.Repeat("[", 400) + strings.Repeat("1,", n/2) + strings.Repeat("]", 400) + "\n}\n"
	}},
	"objects that would be blocks": {JSON, func(n int) string {
		return "resource \"a\" \"b\" {\n" + strings.ReplaceAll(list(n/20, "  k%d = { a = 1 }\n"), ",", "") + "}\n"
	}},
}

// No request has an answer that is larger than its size allows, nor takes more steps than
// in proportion to it.
func TestCosts(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	for name, shape := range hostile {
		for _, n := range []int{1 << 14, 1 << 18} {
			code, err := json.Marshal(shape.code(n))
			if err != nil {
				t.Fatal(err)
			}
			body := fmt.Appendf(nil, `{"to":%q,"code":%s}`, shape.to, code)
			out, err := new(Options).DoJSON(nil, body)
			if refused, ok := err.(*Error); err != nil && (!ok || refused.Code != "TOO_EXPENSIVE" && refused.Code != "INVALID_CODE") {
				t.Errorf("%s: %v", name, err)
			}
			if most := 8*len(body) + 1<<20 + 1000; len(out) > most {
				t.Errorf("%s: %d bytes become %d", name, len(body), len(out))
			}
			j := new(Options).newJob(len(body), shape.to, nil)
			_ = fault.Within(func() error {
				_, err := j.Convert(nil, []byte(shape.code(n)))
				return err
			})
			if spent := j.Budget.Spent().Steps; spent > 48*int64(len(body))+4<<20 {
				t.Errorf("%s: %d bytes take %d steps", name, len(body), spent)
			}
		}
	}
}

// Everything that is refused has a message, a code and, in code, a place.
func TestNothingPanics(t *testing.T) {
	for _, text := range []string{
		``, ` `, `null`, `[]`, `[null]`, `[[]]`, `{`, `{}`, `{"a"`, `{"resource"}`, `{"resource":1}`, `{"resource":[1]}`, `{"resource":[[{}]]}`, `{"resource":{"a":[[]]}}`,
		`{"resource":{"a":{"b":1}}}`, `{"resource":{"a":{"b":[1]}}}`, `{"resource":{"a":{"b":[null,{}]}}}`, `{"terraform":{"backend":{"s3":1}}}`, `{"terraform":{"required_providers":[1]}}`,
		`{"locals":{"a":{"//":{}}}}`, `{"//":null}`, `{"//":[1,{"a":"b"}]}`, `{"resource":{"a":{"b":{"dynamic":1}}}}`, `{"resource":{"a":{"b":{"dynamic":{"c":{"content":1}}}}}}`,
		`{"variable":{"v":{"type":"${"}}}`, `{"variable":{"v":{"type":"list("}}}`, `{"moved":{"from":1}}`, `{"iac":{}}`, `{"iacvars":{}}`, `{"":{}}`, "{\"locals\":{\"\xff\":1}}", `{"locals":{"a":"\ud800"}}`,
	} {
		for _, to := range []Syntax{Native, JSON} {
			_, _, err := new(Options).convertOne(nil, []byte(text), to)
			refused, ok := err.(*Error)
			if err != nil && (!ok || refused.Code != "INVALID_CODE" || refused.Message == "" || refused.Position == nil) {
				t.Errorf("%s to %s: %#v", text, to, err)
			}
		}
	}
}
