package lsp

import (
	"bytes"
	"cmp"
	"errors"
	"path/filepath"
	"slices"

	"iacedit/internal/disk/project"
	"iacedit/internal/engine/uses"
	"iacedit/refs"
	"iacedit/syntax"
)

// errNothingNamed is returned if a request is about the object at the cursor, but the code there
// names no object.
var errNothingNamed = errors.New("there is no name here that this code declares")

// find returns the place for a position, and the object whose name is there. If no object is named
// there, it fails with errNothingNamed, and returns the place nevertheless.
func (r *request) find(p positionParams) (*place, *named, error) {
	at, err := r.place(p.TextDocument.URI, textRange{p.Position, p.Position})
	if err != nil {
		return nil, nil, err
	}
	n := at.named()
	if n != nil && n.output && n.address.Type != "" {
		n = r.output(n)
	}
	if n == nil {
		return at, nil, errNothingNamed
	}
	return at, n, nil
}

// output resolves an output that is named by a reference such as module.network.id: it finds the
// call of that module, and returns the output with the directory of the called module. It returns
// nil if the directory is unknown.
func (r *request) output(n *named) *named {
	for p := range r.parse(r.sources(n.unit), always) {
		for id := range p.tree.Blocks(syntax.Root, "module", n.address.Type) {
			if dir := calledBy(p.tree, id, n.path); dir != "" {
				return &named{unit: unit{path: dir}, output: true, address: refs.Address{Name: n.address.Name}, at: n.at}
			}
		}
	}
	return nil
}

func always([]byte) bool { return true }

// references returns the references to an object: in its module and, for variables and outputs, in
// the modules that call its module.
func (r *request) references(params referenceParams) (any, error) {
	_, n, err := r.find(params.positionParams)
	if err != nil {
		return []location{}, nil // editors expect an empty list here
	}
	list := []location{}
	name := []byte(n.address.Name)
	wanted := func(code []byte) bool { return bytes.Contains(code, name) }
	for p := range r.parse(r.sources(n.unit), wanted) {
		if params.Context.IncludeDeclaration {
			list = append(list, r.locations(p, declarations(p.tree, roleOf(n.dialect, p.file.Title), n))...)
		}
		if !n.output {
			list = append(list, r.locations(p, usesIn(&uses.File{Name: filepath.Base(p.file.Title), Tree: p.tree}, n))...)
		}
	}
	switch {
	case n.isShared():
		list = append(list, r.inCallers(n)...)
	case n.dialect.LinksFiles():
		list = append(list, r.inOthers(n)...)
	}
	return list, r.ctx.Err()
}

// inOthers returns the references to an object in files that include or read its file.
func (r *request) inOthers(n *named) (list []location) {
	s := r.scope(n.unit)
	s.Around = func() *project.Tree { return r.treeOf(n.unit) }
	found, err := s.References(n.String())
	if err != nil {
		return nil
	}
	return r.located(slices.DeleteFunc(found, func(one project.Reference) bool {
		path, err := filepath.Abs(one.File)
		return err != nil || path == n.path
	}))
}

// located converts places in code to the protocol's locations.
func (r *request) located(found []project.Reference) (list []location) {
	for i := range found {
		at := position{found[i].Line - 1, found[i].Column - 1}
		for p := range r.parse(r.files.Sources([]string{found[i].File}, false), always) {
			t := newText(p.file.Code, r.client.encoding)
			from := int32(t.offset(at))
			list = append(list, location{r.documents.uriOf(p.file.Title), t.at(syntax.Span{From: from, To: from + int32(len(found[i].Text))})})
		}
	}
	return list
}

// definition returns the places that declare the object at a position: in its module or file or, if
// that does not declare it, in files that this one includes or reads.
func (r *request) definition(params positionParams) (any, error) {
	list := []location{}
	at, n, err := r.find(params)
	if at == nil {
		return list, nil // editors expect an empty list here
	}
	if err == nil {
		for p := range r.parse(r.sources(n.unit), always) {
			list = append(list, r.locations(p, declarations(p.tree, roleOf(n.dialect, p.file.Title), n))...)
		}
	}
	if len(list) == 0 && at.unit.dialect.LinksFiles() {
		s := r.scope(at.unit)
		s.Around = func() *project.Tree { return r.treeOf(at.unit) }
		if found, err := s.Elsewhere(at.document.path, at.from); err == nil {
			list = append(list, r.located(found)...)
		}
	}
	return list, r.ctx.Err()
}

// locations converts spans of a file to the protocol's locations, sorted by position.
func (r *request) locations(p parsed, spans []syntax.Span) (list []location) {
	if len(spans) == 0 {
		return nil
	}
	slices.SortFunc(spans, func(a, b syntax.Span) int { return cmp.Compare(a.From, b.From) })
	t := newText(p.file.Code, r.client.encoding)
	uri := r.documents.uriOf(p.file.Title)
	for _, s := range spans {
		list = append(list, location{uri, t.at(s)})
	}
	return list
}

// declarations returns the places where a file declares an object.
func declarations(tree *syntax.File, role refs.Role, n *named) (spans []syntax.Span) {
	if n.output {
		for id := range tree.Blocks(syntax.Root, "output", n.address.Name) {
			_, at := label(tree, id)
			spans = append(spans, at)
		}
		return spans
	}
	for d := range refs.DeclarationsIn(tree, role) {
		if d.Address(tree) == n.address {
			spans = append(spans, d.Name)
		}
	}
	return spans
}

// usesIn returns the spans of a file's references to an object.
func usesIn(f *uses.File, n *named) (spans []syntax.Span) {
	for ref := range f.References(n.dialect) {
		if ref.Kind != refs.Self && ref.Kind != refs.Own && ref.Address(f.Tree) == n.address {
			spans = append(spans, ref.Name)
		}
	}
	return spans
}

// inCallers searches the modules that call the object's module. For a variable, it returns the
// arguments that set the variable. For an output, it returns the references to the output.
func (r *request) inCallers(n *named) (list []location) {
	tree := r.treeOf(n.unit)
	calls := map[string][]string{} // the names of the calls, by directory
	var all []parsed
	for p := range r.parse(tree.Sources, func(code []byte) bool { return bytes.Contains(code, []byte("module")) }) {
		all = append(all, p)
		dir := filepath.Dir(p.file.Title)
		for id := range p.tree.Blocks(syntax.Root, "module") {
			if calledBy(p.tree, id, dir) == n.path {
				name, _ := label(p.tree, id)
				calls[dir] = append(calls[dir], name)
				if attribute := p.tree.Attribute(id, n.address.Name); attribute != syntax.NoItem && !n.output {
					list = append(list, r.locations(p, []syntax.Span{p.tree.Item(attribute).Name})...)
				}
			}
		}
	}
	if !n.output {
		return list
	}
	for _, p := range all {
		names := calls[filepath.Dir(p.file.Title)]
		if len(names) == 0 {
			continue
		}
		var spans []syntax.Span
		for ref := range refs.ToModules(p.tree) {
			if name, at := outputOf(p.tree, ref); name == n.address.Name && slices.Contains(names, ref.Address(p.tree).Name) {
				spans = append(spans, at)
			}
		}
		list = append(list, r.locations(p, spans)...)
	}
	return list
}
