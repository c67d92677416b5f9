package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/project"
)

// read carries out a call of the tool read, which answers with the blocks and attributes of files
// as JSON, in the form that edits have.
func read(c *call) error {
	s, isDir, err := c.scope()
	if err != nil {
		return err
	}
	request := project.ReadRequest{Include: project.Include{Comments: c.Comments, LineComments: c.LineComments, Ranges: c.Ranges}}
	if c.Select != nil {
		request.Select = object(c.Select)
	}
	content, err := s.Read(isDir, request, c.dirs()...)
	if errors.Is(err, project.ErrSelect) {
		return invalid("select %v", err)
	}
	if err != nil {
		return relocated(err, c.title(), isDir)
	}
	if len(content) > mostAnswer {
		return tooMuch(content)
	}
	c.answer.line("%s", content)
	c.answer.set("content", json.RawMessage(content))
	c.version(s)
	return nil
}

// object returns the JSON of an argument that must be an object. If the client sent a string that
// contains the JSON of an object, it returns the contents of the string.
func object(text json.RawMessage) json.RawMessage {
	var inside string
	if json.Unmarshal(text, &inside) == nil {
		return json.RawMessage(inside)
	}
	return text
}

// tooMuch returns the error for content that is too long to be an answer. The error explains how to
// ask for less.
func tooMuch(content []byte) error {
	var types map[string]json.RawMessage
	if err := json.Unmarshal(content, &types); err != nil {
		return err
	}
	bySize := func(a, b string) int { return len(types[b]) - len(types[a]) }
	var have []string
	for _, typ := range slices.SortedFunc(maps.Keys(types), bySize) {
		have = append(have, fmt.Sprintf("%s (%d bytes)", typ, len(types[typ])))
	}
	return &fault{tooLarge, fmt.Sprintf(`the content has %d bytes, more than %d: narrow by select, such as {"module": {"*": [{"attributes": ["version"]}]}}, or by path; it has %s`,
		len(content), mostAnswer, few(have))}
}

// relocated replaces the file name in an error's position with the path that the agent gave or, if
// that path is a directory, with the path of the file in that directory.
func relocated(err error, path string, isDir bool) error {
	refused, ok := errors.AsType[*edit.Error](err)
	if !ok || refused.Position == nil {
		return err
	}
	located := *refused
	at := *refused.Position
	if at.File = path; isDir {
		at.File = filepath.Join(path, refused.Position.File)
	}
	located.Position = &at
	return &located
}
