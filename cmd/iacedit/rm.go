package main

import (
	"errors"
	"fmt"
	"strings"

	"iacedit/internal/disk/project"
	"iacedit/internal/faces/commandline"
)

// rmCommand removes a block or an attribute.
type rmCommand struct {
	First string `arg:"" optional:"" name:"address" complete:"address" help:"What to remove: a block, an attribute, a key or element."`
	commandline.Addresses
	Unused bool `help:"Remove the variables, locals and data sources that nothing uses, or that only other unused ones use; refs --unused lists them."`
	commandline.Remove
	editFlags
}

// Help shows how the command is used.
func (rmCommand) Help() string {
	return `Removes a block, an attribute, or a key or element of an attribute's value, with the
comments that belong to it. A heading of several items, commented-out code and other comments
about something else stay, with a warning; --comment removes them, too.

    iacedit rm -w module.old                              a block
    iacedit rm -w resource.aws_instance.web.tags.Owner    a key
    iacedit rm -w 'aws_security_group.web.ingress[0]'     the first of several nested blocks
    iacedit rm -w 'aws_security_group.web.ingress[0].cidr_blocks[=]' --equal 10.1.0.0/16 -s
    iacedit rm -w 'moved[*]' -a 'import[*]'
    iacedit rm -w --unused                                variables, locals and data sources that nothing needs
    iacedit rm -d -R 'module.*.providers' .               what would change, here and below

--unused looks at whole modules with their tests, and removes the values of removed variables
from .tfvars files. Data sources inside checks stay. Variables that a call in the enclosing
repository sets stay, with a warning. Objects that are kept on purpose stay (-v lists them):
below a comment with iacedit:ignore or tflint-ignore: terraform_unused_declarations, and data
sources with a condition or of the type external.`
}

// AfterApply refuses flags that contradict each other. With --unused, which needs no address, a path
// is in the place of the address.
func (c *rmCommand) AfterApply() error {
	switch {
	case c.Unused && (len(c.Address) > 0 || c.Equal != ""):
		return errors.New("--unused finds by itself what to remove, and cannot be combined with --address or --equal")
	case c.Unused && c.PrintEdits:
		return errors.New("--print-edits cannot be combined with --unused, whose edits differ by directory: -d shows what would change")
	case c.Unused && c.First != "":
		c.First, c.Paths = "", append([]string{c.First}, c.Paths...)
	case !c.Unused && c.First == "":
		return errors.New("rm needs an address, such as module.old, or --unused")
	case strings.HasSuffix(c.First, "[=]") && c.Equal == "" && c.From == "":
		return fmt.Errorf("%s ends in [=]; give the element as --equal VALUE", c.First)
	}
	return nil
}

// Run removes the items, or the unused objects.
func (c *rmCommand) Run(std *streams) error {
	if c.Unused {
		return told(c.planned(func(s *project.Scope) (*project.Plan, error) {
			plan, err := s.RemoveUnused(callsAround(s.Options.Dialect, c.paths()[0], s.Space))
			if err != nil {
				return nil, err
			}
			kept := plan.Kept
			if !c.Verbose && !c.JSON {
				kept = project.SummaryOfKept(kept)
			}
			plan.Warnings = append(plan.Warnings, kept...)
			return plan, nil
		}, std), std)
	}
	equal, err := equalTo(&c.Kind, &c.Equal, std)
	if err != nil {
		return err
	}
	return c.carryOut(std, c.Each(c.First, c.Naming(equal))...)
}
