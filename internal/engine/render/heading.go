package render

import (
	"slices"
	"strings"
	"unicode"
)

// isHeading reports whether a comment above an item is the heading of this item and of the one
// below it, given the names of both (docs/layout.md, "Whose comment it is"). The argument types has
// the words for the kind of both items, such as "resource" and "aws_instance".
func isHeading(comment, name, next string, types ...string) bool {
	said, mine, other := words(comment), words(name), words(next)
	ignored := func(word string) bool { return slices.Contains(fillers, word) || slices.Contains(types, word) }
	shares := func(word string, names []string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return singular(n) == singular(word) })
	}
	either := false
	for _, word := range said {
		if len(word) < fewestLetters || ignored(word) {
			continue
		}
		in, below := shares(word, mine), shares(word, other)
		if in && below {
			return true
		}
		either = either || in || below
	}
	if either {
		return false
	}
	if len(mine) > 0 && len(other) > 0 && mine[len(mine)-1] == other[len(other)-1] {
		types = append(types, mine[len(mine)-1])
	}
	return slices.ContainsFunc(types, func(typ string) bool {
		all := words(typ)
		return len(all) > 0 && slices.Contains(said, plural(all[len(all)-1]))
	})
}

// fewestLetters is the least length of a word that says what a comment is about.
const fewestLetters = 3

// fillers are words that do not say what a comment is about.
var fillers = []string{"all", "and", "are", "for", "from", "into", "its", "not", "our", "that", "the", "these", "this", "use", "used", "with"}

// words returns the words of a text in lower case: runs of letters and digits, divided where a
// small letter is followed by a capital.
func words(text string) (all []string) {
	from, before := -1, ' '
	for i, c := range text + " " {
		in := unicode.IsLetter(c) || unicode.IsDigit(c)
		if from >= 0 && (!in || unicode.IsLower(before) && unicode.IsUpper(c)) {
			all = append(all, strings.ToLower(text[from:i]))
			from = -1
		}
		if in && from < 0 {
			from = i
		}
		before = c
	}
	return all
}

// singular returns a word without a final "s".
func singular(word string) string { return strings.TrimSuffix(word, "s") }

// plural returns the plural of an English noun.
func plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "y") && len(noun) > 1 && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// isToolNote reports whether the first word of a comment is an instruction to a tool about the
// block around it: a word with ":" or "=" between other characters, such as checkov:skip=CKV_1.
func isToolNote(comment string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(comment), " ")
	if strings.Contains(word, "://") || slices.ContainsFunc(lineNotes, func(p string) bool { return strings.HasPrefix(word, p) }) {
		return false
	}
	at := strings.IndexAny(word, ":=")
	return at > 0 && at < len(word)-1
}

// lineNotes are the beginnings of instructions to tools about the code on the next line.
var lineNotes = []string{"tfsec:", "trivy:", "tflint-ignore", "iacedit:"}

// firstName returns the name with which a comment begins, if it is long enough to say what the
// comment is about.
func firstName(comment string) string {
	text := strings.TrimLeft(comment, " \t\n`\"'")
	end := strings.IndexFunc(text, func(c rune) bool {
		return c != '_' && c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	if end < 0 {
		end = len(text)
	}
	if end < fewestLetters {
		return ""
	}
	return text[:end]
}
