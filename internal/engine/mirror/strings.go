package mirror

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/diff"
	"iacedit/internal/base/jsontext"
)

// A Run is a part of a JSON string: text that is written unchanged, or one escape.
type Run struct {
	TextAt, TextLen int // in the text of the string
	JSONAt, JSONLen int // in the JSON
}

// AppendRuns appends the runs of the JSON string whose opening quote is at an offset of src. text is
// the string without escapes.
func AppendRuns(dst []Run, src []byte, quote int, text string) []Run {
	mark := len(dst)
	at, i := 0, quote+1
	for i < len(src) && src[i] != '"' {
		from := i
		if src[i] != '\\' {
			for i < len(src) && src[i] != '"' && src[i] != '\\' {
				i++
			}
			dst = append(dst, Run{at, i - from, from, i - from})
			at += i - from
			continue
		}
		n := 1
		if i += 2; i <= len(src) && src[i-1] == 'u' {
			r, long := escapedRune(src[from:])
			n, i = utf8.RuneLen(r), from+long
		}
		dst = append(dst, Run{at, n, from, i - from})
		at += n
	}
	if at != len(text) { // JSON readers replace bytes of this string, so the runs do not fit
		dst = append(dst[:mark], Run{0, len(text), quote + 1, i - quote - 1})
	}
	return dst
}

