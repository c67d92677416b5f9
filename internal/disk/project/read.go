package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// A ReadRequest selects the content to read from files. The zero value reads everything.
type ReadRequest struct {
	Select  json.RawMessage // the selection to read, as in package read; nil for everything
	Include Include
}

// Include has what an answer contains besides values.
type Include struct {
	Comments     bool `help:"Include the comments above blocks and attributes."`
	LineComments bool `help:"Include the comments behind attributes, keys and elements."`
	Ranges       bool `help:"Include the lines and columns of blocks and attributes."`
}

// ErrSelect says that ReadRequest.Select is not JSON.
var ErrSelect = errors.New("is not JSON")

// text returns the request as JSON, in the form that package read accepts.
func (r *ReadRequest) text() ([]byte, error) {
	if r.Select != nil && !json.Valid(r.Select) {
		if _, err := parseValue(string(r.Select)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSelect, err)
		}
		return nil, ErrSelect
	}
	request := map[string]any{}
	if r.Select != nil {
		request["select"] = r.Select
	}
	var include []string
	for _, part := range []struct {
		name  string
		asked bool
	}{{"comments", r.Include.Comments}, {"lineComments", r.Include.LineComments}, {"ranges", r.Include.Ranges}} {
		if part.asked {
			include = append(include, part.name)
		}
	}
	if include != nil {
		request["include"] = include
	}
	return json.Marshal(request)
}

// Read returns the content of the files as JSON. The JSON has the form of edits, so it can be
// changed and sent back. If asModule is set, Read treats the files as one module; otherwise s must
// have only one file. If the files are in several directories, or s.Tree is set, the JSON names
// each file by its path relative to the deepest directory that contains the files and dirs.
func (s *Scope) Read(asModule bool, r ReadRequest, dirs ...string) ([]byte, error) {
	request, err := r.text()
	if err != nil {
		return nil, err
	}
	names, err := (&planner{Scope: s}).names(dirs)
	if err != nil {
		return nil, err
	}
	var files []module.File
	var tree *syntax.File
	for i, source := range s.Sources {
		file, parsed, err := s.parse(source)
		if err != nil {
			return nil, err
		}
		tree = parsed
		files = append(files, module.File{Name: names[i], Code: file.Code})
	}
	switch {
	case !asModule && len(files) == 1 && terraform.IsInJSON(files[0].Name):
		return s.reader().ReadTree(nil, tree, request)
	case !asModule && len(files) == 1:
		return s.reader().Read(nil, files[0].Code, request)
	case !asModule:
		return nil, ErrNoFiles
	}
	return s.reader().ReadFiles(nil, files, request)
}

// names returns a name for each file of the scope: its name in the module or, in a tree of modules,
// its path relative to the root of the tree.
func (p *planner) names(dirs []string) ([]string, error) {
	names := make([]string, len(p.Sources))
	for i := range p.Sources {
		names[i] = filepath.Base(p.Sources[i].Title)
	}
	if len(p.Sources) == 1 && p.Sources[0].Named {
		return names, nil
	}
	groups, err := p.trees(dirs)
	if err != nil {
		return nil, err
	}
	byTitle := map[string]string{}
	for _, g := range groups {
		for _, x := range g.all {
			byTitle[x.source.Title] = x.name
		}
	}
	for i := range p.Sources {
		names[i] = byTitle[p.Sources[i].Title]
	}
	return names, nil
}
