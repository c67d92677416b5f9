package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/languages/terraform"
)

// rewriteCommand replaces expressions and text.
type rewriteCommand struct {
	What string  `arg:"" help:"What to replace: an expression in which $$name matches any expression, as in lookup($$map, $$key); with --text or --pattern a text."`
	To   *string `arg:"" optional:"" name:"by" help:"The replacement: an expression with the same names; with --text or --pattern a template such as $${var.region}."`
	By   *string `placeholder:"REPLACEMENT" help:"The replacement, instead of <by>."`
	searchFlags
	editFlags
}

// Help shows how the command is used.
func (rewriteCommand) Help() string {
	return `Replaces the expressions and text that "iacedit find" lists. The code that matched a name
is copied as written, with its comments, and with parentheses if necessary.

    iacedit rewrite -w 'lookup($map, $key)' '$map[$key]'
    iacedit rewrite -d -R 'list($$x)' '[$$x]' ./modules      what would change
    iacedit rewrite -w '"${$x}"' '$x'                        old interpolations
    iacedit rewrite -w --text us-east-1 '${var.region}'      "us-east-1" becomes var.region
    iacedit rewrite -w --text us- --by '${var.area}-'        "us-east-1" becomes "${var.area}-east-1"
    iacedit rewrite -w --pattern '\?ref=v1\.[0-9.]+$' '?ref=v2.0.0'
    iacedit rewrite --print-edits 'element($l, 0)' '$l[0]'

Places where Terraform allows no references or calls, such as the default of a variable or a
backend, stay as they are; a warning names each.`
}

// AfterApply takes the replacement from the flag --by or, without that flag, from the argument <by>.
// With --by, the argument after <what> is a path.
func (c *rewriteCommand) AfterApply() error {
	switch {
	case c.By == nil && c.To == nil:
		return fmt.Errorf("expected \"<what> <by>\": give the replacement of %s", shellWord(c.What))
	case c.By == nil:
		c.By = c.To
	case c.To != nil:
		c.Paths = append([]string{*c.To}, c.Paths...)
	}
	return c.replacementForgotten()
}

// Validate refuses flags that contradict each other.
func (c *rewriteCommand) Validate() error {
	return errors.Join(c.searchFlags.Validate(), c.editFlags.Validate())
}

// replacementForgotten returns an error if the replacement is missing, as in "rewrite var.a
// main.tf", which has a file in its place.
func (c *rewriteCommand) replacementForgotten() error {
	if c.Text || c.Pattern || len(c.Paths) > 0 || !isCode(*c.By) {
		return nil
	}
	return forgotten("replacement", []string{"rewrite", c.What}, "REPLACEMENT", *c.By)
}

// Run replaces the expressions or text.
func (c *rewriteCommand) Run(std *streams) error {
	rule := c.rule(c.What)
	if c.Text || c.Pattern {
		rule.By = c.By
	} else {
		rule.To = c.By
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
			switch root, _, dotted := strings.Cut(c.What, "."); {
			case c.maybeText():
				hint = "; --text looks for it in strings"
			case c.Text && dotted && terraform.Referred(root) != nil:
				hint = " in strings; without --text it is a reference"
			}
			warning(std, "nothing to rewrite: nothing matches %s%s", c.What, hint)
		}
		if err == nil {
			warnOfUndeclared(s, made, "the replacement", std)
		}
		return made, c.patternHint(c.What, err)
	}, std), std)
}

// maybeText reports whether the user may have wanted to find text instead of an expression. That is
// likely if the expression contains no name such as $x.
func (c *rewriteCommand) maybeText() bool {
	return !c.Text && !c.Pattern && !strings.Contains(c.What, "$")
}
