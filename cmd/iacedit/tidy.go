package main

import (
	"fmt"

	"iacedit/edit"
	"iacedit/internal/disk/project"
)

// tidyCommand makes generated code fit to keep.
type tidyCommand struct {
	Address []string `short:"a" placeholder:"ADDRESS" sep:"none" complete:"address" help:"Tidy only the blocks with this address, such as aws_iam_policy.*; may be repeated."`
	Only    []string `sep:"," enum:"nulls,computed,headers,ids,empty,policies,order" placeholder:"NAME,..." help:"Do only this: nulls, computed, headers, ids, empty, policies, order."`
	By      []string `sep:"," placeholder:"NAME,..." help:"Blocks are also known by these arguments, such as arn: the same literal elsewhere becomes a reference."`
	schemas
	editFlags
}

// Help shows how the command is used.
func (tidyCommand) Help() string {
	return `Makes code fit to keep that "terraform plan -generate-config-out", aztfexport, terraformer or
cf-terraforming wrote, without a change of the plan: null arguments and headers go, IDs become
references to the blocks that have them, JSON in strings becomes jsonencode, and the name of a
block comes first.

    iacedit tidy -w .
    iacedit tidy -R -d .                               what would change, here and below
    iacedit tidy -w --only nulls,headers generated.tf
    iacedit tidy -d --by arn .                         also ARNs that are written out
    iacedit tidy -d -a 'aws_iam_policy.*' .            only these blocks
    iacedit tidy --check . || echo "not tidy"

With the schemas of the providers (--schema, or the environment variable IACEDIT_SCHEMA),
arguments that only the provider sets go, too, and optional ones that are empty.
IDs are searched in the files that are given, so give a directory rather than a file.
A block or argument with the comment iacedit:ignore stays as it is. Warnings name IDs that stay.`
}

// AfterApply refuses flags that need another flag.
func (c *tidyCommand) AfterApply() error {
	for _, name := range c.Only {
		if (name == "computed" || name == "empty") && len(c.Schema) == 0 {
			return fmt.Errorf("--only %s needs the schemas of the providers: give --schema", name)
		}
	}
	return nil
}

// Run tidies the blocks.
func (c *tidyCommand) Run(std *streams) (err error) {
	if c.known, err = c.loadSchemas(); err != nil {
		return err
	}
	var parts []edit.Part
	if len(c.Only) > 0 {
		parts = append(parts, edit.TidyOnly(c.Only...))
	}
	if len(c.By) > 0 {
		parts = append(parts, edit.KnownBy(c.By...))
	}
	if len(c.Address) > 0 {
		var changes []project.Task
		for _, address := range c.Address {
			changes = append(changes, &project.Operate{Address: address, Operation: edit.Tidy, Parts: parts, Follows: true})
		}
		return c.carryOut(std, changes...)
	}
	edits, err := edit.Tidy(edit.AllBlocks(), append(parts, edit.Optional())...).MarshalJSON()
	switch {
	case err != nil:
		return err
	case c.PrintEdits:
		fmt.Fprintf(std.out, "%s\n", edits)
		return nil
	}
	return told(c.planned(func(s *project.Scope) (*project.Plan, error) { return s.Edit(edits, directories(c.paths(), nil)...) }, std), std)
}
