package mcpserver

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// The bounds of an answer: an agent reads all of it, and pays for that.
const (
	mostAnswer  = 16_000 // bytes of lists and diffs
	longestLine = 2_000
)

// An answer is text that is written line by line.
type answer struct {
	strings.Builder
}

// line adds a line, which is not bounded.
func (a *answer) line(format string, args ...any) { fmt.Fprintf(a, format+"\n", args...) }

// lines adds lines as far as there is room, and how many more there are with what to do
// to see them.
func (a *answer) lines(all iter.Seq[string], narrow string) {
	more := 0
	for line := range all {
		line = cut(strings.TrimSuffix(line, "\n"))
		if more > 0 || a.Len()+len(line) > mostAnswer {
			more++
			continue
		}
		a.line("%s", line)
	}
	if more > 0 {
		a.line("… %d more lines: %s", more, narrow)
	}
}

// cut returns a line, of a long one the start.
func cut(line string) string {
	if len(line) <= longestLine {
		return line
	}
	at := longestLine
	for !utf8.RuneStart(line[at]) {
		at--
	}
	return fmt.Sprintf("%s… (%d bytes more)", line[:at], len(line)-at)
}

// few returns the first of some names, and how many more there are.
func few(names []string) string {
	const most = 10
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
