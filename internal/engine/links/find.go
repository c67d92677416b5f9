package links

import (
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/refs"
	"iacedit/syntax"
)

// Find returns the links between the files of a tree, in a language whose code leads to other files.
// Files in other languages may be among them. Find charges its steps to the budget, which may be nil.
func Find(files []File, b *budget.Budget) *Links {
	l := new(Links)
	first := slices.IndexFunc(files, func(f File) bool { return f.Dialect.LinksFiles() })
	if first < 0 {
		return l
	}
	d := files[first].Dialect
	*l = Links{
		files: files, byName: map[string]int{}, role: refs.RoleIn(d, false), across: d.References().Across, budget: b, at: map[object][]place{}, into: map[spot][]object{}, known: map[link]bool{},
		followed: map[int][]syntax.Span{}, includes: map[int][]int{}, includer: map[int][]int{}, declared: map[object]bool{},
	}
	var linked []int // the files in the language
	for i := range files {
		if files[i].Dialect == d {
			l.byName[files[i].Name] = i
			linked = append(linked, i)
		}
	}
	for _, i := range linked {
		b.Parse(len(files[i].Tree.Text()))
		l.findDeclared(i)
		l.findIncludes(i)
	}
	for _, i := range linked { // after the includes: they say from where a path in an included file leads
		b.Parse(len(files[i].Tree.Text()))
		l.findReads(i)
		l.findLocals(i)
		l.findUnits(i)
	}
	l.findModules(linked)
	return l
}

// add records that an object of a file stands for something in another.
func (l *Links) add(o object, p place) {
	at := spotAt(p.file, p.path)
	if l.known[link{o, at}] {
		return
	}
	l.budget.Hold(bytesPerLink)
	l.budget.Step(stepsPerLink)
	l.known[link{o, at}] = true
	l.at[o], l.into[at] = append(l.at[o], p), append(l.into[at], o)
}

// bytesPerLink is the memory that a link needs.
const bytesPerLink = 600

// findDeclared records what a file declares.
func (l *Links) findDeclared(i int) {
	for d := range refs.DeclarationsIn(l.files[i].Tree, l.role) {
		l.budget.Step(stepsPerLink)
		l.declared[object{i, d.Address(l.files[i].Tree)}] = true
	}
}

// findIncludes records the files that a file includes.
func (l *Links) findIncludes(i int) {
	tree := l.files[i].Tree
	for id := range tree.Blocks(syntax.Root, l.across.Includes) {
		path := tree.Attribute(id, l.across.Path)
		if path == syntax.NoItem {
			continue
		}
		to := l.leadsTo(tree.ValueExpr(path), Lost{File: i, Item: id, Offset: tree.Item(id).Name.From}, l.addLost)
		for _, f := range to {
			if f == i {
				continue
			}
			l.includes[f], l.includer[i] = append(l.includes[f], i), append(l.includer[i], f)
			for label := range tree.Labels(id) {
				l.add(object{i, refs.Address{Kind: refs.Include, Name: string(label)}}, place{file: f})
			}
		}
	}
}

// findReads records the files that the calls in a file read.
func (l *Links) findReads(i int) {
	tree := l.files[i].Tree
	known := map[refs.Address]bool{}
	for r := range refs.All(tree, l.role) {
		a := r.Address(tree)
		if a.Kind != refs.Config || known[a] {
			continue
		}
		known[a] = true
		var e syntax.Expr
		if _, err := syntax.ParseExpression(&e, tree.Text(), r.Name); err != nil {
			continue
		}
		path := e.Node(e.Node(e.Root).First).Next
		if path == 0 {
			continue
		}
		e.Root = path
		for _, f := range l.leadsTo(&e, Lost{File: i, Item: r.Owner.Item, Offset: r.Root.From}, l.addLost) {
			l.add(object{i, a}, place{file: f})
		}
	}
}

// findLocals records the locals of a file whose values are, or are a part of, what another file
// declares.
func (l *Links) findLocals(i int) {
	tree := l.files[i].Tree
	for block, kind := range l.across.Members {
		if kind != refs.Local.String() {
			continue
		}
		for id := range tree.Blocks(syntax.Root, block) {
			for attribute := range tree.Attributes(id) {
				l.budget.Step(stepsPerLink)
				path, ok := l.pathOf(tree.ValueExpr(attribute))
				if !ok {
					continue
				}
				l.add(object{i, refs.Address{Kind: refs.Local, Name: string(tree.Name(attribute))}}, place{i, path})
				l.followed[i] = append(l.followed[i], tree.Value(attribute))
			}
		}
	}
}

// pathOf returns the path to the object that an expression is, or to something in it. The expression
// must be a reference, and be followed by names alone.
func (l *Links) pathOf(e *syntax.Expr) (path []string, ok bool) {
	n := e.Root
	var names []string // after the root, from the last to the first
	for {
		l.budget.Step(1)
		node := e.Node(n)
		switch node.Kind {
		case syntax.NodeParen:
			n = node.First
			continue
		case syntax.NodeGetAttr:
			names = append(names, string(e.Source(e.Node(node.First).Next)))
			n = node.First
			continue
		case syntax.NodeIndex:
			name, plain := e.PlainString(e.Node(node.First).Next)
			if !plain {
				return nil, false
			}
			names = append(names, name)
			n = node.First
			continue
		case syntax.NodeCall:
			if string(e.Source(node.First)) != l.across.Reads {
				return nil, false
			}
			path = []string{refs.Config.String(), string(e.Source(n))}
		case syntax.NodeVariable:
			kind := l.role.RootKind(string(e.Source(n)))
			if len(names) == 0 || kind != refs.Local && kind != refs.Include {
				return nil, false
			}
			path = l.pathTo(refs.Address{Kind: kind, Name: names[len(names)-1]})
			names = names[:len(names)-1]
		default:
			return nil, false
		}
		slices.Reverse(names)
		return append(path, names...), len(names) < mostSteps
	}
}

// findUnits records the names that the blocks of a file give to the code in other directories.
func (l *Links) findUnits(i int) {
	tree := l.files[i].Tree
	for _, typ := range l.across.Units {
		for id := range tree.Blocks(syntax.Root, typ) {
			source := tree.Attribute(id, l.across.Source)
			if source == syntax.NoItem || tree.Attribute(id, l.across.Given) == syntax.NoItem {
				continue
			}
			for _, f := range l.leadsTo(tree.ValueExpr(source), Lost{File: i, Item: id, Offset: tree.Item(id).Name.From}, l.addLost) {
				for label := range tree.Labels(id) {
					given := refs.Address{Kind: refs.Values, Name: l.across.Given}
					l.add(object{f, given}, place{i, []string{typ, string(label), l.across.Given}})
				}
			}
		}
	}
}
