package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"iacedit/internal/base/excerpt"
	"iacedit/syntax"
)

// A style is a control sequence of terminals that sets the style of the text after it: bold, a
// colour, or plain.
type style string

const (
	bold  style = "\x1b[1m"
	red   style = "\x1b[31m"
	green style = "\x1b[32m"
	cyan  style = "\x1b[36m"
	plain style = "\x1b[0m"
)

// A painter adds styles to text. A painter that is false, for outputs without styles, returns text
// unchanged.
type painter bool

// painterFor returns the painter for an output. The painter is true for terminals and false for
// other outputs, unless an environment variable decides otherwise. NO_COLOR (no-color.org) makes
// the painter false, whatever the other variables are. FORCE_COLOR and CLICOLOR_FORCE make it true
// for any output. FORCE_COLOR=0, CLICOLOR=0 (bixense.com/clicolors) and TERM=dumb make it false.
func painterFor(out io.Writer) painter {
	set := func(name string) bool { return os.Getenv(name) != "" }
	on := func(name string) bool { return set(name) && os.Getenv(name) != "0" }
	switch {
	case set("NO_COLOR"):
		return false
	case on("FORCE_COLOR"), on("CLICOLOR_FORCE"):
		return true
	case os.Getenv("FORCE_COLOR") == "0", os.Getenv("CLICOLOR") == "0", os.Getenv("TERM") == "dumb":
		return false
	}
	return painter(isTerminal(out))
}

func (p painter) paint(s style, text string) string {
	if !p || text == "" {
		return text
	}
	return string(s) + text + string(plain)
}

// diff paints the lines of a unified diff.
func (p painter) diff(text string) string {
	if !p {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
			line = p.paint(bold, line)
		case strings.HasPrefix(line, "@@"):
			line = p.paint(cyan, line)
		case strings.HasPrefix(line, "+"):
			line = p.paint(green, line)
		case strings.HasPrefix(line, "-"):
			line = p.paint(red, line)
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// mistake formats a message about a place in a file as compilers do: the file, line and column
// before the message, then the line of code, and a caret below the place.
func (p painter) mistake(title string, code []byte, offset int, message string) string {
	line, column := syntax.Position(code, offset)
	head := p.paint(bold, fmt.Sprintf("%s:%d:%d:", title, line, column))
	number := fmt.Sprintf("%4d | ", line)
	before, after := sourceLine(code, offset)
	caret := strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case unicode.Is(unicode.Mn, r):
			return -1 // the character has no width
		}
		return ' '
	}, before)
	return fmt.Sprintf("%s %s\n%s%s%s\n%s%s%s\n", head, message, number, before, after,
		strings.Repeat(" ", len(number)-2)+"| ", caret, p.paint(red, "^"))
}

// mostShown is the greatest number of bytes of a line that are shown on either side of a place.
const mostShown = 100

// sourceLine returns the text before and after an offset on its line. It shortens long texts, and
// replaces characters that would change the terminal's state.
func sourceLine(code []byte, offset int) (before, after string) {
	offset = min(offset, len(code))
	from := bytes.LastIndexByte(code[:offset], '\n') + 1
	to := len(code)
	if i := bytes.IndexByte(code[offset:], '\n'); i >= 0 {
		to = offset + i
	}
	left, right := code[from:offset], bytes.TrimSuffix(code[offset:to], []byte("\r"))
	if len(left) > mostShown {
		left = left[len(left)-mostShown:]
		for len(left) > 0 && !utf8.RuneStart(left[0]) {
			left = left[1:]
		}
		before = "…"
	}
	if len(right) > mostShown {
		right = right[:mostShown]
		for r, n := utf8.DecodeLastRune(right); r == utf8.RuneError && n == 1; r, n = utf8.DecodeLastRune(right) {
			right = right[:len(right)-1]
		}
		after = "…"
	}
	return before + excerpt.Printable(left), excerpt.Printable(right) + after
}
