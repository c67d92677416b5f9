package mcpserver

import (
	"path/filepath"

	"iacedit/internal/disk/house"
	"iacedit/internal/disk/project"
	"iacedit/internal/languages/terraform"
)

// formatFiles carries out a call of the tool format. It reports files that do not parse, and leaves
// them unchanged.
func formatFiles(c *call) error {
	if c.House {
		return order(c)
	}
	s, _, err := c.everyFile()
	if err != nil {
		return err
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	plan := &project.Plan{}
	var notes []string
	for _, source := range s.Sources {
		if terraform.IsInJSON(source.Title) {
			continue
		}
		file, err := s.Load(source)
		if err == nil {
			var code []byte
			if code, err = project.Formatted(file, terraform.IsTerraform(source.Title)); err == nil && string(code) != string(file.Code) {
				plan.Changes = append(plan.Changes, project.Rewritten{File: file, Before: file.Code, After: code})
			}
		}
		if err != nil {
			notes = append(notes, "not formatted: "+err.Error())
		}
	}
	return c.change(s, plan, notes)
}

// order carries out a call of the tool format with the argument house: it puts blocks and their
// items in the order that the file .iacedit.yaml gives.
func order(c *call) error {
	s, isDir, err := c.scope()
	if err != nil {
		return err
	}
	if err := c.checkVersion(s); err != nil {
		return err
	}
	dir := c.Path
	if !isDir {
		dir = filepath.Dir(dir)
	}
	edits, err := house.Edits(s, dir, ".")
	if err != nil {
		return err
	}
	plan, err := s.Edit(edits, c.dirs()...)
	if err != nil {
		return err
	}
	return c.change(s, plan, nil)
}
