package diff

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
)

// context is the number of unchanged lines before and after the changes of a hunk.
const context = 3

// NoFile is the name that a diff uses for a file that does not exist.
const NoFile = "/dev/null"

// Unified appends a unified diff of two texts to dst. It appends nothing if the texts are equal.
func Unified(dst []byte, oldName, newName string, old, new []byte) []byte {
	return AppendUnified(dst, oldName, newName, old, Lines(old, Between(old, new), nil), nil)
}

// AppendUnified appends a unified diff for edits, which must be a result of Lines. It appends
// nothing if there are no edits. The names of the files are quoted as in git. The appended text is
// charged to b.
func AppendUnified(dst []byte, oldName, newName string, old []byte, edits []Edit, b *budget.Budget) []byte {
	if len(edits) == 0 {
		return dst
	}
	u := unified{dst: dst, old: old, line: 1, budget: b}
	u.writeLine("--- ", nameOf(oldName))
	u.writeLine("+++ ", nameOf(newName))
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && !u.needSeparateHunks(edits[n-1].To, edits[n].From) {
			n++
		}
		u.hunk(edits[:n])
		edits = edits[n:]
	}
	return u.dst
}

// AppendEmptyFile appends the header that git writes for a new empty file. A unified diff cannot
// show such a file, because each of its hunks has at least one line.
func AppendEmptyFile(dst []byte, name string) []byte {
	return fmt.Appendf(dst, "diff --git %s %s\nnew file mode 100644\n", gitName("a/"+name), gitName("b/"+name))
}

// AppendRename appends the header that git writes for a file that gets another path. If the contents
// change, too, their diff follows it.
func AppendRename(dst []byte, from, to string, same bool) []byte {
	dst = fmt.Appendf(dst, "diff --git %s %s\n", gitName("a/"+from), gitName("b/"+to))
	if same {
		dst = append(dst, "similarity index 100%\n"...)
	}
	return fmt.Appendf(dst, "rename from %s\nrename to %s\n", gitName(from), gitName(to))
}

// unified is a unified diff that is being written.
type unified struct {
	dst, old []byte
	at, line int // the offset in old after the last hunk, and the number of the line there
	shift    int // the number of lines added so far, minus the lines removed
	budget   *budget.Budget
}

// needSeparateHunks reports whether more than 2*context lines are between two edits, so that they
// need separate hunks. The arguments are the end of the first edit and the start of the second, as
// offsets in the old text.
func (u *unified) needSeparateHunks(from, to int) bool {
	for range 2 * context {
		if from >= to {
			return false
		}
		from = lineEnd(u.old, from)
	}
	return from < to
}

// hunk writes one hunk: edits, with the unchanged lines between and around them.
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
	u.writeLine("@@ -", fmt.Sprintf("%s +%s @@", lineRange(u.line, count), lineRange(u.line+u.shift, count+added)))
	at := from
	for _, e := range edits {
		u.writeLines(" ", u.old[at:e.From])
		u.writeLines("-", u.old[e.From:e.To])
		u.writeLines("+", e.Text)
		at = e.To
	}
	u.writeLines(" ", u.old[at:to])
	u.at, u.line, u.shift = to, u.line+count, u.shift+added
}

// lineRange formats a range of lines for the header of a hunk: "3,2" for two lines from line 3 on.
func lineRange(first, count int) string {
	switch count {
	case 0:
		return strconv.Itoa(first-1) + ",0"
	case 1:
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "," + strconv.Itoa(count)
}

// countLines returns the number of lines in a text. The last line may have no line end.
func countLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if !endsLine(text) {
		n++
	}
	return n
}

// add writes text, and charges it to the budget.
func (u *unified) add(text string) { u.dst = grow.Text(u.budget, u.dst, text) }

func (u *unified) writeLine(sign, text string) {
	u.add(sign)
	u.add(text)
	u.add("\n")
}

// writeLines writes the lines of a text, each with a sign such as "+" in front.
func (u *unified) writeLines(sign string, text []byte) {
	for len(text) > 0 {
		end := lineEnd(text, 0)
		u.add(sign)
		u.dst = grow.Text(u.budget, u.dst, text[:end])
		if !endsLine(text[:end]) {
			u.writeLine("\n\\ No newline at end of file", "")
		}
		text = text[end:]
	}
}

// nameOf returns a file's name for the lines "---" and "+++", as git writes it: in quotes if
// necessary, and with a tab after it if it contains spaces.
func nameOf(name string) string {
	quoted := gitName(name)
	if quoted[len(quoted)-1] != '"' && strings.ContainsRune(name, ' ') {
		return quoted + "\t"
	}
	return quoted
}

// gitName returns a file's name, in quotes and escaped if git would quote it.
func gitName(name string) string {
	if strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r >= 0x7f || r == '"' || r == '\\' }) < 0 {
		return name
	}
	return string(appendGitName(make([]byte, 0, 2*len(name)), name))
}

// appendGitName appends a file's name in quotes, with the escapes of git.
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
