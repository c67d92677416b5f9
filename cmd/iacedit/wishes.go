package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/internal/faces/commandline"
	"iacedit/value"
)

// setCommand sets an attribute, the contents of a block, a comment, or text inside a value.
type setCommand struct {
	First assignee `arg:"" name:"address" complete:"address" help:"What to set: resource.aws_instance.web.tags.Owner, module.vpc.version, local.zone."`
	Value string   `arg:"" optional:"" help:"Its value, as JSON; with -x an expression, with -s text; with --from, --replace or --pattern omit it, and for --comment or --line-comment alone."`
	commandline.Set
	schemas
	wish
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
	return c.fulfil(std, c.Wishes(string(c.First), v)...)
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

// rmCommand removes a block or an attribute.
type rmCommand struct {
	First string `arg:"" optional:"" name:"address" complete:"address" help:"What to remove: a block, an attribute, a key or element."`
	commandline.Addresses
	Unused bool `help:"Remove the variables, locals and data sources that nothing uses, or that only other unused ones use; refs --unused lists them."`
	commandline.Remove
	wish
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

// AfterApply refuses flags that contradict each other. With --unused, which needs no address, the
// first argument is a path.
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
	return c.fulfil(std, c.Each(c.First, c.Naming(equal))...)
}

// addCommand adds a block or an attribute that does not exist.
type addCommand struct {
	Address assignee `arg:"" complete:"address" help:"What to add: variable.region, aws_security_group.web.ingress, module.vpc.version."`
	Value   string   `arg:"" optional:"" help:"The value of an attribute; or the contents of a block, a JSON object of attributes or {\"attributes\": {…}, \"blockTypes\": {…}}, by default empty."`
	commandline.Add
	schemas
	wish
}

// Help shows how the command is used.
func (addCommand) Help() string {
	return `Adds a block, or an attribute, key or element; it changes nothing that exists.

    iacedit add -w variable.region '{"type": "string", "default": "eu-west-1"}'
    iacedit add -w aws_instance.web.tags.Team -s core main.tf
    iacedit add -w aws_security_group.web.ingress '{"from_port": 80, "to_port": 80}'
    iacedit add -w --block aws_instance.web.timeouts '{"create": "10m"}'
    iacedit add -w module.vpc main.tf
    iacedit add -w aws_instance.cache --after aws_instance.web --comment 'The cache.'

With several files a new block goes into the customary file of its type (variables.tf,
outputs.tf, …), or else after the last block of its type, or else into main.tf.
With --schema, or the environment variable IACEDIT_SCHEMA, add and set know which names
are nested blocks, and warn about names that the provider does not have.`
}

// AfterApply checks the value. The value may be missing, because a block may have no contents. So,
// if the argument in the place of the value is not JSON, it is read as a path.
func (c *addCommand) AfterApply(ctx *kong.Context) error {
	if err := checkText(&c.Kind, ctx); err != nil {
		return err
	}
	if _, err := take(&c.Kind, &c.Value, &c.Paths); err != nil || c.Value == "" || c.Expression || c.Text || json.Valid([]byte(c.Value)) {
		return err
	}
	if err := c.Address.checkValue(c.Value, c.Paths); err != nil {
		return err
	}
	if strings.HasPrefix(c.Value, "{") && isCutOff(c.Value) {
		return fmt.Errorf("%s is incomplete: a bracket or quote in it is not closed", c.Value)
	}
	if meant := project.AsJSON(c.Value); meant != "" {
		return fmt.Errorf("%s is not JSON; did you mean %s?", c.Value, shellWord(meant))
	}
	if _, err := os.Stat(c.Value); err != nil && strings.ContainsAny(c.Value, "{[\"' ") {
		return fmt.Errorf("%s is neither JSON nor a file: in JSON, keys and texts have double quotes, {\"type\": \"string\"}; -x is for an expression, -s for text", c.Value)
	}
	if err := c.notContents(); err != nil {
		return err
	}
	c.Value, c.Paths = "", append([]string{c.Value}, c.Paths...)
	return nil
}

// notContents returns an error if the argument after the address is neither JSON nor a file, but
// may be meant as name=value or as a part of the address.
func (c *addCommand) notContents() error {
	if isFile(c.Value) || filepath.Ext(c.Value) != "" && !strings.Contains(c.Value, "=") {
		return nil
	}
	if name, v, ok := strings.Cut(c.Value, "="); ok && value.IsIdentifier(name) {
		contents, err := json.Marshal(map[string]any{name: likelyValue(v)})
		if err != nil {
			return err
		}
		return fmt.Errorf("%s is not a file; the contents of a block are JSON: %s", shellWord(c.Value), shellWord(string(contents)))
	}
	if lower := strings.ToLower(c.Value); json.Valid([]byte(lower)) {
		return (&project.Value{Code: c.Value}).Check()
	}
	if value.IsIdentifier(c.Value) {
		return fmt.Errorf("there is no file %s. Write the address as one argument, such as %s.%s, and one value after it", c.Value, c.Address, c.Value)
	}
	return nil
}

// likelyValue returns the value that an unquoted text probably stands for. Valid JSON stands for
// the JSON value. A reference such as var.region stands for the string "${var.region}". Any other
// text stands for the string with this text.
func likelyValue(text string) any {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	if first, _, ok := strings.Cut(text, "."); ok && value.IsIdentifier(first) && !strings.ContainsAny(text, " /:") {
		return "${" + text + "}"
	}
	return text
}

// isCutOff reports whether text is JSON whose end is missing.
func isCutOff(text string) bool {
	return errors.Is(json.NewDecoder(strings.NewReader(text)).Decode(new(any)), io.ErrUnexpectedEOF)
}

// Run adds the block or the attribute.
func (c *addCommand) Run(std *streams) (err error) {
	if c.known, err = c.loadSchemas(); err != nil {
		return err
	}
	v, err := valueOf(&c.Kind, c.Value, std)
	if err != nil {
		return err
	}
	warnOfText(&c.Kind, c.Value, std)
	if c.Expression {
		c.code, c.at = project.Expression(v.Code), string(c.Address)
	}
	return c.fulfil(std, c.Wish(string(c.Address), v))
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