// RunAt finds the run that contains an offset of the text, and returns its index.
func RunAt(runs []Run, offset int) int {
	low, high := 0, len(runs)
	for low < high {
		middle := (low + high) / 2
		if r := runs[middle]; r.TextAt+r.TextLen <= offset {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// escapedRune returns the character of an escape "\u….", and the length of the escape.
func escapedRune(src []byte) (r rune, n int) {
	const short, long = len(`\u0000`), len(`\ud800\udc00`)
	r = hexRune(src)
	if utf16.IsSurrogate(r) {
		if low := hexRune(src[min(short, len(src)):]); utf16.DecodeRune(r, low) != utf8.RuneError {
			return utf16.DecodeRune(r, low), long
		}
		return utf8.RuneError, short
	}
	return r, short
}

// hexRune returns the code unit of the escape "\u…." at the start of src, or 0 if there is no
// escape.
func hexRune(src []byte) (r rune) {
	if len(src) < len(`\u0000`) || src[0] != '\\' || src[1] != 'u' {
		return 0
	}
	for _, c := range src[2:6] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		r = r<<4 | rune(max(digit, 0))
	}
	return r
}

// A word is a part of a string: a name or number, white space, or another character.
type word struct {
	text string
	at   int
}

func (w word) isBlank() bool {
	return w.text[0] == ' ' || w.text[0] == '\t' || w.text[0] == '\n' || w.text[0] == '\r'
}

// words splits a string.
func words(s string) (all []word) {
	kind := func(i int) int {
		switch c := s[i]; {
		case c == '_' || c == '-' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z':
			return 1
		case (word{s[i:], i}).isBlank():
			return 2
		}
		return 0
	}
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		if k := kind(i); k != 0 {
			for i+n < len(s) && kind(i+n) == k {
				n++
			}
		}
		all = append(all, word{s[i : i+n], i})
		i += n
	}
	return all
}

// bytesPerWord is the approximate memory of a word, with its run.
const bytesPerWord = 64

// changedString returns the JSON string for a new value. raw is the JSON string of the value so far;
// old and new are the JSON strings that package convert writes for the value so far and for the new
// value. The result has the bytes of raw where the strings old and new are the same.
func changedString(raw, old, new []byte, b *budget.Budget) []byte {
	was, is := words(string(unquoted(old))), words(string(unquoted(new)))
	text := string(unquoted(raw))
	there := words(text)
	b.Hold(bytesPerWord * (len(was) + len(is) + len(there)))
	b.Step(len(was) + len(is) + len(there))
	at := placesOf(was, there)
	if at == nil && strings.HasPrefix(text, "${") && !bytes.HasPrefix(new, []byte(`"${`)) { // package convert writes the expression without "${…}"
		was, is = interpolated(was), interpolated(is)
		at = placesOf(was, there)
	}
	if at == nil {
		return new
	}
	exact := len(there) == len(was) // else white space is different
	edits := wordEdits(was, is, exact)
	for i := range edits {
		if !exact && !widen(&edits[i], was) {
			return new
		}
	}
	runs := AppendRuns(nil, raw, 0, text)
	end := func(i int) int { return there[i].at + len(there[i].text) }
	var patches []diff.Edit
	for _, e := range edits {
		from, to := len(text), len(text)
		switch {
		case e.From < e.To:
			from, to = there[at[e.From]].at, end(at[e.To-1])
		case e.From < len(was):
			from = there[at[e.From]].at
			to = from
		}
		patches = append(patches, diff.Edit{From: rawOffset(runs, from, raw), To: rawOffset(runs, to, raw), Text: jsontext.AppendEscaped(nil, e.Text)})
	}
	return diff.Apply(nil, raw, patches)
}

// widen makes an edit of a list of words begin and end at words that are not white space. The result is
// false if there are none.
func widen(e *diff.Edit, words []word) bool {
	for e.From > 0 && (e.From == e.To || words[e.From].isBlank()) {
		e.From--
		e.Text = slices.Concat([]byte(words[e.From].text), e.Text)
	}
	for e.To < len(words) && (e.From == e.To || words[e.To-1].isBlank()) {
		e.Text = append(e.Text, words[e.To].text...)
		e.To++
	}
	return e.From < e.To && !words[e.From].isBlank() && !words[e.To-1].isBlank()
}

// interpolated puts "${…}" around the words of an expression.
func interpolated(expression []word) []word {
	return slices.Concat(words("${"), expression, words("}"))
}

// rawOffset converts an offset in the text of a JSON string, between two characters, to an offset in
// the JSON string.
func rawOffset(runs []Run, offset int, raw []byte) int {
	i := RunAt(runs, offset)
	if i == len(runs) {
		return len(raw) - 1
	}
	return runs[i].JSONAt + min(offset-runs[i].TextAt, runs[i].JSONLen)
}

// placesOf returns, for each word of the first list, the index of the same word in the second list.
// The lists have the same words in the same order; white space may be different. Otherwise the
// result is nil.
func placesOf(was, there []word) []int {
	at := make([]int, len(was))
	k := 0
	exact := len(was) == len(there)
	for i, w := range was {
		if !exact {
			if w.isBlank() {
				continue
			}
			for k < len(there) && there[k].isBlank() {
				k++
			}
		}
		if k == len(there) || there[k].text != w.text && !w.isBlank() {
			return nil
		}
		at[i] = k
		k++
	}
	for ; k < len(there); k++ {
		if !there[k].isBlank() {
			return nil
		}
	}
	return at
}

// wordEdits returns the edits of a list of words. Their offsets are indexes of words. If both lists
// have equally many words, there is one edit for each word that differs, unless exact is false and one
// of these words is white space. Otherwise there is one edit, which leaves out the words at both ends
// that are the same.
func wordEdits(was, is []word, exact bool) (edits []diff.Edit) {
	each := len(was) == len(is)
	for i := 0; each && i < len(was); i++ {
		if was[i].text != is[i].text {
			each = exact || !was[i].isBlank() && !is[i].isBlank()
			edits = append(edits, diff.Edit{From: i, To: i + 1, Text: []byte(is[i].text)})
		}
	}
	if each {
		return edits
	}
	from, n, m := 0, len(was), len(is)
	for from < n && from < m && was[from].text == is[from].text {
		from++
	}
	for n > from && m > from && was[n-1].text == is[m-1].text {
		n, m = n-1, m-1
	}
	var text []byte
	for _, w := range is[from:m] {
		text = append(text, w.text...)
	}
	return []diff.Edit{{From: from, To: n, Text: text}}
}
