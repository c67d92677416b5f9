package main

import (
	"fmt"

	"iacedit/edit"
	"iacedit/internal/project"
)

// extractCommand takes a value out into a local or a variable.
type extractCommand struct {
	Value string `arg:"" complete:"address" help:"The value to take out: aws_instance.web.ami, aws_instance.web.tags.Owner."`
	To    string `arg:"" help:"What it becomes: local.ami, or var.ami, which takes literals alone."`

	Everywhere bool   `help:"Replace all values of the module that equal it, too."`
	Comment    string `placeholder:"TEXT" help:"Lead comment of what is made."`
	wish
}

// Help shows how the command is used.
func (extractCommand) Help() string {
	return `Takes a value out into a local or a variable, as it is written, and puts a reference in its
place. A variable gets the value as its default, and its type where that is certain. A local
or variable that is there already is used where it has that value.

    iacedit extract -w aws_instance.web.availability_zone local.where
    iacedit extract -d aws_instance.web.tags.Owner var.owner
    iacedit extract -w aws_instance.web.tags local.tags --comment 'On everything.'
    iacedit extract -d aws_instance.web.tags.Name local.name --everywhere`
}

// Run takes it out.
func (c *extractCommand) Run(std *streams) error {
	return c.refactor(std, edit.Extract(edit.Extraction{Value: c.Value, To: c.To, Everywhere: c.Everywhere, Comment: c.Comment}))
}

// inlineCommand puts the values of locals in place of the references to them.
type inlineCommand struct {
	Local string `arg:"" complete:"address" help:"The local: local.ami."`
	wish
}

// Help shows how the command is used.
func (inlineCommand) Help() string {
	return `Replaces references to a local by its value, in parentheses where it needs them, and takes
the local away. local.tags.Owner becomes what stands there in the object.

    iacedit inline -d local.zone
    iacedit inline -w local.zone main.tf`
}

// Run puts it in.
func (c *inlineCommand) Run(std *streams) error { return c.refactor(std, edit.Inline(c.Local)) }

// forEachCommand makes a resource or module with count one with for_each.
type forEachCommand struct {
	Address string   `arg:"" complete:"address" help:"The resource or module, which has count: aws_instance.web."`
	Keys    []string `arg:"" name:"key" help:"The key of each instance, from 0 on."`
	In      string   `default:"." placeholder:"PATH" complete:"file" help:"Directory or file that has it (${default})."`
	dialect
	output

	PrintEdits bool `help:"Print the edits as \"iacedit edit\" and the HTTP service take them, and do nothing."`
}

// Help shows how the command is used.
func (forEachCommand) Help() string {
	return `Gives a resource or module for_each in place of count: a set of keys, one for each instance in
the order of their numbers. References to instances follow, and moved blocks tell Terraform
that they are the same as before.

    iacedit for-each -d aws_instance.many a b       count = 2 becomes for_each = toset(["a", "b"])
    iacedit for-each -w --in main.tf aws_instance.many blue green`
}

// Run does it.
func (c *forEachCommand) Run(std *streams) error {
	w := wish{files: files{Paths: []string{c.In}}, dialect: c.dialect, output: c.output, PrintEdits: c.PrintEdits}
	if err := w.Validate(); err != nil {
		return err
	}
	return w.fulfil(std, &project.ForEach{Address: c.Address, Keys: c.Keys})
}

// refactor applies an operation that is not about one address.
func (w *wish) refactor(std *streams, op edit.Operation) error {
	edits, err := op.MarshalJSON()
	if err != nil {
		return err
	}
	if w.PrintEdits {
		_, err := fmt.Fprintf(std.out, "%s\n", edits)
		return err
	}
	return told(w.planned(func(s *project.Scope) (*project.Plan, error) { return s.Edit(edits, directories(w.paths(), nil)...) }, std), std)
}
