package fuzz

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"iacedit/edit"
	finding "iacedit/find"
	"iacedit/internal/testkit/measure"
	"iacedit/read"
)

// inObjects returns an object of objects, so many deep, around a value.
func inObjects(depth int, key, value string) string {
	return strings.Repeat(`{"`+key+`":`, depth) + value + strings.Repeat("}", depth)
}

// inLocals returns a file in JSON syntax with one local.
func inLocals(value string) string { return `{"locals":{"a":` + value + `}}` }

// inResource returns a file in JSON syntax with one resource.
func inResource(body string) string { return `{"resource":{"a":{"b":` + body + `}}}` }

// mirrorShapes are modules with a file in JSON syntax that may be dear, of about n bytes.
var mirrorShapes = map[string]func(n int) map[string]string{
	"short members":                  inFile(func(n int) string { return inLocals("{" + many(n, ",", `"k#":1`) + "}") }),
	"short elements":                 inFile(func(n int) string { return inLocals("[" + long(n, "1,") + "1]") }),
	"brackets":                       inFile(func(n int) string { return inLocals("[" + long(n, "[],") + "1]") }),
	"objects, deep":                  inFile(func(n int) string { return inLocals(inObjects(400, "k", "["+long(n, "1,")+"1]")) }),
	"objects of long keys":           inFile(func(n int) string { return inLocals(inObjects(100, long(n/100, "k"), "1")) }),
	"one long key":                   inFile(func(n int) string { return inLocals(`{"` + long(n, "k") + `":1}`) }),
	"a long key of escapes":          inFile(func(n int) string { return inLocals(`{"` + long(n, `\"`) + `":1}`) }),
	"escapes":                        inFile(func(n int) string { return inLocals(`"` + long(n, `\n\"\u00e9`) + `${var.v}"`) }),
	"surrogates":                     inFile(func(n int) string { return inLocals(`"` + long(n, `\ud83d\ude00`) + `"`) }),
	"control characters":             inFile(func(n int) string { return inLocals(`"` + long(n, `\u0001`) + `"`) }),
	"interpolations":                 inFile(func(n int) string { return inLocals(`"` + long(n, `${var.v}\n`) + `"`) }),
	"interpolations of escapes":      inFile(func(n int) string { return inLocals(`"` + long(n, `${\u0076ar.v}`) + `"`) }),
	"strings that are one reference": inFile(func(n int) string { return inLocals("[" + long(n, `"${var.v}",`) + "1]") }),
	"strings of one escape":          inFile(func(n int) string { return inLocals("[" + long(n, `"\n",`) + "1]") }),
	"sequences that are text":        inFile(func(n int) string { return inLocals(`"` + long(n, `$${`) + `"`) }),
	"templates in templates":         inFile(func(n int) string { return inLocals(`"` + long(n, `${\"${var.v}\"}`) + `"`) }),
	"heredocs in strings":            inFile(func(n int) string { return inLocals(`"` + long(n, `${<<E\nx\nE\n}`) + `"`) }),
	"directives":                     inFile(func(n int) string { return inLocals(`"` + long(n, `%{if true}a%{endif}`) + `"`) }),
	"a sum in a string":              inFile(func(n int) string { return inLocals(`"${1` + long(n, "+var.v") + `}"`) }),
	"resources":                      inFile(func(n int) string { return `{"resource":{"a":{` + many(n, ",", `"b#":{}`) + `}}}` }),
	"resources of a long type": inFile(func(n int) string {
		return `{"resource":{"` + long(n/2, "a") + `":{` + many(n/2, ",", `"b#":{}`) + `}}}`
	}),
	"resources in an array": inFile(func(n int) string { return inResource("[" + long(n, "{},") + "{}]") }),
	"blocks, deep":          inFile(func(n int) string { return inResource(inObjects(400, "c", "["+long(n, "{},")+"{}]")) }),
	"blocks of long types, deep": inFile(func(n int) string {
		return inResource(inObjects(100, long(n/200, "c"), "{"+many(n/2, ",", `"k#":{}`)+"}"))
	}),
	"blocks of types of their own":       inFile(func(n int) string { return inResource("{" + many(n, ",", `"k#":{}`) + "}") }),
	"dynamic blocks":                     inFile(func(n int) string { return inResource(`{"dynamic":{` + many(n, ",", `"k#":{"content":{}}`) + "}}") }),
	"comments":                           inFile(func(n int) string { return `{"//":"` + long(n, `\n`) + `"}` }),
	"comments of blocks":                 inFile(func(n int) string { return `{"variable":{` + many(n, ",", `"x#":{"//":"y"}`) + "}}" }),
	"one member, many times":             inFile(func(n int) string { return `{"locals":{}` + long(n, `,"locals":{}`) + `}` }),
	"null members":                       inFile(func(n int) string { return inResource("{" + many(n, ",", `"k#":null`) + "}") }),
	"lines":                              inFile(func(n int) string { return long(n, "\n") + inLocals(`"${var.v}"`) }),
	"depends_on":                         inFile(func(n int) string { return inResource(`{"depends_on":[` + long(n, `"a.b",`) + `"a.b"]}`) }),
	"many files in JSON":                 manyInJSON,
	"one name, declared again and again": inFile(func(n int) string { return `{"variable":{` + long(n/2, `"w":{"type":"string"},`) + `"w":{}}}` }),
}

