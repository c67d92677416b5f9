package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/project"
)

// refsCommand lists references.
type refsCommand struct {
	Address string `arg:"" complete:"address" optional:"" help:"The object: var.region, aws_instance.web, module.vpc.id, data.aws_ami.x; or a type, for all of its objects."`
	files
	spoken

	Unused  bool `help:"List the variables, locals and data sources that nothing needs: those that rm --unused removes."`
	Verbose bool `short:"v" help:"With --unused: name what stays on purpose, and why."`
	JSON    bool `name:"json" help:"Print a JSON array of {\"address\", \"file\", \"line\", \"column\", \"in\", \"text\"}."`
}

// Help shows how the command is used.
func (refsCommand) Help() string {
	return `Prints a line for each reference to an object in the files of a module and in its tests: its
place, its block, and the reference as written. Text, and names that a for expression or a dynamic block
defines, are not references.

    iacedit refs var.region               what uses the variable
    iacedit refs aws_instance.web.id      an attribute of a resource
    iacedit refs module.vpc ./infra
    iacedit refs var                      all uses of variables
    iacedit refs --unused                 variables, locals and data sources that nothing needs
    iacedit refs --unused --json | jq -r '.[].address'

The exit status is 1 if there are no references or no such object; standard error says which.
With --unused it is 0 if nothing is unused.`
}

// AfterApply refuses flags that contradict each other. With --unused, which needs no address, a path
// is in the place of the address.
func (c *refsCommand) AfterApply() error {
	switch {
	case c.Unused && c.Address != "":
		c.Address, c.Paths = "", append([]string{c.Address}, c.Paths...)
	case c.Verbose && !c.Unused:
		return errors.New("--verbose is for --unused")
	case !c.Unused && c.Address == "":
		return errors.New("refs needs an address, such as var.region, or --unused")
	}
	return nil
}

// Run lists the references.
func (c *refsCommand) Run(std *streams) error {
	space := c.in(c.workspace(std))
	defer space.Close()
	sources := c.sources(space)
	s := scope(space, sources, edit.Options{Dialect: c.of(sources)}, std)
	leaveOutside(s, std)
	if c.Unused {
		unneeded, err := s.Unused(callsAround(s.Options.Dialect, c.paths()[0], space))
		if err != nil {
			return told(err, std)
		}
		if !c.JSON {
			kept := unneeded.Kept
			if !c.Verbose {
				kept = project.SummaryOfKept(kept)
			}
			for _, w := range slices.Concat(unneeded.Warnings, kept) {
				warning(std, "%s", w.String())
			}
		}
		return c.print(unneeded.List, std.out)
	}
	s.Around = func() *project.Tree { return callsAround(s.Options.Dialect, c.paths()[0], space) }
	list, err := s.References(c.Address)
	if err != nil {
		return told(err, std)
	}
	if err := c.print(list, std.out); err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintf(std.err, "iacedit: nothing refers to %s\n", c.Address)
		return exitStatus(exitFailed)
	}
	return nil
}

// print prints the list: as JSON, or in columns.
func (c *refsCommand) print(list []project.Reference, out io.Writer) error {
	if c.JSON {
		return printJSON(out, list)
	}
	rows := make([][]string, len(list))
	for i, r := range list {
		if rows[i] = []string{fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Column)}; c.Unused {
			rows[i] = append(rows[i], r.Address)
		} else {
			rows[i] = append(rows[i], r.In, r.Text)
		}
	}
	return printColumns(out, rows)
}
