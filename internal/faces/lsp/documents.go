package lsp

import (
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"iacedit/syntax"
)

// A document is the text of an open file in the editor. It is immutable: each change creates a
// new document.
type document struct {
	uri     string
	path    string // "" for a URI that is not a file's
	version int
	code    []byte
	valid   []byte // the last text that could be parsed
	opened  []byte // the first text that could be parsed
}

// documents are the open files by their URIs. They are immutable: each change creates a new map.
type documents map[string]*document

// with returns a copy of the documents that also contains the given document. An earlier document
// with the same URI is replaced.
func (all documents) with(d *document) documents {
	more := maps.Clone(all)
	if more == nil {
		more = documents{}
	}
	more[d.uri] = d
	return more
}

// without returns a copy of the documents that lacks the document with the given URI.
func (all documents) without(uri string) documents {
	fewer := maps.Clone(all)
	delete(fewer, uri)
	return fewer
}

// withCode returns a copy of the document with a new text.
func (d *document) withCode(code []byte, version int) *document {
	next := *d
	next.code, next.version = code, version
	if syntax.Check(code) == nil {
		next.valid = code
		if next.opened == nil {
			next.opened = code
		}
	}
	return &next
}

// opened handles the notification that a file was opened.
func (s *Server) opened(p openParams) error {
	d := &document{uri: p.TextDocument.URI, path: pathOf(p.TextDocument.URI)}
	s.documents = s.documents.with(d.withCode([]byte(p.TextDocument.Text), p.TextDocument.Version))
	s.publish(s.documents[d.uri])
	return nil
}

// changed handles the notification that the text of an open file changed.
func (s *Server) changed(p changeParams) error {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	code := d.code
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			code = []byte(c.Text)
			continue
		}
		t := newText(code, s.client.encoding)
		from := t.offset(c.Range.Start)
		to := max(from, t.offset(c.Range.End))
		next := make([]byte, 0, len(code)-(to-from)+len(c.Text))
		code = append(append(append(next, code[:from]...), c.Text...), code[to:]...)
	}
	s.documents = s.documents.with(d.withCode(code, p.TextDocument.Version))
	s.publish(s.documents[d.uri])
	return nil
}

// closed handles the notification that a file was closed. It removes the file's diagnostics.
func (s *Server) closed(p documentParams) error {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	s.documents = s.documents.without(d.uri)
	s.notify("textDocument/publishDiagnostics", publishedDiagnostics{URI: d.uri, Version: d.version, Diagnostics: []diagnostic{}})
	return nil
}

// pathOf returns the path of a "file" URI, or "" for a URI of another scheme.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // "/C:/…"
		path = path[1:]
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// uriOf returns the URI of a file. For an open file it is the URI that the editor has sent.
func (all documents) uriOf(path string) string {
	if d := all.byPath(path); d != nil {
		return d.uri
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// byPath returns the document whose file has the given path, or nil.
func (all documents) byPath(path string) *document {
	for _, d := range all {
		if d.path == path && path != "" {
			return d
		}
	}
	return nil
}

// document returns the open file that a request is about.
func (r *request) document(uri string) (*document, error) {
	d := r.documents[uri]
	if d == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: uri + " is not open"}
	}
	return d, nil
}
