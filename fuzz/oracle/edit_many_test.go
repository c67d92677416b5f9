package oracle

import (
	"bytes"
	"slices"
	"strings"
)

// Several changes of different top-level items, made by one request, are what they are
// one after the other: the order of the operations is add, update, set, delete, and
// inside one the order sent.

// several makes changes that do not touch each other.
func (ch *chooser) several() (changes []*change) {
	taken := map[string]bool{}
	for range 2 + ch.IntN(4) {
		c, ok := ch.change()
		if !ok {
			continue
		}
		if _, ok := planFor(ch.c, c); !ok {
			continue
		}
		free := !slices.ContainsFunc(c.claims(), func(name string) bool { return taken[name] })
		if free {
			changes = append(changes, c)
			for _, name := range c.claims() {
				taken[name] = true
			}
		}
	}
	return changes
}

// claims names what no other change of the same request may have to do with.
func (ch *change) claims() []string {
	switch {
	case len(ch.in) > 0:
		return []string{ch.in[0].typ}
	case ch.kind == addBlock:
		return []string{ch.block.typ}
	}
	return []string{ch.attr}
}

// trySeveral checks that a request of several changes makes what several requests make.
func trySeveral(c *code, changes []*change) *failure {
	order := map[string]int{"add": 0, "update": 1, "set": 2, "delete": 3}
	slices.SortStableFunc(changes, func(a, b *change) int {
		x, _ := a.entry()
		y, _ := b.entry()
		return order[x.action] - order[y.action]
	})
	one := c.src
	for _, ch := range changes {
		next, err := apply(one, requestOf(ch))
		if err != nil {
			return &failure{"the edit is made", errorf("%s: %w", requestOf(ch), err)}
		}
		one = next
	}
	all, err := apply(c.src, requestOf(changes...))
	if err != nil {
		return &failure{"several edits are made", err}
	}
	out := readCode(all)
	switch {
	case out == nil:
		return &failure{"the result of several edits parses", errorf("it does not:\n%s", all)}
	case c.clean && !out.clean && !c.quirk && !out.quirk:
		return &failure{"formatter-clean stays formatter-clean, after several edits", errorf("it is not:\n%s", all)}
	case c.clean && !bytes.Equal(lf(one), lf(all)), textOfWords(wordsOf(one)) != textOfWords(out.words):
		a, b := firstDifference(one, all)
		return &failure{"several edits are what they are one by one", errorf("one by one\n%s\ntogether\n%s", a, b)}
	}
	return nil
}

// lf makes all line ends LF: which ones new lines get depends on the first line of the
// file, which another edit of the request may have changed.
func lf(src []byte) []byte { return bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")) }

func textOfWords(words []word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(strings.ReplaceAll(w.text, "\r\n", "\n") + "\n")
	}
	return b.String()
}
