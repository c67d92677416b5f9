package upgrades

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A version is the numbers of a version: 3, 75 and 0.
type version []int

// at returns the number with an index, or 0.
func (v version) at(i int) int {
	if i < len(v) {
		return v[i]
	}
	return 0
}

// compare returns a negative number if v is older than w, and a positive number if it is newer.
func (v version) compare(w version) int {
	for i := range max(len(v), len(w)) {
		if d := v.at(i) - w.at(i); d != 0 {
			return d
		}
	}
	return 0
}

// A condition is one part of a constraint, such as ">= 3.0".
type condition struct {
	operator string // "" is "="
	version  version
	text     string // the version as written
	at       int    // the offset of the condition in the constraint
	end      int    // the offset of its end
}

var aCondition = regexp.MustCompile(`^\s*(=|!=|>=|<=|~>|>|<|)\s*v?([0-9]+(?:\.[0-9]+)*)\s*$`)

// conditions splits a constraint. It returns false for one with a pre-release, or that is not a
// constraint.
func conditions(text string) (all []condition, ok bool) {
	at := 0
	for part := range strings.SplitSeq(text, ",") {
		m := aCondition.FindStringSubmatchIndex(part)
		if m == nil {
			return nil, false
		}
		c := condition{operator: part[m[2]:m[3]], text: part[m[4]:m[5]], at: at + m[2], end: at + m[5]}
		for number := range strings.SplitSeq(c.text, ".") {
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, false
			}
			c.version = append(c.version, n)
		}
		all = append(all, c)
		at += len(part) + 1
	}
	return all, true
}

// allows reports whether a version meets the conditions.
func allows(all []condition, v version) bool {
	return !slices.ContainsFunc(all, func(c condition) bool { return !c.allows(v) })
}

func (c *condition) allows(v version) bool {
	d := v.compare(c.version)
	switch c.operator {
	case "!=":
		return d != 0
	case ">":
		return d > 0
	case ">=":
		return d >= 0
	case "<":
		return d < 0
	case "<=":
		return d <= 0
	case "~>":
		upper := slices.Clone(c.version[:max(1, len(c.version)-1)])
		if len(c.version) > 1 {
			upper[len(upper)-1]++
			return d >= 0 && v.compare(upper) < 0
		}
		return d >= 0
	}
	return d == 0
}

// lowest returns the lowest version that the conditions name as a lower bound, or nil if they have
// none.
func lowest(all []condition) (v version) {
	for _, c := range all {
		switch c.operator {
		case "", "=", ">=", ">", "~>":
			if v == nil || c.version.compare(v) > 0 {
				v = c.version
			}
		}
	}
	return v
}

// bumped returns a constraint that allows only what the code needs after an upgrade to a major
// version, in the style of the old one. The text pinned replaces an exact version. If the
// constraint already begins at the major version, it stays.
func bumped(text string, to int, pinned string) (string, error) {
	all, ok := conditions(text)
	if !ok {
		return "", fmt.Errorf("the constraint %q is none that iacedit can change", text)
	}
	if low := lowest(all); low != nil && low.at(0) >= to {
		return text, nil
	}
	var b strings.Builder
	last, raised := 0, false
	for _, c := range all {
		operator, number := c.operator, c.text
		spaces := text[c.at+len(c.operator) : c.end-len(c.text)]
		switch c.operator {
		case "", "=":
			number = pinned
		case "~>", ">=", ">":
			if c.operator == ">" {
				operator = ">="
			}
			number = major(to, c.version)
			raised = true
		case "<", "<=":
			if c.version.at(0) > to {
				break // the upper bound allows the new version
			}
			operator, number = "<", major(to+1, c.version)
		case "!=":
			if c.version.at(0) >= to {
				break
			}
			operator = "" // an excluded old version
		}
		if c.operator == "!=" && operator == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(",")
			b.WriteString(separator(text, c.at))
		} else {
			b.WriteString(text[:all[0].at])
		}
		b.WriteString(operator + spaces + number)
		last = c.end
	}
	if !raised && lowest(all) == nil { // only an upper bound, or nothing
		return fmt.Sprintf(">= %d.0, %s", to, b.String()), nil
	}
	return b.String() + text[max(last, all[len(all)-1].end):], nil
}

// separator returns the blanks before an offset of a constraint.
func separator(text string, at int) string {
	from := at
	for from > 0 && text[from-1] == ' ' {
		from--
	}
	return text[from:at]
}

// major returns a major version with as many numbers as another version.
func major(to int, like version) string {
	return strconv.Itoa(to) + strings.Repeat(".0", max(0, len(like)-1))
}
