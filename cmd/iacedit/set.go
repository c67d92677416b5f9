package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/internal/faces/commandline"
)

// setCommand sets an attribute, the contents of a block, a comment, or text inside a value.
type setCommand struct {
	First assignee `arg:"" name:"address" complete:"address" help:"What to set: resource.aws_instance.web.tags.Owner, module.vpc.version, local.zone."`
	Value string   `arg:"" optional:"" help:"Its value, as JSON; with -x an expression, with -s text; with --from, --replace or --pattern omit it, and for --comment or --line-comment alone."`
	commandline.Set
	schemas
	editFlags
}

// Help shows how the command is used.
func (setCommand) Help() string {
	return `Sets an attribute, or a part of its value. The block must exist; the attribute need not.

    iacedit set -w module.vpc.version '"5.1.0"'           the text 5.1.0
    iacedit set -w module.vpc.version -s 5.1.0            the same
    iacedit set -w aws_instance.web.ami -x var.ami        an expression
    iacedit set -w resource.aws_instance.web.tags.Owner -s me main.tf
    iacedit set -w 'aws_security_group.web.ingress[0].cidr_blocks[+]' -s 10.0.0.0/8
    iacedit set -w 'provider.aws[alias=east].region' -s us-east-2
    iacedit set -d -e -R 'module.*.version' -s 5.1.0 .    wherever it is: what would change
    iacedit set --check terraform.required_version -s '>= 1.9' || echo differs
    iacedit set -w aws_instance.web.tags -x 'merge($, local.tags)'       $ is the old value
    iacedit set -w 'module.*[source~="/modules/vpc"].source' --replace '?ref=v1' --by '?ref=v2'
    iacedit set -w 'module.*.source' --pattern 'ref=v1[.]([0-9]+)' --by 'ref=v2.$1'
    iacedit set -w aws_instance.web --comment 'Replaced in May.'         a comment above it, no value
    iacedit set -w module.vpc.version -s 5.2.0 --line-comment 'May 2026'    a comment behind it

An address is a block type, its labels, nested blocks and the attribute, separated by
dots. A label or key that is not a name is written as ["…"]; * is any label, [0] the
first of several, and [alias=east] selects by a value.` + aliases
}

const aliases = ` The
addresses of Terraform work, too: aws_instance.web.ami, var.region.default, local.zone.`

// AfterApply refuses ADDRESS = VALUE, and a missing value.
func (c *setCommand) AfterApply(ctx *kong.Context) error {
	replaces, err := c.Replaces()
	if err != nil {
		return err
	}
	if err := checkText(&c.Kind, ctx); err != nil && !replaces {
		return err
	}
	if c.Comments() && c.Value != "" && !c.Expression && !c.Text && !json.Valid([]byte(c.Value)) && (c.Value == stdin || isFile(c.Value) || isDir(c.Value)) {
		c.Value, c.Paths = "", append([]string{c.Value}, c.Paths...)
	}
	if c.OnlyComments(c.Value) {
		return nil
	}
	if replaces {
		if c.Value != "" {
			c.Value, c.Paths = "", append([]string{c.Value}, c.Paths...)
		}
		return nil
	}
	if err := checkOneWord(&c.Kind, string(c.First), c.Value, c.Paths); err != nil {
		return err
	}
	given, err := take(&c.Kind, &c.Value, &c.Paths)
	switch {
	case err != nil || c.Text:
		return err
	case c.isFileForValue():
		return c.valueForgotten()
	case c.Expression:
		return nil
	case !given:
		return errors.New("expected \"<address> <value>\": give the value, or --from FILE")
	}
	return c.First.checkValue(c.Value, c.Paths)
}

// isFileForValue reports whether the value seems to be missing, because the path of a file or
// directory is given in its place.
func (c *setCommand) isFileForValue() bool {
	if len(c.Paths) > 0 || c.Value == "" || c.From != "" {
		return false
	}
	if c.Expression {
		return isCode(c.Value)
	}
	return exists(c.Value) && !json.Valid([]byte(c.Value))
}

// valueForgotten returns the error for a command line that has a path in the place of the value.
func (c *setCommand) valueForgotten() error {
	if c.Expression {
		return forgotten("value", []string{"set", string(c.First), "-x"}, "VALUE", c.Value)
	}
	return fmt.Errorf("%w; for the text write -s %s", forgotten("value", []string{"set", string(c.First)}, "VALUE", c.Value), shellWord(c.Value))
}

// Run sets the attribute.
func (c *setCommand) Run(std *streams) (err error) {
	if c.known, err = c.loadSchemas(); err != nil {
		return err
	}
	v, err := valueOf(&c.Kind, c.Value, std)
	if err != nil {
		return err
	}
	if replaces, _ := c.Replaces(); !replaces && !c.OnlyComments(c.Value) {
		if err := v.Check(); err != nil {
			return cmp.Or(takenApart(c.Value, c.Paths), err)
		}
		warnOfText(&c.Kind, c.Value, std)
		c.notice = noticeOfKind(&c.Kind, string(c.First), c.Value)
		if c.Text && c.From == "" && len(c.Paths) == 0 && isCode(c.Value) {
			warnOfForgotten(std, "text", []string{"set", string(c.First), "-s"}, "TEXT", c.Value, "is the file to edit")
		}
	} else if replaces {
		c.notice = c.noticeOfReplaced
	}
	if c.Expression {
		c.code, c.at = project.Expression(v.Code), string(c.First)
	}
	return c.carryOut(std, c.Tasks(string(c.First), v)...)
}

// takenApart returns an error if the arguments seem to be the parts of one list or object. A shell
// splits a list or object that is not in quotes.
func takenApart(value string, rest []string) error {
	for i, closing := range rest {
		if strings.HasPrefix(value, "[") && strings.HasSuffix(closing, "]") || strings.HasPrefix(value, "{") && strings.HasSuffix(closing, "}") {
			return fmt.Errorf("the shell split the value into %d arguments, %s and so on: put single quotes around all of it, as in '[\"a\", \"b\"]'", i+2, shellWord(value))
		}
	}
	return nil
}

// noticeOfReplaced returns a warning if the command replaces nothing in the values at the
// addresses.
func (c *setCommand) noticeOfReplaced(s *project.Scope, p *project.Plan) string {
	if len(p.Changes) > 0 {
		return ""
	}
	what := strconv.Quote(c.Replace) + " is not in"
	if c.Pattern != "" {
		what = "the pattern " + c.Pattern + " matches nothing in"
	}
	addresses := c.All(string(c.First))
	text := "nothing is replaced: " + what + " " + strings.Join(addresses, ", ")
	values, err := s.Get(addresses...)
	if err != nil || len(values) != 1 {
		return text
	}
	code := string(values[0].JSON)
	text = fmt.Sprintf("nothing is replaced: %s %s, which is %s", what, values[0].Address, excerpt.Line(code))
	if c.By != "" && strings.Contains(code, c.By) {
		return fmt.Sprintf("%s; %q is in it already", text, c.By)
	}
	if at := strings.Index(strings.ToLower(code), strings.ToLower(c.Replace)); c.Replace != "" && at >= 0 && at+len(c.Replace) <= len(code) {
		return fmt.Sprintf("%s; did you mean %q?", text, code[at:at+len(c.Replace)])
	}
	return text
}
