package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/project"
)

// rewriteCommand replaces expressions and text.
type rewriteCommand struct {
	What string `arg:"" help:"What to replace: an expression in which $$name matches any expression, as in lookup($$map, $$key); with --text or --pattern a text."`
	By   string `arg:"" help:"The replacement: an expression with the same names; with --text or --pattern a template such as $${var.region}."`
	looked
	wish
}

// Help shows how the command is used.
func (rewriteCommand) Help() string {
	return `Replaces the expressions and text that find finds, in the syntax tree. The code that
matched a name is copied as written, with its comments, and with parentheses if necessary.

    iacedit rewrite -w 'lookup($map, $key)' '$map[$key]'
    iacedit rewrite -d -R 'list($$x)' '[$$x]' ./modules      what would change
    iacedit rewrite -w '"${$x}"' '$x'                        old interpolations
    iacedit rewrite -w --text us-east-1 '${var.region}'
    iacedit rewrite -w --pattern '\?ref=v1\.[0-9.]+$' '?ref=v2.0.0'
    iacedit rewrite --print-edits 'element($l, 0)' '$l[0]'

Places where Terraform allows no references or calls, such as the default of a variable or a
backend, stay as they are; a warning names each.`
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
	return told(c.planned(func(s *project.Scope) (*project.Plan, error) {
		made, err := s.Rewrite(rule)
		left := func(w project.Warning) bool { return w.Code != edit.NotSearched }
		if err == nil && len(made.Changes) == 0 && (!c.Check || c.maybeText()) && !slices.ContainsFunc(made.Warnings, left) {
			hint := ""
			if c.maybeText() {
				hint = "; --text looks for it in strings"
			}
			warning(std, "nothing to rewrite: nothing matches %s%s", c.What, hint)
		}
		return made, c.patternHint(c.What, err)
	}, std), std)
}

// maybeText reports whether the text to find is an expression that was probably meant as text.
func (c *rewriteCommand) maybeText() bool {
	return !c.Text && !c.Pattern && !strings.Contains(c.What, "$")
}
