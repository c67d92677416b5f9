package diff

import (
	"bytes"
	"slices"

	"github.com/apparentlymart/go-textseg/v15/textseg"

	"iacedit/internal/base/budget"
)

// Characters narrows edits that Lines returned, so that each replaces only the characters that
// differ. From the old and the new text of an edit, Characters first removes the common start, then
// the common end. A character is a grapheme cluster. No edit splits a character of the old or the
// new text.
func Characters(old []byte, edits []Edit, b *budget.Budget) {
	for i := range edits {
		e := &edits[i]
		b.Step((e.To - e.From + len(e.Text)) >> 3)
		was := old[e.From:e.To]
		from := commonStart(was, e.Text)
		behind := commonRest(was, e.Text, from)
		e.From, e.To, e.Text = e.From+from, e.To-behind, e.Text[from:len(e.Text)-behind]
	}
}

// commonStart returns the number of bytes in the common characters at the start of two texts.
func commonStart(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	line := bytes.LastIndexByte(a[:n], '\n') + 1
	inA := boundaries(nil, a, line, n)
	inB := boundaries(nil, b, line, n)
	return largestCommon(inA, inB)
}

// largestCommon returns the largest value that is in both lists. Both lists are sorted, and have
// the same first value.
func largestCommon(a, b []int) int {
	i, j := len(a)-1, len(b)-1
	for a[i] != b[j] {
		if a[i] > b[j] {
			i--
		} else {
			j--
		}
	}
	return a[i]
}

// commonRest returns the number of bytes in the common characters at the end of two texts. from is
// the length of the texts' common start, whose characters are not counted again.
func commonRest(a, b []byte, from int) int {
	n := 0
	for most := min(len(a), len(b)) - from; n < most && a[len(a)-1-n] == b[len(b)-1-n]; {
		n++
	}
	if n == 0 {
		return 0
	}
	inA, inB := boundariesBefore(a, n), boundariesBefore(b, n)
	slices.Reverse(inA)
	slices.Reverse(inB)
	return largestCommon(inA, inB)
}

// boundariesBefore finds the boundaries between characters in the last n bytes of a text, but only
// in the first line of these bytes. For each boundary it returns the number of bytes from the
// boundary to the end of the text, in decreasing order.
func boundariesBefore(text []byte, n int) []int {
	at := len(text) - n
	line := bytes.LastIndexByte(text[:at], '\n') + 1
	all := boundaries(nil, text, line, lineEnd(text, at))
	for len(all) > 0 && all[0] < at {
		all = all[1:]
	}
	for i := range all {
		all[i] = len(text) - all[i]
	}
	return all
}

// boundaries appends the offsets of the characters in a line, and the offset after the line. The
// last two arguments are the start of the line, and the largest offset to append.
func boundaries(at []int, text []byte, from, to int) []int {
	for end := lineEnd(text, from); from <= to; {
		at = append(at, from)
		rest := text[from:end]
		if len(rest) == 0 {
			break
		}
		if len(rest) == 1 || rest[0] < 0x80 && rest[0] != '\r' && rest[1] < 0x80 {
			from++
			continue
		}
		n, _, err := textseg.ScanGraphemeClusters(rest, true)
		if err != nil || n == 0 {
			n = 1
		}
		from += n
	}
	return at
}
