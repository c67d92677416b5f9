package lsp

import (
	"bytes"
	"path/filepath"
	"strings"
	"unicode"

	"iacedit/internal/disk/workspace"
	"iacedit/syntax"
)

// documentSymbols returns the outline of an open file. If the file does not parse at the moment,
// the outline is that of the last text that parsed.
func (r *request) documentSymbols(params documentParams) (any, error) {
	d, err := r.document(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.ParseWhole(d.valid)
	if err != nil {
		return nil, err
	}
	o := &outline{tree: tree, text: newText(d.valid, r.client.encoding)}
	return o.body(syntax.Root), nil
}

// An outline builds the symbols of a file.
type outline struct {
	tree *syntax.File
	text *text
}

// body returns a symbol for each attribute and block in a body. The symbol of a block contains
// those of its own attributes and blocks.
func (o *outline) body(body syntax.ItemID) []documentSymbol {
	list := []documentSymbol{}
	for id := range o.tree.Children(body) {
		switch o.tree.Kind(id) {
		case syntax.KindAttribute:
			list = append(list, o.symbol(id, string(o.tree.Name(id)), "", kindProperty))
		case syntax.KindBlock:
			typ, labels := string(o.tree.Name(id)), syntax.Strings(o.tree.Labels(id))
			s := o.symbol(id, typ, "", kindObject)
			if len(labels) > 0 {
				s.Name, s.Detail = strings.Join(labels, "."), typ
			}
			if body == syntax.Root {
				s.Kind = kindOf(typ)
			}
			s.Children = o.body(id)
			list = append(list, s)
		}
	}
	return list
}

// symbol returns a symbol that has the position of an item and the given name, detail and kind.
func (o *outline) symbol(id syntax.ItemID, name, detail string, kind symbolKind) documentSymbol {
	header, value := o.tree.Header(id), o.tree.Value(id)
	all := syntax.Span{From: header.From, To: max(header.To, value.To)}
	chosen := o.tree.Item(id).Name
	if chosen.From < all.From || chosen.To > all.To || chosen.From == chosen.To {
		chosen = header
	}
	return documentSymbol{Name: name, Detail: detail, Kind: kind, Range: o.text.at(all), SelectionRange: o.text.at(chosen)}
}

// kindOf returns the kind of symbol that an editor shows for a block of the given type.
func kindOf(typ string) symbolKind {
	switch typ {
	case "resource", "data", "ephemeral", "action":
		return kindClass
	case "module":
		return kindModule
	case "variable", "output":
		return kindVariable
	case "provider":
		return kindPackage
	case "check", "run":
		return kindFunction
	}
	return kindStruct
}

// mostSymbols is the greatest number of workspace symbols in an answer.
const mostSymbols = 1000

// workspaceSymbols answers a search for symbols in the workspace. It finds the top-level blocks and
// the locals whose addresses contain the characters of the query in order: "awb" finds
// aws_instance.web.
func (r *request) workspaceSymbols(params symbolParams) (any, error) {
	list := []symbolInformation{}
	for p := range r.parse(r.workspaceFiles(), always) {
		var t *text
		add := func(name string, kind symbolKind, at syntax.Span) {
			if !matches(name, params.Query) || len(list) >= mostSymbols {
				return
			}
			if t == nil {
				t = newText(p.file.Code, r.client.encoding)
			}
			list = append(list, symbolInformation{name, kind, location{r.documents.uriOf(p.file.Title), t.at(at)}, filepath.Base(filepath.Dir(p.file.Title))})
		}
		for id := range p.tree.Blocks(syntax.Root, "") {
			typ := string(p.tree.Name(id))
			if typ != "locals" {
				add(strings.Join(append([]string{typ}, syntax.Strings(p.tree.Labels(id))...), "."), kindOf(typ), p.tree.Header(id))
				continue
			}
			for attribute := range p.tree.Attributes(id) {
				add("local."+string(p.tree.Name(attribute)), kindConstant, p.tree.Item(attribute).Name)
			}
		}
	}
	return list, r.ctx.Err()
}

// workspaceFiles returns the files in the folders of the workspace. If the workspace has no
// folders, it returns the files in the directories of the open files.
func (r *request) workspaceFiles() []workspace.Source {
	if len(r.folders) > 0 {
		return r.files.Sources(r.folders, true)
	}
	var dirs []string
	known := map[string]bool{}
	for path := range r.files.open {
		if dir := filepath.Dir(path); !known[dir] {
			known[dir] = true
			dirs = append(dirs, dir)
		}
	}
	return r.files.Sources(dirs, false)
}

// matches reports whether a name contains the characters of a query in order, ignoring case.
func matches(name, query string) bool {
	rest := []rune(strings.ToLower(query))
	for _, c := range strings.ToLower(name) {
		for len(rest) > 0 && unicode.IsSpace(rest[0]) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return true
		}
		if c == rest[0] {
			rest = rest[1:]
		}
	}
	return len(bytes.TrimSpace([]byte(string(rest)))) == 0
}
