package terraform

import (
	"slices"
	"strconv"
	"strings"
)

// A Version is a version of Terraform: major, minor and patch. Prerelease suffixes are ignored.
type Version [3]int

// AllowsBefore reports whether a version constraint, as in "required_version", allows a version
// before the limit. It returns false for an invalid constraint.
func AllowsBefore(constraint string, limit Version) bool {
	var all []condition
	candidates := []Version{{}} // the versions to try: the lowest version of each range that a condition may allow
	for part := range strings.SplitSeq(constraint, ",") {
		c, ok := conditionOf(part)
		if !ok {
			return false
		}
		all = append(all, c)
		candidates = append(candidates, c.version, c.version.next())
	}
	return slices.ContainsFunc(candidates, func(v Version) bool {
		return slices.Compare(v[:], limit[:]) < 0 && !slices.ContainsFunc(all, func(c condition) bool { return !c.allows(v) })
	})
}

func (v Version) next() Version { return Version{v[0], v[1], v[2] + 1} }

// A condition is one part of a constraint: an operator and a version.
type condition struct {
	operator string
	version  Version
	parts    int // the number of parts of the version as written: 2 for 1.4
}

// conditionOf parses a condition such as ">= 1.2".
func conditionOf(text string) (c condition, ok bool) {
	text = strings.TrimSpace(text)
	version := strings.TrimLeft(text, "=!<>~")
	c.operator = text[:len(text)-len(version)]
	version, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(version), "v"), "-")
	parts := strings.Split(version, ".")
	if c.parts = len(parts); c.parts > len(c.version) {
		return c, false
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 1<<30 {
			return c, false
		}
		c.version[i] = n
	}
	return c, slices.Contains([]string{"", "=", "!=", ">", ">=", "<", "<=", "~>"}, c.operator)
}

// allows reports whether a version satisfies the condition: 1.5.0, for example, satisfies ">= 1.2".
func (c condition) allows(v Version) bool {
	order := slices.Compare(v[:], c.version[:])
	switch c.operator {
	case "!=":
		return order != 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case "~>": // all parts except the last one must be equal
		same := max(c.parts-1, 1)
		return order >= 0 && slices.Equal(v[:same], c.version[:same])
	}
	return order == 0
}
