package main

import "iacedit/internal/faces/commandline"

// disableCommand makes comments of blocks, attributes, keys or elements.
type disableCommand struct {
	First string `arg:"" name:"address" complete:"address" help:"What to comment out: a block, an attribute, a key or element."`
	commandline.Addresses
	commandline.Disable
	editFlags
}

// Help shows how the command is used.
func (disableCommand) Help() string {
	return `Comments out a block, an attribute, or a key or element of an attribute's value, with the
comments that belong to it. Each line gets "# " or, if all comments of the file begin with //,
"// ". enable makes code of it again; ls --disabled lists what is commented out.

    iacedit disable -w aws_instance.kept                       a block
    iacedit disable -w resource.aws_instance.web.tags.Owner    a key
    iacedit disable -w 'aws_security_group.web.ingress[0]'     the first of several nested blocks
    iacedit disable -w 'aws_instance.kept.azs[=]' --equal eu-1 -s    an element on its own line
    iacedit disable -d -R 'module.*.providers' .           what would change, here and below

Warnings name the references to what is commented out. What shares a line with other code, as x
in { x = 1 }, cannot be commented out by itself.`
}

// Run comments out the items.
func (c *disableCommand) Run(std *streams) error {
	equal, err := equalTo(&c.Kind, &c.Equal, std)
	if err != nil {
		return err
	}
	return c.carryOut(std, c.Each(c.First, c.Naming(equal))...)
}

// enableCommand makes code of what is commented out.
type enableCommand struct {
	First string `arg:"" name:"address" complete:"address" help:"What to make code of: a block, an attribute, a key or element that is commented out."`
	commandline.Addresses
	commandline.Enable
	editFlags
}

// Help shows how the command is used.
func (enableCommand) Help() string {
	return `Makes code of a block, an attribute, or a key or element of an attribute's value that is
commented out with # or //, and formats it as code at its place is. ls --disabled lists what is
commented out.

    iacedit enable -w aws_instance.old
    iacedit enable -w resource.aws_instance.kept.tags.Owner
    iacedit enable -w 'module.dns[1]'          the second of several comments that are this block
    iacedit enable -d -R 'aws_instance.*' .    what would change, here and below

What is there as code, too, is refused.`
}

// Run makes code of the items.
func (c *enableCommand) Run(std *streams) error {
	equal, err := equalTo(&c.Kind, &c.Equal, std)
	if err != nil {
		return err
	}
	return c.carryOut(std, c.Each(c.First, c.Naming(equal))...)
}
