package project

import (
	"bytes"
	"slices"
)

// A paragraph is a part of a file between two blank lines.
type paragraph struct {
	text    string
	line    int  // the number of the first line, from 1
	comment bool // the paragraph consists of comments only
}

// paragraphs splits code at its blank lines.
func paragraphs(code []byte) (all []paragraph) {
	number, inside := 0, false
	for line := range bytes.Lines(code) {
		number++
		text := bytes.TrimSpace(line)
		if len(text) == 0 {
			inside = false
			continue
		}
		if !inside {
			all = append(all, paragraph{line: number, comment: true})
			inside = true
		}
		last := &all[len(all)-1]
		last.text += string(text) + "\n"
		last.comment = last.comment && (text[0] == '#' || bytes.HasPrefix(text, []byte("//")))
	}
	return all
}

// headings returns the indexes of the paragraphs that consist of comments. It leaves out the first
// paragraph of the file, which may be a title or licence.
func headings(all []paragraph) (found []int) {
	for i := range all {
		if i > 0 && all[i].comment {
			found = append(found, i)
		}
	}
	return found
}

// headsNothing reports whether a heading has no code between itself and the next heading.
func headsNothing(all []paragraph, heading int) bool {
	return heading+1 == len(all) || all[heading+1].comment
}

// leftHeadings returns a warning for each heading that a plan leaves behind when it moves all code
// below the heading. A block is moved only with the comments directly above it.
func leftHeadings(r *Rewritten) (warnings []Warning) {
	before, after := paragraphs(r.Before), paragraphs(r.After)
	left := headings(after)
	for _, i := range headings(before) {
		at := slices.IndexFunc(left, func(j int) bool { return after[j].text == before[i].text })
		if at < 0 {
			continue
		}
		if headsNothing(after, left[at]) && !headsNothing(before, i) {
			warnings = append(warnings, Warning{Message: "this comment stays, but everything that was below it was moved", File: r.File.Title, Line: before[i].line, Column: 1})
		}
		left = left[at+1:]
	}
	return warnings
}
