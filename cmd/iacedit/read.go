package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// readCommand prints the content of a file, or of the files of a directory as one module.
type readCommand struct {
	dialect
	asJSON

	File      string `arg:"" optional:"" default:"-" complete:"file" help:"File to read, or a directory, whose files are read as one module; \"-\" or no file is standard input."`
	Recursive bool   `short:"R" help:"Include subdirectories, as one tree whose files have folders, except hidden ones and those that Git ignores."`
	project.Include
	Select string `short:"s" placeholder:"JSON" help:"Read only this selection: {\"module\": {\"*\": [{\"attributes\": [\"version\"]}]}}."`
}

// Help shows how the command is used.
func (readCommand) Help() string {
	return `Prints the content of a file as JSON, in the form of edits, so that you can change and
apply it. An expression is "${…}".

    iacedit read main.tf
    iacedit read main.tf | jq '.resource | keys'
    iacedit read main.tf | jq '.module.vpc[0].attributes.version = "5.1.0" | {set: .}' |
      iacedit edit main.tf -w -e -
    iacedit read . | jq '.variable[][].attributes.nullable = false | {set: .}' |
      iacedit edit . -w -e -
    iacedit read -R modules
    iacedit read --select '{"module": {"*": [{"attributes": ["version"]}]}}' main.tf`
}

// Run prints the content.
func (c *readCommand) Run(std *streams) error {
	w := std.workspace()
	w.JSON = true
	c.in(w)
	defer w.Close()
	request := project.ReadRequest{Include: c.Include}
	if c.Select != "" {
		request.Select = json.RawMessage(c.Select)
	}
	sources := []workspace.Source{w.Source(c.File)}
	asModule := c.File != stdin && isDir(c.File)
	if asModule {
		sources = w.Sources([]string{c.File}, c.Recursive)
	}
	s := scope(w, sources, c.options(sources, std), std)
	leaveOutside(s, std)
	var dirs []string
	if s.Tree = c.Recursive && asModule; s.Tree {
		dirs = []string{c.File}
	}
	content, err := s.Read(asModule, request, dirs...)
	if errors.Is(err, project.ErrSelect) {
		return fmt.Errorf("--select %w", err)
	}
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
