package mcpserver

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// A loader reads files and remembers them, so that a call reads each file only once.
type loader struct {
	call  *call
	mutex sync.Mutex
	files map[string]*workspace.File
}

// load reads a file, unless the call is cancelled. It is safe for concurrent use.
func (l *loader) load(s workspace.Source) (*workspace.File, error) {
	if err := l.call.ctx.Err(); err != nil {
		return nil, err
	}
	l.mutex.Lock()
	file := l.files[s.Title]
	l.mutex.Unlock()
	if file != nil {
		return file, nil
	}
	file, err := s.Read()
	if err != nil {
		return nil, err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.files == nil {
		l.files = make(map[string]*workspace.File)
	}
	l.files[s.Title] = file
	l.call.progress.step()
	return file, nil
}

// version returns a digest of the contents of all files in s. The digest changes if one of the
// files changes.
func version(s *project.Scope) string {
	hash := sha256.New()
	for _, source := range s.Sources {
		file, err := s.Load(source)
		if errors.Is(err, workspace.ErrOutside) && !source.Named {
			continue // most tools ignore this file
		}
		if err != nil {
			fmt.Fprintf(hash, "%d %s !", len(source.Title), source.Title)
			continue
		}
		fmt.Fprintf(hash, "%d %s %d ", len(source.Title), source.Title, len(file.Code))
		hash.Write(file.Code)
	}
	return hex.EncodeToString(hash.Sum(nil)[:6])
}

// version adds the version of the files to the answer.
func (c *call) version(s *project.Scope) {
	now := version(s)
	c.answer.line("version: %s", now)
	c.answer.set("version", now)
}

// checkVersion returns an error if the call names a version that is not the current version of the
// files.
func (c *call) checkVersion(s *project.Scope) error {
	if c.Version == "" {
		return nil
	}
	if now := version(s); now != c.Version {
		return &fault{changed, fmt.Sprintf("the files of %s are not at version %s: they were changed, or that is the version of another path", c.title(), c.Version)}
	}
	return nil
}
