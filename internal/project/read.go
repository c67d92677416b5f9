package project

import (
	"path/filepath"

	"iacedit/module"
)

// Read returns the content of the files of a directory as one module, or of the one file
// that the Scope has: as JSON, in the words of the edits. The request is as package read
// has it.
func (s *Scope) Read(asModule bool, request []byte) ([]byte, error) {
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
