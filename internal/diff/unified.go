package diff

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"iacedit/internal/budget"
	"iacedit/internal/grow"
)

// context is the number of equal lines that a unified diff shows around differences.
const context = 3

// NoFile is the name that a diff uses for a file that does not exist.
const NoFile = "/dev/null"

// Unified appends a unified diff of two texts to dst. It appends nothing if they are equal.
func Unified(dst []byte, oldName, newName string, old, new []byte) []byte {
	return AppendUnified(dst, oldName, newName, old, Lines(old, Between(old, new), nil), nil)
}

// AppendUnified appends edits, as Lines returns them, as a unified diff. It appends nothing if
// there are no edits. Names are quoted as in git. The appended text is charged to b.
func AppendUnified(dst []byte, oldName, newName string, old []byte, edits []Edit, b *budget.Budget) []byte {
	if len(edits) == 0 {
		return dst
	}
	u := unified{dst: dst, old: old, line: 1, budget: b}
	u.text("--- ", nameOf(oldName))
	u.text("+++ ", nameOf(newName))
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && !u.far(edits[n-1].To, edits[n].From) {
			n++
		}
		u.hunk(edits[:n])
		edits = edits[n:]
	}
	return u.dst
}

// AppendEmptyFile appends the header with which git describes the creation of an empty file,
// because a unified diff cannot describe it.
func AppendEmptyFile(dst []byte, name string) []byte {
	return fmt.Appendf(dst, "diff --git %s %s\nnew file mode 100644\n", gitName("a/"+name), gitName("b/"+name))
}

// A unified writes a unified diff.
type unified struct {
	dst, old []byte
	at, line int // the end of the old text written so far, and its line number
	shift    int // the number of lines added so far, minus the lines removed
	budget   *budget.Budget
}

// far reports whether more than 2*context lines lie between two edits, so that they need separate
// hunks. The offsets are the end of the first edit and the start of the second.
func (u *unified) far(from, to int) bool {
	for range 2 * context {
		if from >= to {
			return false
		}
		from = lineEnd(u.old, from)
	}
	return from < to
}

// hunk writes one hunk: some edits with the lines between and around them.
func (u *unified) hunk(edits []Edit) {
	from, to := edits[0].From, edits[len(edits)-1].To
	for i := 0; i < context && from > u.at; i++ {
		from = bytes.LastIndexByte(u.old[:from-1], '\n') + 1
	}
	for range context {
		to = lineEnd(u.old, to)
	}
	u.line += countLines(u.old[u.at:from])
	count := countLines(u.old[from:to])
	added := 0
	for _, e := range edits {
		added += countLines(e.Text) - countLines(u.old[e.From:e.To])
	}
	u.text("@@ -", fmt.Sprintf("%s +%s @@", lines(u.line, count), lines(u.line+u.shift, count+added)))
	at := from
	for _, e := range edits {
		u.lines(" ", u.old[at:e.From])
		u.lines("-", u.old[e.From:e.To])
		u.lines("+", e.Text)
		at = e.To
	}
	u.lines(" ", u.old[at:to])
	u.at, u.line, u.shift = to, u.line+count, u.shift+added
}

// lines returns a range of lines in the form of a hunk's header.
func lines(first, count int) string {
	switch count {
	case 0:
		return strconv.Itoa(first-1) + ",0"
	case 1:
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "," + strconv.Itoa(count)
}

// countLines returns the number of lines of a text. The last line may lack a line end.
func countLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if !endsLine(text) {
		n++
	}
	return n
}

// add writes text, and charges it to the budget.
func (u *unified) add(text string) { u.dst = grow.Text(u.budget, u.dst, text) }

// text writes a sign, a text and a line end.
func (u *unified) text(sign, text string) {
	u.add(sign)
	u.add(text)
	u.add("\n")
}

// lines writes lines of the old or new text, each after a sign such as "+".
func (u *unified) lines(sign string, text []byte) {
	for len(text) > 0 {
		end := lineEnd(text, 0)
		u.add(sign)
		u.dst = grow.Text(u.budget, u.dst, text[:end])
		if !endsLine(text[:end]) {
			u.text("\n\\ No newline at end of file", "")
		}
		text = text[end:]
	}
}

// nameOf returns a file's name as git writes it above the lines of a diff: quoted if necessary,
// and followed by a tab if it contains blanks.
func nameOf(name string) string {
	quoted := gitName(name)
	if quoted[len(quoted)-1] != '"' && strings.ContainsRune(name, ' ') {
		return quoted + "\t"
	}
	return quoted
}

// gitName returns a file's name as git writes it: in quotes if it has unusual characters.
func gitName(name string) string {
	if strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r >= 0x7f || r == '"' || r == '\\' }) < 0 {
		return name
	}
	return string(appendGitName(make([]byte, 0, 2*len(name)), name))
}

// appendGitName appends a file's name in quotes.
func appendGitName(dst []byte, name string) []byte {
	dst = append(dst, '"')
	for _, c := range []byte(name) {
		switch i := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); {
		case i >= 0:
			dst = append(dst, '\\', `abtnvfr"\`[i])
		case c < ' ' || c >= 0x7f:
			dst = fmt.Appendf(dst, `\%03o`, c)
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
