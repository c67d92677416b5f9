package pattern

import (
	"bytes"

	"iacedit/syntax"
)

// A word is text that every match of a pattern contains, such as "lookup" for the pattern
// lookup($a, $b). The field text is empty if no text occurs in all matches.
type word struct {
	text    []byte
	escaped bool // the text is in a string or key, where "\u0061" may replace a letter
}

// escapes are the beginnings of the escapes that may replace a letter in a string.
var escapes = [][]byte{[]byte(`\u`), []byte(`\U`)}

// Clues returns texts of which every match contains at least one. Code that contains none of these
// texts need not be parsed. Clues returns nil if there are no such texts.
func (p *Pattern) Clues() [][]byte {
	if p.word.escaped {
		return TextClues(p.word.text)
	}
	if len(p.word.text) == 0 {
		return nil
	}
	return [][]byte{p.word.text}
}

// TextClues is like Clues, but for a search for text in strings. The argument is what LongestRun
// returns for this text. If the argument is empty, TextClues returns nil.
func TextClues(run []byte) [][]byte {
	if len(run) == 0 {
		return nil
	}
	return append([][]byte{run}, escapes...)
}

// findWord returns the longest name or text in the pattern. Among texts of equal length, it prefers
// a name.
func (p *Pattern) findWord() (best word) {
	e := p.expr
	take := func(text []byte, escaped bool) {
		if better := len(text) - len(best.text); better > 0 || better == 0 && best.escaped && !escaped {
			best = word{bytes.Clone(text), escaped}
		}
	}
	keys, holeKeys := map[syntax.NodeID]bool{}, map[syntax.NodeID]bool{}
	for id := range e.All() {
		if n := e.Node(id); n.Kind == syntax.NodePair {
			keys[n.First] = true // a key may be written in quotes, with escapes
			holeKeys[n.First] = p.holes[id].many
		}
	}
	for id := range e.All() {
		n := e.Node(id)
		if _, ok := p.holes[id]; ok {
			continue
		}
		switch n.Kind {
		case syntax.NodeVariable, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull:
			if !holeKeys[id] { // the key that stands for a $$name
				take(e.Source(id), keys[id])
			}
		case syntax.NodeName:
			if text := e.Source(id); bytes.IndexByte(text, ':') < 0 {
				take(text, false)
			}
		case syntax.NodeTemplate:
			for _, part := range p.texts[id] {
				if part.node == 0 {
					take(LongestRun(part.text), true)
				}
			}
		}
	}
	return best
}

// LongestRun returns the longest part of a literal text that needs no escapes in strings, because
// it consists only of ASCII letters, digits, spaces and common punctuation. Code that contains the
// text contains this part unchanged, or with escapes such as "\u0061" in place of some characters.
func LongestRun(text []byte) (longest []byte) {
	for from := 0; from < len(text); {
		to := from
		for to < len(text) && isPlain(text[to]) {
			to++
		}
		run := text[from:to]
		if to < len(text) && text[to] >= 0x80 && len(run) > 0 {
			run = run[:len(run)-1] // a combining mark may belong to the previous letter
		}
		if len(run) > len(longest) {
			longest = run
		}
		from = to + 1
	}
	return longest
}

func isPlain(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return bytes.IndexByte([]byte(" _-./:@=?&+,;*()[]'<>#|"), c) >= 0
}
