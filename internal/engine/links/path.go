package links

import (
	"path"
	"slices"
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// leadsTo returns the files to which a path in the code of a file leads: several if it depends on the
// file that includes the code. The argument code has the file and the place of the code. If the path
// leads to no file that is known, leadsTo calls lost for it.
func (l *Links) leadsTo(e *syntax.Expr, code Lost, lost func(Lost)) (files []int) {
	led := map[int]bool{}
	for _, from := range l.directoriesOf(code.File) {
		f, known, why := l.follow(e, from, code, l.fileAt)
		switch {
		case known && !led[f]:
			led[f], files = true, append(files, f)
		case why != nil:
			lost(*why)
		}
	}
	return files
}

// follow returns what is at a path that leads from a directory. If nothing known is there, and no address
// of another kind than a path, the result why says so.
func (l *Links) follow(e *syntax.Expr, from string, code Lost, at func(from, text string) (int, bool)) (to int, known bool, why *Lost) {
	l.budget.Step(stepsPerLink * e.Len())
	p := pathReader{l, e, from, ""}
	text, ok := p.text(e.Root)
	if !ok {
		code.Computed, code.Name = p.outside == "", path.Base(p.outside)
		return 0, false, &code
	}
	if to, known = at(from, text); !known && !isRemote(text) {
		code.Name = path.Base(text)
		why = &code
	}
	return to, known, why
}

// addLost records code that leads to no known file, once.
func (l *Links) addLost(one Lost) {
	if n := len(l.lost); n > 0 && l.lost[n-1].File == one.File && l.lost[n-1].Offset == one.Offset {
		return
	}
	l.lost = append(l.lost, one)
}

// isRemote reports whether a source is no path, but an address of another kind.
func isRemote(source string) bool {
	return strings.Contains(source, "://") || strings.Contains(source, "::") || strings.HasPrefix(source, "git@") || strings.HasPrefix(source, "github.com/")
}

// directoriesOf returns the directories from which paths in a file lead: those of the files that
// include it or, if there are none, its own.
func (l *Links) directoriesOf(i int) (dirs []string) {
	known := map[string]bool{}
	for _, includer := range l.includes[i] {
		l.budget.Step(1)
		if dir := path.Dir(l.files[includer].Name); !known[dir] {
			known[dir], dirs = true, append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		dirs = append(dirs, path.Dir(l.files[i].Name))
	}
	return dirs
}

// root stands for the root of the tree at the start of an absolute path.
const root = "\x00/"

// nameAt returns the name of what is at a path that leads from a directory. The result ok is false for
// an absolute path.
func (l *Links) nameAt(from, text string) (name string, ok bool) {
	name, absolute := strings.CutPrefix(text, root)
	if !absolute {
		if path.IsAbs(text) || strings.Contains(text, root) {
			return "", false
		}
		name = path.Join(from, text)
	}
	l.budget.Step(len(name) / 8)
	return path.Clean(strings.ReplaceAll(name, "//", "/")), true
}

// fileAt returns the file at a path that leads from a directory.
func (l *Links) fileAt(from, text string) (file int, ok bool) {
	name, ok := l.nameAt(from, text)
	if !ok {
		return 0, false
	}
	if file, ok = l.byName[name]; !ok {
		file, ok = l.byName[path.Join(name, l.across.File)]
	}
	return file, ok
}

// A pathReader evaluates an expression that is a path.
type pathReader struct {
	*Links
	e       *syntax.Expr
	from    string // the directory of the code
	outside string // the name of a file for which directories outside of the tree would be searched
}

// text returns the path at a node. The result ok is false if it is not known.
func (p *pathReader) text(n syntax.NodeID) (text string, ok bool) {
	switch node := p.e.Node(n); node.Kind {
	case syntax.NodeParen:
		return p.text(node.First)
	case syntax.NodeTemplate:
		return p.template(n)
	case syntax.NodeCall:
		return p.call(string(p.e.Source(node.First)), p.e.Node(node.First).Next)
	}
	return "", false
}

// template returns the text of a template.
func (p *pathReader) template(n syntax.NodeID) (text string, ok bool) {
	if text, ok := value.LiteralKey(p.e, n); ok {
		return text, true
	}
	for part := range p.e.Children(n) {
		p.budget.Step(1 + len(text)/16)
		switch node := p.e.Node(part); node.Kind {
		case syntax.NodeText:
			text += string(syntax.AppendUnescaped(nil, p.e.Source(part)))
		case syntax.NodeInterp:
			inner, known := p.text(node.First)
			if !known {
				return "", false
			}
			text += inner
		default:
			return "", false
		}
	}
	return text, true
}

// call returns the path that a call of a function returns. The parameter argument is the node of what
// the code passes first, or 0.
func (p *pathReader) call(name string, argument syntax.NodeID) (text string, ok bool) {
	switch {
	case slices.Contains(p.across.Here, name):
		return inTree(p.from), true
	case name == p.across.Top:
		return inTree("."), true
	case name == p.across.Directory && argument != 0:
		text, ok = p.text(argument)
		if inside, is := strings.CutPrefix(text, root); is {
			return inTree(path.Dir(inside)), ok
		}
		return path.Dir(text), ok
	case name == p.across.Parents:
		return p.above(argument)
	}
	return "", false
}

// inTree returns the absolute path of a directory of the tree.
func inTree(dir string) string { return root + dir }

// above returns the path of the nearest file above, given the node of its name.
func (p *pathReader) above(argument syntax.NodeID) (text string, ok bool) {
	name, fallback := p.across.File, syntax.NodeID(0)
	if argument != 0 {
		fallback = p.e.Node(argument).Next
		if name, ok = p.text(argument); !ok || strings.Contains(name, root) {
			return "", false
		}
	}
	for dir := p.from; dir != "."; {
		dir = path.Dir(dir)
		p.budget.Step(1 + len(dir)/8)
		at := path.Join(dir, name)
		if _, known := p.byName[at]; known {
			return inTree(at), true
		}
	}
	if fallback != 0 {
		return p.text(fallback)
	}
	p.outside = name
	return "", false
}
