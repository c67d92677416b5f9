package main

import (
	"encoding/json"

	"iacedit/internal/project"
)

// A given is how a value on the command line is meant.
type given struct {
	Expression bool `short:"x" xor:"kind" help:"VALUE is an expression, as in code: var.region, merge(local.tags, {a = 1})."`
	Text       bool `short:"s" xor:"kind" help:"VALUE is text, taken literally."`
}

// value returns a value from the command line.
func (g *given) value(code string) project.Value {
	return project.Value{Code: code, Expression: g.Expression, Text: g.Text}
}

// setCommand gives an attribute a value, in every file that has its block.
type setCommand struct {
	Address assignee `arg:"" complete:"address" help:"What to set: resource.aws_instance.web.tags.Owner, module.vpc.version, local.zone."`
	Value   string   `arg:"" help:"Its value, as JSON; -x and -s make it an expression or text."`
	given
	Existing bool `short:"e" help:"Only where it has a value already."`
	wish
}

// Help shows how the command is used.
func (setCommand) Help() string {
	return `Gives an attribute a value, or what stands inside an attribute's value. The block
has to be there; the attribute need not.

    iacedit set -w module.vpc.version '"5.1.0"'           the text 5.1.0
    iacedit set -w module.vpc.version -s 5.1.0            the same
    iacedit set -w aws_instance.web.ami -x var.ami        an expression
    iacedit set -w resource.aws_instance.web.tags.Owner -s me main.tf
    iacedit set -w 'aws_security_group.web.ingress[0].cidr_blocks[+]' -s 10.0.0.0/8
    iacedit set -w 'provider.aws[alias=east].region' -s us-east-2
    iacedit set -d -e -R 'module.*.version' -s 5.1.0 .    wherever it is: what would change
    iacedit set --check terraform.required_version -s '>= 1.9' || echo differs

An address is a block type, its labels, nested blocks and the attribute, with dots
between; a label or key that is not a name stands in ["…"], * is any label, [0] the
first of several, [alias=east] those that have that value.` + aliases
}

const aliases = ` Terraform's own spellings
are addresses, too: aws_instance.web.ami, var.region.default, local.zone.`

// AfterApply refuses ADDRESS = VALUE.
func (c *setCommand) AfterApply() error {
	if c.Expression || c.Text {
		return nil
	}
	return c.Address.checkValue(c.Value, c.Paths)
}

// Run sets the attribute.
func (c *setCommand) Run(std *streams) error {
	return c.fulfil(&project.Set{Address: string(c.Address), Value: c.value(c.Value), Existing: c.Existing}, std)
}

// rmCommand removes a block or an attribute.
type rmCommand struct {
	Address string `arg:"" complete:"address" help:"What to remove: a block, an attribute, a key or element."`
	wish
}

// Help shows how the command is used.
func (rmCommand) Help() string {
	return `Removes a block, an attribute, or a key or element of an attribute's value, with the
comments that belong to it.

    iacedit rm -w module.old                              a block
    iacedit rm -w resource.aws_instance.web.tags.Owner    a key
    iacedit rm -w 'aws_security_group.web.ingress[0]'     the first of several nested blocks
    iacedit rm -d -R 'module.*.providers' .               what would change, here and below`
}

// Run removes it.
func (c *rmCommand) Run(std *streams) error {
	return c.fulfil(&project.Remove{Address: c.Address}, std)
}

// addCommand adds a block or an attribute that is not there.
type addCommand struct {
	Address assignee `arg:"" complete:"address" help:"What to add: variable.region, aws_security_group.web.ingress, module.vpc.version."`
	Value   string   `arg:"" optional:"" help:"Of a block the contents, a JSON object: of attributes, or {\"attributes\": {…}, \"blockTypes\": {…}}; none for an empty block. Of an attribute its value."`
	given
	Block bool `short:"b" help:"The last name is that of a nested block, of a type that the code does not have there yet."`
	wish
}

// Help shows how the command is used.
func (addCommand) Help() string {
	return `Adds a block, or an attribute, key or element; what is there already is not touched.

    iacedit add -w variable.region '{"type": "string", "default": "eu-west-1"}'
    iacedit add -w aws_instance.web.tags.Team -s core main.tf
    iacedit add -w aws_security_group.web.ingress '{"from_port": 80, "to_port": 80}'
    iacedit add -w --block aws_instance.web.timeouts '{"create": "10m"}'
    iacedit add -w module.vpc main.tf

Among several files a new block goes into the one that is customary for its type
(variables.tf, outputs.tf, …), else to the last block of its type, else into main.tf.`
}

// AfterApply tells the value from the files where there may be none: what is no JSON is
// a file's name.
func (c *addCommand) AfterApply() error {
	if c.Value == "" || c.Expression || c.Text || json.Valid([]byte(c.Value)) {
		return nil
	}
	if err := c.Address.checkValue(c.Value, c.Paths); err != nil {
		return err
	}
	c.Value, c.Paths = "", append([]string{c.Value}, c.Paths...)
	return nil
}

// Run adds it.
func (c *addCommand) Run(std *streams) error {
	return c.fulfil(&project.Add{Address: string(c.Address), Value: c.value(c.Value), Block: c.Block}, std)
}
