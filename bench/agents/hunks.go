package agents

import (
	"slices"
	"strings"

	"iacedit/internal/base/diff"
)

// A hunk is a range of lines that differ between two texts. The fields are indexes of lines.
type hunk struct {
	from, to int // in the old text
	new      []string
}

// nearby is the greatest number of unchanged lines between two hunks that are joined into one hunk.
const nearby = 2

// linesOf splits a text into lines, each with its line end.
func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// hunksOf returns the hunks in which two texts differ. Hunks near each other are joined.
func hunksOf(old, new string) (hunks []hunk) {
	lines := linesOf(old)
	for _, e := range diff.Lines([]byte(old), diff.Between([]byte(old), []byte(new)), nil) {
		next := hunk{len(linesOf(old[:e.From])), len(linesOf(old[:e.To])), linesOf(string(e.Text))}
		if last := len(hunks) - 1; last >= 0 && next.from-hunks[last].to <= nearby {
			before := &hunks[last]
			before.new = slices.Concat(before.new, lines[before.to:next.from], next.new)
			before.to = next.to
		} else {
			hunks = append(hunks, next)
		}
	}
	return hunks
}
