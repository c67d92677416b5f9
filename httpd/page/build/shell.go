package main

import (
	"errors"
	"strings"
)

// words splits a line of a test script into words. Blanks in single quotes do not end a word. Two
// single quotes inside quotes stand for one single quote.
func words(line string) (all []string, err error) {
	var word strings.Builder
	quoted, started := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\'' && i+1 < len(line) && line[i+1] == '\'':
			word.WriteByte(c)
			i++
		case c == '\'':
			quoted, started = !quoted, true
		case c == ' ' && !quoted:
			if started {
				all = append(all, word.String())
				word.Reset()
				started = false
			}
		default:
			word.WriteByte(c)
			started = true
		}
	}
	if quoted {
		return nil, errors.New("a quote is not closed")
	}
	if started {
		all = append(all, word.String())
	}
	return all, nil
}

// inside changes a command so that it can be run in the directory dir. The last word of the command
// is that directory or a file below it: "get app/main.tf" becomes "get main.tf" if dir is app.
func inside(command, dir string) string {
	if dir == "." {
		return command
	}
	before, ok := strings.CutSuffix(command, " "+dir)
	if ok {
		return before + " ."
	}
	return strings.Replace(command, " "+dir+"/", " ", 1)
}
