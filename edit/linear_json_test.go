package edit

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

// TestManyEditsInJSONAreLinear: the cost of many edits of one file in JSON syntax is proportional to
// their number, not to its square.
func TestManyEditsInJSONAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long; make test-all runs it")
	}
	list := func(n int, format string) string { // %[1]d is a number, and %[2]d that of the item which changes places with it
		var items []string
		for i := range n {
			items = append(items, fmt.Sprintf(format, i, n-1-i))
		}
		return strings.Join(items, ",\n")
	}
	resources := func(n int) string {
		return `{"resource": {"t_u": {` + list(n, `"x%[1]d": {"a": %[1]d, "b": ["u-%[1]d", "${var.v}"], "tags": {"k": "\u0061"}, "r": [{"n": 1}, {"n": 2}]}`) + `}}}`
	}
	inBlocks := func(operation, entry string) func(n int) (string, string) {
		return func(n int) (string, string) {
			return resources(n), `{"` + operation + `":{"resource":{"t_u":{` + list(n, `"x%[1]d":`+entry) + `}}}}`
		}
	}
	for name, request := range map[string]func(n int) (code, edits string){
		"values":        inBlocks("update", `{"attributes":{"a":"y","b[0]":"z%[1]d","tags.k":"b"}}`),
		"members":       inBlocks("set", `{"attributes":{"c":{"d":[1]},"tags.l":1,"b[+]":2}}`),
		"nested blocks": inBlocks("update", `{"delete":{"blockTypes":{"r":[{"index":0}]}},"add":{"blockTypes":{"s":[{"attributes":{"n":1}}]}}}`),
		"deletions":     inBlocks("delete", `{"attributes":["a"]}`),
		"blocks gone":   inBlocks("delete", `{}`),
		"comments":      inBlocks("update", `{"comment":"One."}`),
		"names":         inBlocks("rename", `{"to":"y%[1]d","moved":false}`),
		"attributes":    inBlocks("rename", `{"attributes":{"a":"b","b":"a","tags.k":"l"}}`),
		"moves":         inBlocks("move", `{"place":"first"}`),
		"sorts":         inBlocks("sort", `{}`),
		"tidied":        inBlocks("tidy", `{}`),
		"reshaped":      inBlocks("reshape", `{"blockTypes":{"r":{"as":"list"}}}`),
		"names that change places": func(n int) (string, string) {
			return resources(n), `{"rename":{"resource":{"t_u":{` + list(n, `"x%[1]d":{"to":"x%[2]d","moved":false}`) + `}}}}`
		},
		"new blocks": func(n int) (string, string) {
			return resources(n), `{"add":{"resource":{"t_u":{` + list(n, `"y%[1]d":{"file":"main.tf.json","attributes":{"a":[%[1]d]}}`) + `}}}}`
		},
		"rules": func(n int) (string, string) {
			return resources(n), `{"rewrite":[{"match":"var.v","to":"local.v"},{"text":"u","by":"é\""},{"match":"\"a\"","to":"{ k = 1 }"}]}`
		},
		"locals that change places": func(n int) (string, string) {
			return `{"locals": {` + list(n, `"x%[1]d": [%[1]d]`) + `, "s": "${local.x0}"}}`, `{"rename":{"locals":{"attributes":{` + list(n, `"x%[1]d":"x%[2]d"`) + `}}}}`
		},
		"keys": func(n int) (string, string) {
			return `{"locals": {"m": {` + list(n, `"k%[1]d": %[1]d`) + `}}}`, `{"set":{"locals":{"attributes":{` + list(n, `"m.k%[1]d":"${var.v}","m.l%[1]d":1`) + `}}}}`
		},
		"elements": func(n int) (string, string) {
			return `{"locals": {"l": [` + list(n, `"e%[1]d"`) + `]}}`, `{"update":{"locals":{"attributes":{"l":[` + list(n, `"f%[1]d",%[1]d`) + `]}}}}`
		},
		"one long string": func(n int) (string, string) {
			return `{"locals": {"s": "` + strings.Repeat(`u-\u0061 ${ var.v }\n`, n) + `"}}`, `{"rewrite":[{"match":"var.v","to":"local.v"},{"text":"u","by":"long"}]}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, 500, func(n int) func() {
				code, edits := request(n)
				return func() {
					if _, err := new(Options).ApplyFiles([]File{{Name: "main.tf.json", Code: []byte(code)}}, []byte(edits)); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}
