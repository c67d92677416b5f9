package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/house"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// sortCommand sorts blocks, or the contents of an attribute.
type sortCommand struct {
	Address string   `arg:"" optional:"" complete:"address" help:"What to sort: variable.*, aws_instance.web.tags, local.zones."`
	By      string   `enum:"name,required," default:"" help:"Sort blocks by \"name\": by type, then labels (the default); or variables by \"required\": those without a default first."`
	Order   []string `sep:"," placeholder:"NAME,..." help:"Sort the attributes and nested blocks in each block in this order, by name or pattern; \"*\" stands for all others, which otherwise come last."`
	Join    bool     `help:"With --order: also across blank lines and comments."`
	House   bool     `help:"Instead of an ADDRESS: in the order that the nearest file .iacedit.yaml gives, here or above in the repository."`
	editFlags
}

// AfterApply takes Address for a path if --house is given, because --house replaces the address.
func (c *sortCommand) AfterApply() error {
	switch {
	case !c.House && c.Address == "":
		return errors.New("expected \"<address>\": give what to sort, or --house")
	case c.Join && len(c.Order) == 0 && !c.House:
		return errors.New("--join is about the items of --order: give --order, too")
	case !c.House:
		return nil
	case c.By != "" || len(c.Order) > 0 || c.Join:
		return errors.New("--house takes the order from .iacedit.yaml; leave out --by, --order and --join")
	case c.Address != "":
		c.Paths = append([]string{c.Address}, c.Paths...)
	}
	return nil
}

// Help shows how the command is used.
func (sortCommand) Help() string {
	return `Sorts blocks, the keys of an object, or the elements of a list, also in nested blocks. Blocks
change places only if nothing but blank lines and their own comments is between them; the
comments move with them. With .* at the end, or with --order, the attributes in a block are sorted.

    iacedit sort -w 'variable.*'
    iacedit sort -w 'variable.*' --by required vars.tf
    iacedit sort -d aws_instance.web.tags
    iacedit sort -d 'aws_security_group.web.ingress[*].cidr_blocks'
    iacedit sort -w 'module.*' main.tf
    iacedit sort -w 'aws_instance.db.*'
    iacedit sort -w 'variable.*' --order description,type,default
    iacedit sort -d -R --house .                       by the rules in .iacedit.yaml

Objects with a duplicate key, and lists with elements other than strings and numbers, stay
unchanged; a warning names them.`
}

// Run sorts the blocks, or the contents of the attribute.
func (c *sortCommand) Run(std *streams) error {
	if c.House {
		return c.byHouse(std)
	}
	var parts []edit.Part
	if len(c.Order) > 0 {
		parts = append(parts, edit.Order(c.Order...))
	}
	if c.Join {
		parts = append(parts, edit.JoinParagraphs())
	}
	if c.By == "required" {
		parts = append(parts, edit.ByRequired())
	}
	c.notice = c.noticeOfOne
	return c.carryOut(std, &project.Operate{Address: c.Address, Operation: edit.Sort, Parts: parts})
}

// byHouse sorts by the rules of the repository.
func (c *sortCommand) byHouse(std *streams) error {
	if c.PrintEdits || c.isStdin() {
		return errors.New("--house orders the files of a repository; it goes with neither --print-edits nor standard input")
	}
	path := c.paths()[0]
	if !isDir(path) {
		path = filepath.Dir(path)
	}
	dir, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	return told(c.planned(func(s *project.Scope) (*project.Plan, error) {
		edits, err := house.Edits(s, dir, cmp.Or(workspace.Repository(dir), dir))
		if err != nil {
			return nil, err
		}
		return s.Edit(edits, directories(c.paths(), nil)...)
	}, std), std)
}

// noticeOfOne returns a warning if only one block has the address, so that there is nothing to
// sort. Otherwise it returns "".
func (c *sortCommand) noticeOfOne(s *project.Scope, p *project.Plan) string {
	if len(p.Changes) > 0 || len(c.Order) > 0 || strings.Contains(c.Address, "*") {
		return ""
	}
	values, err := s.Get(c.Address)
	if err != nil || len(values) != 1 || !values[0].Block {
		return ""
	}
	return fmt.Sprintf("%[1]s is a single block, so there is nothing to sort: give several blocks, such as 'variable.*', an attribute, such as aws_instance.web.tags, or '%[1]s.*' for the block's attributes", c.Address)
}
