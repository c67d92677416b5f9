package mcpserver

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/syntax"
)

// mend carries out a call of the tool mend, which repairs a file that does not parse by replacing
// some of its lines.
func mend(c *call) error {
	title, isDir, err := c.options.Roots.Stat(c.title())
	if err != nil {
		return err
	}
	if c.Path = title; isDir {
		return invalid("mend takes the path of a file, not of a directory")
	}
	s, err := c.sources()
	if err != nil {
		return err
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	file, err := s.Load(s.Sources[0])
	if err != nil {
		return err
	}
	if strings.HasSuffix(title, ".json") {
		return invalid("%s is JSON, and mend supports only native syntax", title)
	}
	if syntax.Check(file.Code) == nil {
		return invalid("%s has no syntax error: change it with edit", title)
	}
	code, err := withLines(file.Code, c.Lines, c.Text)
	if err != nil {
		return err
	}
	if bad := syntax.Check(code); bad != nil {
		message := bad.Error()
		if at, ok := bad.(*syntax.Error); ok {
			line, column := syntax.Position(code, at.Offset)
			start := bytes.LastIndexByte(code[:at.Offset], '\n') + 1
			message = fmt.Sprintf("%d:%d: %s\n%d | %s", line, column, message, line, excerpt.Printable([]byte(excerpt.Line(code[start:]))))
		}
		return &fault{edit.InvalidCode, fmt.Sprintf("with these lines %s still does not parse: %s", title, message)}
	}
	plan := &project.Plan{Changes: []project.Rewritten{{File: file, Before: file.Code, After: code}}}
	return c.change(s, plan, nil)
}

// withLines returns code with some of its lines replaced by text. The lines are given as a number,
// such as "12", or as a range, such as "12-15". The line endings of text are converted to those of
// code.
func withLines(code []byte, lines, text string) ([]byte, error) {
	first, last, several := strings.Cut(lines, "-")
	from, err := strconv.Atoi(first)
	to := from
	if err == nil && several {
		to, err = strconv.Atoi(last)
	}
	var lengths []int // the lengths of the lines
	for line := range bytes.Lines(code) {
		lengths = append(lengths, len(line))
	}
	if err != nil || from < 1 || to < from || to > len(lengths) {
		return nil, invalid(`lines must be such as "12" or "12-15", and the file has %d lines; found %s`, len(lengths), excerpt.Quote(lines))
	}
	at, end := 0, 0
	for i, length := range lengths[:to] {
		if i < from-1 {
			at += length
		}
		end += length
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if i := bytes.IndexByte(code, '\n'); i > 0 && code[i-1] == '\r' {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return bytes.Join([][]byte{code[:at], []byte(text), code[end:]}, nil), nil
}
