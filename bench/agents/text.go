package agents

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A textAgent is an agent with tools that search, read and replace text. It knows the result.
type textAgent struct {
	files map[string]string
	all   cost // all its costs
	reads cost // the costs of reading files
}

// call counts a call of a tool. It encodes the call's arguments as JSON, as agents send them.
func (a *textAgent) call(arguments any, answer string) cost {
	text, err := json.Marshal(arguments)
	if err != nil {
		panic(err) // cannot happen: strings and booleans can be encoded
	}
	before := a.all
	a.all.add(string(text), answer)
	return cost{1, a.all.bytes - before.bytes}
}

// do does a task as the agent would: it searches, reads the files to change, and changes them. after
// contains the text of every file at the end of the task, by name. If the task is a question, the
// agent only searches.
func (a *textAgent) do(t *task, after map[string]string) error {
	if err := a.search(t.search); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		before := a.files[name]
		new, kept := after[name]
		if before == new && kept {
			continue
		}
		a.read(name)
		if !kept {
			a.call(map[string]string{"command": "rm " + name}, "")
			delete(a.files, name)
			continue
		}
		a.change(name, new)
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if _, ok := a.files[name]; !ok {
			a.call(map[string]string{"file": name, "content": after[name]}, "written "+name)
			a.files[name] = after[name]
		}
	}
	if !maps.Equal(a.files, after) {
		return fmt.Errorf("%s: the replacements do not give the result", t.name)
	}
	return nil
}

// search lists the lines that match a pattern, with their files and numbers.
func (a *textAgent) search(pattern string) error {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	var found strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		for i, line := range linesOf(a.files[name]) {
			if re.MatchString(line) {
				fmt.Fprintf(&found, "%s:%d:%s\n", name, i+1, strings.TrimSuffix(line, "\n"))
			}
		}
	}
	if found.Len() == 0 && pattern != "" {
		found.WriteString("nothing is found\n")
	}
	a.call(map[string]string{"pattern": pattern}, found.String())
	return nil
}

// read reads a whole file, with line numbers.
func (a *textAgent) read(name string) {
	var text strings.Builder
	for i, line := range linesOf(a.files[name]) {
		fmt.Fprintf(&text, "%d\t%s", i+1, line)
	}
	spent := a.call(map[string]string{"file": name}, text.String())
	a.reads.calls += spent.calls
	a.reads.bytes += spent.bytes
}

// change counts the calls that the agent needs to change the text of a file to the given new text.
// If replacing all occurrences of one text is enough, the agent makes a single call. Otherwise it
// replaces each hunk of lines separately.
func (a *textAgent) change(name, after string) {
	before := a.files[name]
	hunks := hunksOf(before, after)
	if old, new, ok := commonReplacement(before, hunks); ok && strings.ReplaceAll(before, old, new) == after {
		a.replace(name, old, new, len(hunks) > 1)
		a.files[name] = after
		return
	}
	for i := len(hunks) - 1; i >= 0; i-- { // from the end, so that line numbers stay valid
		lines := linesOf(a.files[name])
		old, new := uniqueReplacement(a.files[name], lines, hunks[i])
		a.replace(name, old, new, false)
		a.files[name] = strings.Replace(a.files[name], old, new, 1)
	}
}

// replace counts the call that replaces a text.
func (a *textAgent) replace(name, old, new string, everywhere bool) {
	arguments := map[string]any{"file": name, "old": old, "new": new}
	if everywhere {
		arguments["all"] = true
	}
	a.call(arguments, "replaced in "+name)
}

// uniqueReplacement returns the text to replace for a hunk, and its replacement. The text to
// replace consists of the hunk and as few lines around it as possible, so that it occurs only once
// in the file.
func uniqueReplacement(text string, lines []string, r hunk) (old, new string) {
	from, to := r.from, r.to
	for {
		old = strings.Join(lines[from:to], "")
		if old != "" && strings.Count(text, old) == 1 || from == 0 && to == len(lines) {
			break
		}
		if from > 0 && (r.from-from <= to-r.to || to == len(lines)) {
			from--
		} else {
			to++
		}
	}
	return old, strings.Join(lines[from:r.from], "") + strings.Join(r.new, "") + strings.Join(lines[r.to:to], "")
}

// commonReplacement returns a text and its replacement, if replacing this text alone gives every
// changed line its new form. If the lines change in several ways, it returns false.
func commonReplacement(text string, hunks []hunk) (old, new string, ok bool) {
	lines := linesOf(text)
	for _, r := range hunks {
		if len(r.new) != r.to-r.from {
			return "", "", false
		}
		for i, line := range lines[r.from:r.to] {
			if line == r.new[i] {
				continue // hunks were joined here
			}
			o, n := differingMiddles(line, r.new[i])
			if old != "" && (o != old || n != new) {
				return "", "", false
			}
			old, new = o, n
		}
	}
	return old, new, old != ""
}

// differingMiddles returns two lines without the words that they share at the beginning and at the
// end. For `a = "x" # c` and `a = "y" # c` it returns `x` and `y`.
func differingMiddles(a, b string) (string, string) {
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for start > 0 && inWord(a[start-1]) {
		start--
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for end > 0 && inWord(a[len(a)-end]) {
		end--
	}
	return a[start : len(a)-end], b[start : len(b)-end]
}

// inWord reports whether a byte can be part of a word, an address or a number.
func inWord(c byte) bool {
	return c == '_' || c == '.' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
