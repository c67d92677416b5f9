package lsp

import (
	"fmt"

	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// mostDiagnostics is the greatest number of diagnostics that are sent for a file.
const mostDiagnostics = 100

// publish sends the diagnostics of an open file.
func (s *Server) publish(d *document) {
	s.notify("textDocument/publishDiagnostics", publishedDiagnostics{URI: d.uri, Version: d.version, Diagnostics: s.diagnose(d)})
}

// diagnose returns what the editor should underline in a file: the syntax errors or, if there are
// none, warnings about names that the schemas of providers do not have.
func (s *Server) diagnose(d *document) []diagnostic {
	list := []diagnostic{}
	t := newText(d.code, s.client.encoding)
	for _, bad := range syntax.Errors(d.code, mostDiagnostics) {
		at := t.position(bad.Offset)
		list = append(list, diagnostic{textRange{at, at}, severityError, "iacedit", bad.Message})
	}
	if len(list) > 0 || s.options.Schemas == nil || roleOf(dialectOf(d.path), d.path) != refs.Configuration {
		return list
	}
	tree, err := syntax.Parse(d.code)
	if err != nil {
		return list
	}
	u := &unknown{tree: tree, text: t, schemas: s.options.Schemas}
	for id := range tree.Blocks(syntax.Root, "") {
		if labels := syntax.Strings(tree.Labels(id)); len(labels) > 0 {
			typ := string(tree.Name(id))
			u.search(id, u.schemas.Body(typ, labels[0]), terraform.BodyIn(false, typ))
		}
	}
	return append(list, u.list[:min(len(u.list), mostDiagnostics)]...)
}

// An unknown collects warnings about the unknown names in a file: the names of attributes and
// nested blocks that neither Terraform nor the schema of their provider defines.
type unknown struct {
	tree    *syntax.File
	text    *text
	schemas *schema.Schemas
	list    []diagnostic
}

// search searches a body for unknown names. They are neither in the provider's schema of the block
// nor defined there by Terraform itself.
func (u *unknown) search(body syntax.ItemID, known *schema.Body, own *terraform.Body) {
	if known == nil {
		return
	}
	for id := range u.tree.Children(body) {
		name := string(u.tree.Name(id))
		switch u.tree.Kind(id) {
		case syntax.KindAttribute:
			if _, ok := known.Find(name); !ok && (own == nil || !own.IsArgument(name)) {
				u.tell(id, known, "argument", name)
			}
		case syntax.KindBlock:
			if name == "dynamic" || own != nil && own.Knows(name) {
				continue
			}
			if _, ok := known.Find(name); !ok {
				u.tell(id, known, "block", name)
				continue
			}
			u.search(id, known.Inside(name), nil)
		}
	}
}

// tell adds a warning about an unknown name. The first string is "argument" or "block".
func (u *unknown) tell(id syntax.ItemID, known *schema.Body, what, name string) {
	text := fmt.Sprintf("the provider has no %s %q here%s", what, name, nearest.DidYouMean(name, known.Names()))
	at := u.tree.Item(id).Name
	if at.From == at.To {
		at = u.tree.Header(id)
	}
	u.list = append(u.list, diagnostic{u.text.at(at), severityWarning, "iacedit", text})
}
