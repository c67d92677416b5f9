package project

import (
	"encoding/json"
	"errors"
	"path/filepath"

	"iacedit/module"
)

// A ReadRequest says what to read of files. The zero value reads everything.
type ReadRequest struct {
	Select   json.RawMessage // read only this, a selection as in package read; nil for everything
	Comments bool            // with the comments above blocks and attributes
	Ranges   bool            // with the lines and columns of blocks and attributes
}

// ErrSelect is the error of a Select that is not JSON.
var ErrSelect = errors.New("is not JSON")

// text returns the request for package read.
func (r *ReadRequest) text() ([]byte, error) {
	if r.Select != nil && !json.Valid(r.Select) {
		return nil, ErrSelect
	}
	request := map[string]any{}
	if r.Select != nil {
		request["select"] = r.Select
	}
	var include []string
	if r.Comments {
		include = append(include, "comments")
	}
	if r.Ranges {
		include = append(include, "ranges")
	}
	if include != nil {
		request["include"] = include
	}
	return json.Marshal(request)
}

// Read returns the content of the files of a directory as one module, or of the only file of
// the Scope: as JSON, in the words of the edits.
func (s *Scope) Read(asModule bool, r ReadRequest) ([]byte, error) {
	request, err := r.text()
	if err != nil {
		return nil, err
	}
	var files []module.File
	for _, source := range s.Sources {
		file, _, err := s.parse(source)
		if err != nil {
			return nil, err
		}
		files = append(files, module.File{Name: filepath.Base(source.Title), Code: file.Code})
	}
	switch {
	case !asModule && len(files) == 1:
		return s.reader().Read(nil, files[0].Code, request)
	case !asModule:
		return nil, ErrNoFiles
	}
	return s.reader().ReadFiles(nil, files, request)
}
