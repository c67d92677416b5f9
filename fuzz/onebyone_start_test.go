package fuzz

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/edit"
)

// TestOneByOneOfComments: the law, where what stands at the start of the file goes, and a
// comment comes to stand there that may be a licence (docs/layout.md, "Removing"). All
// files of three blocks are tried, with one of these comments above each, and with blank
// lines or none.
func TestOneByOneOfComments(t *testing.T) {
	comments := []string{"", "# of it\n", "# License\n", "# of it\n// SPDX-License-Identifier: MIT\n", "/* Copyright */ ", "# Copyright\n/* of\n it */ "}
	var requests []string
	for _, order := range []string{"ab", "ba", "ac", "abc", "cba", "bac"} {
		requests = append(requests, `{"delete": `+removed(order)+`}`)
	}
	for _, place := range []string{`"first"`, `"last"`, `{"after": {"variable": {"c": {}}}}`} {
		requests = append(requests, `{"delete": `+removed("a")+`, "move": {"variable": {"b": {"place": `+place+`}}}}`)
	}
	requests = append(requests, `{"delete": `+removed("a")+`, "move": {"variable": {"c": {"place": "first"}}}}`,
		`{"delete": `+removed("ab")+`, "rename": {"variable": {"c": {"to": "d"}}}}`)
	count := 0
	all := len(comments) * len(comments) * len(comments) * 8
	for n := 0; n < all; n += all/share(all) | 1 { // an odd step meets all kinds of lines
		var code strings.Builder
		for i, name := range []string{"a", "b", "c"} {
			if n&(1<<i) != 0 {
				code.WriteString("\n")
			}
			comment := n >> 3
			for range i {
				comment /= len(comments)
			}
			fmt.Fprintf(&code, "%svariable %q {}\n", comments[comment%len(comments)], name)
		}
		for _, edits := range requests {
			done, err := together(new(edit.Options), code.String(), edits, false)
			if err != nil {
				t.Fatal(err)
			}
			if done {
				count++
			}
		}
	}
	t.Logf("%d requests", count)
	if count < share(10_000) {
		t.Errorf("only %d requests are done", count)
	}
}

// removed returns what deletes the variables that are called by these letters.
func removed(names string) string {
	var each []string
	for _, name := range names {
		each = append(each, fmt.Sprintf(`"%c": []`, name))
	}
	return `{"variable": {` + strings.Join(each, ", ") + `}}`
}

// TestOneByOneOfLineEnds: the law, in code whose lines end in CR LF. Where nothing is left
// of it nothing says so any more.
func TestOneByOneOfLineEnds(t *testing.T) {
	const heredoc = `"set": {"iacvars": {"attributes": {"b": "one\ntwo\n"}}}`
	for _, code := range []string{"a = 1\r\n", "# above\r\na = 1 # behind\r\n", "\r\na = 1\r\n\r\n", "# free\r\n\r\na = 1\r\n", "a = 1\r\n# free\r\n", "a = 1\r\nc = 1\r\n", "\uFEFFa = 1\r\n", "a = 1"} {
		for _, edits := range []string{
			`{"update": {"iacvars": {"delete": {"attributes": ["a"]}}}, ` + heredoc + `}`,
			`{"update": {"iacvars": {"delete": {"attributes": ["a"]}}}, "set": {"module": {"m": {"attributes": {"c": 1}}}}}`,
		} {
			if _, err := together(new(edit.Options), code, edits, false); err != nil {
				t.Error(strings.ReplaceAll(err.Error(), "\r", "␍"))
			}
		}
	}
}
