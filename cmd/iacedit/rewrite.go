package main

import (
	"errors"
	"fmt"

	"iacedit/internal/project"
)

// rewriteCommand replaces expressions and text.
type rewriteCommand struct {
	What string `arg:"" help:"What to rewrite: an expression in which $$name stands for any, as in lookup($$map, $$key); with --text or --pattern a text."`
	By   string `arg:"" help:"What to write in its place: an expression with the same names; with --text or --pattern a template like $${var.region}."`
	looked
	wish
}

// Help shows how the command is used.
func (rewriteCommand) Help() string {
	return `Writes expressions and text anew wherever they stand, by the tree and not as text: what
find finds is what is rewritten. What matched a name is written as it was, comments
included, in parentheses where it needs them.

    iacedit rewrite -w 'lookup($map, $key)' '$map[$key]'
    iacedit rewrite -d -R 'list($$x)' '[$$x]' ./modules      what would change
    iacedit rewrite -w '"${$x}"' '$x'                        old interpolations
    iacedit rewrite -w --text us-east-1 '${var.region}'
    iacedit rewrite -w --pattern '\?ref=v1\.[0-9.]+$' '?ref=v2.0.0'
    iacedit rewrite --print-edits 'element($l, 0)' '$l[0]'

Where Terraform takes no references or calls, as in the default of a variable or in a
backend, a place is left as it is, and told as a warning.`
}

// Validate refuses flags that contradict each other.
func (c *rewriteCommand) Validate() error { return errors.Join(c.looked.Validate(), c.wish.Validate()) }

// Run rewrites it.
func (c *rewriteCommand) Run(std *streams) error {
	rule := c.rule(c.What)
	if c.Text || c.Pattern {
		rule.By = &c.By
	} else {
		rule.To = &c.By
	}
	if c.PrintEdits {
		edits, err := project.RewriteEdits(rule)
		fmt.Fprintf(std.out, "%s\n", edits)
		return err
	}
	return told(c.planned(func(s *project.Scope) (*project.Plan, error) { return s.Rewrite(rule) }, std), std)
}
