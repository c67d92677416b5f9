package regex

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// A parsing is what it costs to parse an expression.
type parsing struct{ steps, bytes int }

// The costs of parsing, in steps and bytes of memory.
const (
	stepsPerRegexp = 200
	stepsPerByte   = 24
	bytesPerByte   = 256

	stepsPerTable = 16_000 // for a class of Unicode such as \pL, with the sorting of its ranges
	bytesPerTable = 32 << 10

	stepsPerFolded = 5 // for each character of a range such as [a-z] under the flag i
	bytesPerFolded = 1
)

// parsingOf returns what it costs at most to parse an expression.
func parsingOf(text string) parsing {
	p := parsing{stepsPerRegexp + (stepsPerByte+depth(text))*len(text), bytesPerByte * len(text)}
	tables := strings.Count(text, `\p`) + strings.Count(text, `\P`)
	folded := folded(text)
	p.steps += stepsPerTable*tables + stepsPerFolded*folded
	p.bytes += bytesPerTable*tables + bytesPerFolded*folded
	return p
}

// depth returns how many parentheses are open at most at a place of an expression.
func depth(text string) (deepest int) {
	open := 0
	for _, c := range []byte(text) {
		switch c {
		case '(':
			open++
			deepest = max(deepest, open)
		case ')':
			open = max(0, open-1)
		}
	}
	return deepest
}

// folded returns how many characters the ranges of an expression have at most, if its letters may
// match both cases. To parse such a range, each of its characters is looked at.
func folded(text string) (n int) {
	const lastWithCase, lastOctal = 0x1e943, 0o777
	if !ignoresCase(text) {
		return 0
	}
	for {
		_, end, ok := strings.Cut(text, "-")
		if !ok {
			return n
		}
		last, _ := utf8.DecodeRuneInString(end)
		switch {
		case strings.HasPrefix(end, `\x{`):
			last = lastWithCase
		case last == '\\':
			last = lastOctal // which is more than \xff
		}
		n += min(int(last), lastWithCase)
		text = end
	}
}

// ignoresCase reports whether an expression may have the flag i, as in (?i) or (?si:…).
func ignoresCase(text string) bool {
	for {
		_, flags, ok := strings.Cut(text, "(?")
		if !ok {
			return false
		}
		text = strings.TrimLeft(flags, "imsU-")
		if strings.Contains(flags[:len(flags)-len(text)], "i") {
			return true
		}
	}
}

// A size is the size of the compiled program of an expression, or a bit more.
type size struct {
	instructions int
	runes        int // the ends of the ranges in classes of characters
}

// The costs of compiling: for each instruction, in steps and in bytes of memory; how many of these
// bytes the compiled program keeps; and for each end of a range.
const (
	stepsPerInstruction = 40
	bytesPerInstruction = 384
	keptPerInstruction  = 64
	bytesPerRune        = 4
)

func (s size) steps() int { return stepsPerInstruction * s.instructions }

// bytes returns the memory for compiling the program, and kept the part that the program keeps.
func (s size) bytes() int { return bytesPerInstruction*s.instructions + bytesPerRune*s.runes }
func (s size) kept() int  { return keptPerInstruction*s.instructions + bytesPerRune*s.runes }

// sizeOf returns the size of the program that an expression makes. It computes the size before
// repetitions such as x{1000} are written out.
func sizeOf(re *syntax.Regexp) size {
	s := inside(re)
	s.instructions += 2 // a program begins with a failure, and ends with a match
	return s
}

// inside returns the size of a part of an expression.
func inside(re *syntax.Regexp) size {
	s := size{runes: len(re.Rune)}
	for _, sub := range re.Sub {
		in := inside(sub)
		s.instructions += in.instructions
		s.runes += in.runes
	}
	switch re.Op {
	case syntax.OpLiteral:
		s.instructions += max(1, len(re.Rune))
	case syntax.OpCapture:
		s.instructions += 2
	case syntax.OpConcat, syntax.OpAlternate:
		s.instructions += max(1, len(re.Sub))
	case syntax.OpRepeat:
		// x{2,5} is xx(?:x(?:x(?:x)?)?)?, and x{2,} is xx+
		s.instructions = 1 + (s.instructions+1)*max(1, re.Min, re.Max)
	case syntax.OpStar:
		s.instructions += 2 // (?:x+)? if x may be empty
	default:
		s.instructions++
	}
	return s
}
