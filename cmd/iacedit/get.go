package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"iacedit/internal/disk/project"
	"iacedit/internal/faces/commandline"
)

// getCommand prints the values at an address.
type getCommand struct {
	First string `arg:"" name:"address" complete:"address" help:"What to print: module.vpc.version, resource.aws_instance.web.tags, variable.*.default."`
	commandline.Addresses
	files
	dialect

	KeepGoing bool `short:"k" help:"Skip addresses that have no value if another has one, report them, and exit with status 4."`

	Raw    bool `short:"r" xor:"form" help:"Print text without quotes and escapes."`
	Source bool `xor:"form" help:"Print the code as written."`
	JSON   bool `name:"json" xor:"form" help:"Print a JSON array of {\"address\", \"file\", \"value\"}."`
}

// Validate refuses flags that contradict each other.
func (c *getCommand) Validate() error { return errors.Join(c.files.Validate(), c.dialect.Validate()) }

// Help shows how the command is used.
func (getCommand) Help() string {
	return `Prints a value as JSON, in the form of edits: an expression is "${…}", and a block its
contents. Several values have a line each: the address, a tab and the value. If the values are
in several files, the line begins with the file and a tab.

    iacedit get module.vpc.version                 "5.0.0"
    iacedit get -r module.vpc.version              5.0.0
    iacedit get --source aws_instance.web.ami      data.aws_ami.x.id
    iacedit get 'variable.*.default'               variable.region.default	"eu-west-1"
    iacedit get resource.aws_instance.web | jq .attributes.tags
    iacedit get -R 'module.*.version' .
    iacedit get module.vpc.source -a module.vpc.version

The exit status is 1 if there is no value.`
}

// Run prints the values.
func (c *getCommand) Run(std *streams) error {
	return told(c.adviseRecursive(c.run(std)), std)
}

func (c *getCommand) run(std *streams) error {
	space := c.in(c.workspace(std))
	defer space.Close()
	sources := c.sources(space)
	s := scope(space, sources, c.options(sources, std), std)
	leaveOutside(s, std)
	if len(s.Sources) == 0 {
		return c.noFiles(s)
	}
	s.BySource = c.Source && !c.JSON
	values, skipped, err := c.get(s)
	if err != nil {
		return computed(err, c.All(c.First), s)
	}
	several := slices.ContainsFunc(values, func(v project.Got) bool { return v.File != values[0].File })
	if c.JSON {
		err = printValues(values, std.out)
	} else {
		err = c.print(values, several, std.out)
	}
	if err != nil || len(skipped) == 0 {
		return err
	}
	std.tellSkipped(skipped)
	return exitStatus(exitSkipped)
}

// get returns the values at the addresses. With -k, it skips addresses without a value if another
// address has a value, and also returns the errors of the skipped addresses.
func (c *getCommand) get(s *project.Scope) (values []project.Got, skipped []error, err error) {
	if !c.KeepGoing {
		values, err = s.Get(c.All(c.First)...)
		return values, nil, err
	}
	for _, address := range c.All(c.First) {
		one, err := s.Get(address)
		if _, none := errors.AsType[*project.NotFound](err); none {
			skipped = append(skipped, err)
		} else if err != nil {
			return nil, nil, err
		}
		values = append(values, one...)
	}
	if len(values) == 0 {
		return nil, nil, skipped[0]
	}
	return values, skipped, nil
}

// computed improves the error for an attribute such as aws_instance.web.id, which no block sets but
// to which the code refers. It adds to the message that the value is computed, and shows the
// command that lists the references.
func computed(err error, addresses []string, s *project.Scope) error {
	missing, ok := errors.AsType[*project.NotFound](err)
	if !ok || !missing.Attribute || len(addresses) != 1 {
		return err
	}
	if list, other := s.References(addresses[0]); other == nil && len(list) > 0 {
		missing.Advise("; it is computed, and the code only refers to it: iacedit refs " + shellWord(addresses[0]))
	}
	return err
}

// printValues prints the values as JSON.
func printValues(values []project.Got, out io.Writer) error {
	type found struct {
		Address string          `json:"address"`
		File    string          `json:"file"`
		Value   json.RawMessage `json:"value"`
	}
	var list []found
	for i := range values {
		v := &values[i]
		list = append(list, found{v.Address, v.File.Title, v.JSON})
	}
	return printJSON(out, list)
}

// print prints the values. If the argument several is true, the name of the file is printed before
// each value.
func (c *getCommand) print(values []project.Got, several bool, out io.Writer) error {
	var text bytes.Buffer
	for _, v := range values {
		if several {
			text.WriteString(v.File.Title + "\t")
		}
		if len(values) > 1 {
			text.WriteString(v.Address + "\t")
		}
		if err := c.form(&text, &v, len(values) == 1); err != nil {
			return err
		}
		text.WriteByte('\n')
	}
	_, err := out.Write(text.Bytes())
	return err
}

// form appends a value to text in the form that the flags choose. If the value is the only one to
// print (alone), it may take several lines.
func (c *getCommand) form(text *bytes.Buffer, v *project.Got, alone bool) error {
	switch {
	case c.Source:
		text.Write(v.Source)
		return nil
	case c.Raw && v.JSON[0] == '"':
		text.Write(v.AppendRaw(nil))
		return nil
	case alone:
		return json.Indent(text, v.JSON, "", "  ")
	}
	text.Write(v.JSON)
	return nil
}
