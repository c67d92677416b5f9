package commandline

import (
	"fmt"
	"strings"
)

// words splits text into lines, and lines into words as a shell does, with both kinds of quotes,
// backslashes, comments and continued lines. It expands neither variables nor file patterns.
func words(text string) (lines [][]string, err error) {
	var line []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	endWord := func() {
		if inWord {
			line = append(line, word.String())
		}
		word.Reset()
		inWord = false
	}
	endLine := func() {
		endWord()
		if len(line) > 0 {
			lines = append(lines, line)
		}
		line = nil
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == '\'' && c != quote, quote == '"' && c != quote && c != '\\':
			word.WriteByte(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 < len(text):
			i++
			switch next := text[i]; {
			case next == '\n':
			case quote == '"' && !strings.ContainsRune("\"\\$`", rune(next)):
				word.WriteByte('\\')
				word.WriteByte(next)
			default:
				word.WriteByte(next)
				inWord = true
			}
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\r':
			endWord()
		case c == '\n' || c == ';':
			endLine()
		case c == '#' && !inWord:
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	endLine()
	return lines, nil
}
