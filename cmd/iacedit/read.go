package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"

	"iacedit/internal/workspace"
	"iacedit/module"
	"iacedit/read"
)

// readCommand prints the content of a file, or of a directory's as one module.
type readCommand struct {
	language

	File     string `arg:"" optional:"" default:"-" help:"File to read, or a directory, whose files are read as one module; standard input where it is \"-\" or missing."`
	Comments bool   `help:"With the comments above blocks and attributes."`
	Ranges   bool   `help:"With the lines and columns of blocks and attributes."`
	Select   string `short:"s" placeholder:"JSON" help:"Only what this names: {\"module\": {\"*\": [{\"attributes\": [\"version\"]}]}}."`
}

// Help shows how the command is used.
func (readCommand) Help() string {
	return `Prints what is in a file as JSON, in the words of the edits: what was read can be
changed and applied. An expression is "${…}".

    iacedit read main.tf
    iacedit read main.tf | jq '.resource | keys'
    iacedit read main.tf | jq '{set: {module: .module}}' |
      iacedit edit main.tf -w -e -
    iacedit read . | jq '{set: {variable: .variable}}' | iacedit edit . -w -e -
    iacedit read --select '{"module": {"*": [{"attributes": ["version"]}]}}' main.tf`
}

// reader returns the options of package read for the flags.
func (l *language) reader() *read.Options {
	o := l.options()
	return &read.Options{Dialect: o.Dialect, SettingsBlock: o.SettingsBlock, Unbounded: true}
}

// Run prints the content.
func (c *readCommand) Run(std *streams) error {
	var w workspace.Workspace
	defer w.Close()
	request := map[string]any{}
	if c.Select != "" {
		if !json.Valid([]byte(c.Select)) {
			return errors.New("--select is not JSON")
		}
		request["select"] = json.RawMessage(c.Select)
	}
	var include []string
	if c.Comments {
		include = append(include, "comments")
	}
	if c.Ranges {
		include = append(include, "ranges")
	}
	if include != nil {
		request["include"] = include
	}
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	content, err := c.read(&w, text, std)
	if err != nil {
		return told(err, std)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, content, "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err = std.out.Write(out.Bytes())
	return err
}

// read reads the file, or the files of the directory, as the request says.
func (c *readCommand) read(w *workspace.Workspace, request []byte, std *streams) ([]byte, error) {
	if c.File == stdin || !isDir(c.File) {
		file, _, err := parse(w.Source(c.File), std)
		if err != nil {
			return nil, err
		}
		return c.reader().Read(nil, file.Code, request)
	}
	var files []module.File
	for _, s := range w.Sources([]string{c.File}, false) {
		file, _, err := parse(s, std)
		if err != nil {
			return nil, err
		}
		files = append(files, module.File{Name: filepath.Base(s.Title), Code: file.Code})
	}
	return c.reader().ReadFiles(nil, files, request)
}
