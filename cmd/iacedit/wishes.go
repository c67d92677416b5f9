package main

import (
	"encoding/json"
	"fmt"

	"iacedit/address"
)

// setCommand gives an attribute a value, in every file that has its block.
type setCommand struct {
	Address string `arg:"" help:"What to set: resource.aws_instance.web.tags.Owner, module.vpc.version, local.zone."`
	Value   string `arg:"" help:"Its value, as JSON; -x and -s make it an expression or text."`
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

// Run sets the attribute.
func (c *setCommand) Run(std *streams) error {
	choose := chooseForSet
	if c.Existing {
		choose = chooseComplete
	}
	return c.fulfil(c.Address, &action{choose: choose, edits: c.edits}, std)
}

func (c *setCommand) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	outer := "update"
	if l.IsValuesFile(t.Blocks[0].Type) {
		outer = "set"
	}
	r := newRequest(t, l, file, outer, "set")
	r.existing = c.Existing && outer != "set"
	if t.Path.Name == "" {
		r.inner[len(r.inner)-1] = ""
		member, err := contents(c.Value)
		return r.edits(member), err
	}
	v, err := c.json(c.Value, t.Schema(l))
	if err != nil {
		return nil, err
	}
	return r.edits(attribute(t, v)), nil
}

// chooseForSet chooses the file that has what is to be set; where none has it, the one
// that has its block.
func chooseForSet(g *group) ([]*subject, error) {
	complete, part := g.having()
	if g.asked[0].target.Several() {
		return part, nil
	}
	if len(complete) == 0 {
		complete = part
	}
	return g.one(g.thatCount(complete))
}

// one returns an error for more than one file.
func (g *group) one(subjects []*subject) ([]*subject, error) {
	if len(subjects) > 1 {
		return nil, severally(subjects)
	}
	return subjects, nil
}

// rmCommand removes a block or an attribute.
type rmCommand struct {
	Address string `arg:"" help:"What to remove: a block, an attribute, a key or element."`
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
	return c.fulfil(c.Address, &action{choose: chooseComplete, edits: c.edits}, std)
}

func (c *rmCommand) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	r := newRequest(t, l, file, "delete", "delete")
	r.existing = t.Several()
	if t.Path.Name == "" {
		return r.edits(nil), nil
	}
	return r.edits(append(append([]byte(`"attributes":[`), quoted(t.Path.String())...), ']')), nil
}

// chooseComplete chooses the file that has all of what is meant, or all that have where
// the address asks for several.
func chooseComplete(g *group) ([]*subject, error) {
	complete, _ := g.having()
	if g.asked[0].target.Several() {
		return complete, nil
	}
	return g.one(g.thatCount(complete))
}

// addCommand adds a block or an attribute that is not there.
type addCommand struct {
	Address string `arg:"" help:"What to add: variable.region, aws_security_group.web.ingress, module.vpc.version."`
	Value   string `arg:"" optional:"" help:"Of a block the contents, a JSON object: of attributes, or {\"attributes\": {…}, \"blockTypes\": {…}}; none for an empty block. Of an attribute its value."`
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
	if c.Value != "" && !c.Expression && !c.Text && !json.Valid([]byte(c.Value)) {
		c.Value, c.Paths = "", append([]string{c.Value}, c.Paths...)
	}
	return nil
}

// Run adds it.
func (c *addCommand) Run(std *streams) error {
	return c.fulfil(c.Address, &action{choose: chooseForAdd, edits: c.edits, anywhere: isNew, nest: c.Block}, std)
}

func (c *addCommand) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	if l.IsValuesFile(t.Blocks[0].Type) || isNew(t) {
		return c.finish(newRequest(t, l, file, "add", ""))
	}
	r := newRequest(t, l, file, "update", "update")
	last := len(r.inner) - 1
	if t.Path.Name == "" {
		r.inner[last-1], r.inner[last] = "add", ""
	} else {
		r.inner[last] = "add"
	}
	return c.finish(r)
}

// finish returns the edits of a request with the value in them.
func (c *addCommand) finish(r *request) ([]byte, error) {
	switch {
	case r.target.Path.Name == "" && c.Value == "":
		return r.edits(nil), nil
	case r.target.Path.Name == "":
		member, err := contents(c.Value)
		return r.edits(member), err
	case c.Value == "" && !c.Text:
		return nil, fmt.Errorf("%s is an attribute: say its value, or --block", r.target.Path.Name)
	}
	v, err := c.json(c.Value, r.target.Schema(r.language))
	return r.edits(attribute(r.target, v)), err
}

// isNew reports whether a target is a top-level block, which goes into the file that is
// customary for it.
func isNew(t *address.Target) bool { return len(t.Blocks) == 1 && t.Path.Name == "" && !t.Any }

// chooseForAdd chooses the file for what is new: where it is inside a block, that of the
// block.
func chooseForAdd(g *group) ([]*subject, error) {
	t := &g.asked[0].target
	complete, part := g.having()
	switch {
	case isNew(t):
		return g.asked[:1], nil
	case t.Several():
		return part, nil
	case len(complete) > 0 && t.Path.Name != "":
		return complete[:1], nil // which refuses it, since it is there
	}
	return g.one(g.thatCount(part))
}
