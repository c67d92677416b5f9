package main

import (
	"regexp"
	"strings"
)

var (
	heading  = regexp.MustCompile("^### Nested Schema for `([^`]+)`")
	mode     = regexp.MustCompile(`^(?:### )?(Required|Optional|Read-Only):?\s*$`)
	argument = regexp.MustCompile("^- `([^`]+)` \\(([^)]*)\\)")
)

// readSchema reads a page in the form of tfplugindocs: a heading Schema, then lists of arguments. It
// returns false if the page has no schema.
func readSchema(page string) (*node, bool) {
	_, schema, ok := strings.Cut(page, "\n## Schema\n")
	if !ok {
		return nil, false
	}
	root := &node{block: true}
	at, isRead := root, false
	for line := range strings.Lines(schema) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "## "):
			return root, true
		case heading.MatchString(line):
			at, isRead = root.find(strings.Split(heading.FindStringSubmatch(line)[1], ".")), false
		case mode.MatchString(line):
			isRead = mode.FindStringSubmatch(line)[1] == "Read-Only"
		case argument.MatchString(line):
			m := argument.FindStringSubmatch(line)
			at.inside = append(at.inside, &node{name: m[1], isRead: isRead, block: strings.HasPrefix(m[2], "Block")})
		}
	}
	return root, true
}
