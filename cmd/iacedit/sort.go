package main

import (
	"iacedit/edit"
	"iacedit/internal/project"
)

// sortCommand sorts blocks, or the contents of an attribute.
type sortCommand struct {
	Address string `arg:"" complete:"address" help:"What to sort: variable.*, aws_instance.web.tags, local.zones."`
	By      string `enum:"name,required," default:"" help:"Sort blocks by \"name\" (type, then labels; as without), or variables by \"required\": those without a default first."`
	wish
}

// Help shows how the command is used.
func (sortCommand) Help() string {
	return `Puts blocks in order among the places that they have, or the keys of an object or the elements
of a list. Only blocks with nothing but blank lines and their own comments between them change
places; comments go along.

    iacedit sort -w 'variable.*'
    iacedit sort -w 'variable.*' --by required vars.tf
    iacedit sort -d aws_instance.web.tags
    iacedit sort -w 'module.*' main.tf

An object with a key twice, and a list with anything but strings, or numbers, is left as it is,
and told.`
}

// Run sorts it.
func (c *sortCommand) Run(std *streams) error {
	wanted := &project.Operate{Address: c.Address, Operation: edit.Sort, Inside: edit.SortAttr}
	if c.By == "required" {
		wanted.Parts = append(wanted.Parts, edit.ByRequired())
	}
	return c.fulfil(std, wanted)
}
