package agents

import (
	"strings"

	"iacedit/internal/diff"
)

// A run is a range of lines that differ between two texts. The fields are indexes of lines.
type run struct {
	from, to int // in the old text
	new      []string
}

// nearby is the greatest number of unchanged lines between two runs that are joined into one run.
const nearby = 2

// linesOf splits a text into lines with their ends.
func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// runsOf returns the runs of lines that differ. Runs near each other are joined.
func runsOf(old, new string) (runs []run) {
	lines, newLines := linesOf(old), linesOf(new)
	shift := 0 // the new line number minus the old one
	for _, r := range rawRuns(old, new) {
		last := len(runs) - 1
		if last >= 0 && r.from-runs[last].to <= nearby {
			runs[last].new = append(append(runs[last].new, lines[runs[last].to:r.from]...), newLines[r.from+shift:r.from+shift+len(r.new)]...)
			runs[last].to = r.to
		} else {
			runs = append(runs, run{r.from, r.to, append([]string(nil), newLines[r.from+shift:r.from+shift+len(r.new)]...)})
		}
		shift += len(r.new) - (r.to - r.from)
	}
	return runs
}

// rawRuns returns the runs of lines that a unified diff of two texts shows, without joining them.
func rawRuns(old, new string) (runs []run) {
	at, inRun := 0, false
	for line := range strings.Lines(string(diff.Unified(nil, "a", "b", []byte(old), []byte(new)))) {
		sign := line[0]
		switch {
		case strings.HasPrefix(line, "@@ "):
			at, inRun = firstLine(line), false
		case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "), sign == '\\':
		case sign == ' ':
			at, inRun = at+1, false
		default:
			if !inRun {
				runs, inRun = append(runs, run{from: at, to: at}), true
			}
			r := &runs[len(runs)-1]
			if sign == '-' {
				at++
				r.to = at
			} else {
				r.new = append(r.new, line[1:])
			}
		}
	}
	return runs
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
