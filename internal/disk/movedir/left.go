package movedir

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// mostScanned is the greatest size of a file in which the old path of a directory is looked for.
const mostScanned = 1 << 20

// left returns a warning for each file that still has the old path of the directory, for each file
// in the directory with a path that leads out of it, and for each link that leads elsewhere after
// the move.
func (m *mover) left(plan *project.Plan) (warnings []project.Warning) {
	after := map[string][]byte{}
	for i := range plan.Changes {
		after[plan.Changes[i].File.Title] = plan.Changes[i].After
	}
	warn := func(title string, code []byte, offset int, message string) {
		w := project.Warning{Code: edit.StillReferenced, File: title, Message: message, Offset: -1}
		if code != nil {
			w.Line, w.Column = syntax.Position(code, offset)
		}
		warnings = append(warnings, w)
	}
	for _, f := range m.Files {
		title := workspace.Short(f.Title)
		path, err := filepath.Abs(title)
		info, failed := os.Lstat(title)
		if err != nil || failed != nil {
			continue // it has gone meanwhile
		}
		if info.Mode()&os.ModeSymlink != 0 {
			if m.linkBreaks(path) {
				warn(title, nil, 0, "this link leads elsewhere after the move")
			}
			continue
		}
		if !info.Mode().IsRegular() || info.Size() > mostScanned {
			continue
		}
		code, err := os.ReadFile(title)
		if err != nil || bytes.IndexByte(code, 0) >= 0 {
			continue
		}
		if at := m.leadsOut(title, path, code); at >= 0 {
			warn(title, code, at, "a path in it leads out of the directory, and may lead elsewhere after the move")
		}
		if now := after[title]; now != nil && terraform.IsInJSON(title) {
			code = now // where the sources are in the JSON is not known
		}
		if old, at, more := m.mentions(path, code, m.sources[title]); at >= 0 {
			text := "it has the old path " + old
			if more > 0 {
				text += fmt.Sprintf(", and %d more", more)
			}
			warn(title, code, at, text)
		}
	}
	return warnings
}

// linkBreaks reports whether a symbolic link leads elsewhere after the move.
func (m *mover) linkBreaks(path string) bool {
	to, err := os.Readlink(path)
	if err != nil {
		return false
	}
	if filepath.IsAbs(to) {
		return m.paths.After(to) != to
	}
	before := filepath.Join(filepath.Dir(path), to)
	now := filepath.Join(filepath.Dir(m.paths.After(path)), to)
	return now != m.paths.After(before)
}

// leadsOut returns the offset of the first path in a file of code that leads out of the directory, but
// for the sources of calls; -1 if there is none, or if the directory stays beside its neighbours.
func (m *mover) leadsOut(title, path string, code []byte) (offset int) {
	spans, isCode := m.sources[title]
	if !isCode || !isIn(path, m.paths.From) || filepath.Dir(m.paths.From) == filepath.Dir(m.paths.To) {
		return -1
	}
	rel, err := filepath.Rel(m.paths.From, path)
	if err != nil {
		return -1
	}
	out := bytes.Repeat([]byte("../"), strings.Count(filepath.ToSlash(rel), "/")+1)
	for at := 0; ; {
		i := bytes.Index(code[at:], out)
		if i < 0 {
			return -1
		}
		from := at + i
		if len(spans) > 0 && from >= int(spans[0].From) {
			at, spans = max(at, int(spans[0].To)), spans[1:]
			continue
		}
		return from
	}
}

// mentions looks for the old path in the text of a file: as it is from the root of the tree, and from
// the directory of the file. It returns the path and the offset of the first place outside of the
// sources of calls, or -1, and how many more there are.
func (m *mover) mentions(path string, text []byte, sources []syntax.Span) (old string, first, more int) {
	first = -1
	for _, name := range m.namesFrom(filepath.Dir(path)) {
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte(name))
			if i < 0 {
				break
			}
			from := at + i
			at = from + len(name)
			_, inSource := slices.BinarySearchFunc(sources, from, func(s syntax.Span, at int) int {
				if at < int(s.From) {
					return 1
				}
				return min(int(s.To)-at-1, 0)
			})
			if inSource || !isPath(text, from, at, name) {
				continue
			}
			if more++; first < 0 || from < first {
				first, old = from, name
			}
		}
	}
	return old, first, more - 1
}

// namesFrom returns the forms in which a file of a directory may have the old path: that from the
// root of the tree, and that from the directory.
func (m *mover) namesFrom(dir string) (names []string) {
	whole, ok := m.tree.NameOf(m.paths.From)
	if ok {
		names = append(names, whole)
	}
	rel, err := filepath.Rel(dir, m.paths.From)
	if rel = filepath.ToSlash(rel); err == nil && rel != whole && !isIn(dir, m.paths.From) {
		names = append(names, rel)
	}
	return names
}

// isPath reports whether a name in a text is a path, not a part of another path or a word.
func isPath(text []byte, from, to int, name string) bool {
	before, after := byte(' '), byte(' ')
	if from > 0 {
		before = text[from-1]
	}
	if to < len(text) {
		after = text[to]
	}
	inName := func(c byte) bool {
		return c == '_' || c == '-' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	if inName(before) || inName(after) || after == '.' && to+1 < len(text) && inName(text[to+1]) {
		return false
	}
	up := bytes.HasSuffix(text[:from], []byte("../"))
	switch {
	case strings.HasPrefix(name, "."):
		return before != '/' && before != '.'
	case strings.Contains(name, "/"):
		return !up
	case bytes.HasSuffix(text[:from], []byte("./")):
		return !up
	}
	return before != '/' && after == '/' // a word alone is no path
}
