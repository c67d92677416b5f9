package lsp

import (
	"bytes"
	"cmp"
	"errors"
	"path/filepath"
	"slices"

	"iacedit/refs"
	"iacedit/syntax"
)

// errNothingNamed is returned if a request is about the object at the cursor, but the code there
// names no object.
var errNothingNamed = errors.New("there is no name here that this code declares")

// find returns the place for a position, and the object whose name is there. If no object is named
// there, it fails with errNothingNamed.
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
		return nil, nil, errNothingNamed
	}
	return at, n, nil
}

// output resolves an output that is named by a reference such as module.network.id: it finds the
// call of that module, and returns the output with the directory of the called module. It returns
// nil if the directory is unknown.
func (r *request) output(n *named) *named {
	for p := range r.parse(r.files.Sources([]string{n.dir}, false), always) {
		for id := range p.tree.Blocks(syntax.Root, "module", n.address.Type) {
			if dir := calledBy(p.tree, id, n.dir); dir != "" {
				return &named{dir: dir, output: true, address: refs.Address{Name: n.address.Name}, at: n.at}
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
	for p := range r.parse(r.files.Sources([]string{n.dir}, false), wanted) {
		if params.Context.IncludeDeclaration {
			list = append(list, r.locations(p, declarations(p.tree, n))...)
		}
		if !n.output {
			list = append(list, r.locations(p, uses(p.tree, roleOf(p.file.Title), n))...)
		}
	}
	if n.isShared() {
		list = append(list, r.inCallers(n)...)
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
func declarations(tree *syntax.File, n *named) (spans []syntax.Span) {
	if n.output {
		for id := range tree.Blocks(syntax.Root, "output", n.address.Name) {
			_, at := label(tree, id)
			spans = append(spans, at)
		}
		return spans
	}
	for d := range refs.Declarations(tree) {
		if d.Address(tree) == n.address {
			spans = append(spans, d.Name)
		}
	}
	return spans
}

// uses returns the spans of a file's references to an object.
func uses(tree *syntax.File, role refs.Role, n *named) (spans []syntax.Span) {
	if role == refs.Generic {
		role = refs.Configuration // a test
	}
	for ref := range refs.All(tree, role) {
		if ref.Kind != refs.Self && ref.Kind != refs.Own && ref.Address(tree) == n.address {
			spans = append(spans, ref.Name)
		}
	}
	return spans
}

// inCallers searches the modules that call the object's module. For a variable, it returns the
// arguments that set the variable. For an output, it returns the references to the output.
func (r *request) inCallers(n *named) (list []location) {
	tree := r.treeOf(n.dir)
	calls := map[string][]string{} // the names of the calls, by directory
	var all []parsed
	for p := range r.parse(tree.Sources, func(code []byte) bool { return bytes.Contains(code, []byte("module")) }) {
		all = append(all, p)
		dir := filepath.Dir(p.file.Title)
		for id := range p.tree.Blocks(syntax.Root, "module") {
			if calledBy(p.tree, id, dir) == n.dir {
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
