// Package nearest finds what somebody probably meant who wrote a name that is not
// there.
package nearest

import "iter"

const (
	// longest is how many letters a name may have to be compared.
	longest = 64

	// mostCompared bounds the work on one name: the letters compared with letters.
	mostCompared = 1 << 20
)

// Name returns the one of names that is nearest to name, by edits: letters put in,
// left out, exchanged for another or with their neighbour. It is one that takes at
// most an edit for three of its letters, the first of several, and "" where there is
// none. Names are compared as long as that is cheap: few edits on short names, and
// not more names than a message is worth.
func Name(name string, names iter.Seq[string]) string {
	wanted := []rune(limit(name))
	if len(wanted) == 0 || len(wanted) > longest {
		return ""
	}
	best, fewest := "", len(wanted)
	left := mostCompared
	var letters [longest]rune
	for n := range names {
		if n == name || len(n) > longest*4 {
			continue
		}
		other := letters[:0]
		for _, r := range n {
			if len(other) == longest {
				other = nil
				break
			}
			other = append(other, r)
		}
		most := min(len(other)/3, fewest-1)
		if most < 1 || abs(len(other)-len(wanted)) > most {
			continue
		}
		if left -= len(wanted) * (2*most + 1); left < 0 {
			break
		}
		if d := edits(wanted, other, most); d <= most {
			best, fewest = n, d
		}
	}
	return best
}

// Distance returns how many edits make one name of another, as Name counts them; of names
// that it does not compare, more than any two that it does.
func Distance(a, b string) int {
	first, second := []rune(limit(a)), []rune(limit(b))
	if len(first) > longest || len(second) > longest {
		return longest + 1
	}
	return edits(first, second, longest)
}

// DidYouMean returns the end of a message about a name that is not there: what Name
// finds, asked as a question, or "".
func DidYouMean(name string, names iter.Seq[string]) string {
	if n := Name(name, names); n != "" {
		return `; did you mean "` + n + `"?`
	}
	return ""
}

// limit returns the beginning of a text that is too long to be compared, so that
// nobody has to look at all of it.
func limit(s string) string { return s[:min(len(s), longest*4+1)] }

// edits returns how many edits make b of a, or more than most. It looks only at those
// letters of b that are at most that many places away from a letter of a.
func edits(a, b []rune, most int) int {
	const far = longest + 1
	var rows [3][longest + 1]int
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-most), min(len(b), i+most)
		row[from-1] = far
		if from == 1 {
			row[0] = i
		}
		nearest := row[from-1]
		for j := from; j <= to; j++ {
			d := above[j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, row[j-1]+1)
			if j < i+most { // else that one was not looked at
				d = min(d, above[j]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			nearest = min(nearest, d)
		}
		if nearest > most+1 { // an exchange may still save one
			return far
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

func abs(n int) int { return max(n, -n) }
