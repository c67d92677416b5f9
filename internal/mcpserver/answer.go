package mcpserver

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// The limits of an answer: an agent reads all of it, and pays for it.
const (
	mostAnswer  = 16_000 // bytes of lists and diffs
	longestLine = 2_000
	// longestValue is the greatest length of a value that is shown as JSON, which is never
	// cut.
	longestValue = 12_000
)

// An answer is text that is written line by line.
type answer struct {
	strings.Builder
	offset int  // how many lines of a list to skip
	whole  bool // long lines stay whole: they are JSON
}

// line adds a line, without a limit.
func (a *answer) line(format string, args ...any) { fmt.Fprintf(a, format+"\n", args...) }

// lines adds lines as far as there is room, then how many more there are and how to see them.
func (a *answer) lines(all iter.Seq[string], narrow string) {
	seen, more := 0, 0
	for line := range all {
		if seen++; seen <= a.offset {
			continue
		}
		if line = strings.TrimSuffix(line, "\n"); !a.whole {
			line = cut(line)
		}
		if more > 0 || a.Len()+len(line) > mostAnswer {
			more++
			continue
		}
		a.line("%s", line)
	}
	if more > 0 {
		a.line("… %d more lines: offset: %d shows them; or %s", more, seen-more, narrow)
	}
}

// cut returns a line, shortened if it is long.
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
