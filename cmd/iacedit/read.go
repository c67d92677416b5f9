package main

import (
	"bytes"
	"encoding/json"
	"errors"

	"iacedit/internal/workspace"
)

// readCommand prints the content of a file, or of a directory's as one module.
type readCommand struct {
	language

	File     string `arg:"" optional:"" default:"-" complete:"file" help:"File to read, or a directory, whose files are read as one module; standard input where it is \"-\" or missing."`
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
	sources := []workspace.Source{w.Source(c.File)}
	asModule := c.File != stdin && isDir(c.File)
	if asModule {
		sources = w.Sources([]string{c.File}, false)
		tellJSON(&w, []string{c.File}, sources, std)
	}
	content, err := scope(&w, sources, c.options(), std).Read(asModule, text)
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
