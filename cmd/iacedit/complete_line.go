package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A line is what complete knows about a command line after reading some of its words.
type line struct {
	node       *kong.Node
	waiting    *kong.Value // the flag whose value is the next word, or nil
	used       []*kong.Flag
	schemas    []string // the values of --schema
	positional []string
	plain      bool // after "--": no more flags
	split      bool // only the part after the "=" of the last word is completed

	found  []candidate
	files  bool
	goesOn bool
}

// A candidate is a word that completes the typed text, with the meaning of the word.
type candidate struct{ word, meaning string }

// read updates l for the next word of the command line. The last word, which is to be completed, is
// not read.
func (l *line) read(word string) {
	switch {
	case l.waiting != nil:
		l.keep(l.waiting.Name, word)
		l.waiting = nil
	case l.plain || word == stdin || !strings.HasPrefix(word, "-"):
		l.argument(word)
	case word == "--":
		l.plain = true
	default:
		l.flag(word)
	}
}

// keep stores the value of a flag on which later completions depend, such as --schema.
func (l *line) keep(flag, value string) {
	if flag == "schema" {
		l.schemas = append(l.schemas, value)
	}
}

// argument reads a word that is not a flag: the name of the command, or one of its arguments.
func (l *line) argument(word string) {
	for _, child := range l.node.Children {
		if child.Name == word {
			l.node = child
			return
		}
	}
	l.positional = append(l.positional, word)
}

// flag reads a word that begins with "-": a flag, or several short ones such as -wR.
func (l *line) flag(word string) {
	if name, long := strings.CutPrefix(word, "--"); long {
		name, value, valued := strings.Cut(name, "=")
		if f := l.named(name); f != nil {
			l.used = append(l.used, f)
			if valued {
				l.keep(name, value)
			}
			if !valued && !f.IsBool() {
				l.waiting = f.Value
			}
		}
		return
	}
	for i, short := range word[1:] {
		for _, f := range l.flags() {
			if f.Short != short {
				continue
			}
			l.used = append(l.used, f)
			if !f.IsBool() {
				if i+1 == len(word)-1 {
					l.waiting = f.Value
				}
				return
			}
		}
	}
}

// flags returns the flags of the command and of the commands above it.
func (l *line) flags() []*kong.Flag { return slices.Concat(l.node.AllFlags(true)...) }

func (l *line) named(name string) *kong.Flag {
	for _, f := range l.flags() {
		if name == f.Name || f.Tag.Negatable != "" && name == "no-"+f.Name {
			return f
		}
	}
	return nil
}

// mostMeant is the number of characters after which the description of a candidate is cut off.
const mostMeant = 60

// offer adds a word to the candidates if it begins with the typed text.
func (l *line) offer(before, word, begun, meaning string) {
	if strings.HasPrefix(word, begun) {
		if text := []rune(meaning); len(text) > mostMeant {
			meaning = string(text[:mostMeant]) + "…"
		}
		l.found = append(l.found, candidate{before + word, strings.ReplaceAll(meaning, "\n", " ")})
	}
}
