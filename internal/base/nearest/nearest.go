// Package nearest suggests a known name in place of an unknown one, such as a misspelled name.
package nearest

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

const (
	// longest is the greatest length of a name that is compared.
	longest = 64

	// maxComparisons bounds the work for one name, in comparisons of letters.
	maxComparisons = 1 << 20
)

// Name returns the most similar of the known names to an unknown name, or "" if none is similar. It
// counts the edits that turn one name into the other: inserting, deleting or replacing a letter, or
// exchanging two adjacent letters. Two names are similar if there is at most one edit for every
// three letters of the longer name. If several names are equally similar, Name returns the first.
// It compares only short names, and only a limited number of them.
func Name(name string, names iter.Seq[string]) string {
	wanted := []rune(limit(name))
	if len(wanted) == 0 || len(wanted) > longest {
		return ""
	}
	best, fewest := "", len(wanted)
	left := maxComparisons
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
		most := min(max(len(other), len(wanted))/3, fewest-1)
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

// Distance returns the number of edits from one name to the other, as Name counts them. For
// names that are too long, it returns a number greater than any distance.
func Distance(a, b string) int {
	first, second := []rune(limit(a)), []rune(limit(b))
	if len(first) > longest || len(second) > longest {
		return longest + 1
	}
	return edits(first, second, longest)
}

// DidYouMean returns the end of a message about an unknown name, such as `; did you mean
// "region"?`, with the result of Name. It returns "" if no name is similar.
func DidYouMean(name string, names iter.Seq[string]) string {
	if n := Name(name, names); n != "" {
		return `; did you mean "` + n + `"?`
	}
	return ""
}

// maxListed is the greatest number of names that Or lists.
const maxListed = 12

// Or returns the end of a message about an unknown name: a question with the result of Name or, if
// no name is similar, the known names.
func Or(name string, names []string) string {
	if near := DidYouMean(name, slices.Values(names)); near != "" || len(names) == 0 {
		return near
	}
	text, end := strings.Builder{}, ""
	if len(names) > maxListed {
		names, end = names[:maxListed], " and more"
	}
	for i, n := range names {
		switch {
		case i == 0 && len(names) == 1:
			text.WriteString("; there is ")
		case i == 0:
			text.WriteString("; there are ")
		case i == len(names)-1 && end == "":
			text.WriteString(" and ")
		default:
			text.WriteString(", ")
		}
		text.WriteString(strconv.Quote(limit(n)))
	}
	return text.String() + end
}

// limit shortens a text that is too long to be compared, so that later code need not read the
// whole text.
func limit(s string) string { return s[:min(len(s), longest*4+1)] }

// edits returns the number of edits from a to b. If that number exceeds the limit most, the result
// is some number above this limit. It does not compare letters whose positions are further apart
// than this limit.
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
			if j < i+most { // for other j, above[j] was not computed
				d = min(d, above[j]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			nearest = min(nearest, d)
		}
		if nearest > most+1 { // for most+1, exchanging two letters may still lower the distance
			return far
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

func abs(n int) int { return max(n, -n) }
