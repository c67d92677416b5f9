package agents

import (
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
	lines, newLines := linesOf(old), linesOf(new)
	shift := 0 // the new line number minus the old one
	for _, r := range unjoinedHunks(old, new) {
		last := len(hunks) - 1
		if last >= 0 && r.from-hunks[last].to <= nearby {
			hunks[last].new = append(append(hunks[last].new, lines[hunks[last].to:r.from]...), newLines[r.from+shift:r.from+shift+len(r.new)]...)
			hunks[last].to = r.to
		} else {
			hunks = append(hunks, hunk{r.from, r.to, append([]string(nil), newLines[r.from+shift:r.from+shift+len(r.new)]...)})
		}
		shift += len(r.new) - (r.to - r.from)
	}
	return hunks
}

// unjoinedHunks returns the hunks that a unified diff of two texts shows, without joining
// them.
func unjoinedHunks(old, new string) (hunks []hunk) {
	at, inHunk := 0, false
	for line := range strings.Lines(string(diff.Unified(nil, "a", "b", []byte(old), []byte(new)))) {
		sign := line[0]
		switch {
		case strings.HasPrefix(line, "@@ "):
			at, inHunk = firstLine(line), false
		case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "), sign == '\\':
		case sign == ' ':
			at, inHunk = at+1, false
		default:
			if !inHunk {
				hunks, inHunk = append(hunks, hunk{from: at, to: at}), true
			}
			r := &hunks[len(hunks)-1]
			if sign == '-' {
				at++
				r.to = at
			} else {
				r.new = append(r.new, line[1:])
			}
		}
	}
	return hunks
}

// firstLine returns the index of the first line that a hunk changes in the old text. It reads the
// line number from the heading of the hunk, such as "@@ -12,3 +12,4 @@".
func firstLine(heading string) int {
	n := 0
	rest := strings.TrimPrefix(heading, "@@ -")
	at := 0
	for ; at < len(rest) && rest[at] >= '0' && rest[at] <= '9'; at++ {
		n = 10*n + int(rest[at]-'0')
	}
	if strings.HasPrefix(rest[at:], ",0 ") {
		return n // the lines follow line n
	}
	return n - 1
}