// inFile makes a module with a file in JSON syntax, and native code beside it.
func inFile(text func(n int) string) func(n int) map[string]string {
	return func(n int) map[string]string {
		return map[string]string{"main.tf": "variable \"v\" {}\n\nresource \"a\" \"native\" {\n  c {\n    x = var.v\n  }\n}\n", "gen.tf.json": text(n)}
	}
}

// manyInJSON makes a module of many small files in JSON syntax beside a long native one, which
// is evidence for each.
func manyInJSON(n int) map[string]string {
	files := map[string]string{"main.tf": "variable \"v\" {}\n" + many(n/2, "", "resource \"a\" \"b#\" {\n  c {}\n}\n")}
	for i := range n / 200 {
		files[fmt.Sprintf("x%d.tf.json", i)] = `{"resource":{"a":{"j` + itoa(i) + `":{"c":{"x":"${var.v}"}}}}}`
	}
	return files
}

// mirrorWays are what is done to such modules.
var mirrorWays = map[string]struct {
	request string
	do      func(body []byte) ([]byte, error)
}{
	"rename": {`"edits": {"rename": {"variable": {"v": {"to": "longer"}}}}`, func(body []byte) ([]byte, error) { return new(edit.Options).DoJSON(nil, body) }},
	"tidy":   {`"edits": {"tidy": {"resource": {"*": {"*": {"optional": true}}}}}`, func(body []byte) ([]byte, error) { return new(edit.Options).DoJSON(nil, body) }},
	"rules": {`"edits": {"rewrite": [{"match": "var.v", "to": "local.v"}, {"text": "x", "by": "long"}, {"match": "1", "to": "2"}]}`, func(body []byte) ([]byte, error) {
		return new(edit.Options).DoJSON(nil, body)
	}},
	"read": {`"include": ["comments", "ranges"]`, func(body []byte) ([]byte, error) { return new(read.Options).DoJSON(nil, body) }},
	"find": {`"find": [{"reference": "var.v"}]`, func(body []byte) ([]byte, error) { return new(finding.Options).DoJSON(nil, body) }},
}

// TestFilesInJSONCost: the steps that files in JSON syntax take grow as they do, and their memory
// and answers stay within the bounds of their size.
func TestFilesInJSONCost(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	largest := 64 << 10
	if n, err := strconv.Atoi(os.Getenv("IACEDIT_COSTS")); err == nil {
		largest = n
	}
	for name, files := range mirrorShapes {
		t.Run(name, func(t *testing.T) { costsLittle(t, files, largest) })
	}
}

// costsLittle tries what is done to a module in sizes up to the largest.
func costsLittle(t *testing.T, files func(n int) map[string]string, largest int) {
	for way, w := range mirrorWays {
		var first cost
		for n := largest / 4; n <= largest; n *= 2 {
			text, err := json.Marshal(files(n))
			if err != nil {
				t.Fatal(err)
			}
			c := measureRuns(w.do, []byte(`{"files": `+string(text)+`, `+w.request+`}`), 4, false)
			if c.err != nil && c.code != tooExpensive {
				t.Errorf("%s: %v", way, c.err)
			}
			if measure.Timed() {
				t.Logf("%s: %d bytes take %v, %d steps, %d KB, answer %d %s", way, c.size, measure.Duration(c.time), c.steps, c.memory>>10, c.output, c.code)
			}
			most := mostCost(c.size)
			if !raced && !testing.Short() && c.memory > most.memory || c.output > most.output {
				t.Errorf("%s: %d bytes take %d MB, and answer %d bytes", way, c.size, c.memory>>20, c.output)
			}
			if first.size == 0 || first.err != nil {
				first = c
			}
			if c.err != nil || n < largest {
				continue
			}
			by := float64(c.size) / float64(first.size)
			if float64(c.steps) > 1.4*by*math.Max(float64(first.steps), leastSteps) {
				t.Errorf("%s: steps: %d for %d bytes, %d for %d", way, first.steps, first.size, c.steps, c.size)
			}
			if measure.Timed() && c.time > 4*by*math.Max(first.time, leastTime) {
				t.Errorf("%s: time: %v for %d bytes, %v for %d", way, measure.Duration(first.time), first.size, measure.Duration(c.time), c.size)
			}
		}
	}
}
