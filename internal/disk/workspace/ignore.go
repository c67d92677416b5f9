package workspace

import (
	"path"
	"strings"
)

// ignores are the patterns of .gitignore files: first those of the outermost file.
type ignores []pattern

// A pattern is a parsed line of a .gitignore file (gitignore(5)), such as "/build/*.tf". Names
// match as path.Match defines, except that named classes such as [[:alpha:]] are not supported.
type pattern struct {
	base    string   // the directory of the .gitignore file; "" for the root
	names   []string // the names between the slashes; "**" matches any number of names
	negated bool
	dirs    bool // the pattern matches only directories
}

// appendFile appends the patterns of the .gitignore file in the directory base. text is the
// contents of that file.
func (list ignores) appendFile(base, text string) ignores {
	for line := range strings.Lines(text) {
		if p, ok := parsePattern(strings.TrimRight(line, "\r\n")); ok {
			p.base = base
			list = append(list[:len(list):len(list)], p)
		}
	}
	return list
}

func parsePattern(line string) (p pattern, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if strings.HasPrefix(line, "#") {
		return p, false
	}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirs = strings.CutSuffix(line, "/")
	if line == "" {
		return p, false
	}
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	p.names = strings.Split(strings.ReplaceAll(line, "[!", "[^"), "/")
	if !anchored {
		p.names = append([]string{"**"}, p.names...)
	}
	return p, true
}

// match reports whether a path is ignored: the last matching pattern decides. The caller must have
// checked the directories above the path.
func (list ignores) match(name string, dir bool) bool {
	for i := len(list) - 1; i >= 0; i-- {
		p := &list[i]
		if p.dirs && !dir {
			continue
		}
		rest := name
		if p.base != "" {
			var inside bool
			if rest, inside = strings.CutPrefix(name, p.base+"/"); !inside {
				continue
			}
		}
		if matchNames(p.names, strings.Split(rest, "/")) {
			return !p.negated
		}
	}
	return false
}

// matchNames reports whether the elements of a path match the elements of a pattern, such as "a",
// "**", "*.tf". The element "**" matches any number of names; at the end of a pattern it matches at
// least one name. matchNames compares each pattern with each name at most once, so that no pattern
// takes exponential time.
func matchNames(patterns, names []string) bool {
	p, n := 0, 0
	retry, from := -1, 0 // the last "**", and the end of the names that it matches so far
	for n < len(names) {
		switch {
		case p < len(patterns) && patterns[p] == "**":
			if p == len(patterns)-1 {
				return true
			}
			retry, from = p, n
			p++
			continue
		case p < len(patterns) && matchName(patterns[p], names[n]):
			p++
			n++
			continue
		case retry < 0:
			return false
		}
		from++
		p, n = retry+1, from
	}
	return p == len(patterns)
}

func matchName(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
