package main

import (
	"regexp"
	"slices"
	"strings"
)

var (
	start   = regexp.MustCompile(`(?m)^#+ Arguments? Reference`)
	end     = regexp.MustCompile(`(?m)^#+ +(Attributes? Reference|Timeouts|Import|Example|Ephemeral Attributes)`)
	bullet  = regexp.MustCompile("^( *)[*-] +`([a-z0-9_]+)` *(.*)")
	section = regexp.MustCompile("^(?:<a (?:name|id)=\"([^\"]+)\">(?:</a>)?)?[^*`]*`[a-z0-9_.]+`.*(?:support|contain|consist|export|have the following|has the following|as follows|accepts)")
	name    = regexp.MustCompile("`([a-z0-9_.]+)`")
	link    = regexp.MustCompile(`\]\(#([^)]+)\)`)
	says    = regexp.MustCompile(`\bblocks?\b.*(below|above|defined|documented|follow)|documented below|defined below|Structure is|nested object|[Bb]lock as|block configuration`)
)

// A listed is an argument of a page, and where the page says what is inside it.
type listed struct {
	name  string
	block bool
	link  string
}

// readPage reads a page that was written by hand: below the heading Argument Reference there is a
// list of arguments, and one for each nested block ("A `x` block supports the following"). A list is
// found by its anchor, or by the name of the block; lists of one name are taken together.
func readPage(text string) (*node, bool) {
	at := start.FindStringIndex(text)
	if at == nil {
		return nil, false
	}
	text = text[at[1]:]
	if at := end.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	lists := map[string][]*listed{}
	keys := []string{""}
	var last *listed
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := bullet.FindStringSubmatch(line); m != nil && (m[1] == "" || strings.Contains(m[3], "(Optional") || strings.Contains(m[3], "(Required")) {
			last = &listed{name: m[2]}
			for _, key := range keys {
				lists[key] = append(lists[key], last)
			}
			last.read(m[3])
		} else if m := section.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, " ") {
			before, _, _ := strings.Cut(line, " block")
			keys, last = nil, nil
			for _, n := range name.FindAllStringSubmatch(before, -1) {
				keys = append(keys, n[1][strings.LastIndexByte(n[1], '.')+1:])
			}
			if m[1] != "" {
				keys = append(keys, "#"+m[1])
			}
		} else if last != nil {
			last.read(line)
		}
	}
	return nested("", lists, nil), true
}

// read reads a line of the text about an argument.
func (l *listed) read(line string) {
	l.block = l.block || says.MatchString(line)
	if m := link.FindStringSubmatch(line); m != nil && l.link == "" {
		l.link = "#" + m[1]
	}
}

// nested returns the arguments in a list, with what is inside them.
func nested(key string, lists map[string][]*listed, around []string) *node {
	n := &node{block: true}
	if slices.Contains(around, key) {
		return n
	}
	around = append(slices.Clip(around), key)
	for _, l := range lists[key] {
		inner := l.name
		if _, ok := lists[l.link]; ok && l.link != "" {
			inner = l.link
		}
		child := &node{name: l.name, block: l.block}
		if _, ok := lists[inner]; ok {
			child.inside, child.block = nested(inner, lists, around).inside, true
		}
		n.inside = append(n.inside, child)
	}
	return n
}
