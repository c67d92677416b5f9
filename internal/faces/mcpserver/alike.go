package mcpserver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
)

// mostAlike is how many times an answer shows the same warning, or the same change of a file. If
// there are more, it shows the first one, and the lines of the others.
const mostAlike = 2

// alike returns lines for warnings. Warnings that differ only in their places are one line.
func alike(warnings []project.Warning) (lines []string) {
	type kind struct {
		code    edit.WarningCode
		pointer string
		message string
	}
	kindOf := func(w *project.Warning) kind { return kind{w.Code, w.Pointer, w.Message} }
	all := map[kind][]*project.Warning{}
	for i := range warnings {
		w := &warnings[i]
		all[kindOf(w)] = append(all[kindOf(w)], w)
	}
	for i := range warnings {
		w := &warnings[i]
		same := all[kindOf(w)]
		if len(same) > mostAlike && w != same[0] {
			continue
		}
		line := "warning: " + w.String()
		if at := strings.TrimPrefix(w.Pointer, "/edits"); at != "" {
			line = fmt.Sprintf("warning %s at %s: %s", w.Code, at, w.Place()+w.Message)
		}
		if others := same[1:]; len(same) > mostAlike {
			var places []string
			for _, other := range others {
				place := strings.TrimSuffix(other.Place(), ": ")
				if other.Line > 0 {
					place = fmt.Sprintf("%s:%d", other.File, other.Line)
				}
				places = append(places, place)
			}
			line += fmt.Sprintf("; the same in %s: %s", excerpt.Count(len(others), "more place"), few(places))
		}
		lines = append(lines, line)
	}
	return lines
}

// A diffGroup is a run of changed lines in a diff.
type diffGroup struct {
	from, to int    // the run is lines[from:to] of the diff
	key      string // the changed lines without blanks
	line     string // the number of the first line in the edited file
}

// contextLines is how many unchanged lines are shown above and below a change.
const contextLines = 3

// folded returns the lines of a diff of one file. Of groups of lines that change in the same way more
// than mostAlike times, it returns only the first, and a line with the numbers of the others.
func folded(diff []byte) (lines []string) {
	all := slices.Collect(strings.Lines(string(diff)))
	groups := groupsOf(all)
	places := map[string][]string{} // the line numbers of the groups with a key
	for _, g := range groups {
		places[g.key] = append(places[g.key], g.line)
	}
	shown, seen := make([]bool, len(all)), map[string]bool{}
	for _, g := range groups {
		if seen[g.key] && len(places[g.key]) > mostAlike {
			continue
		}
		seen[g.key] = true
		for i := max(0, g.from-contextLines); i < min(len(all), g.to+contextLines); i++ {
			shown[i] = shown[i] || !isChange([]byte(all[i])) && all[i][0] != '@' || g.from <= i && i < g.to
		}
	}
	if !slices.ContainsFunc(groups, func(g diffGroup) bool { return !shown[g.from] }) {
		return all
	}
	number := lineNumbers(all)
	for i, line := range all {
		if i >= fileLines && (!shown[i] || !shown[i-1]) {
			if !shown[i] {
				continue
			}
			lines = append(lines, fmt.Sprintf("@@ line %d @@\n", number[i]))
		}
		lines = append(lines, line)
	}
	for _, g := range groups {
		if same := places[g.key]; len(same) > mostAlike && shown[g.from] {
			lines = append(lines, fmt.Sprintf("the change %q again in %s: lines %s\n", strings.TrimSpace(all[g.from]), excerpt.Count(len(same)-1, "more place"), few(same[1:])))
		}
	}
	return lines
}

// fileLines is the number of lines of a diff that name the file.
const fileLines = 2

// groupsOf returns the groups of a diff.
func groupsOf(lines []string) (groups []diffGroup) {
	number := lineNumbers(lines)
	for i := fileLines; i < len(lines); i++ {
		if !isChange([]byte(lines[i])) {
			continue
		}
		g := diffGroup{from: i, line: strconv.Itoa(number[i])}
		for ; i < len(lines) && isChange([]byte(lines[i])); i++ {
			g.key += lines[i][:1] + strings.Join(strings.Fields(lines[i][1:]), " ") + "\n"
		}
		g.to = i
		groups = append(groups, g)
	}
	return groups
}

// lineNumbers returns, for each line of a diff, the number of the line in the edited file. For a line
// that is removed, it is the number of the next one.
func lineNumbers(lines []string) []int {
	numbers := make([]int, len(lines))
	n := 0
	for i, line := range lines {
		numbers[i] = n
		switch line[0] {
		case '@':
			_, after, _ := strings.Cut(line, "+")
			n, _ = strconv.Atoi(after[:strings.IndexAny(after+" ", ", ")])
		case ' ', '+':
			n++
		}
	}
	return numbers
}
