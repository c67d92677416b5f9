package main

import (
	"iacedit/edit"
	"iacedit/internal/disk/project"
)

// reshapeCommand turns nested blocks into an attribute, or an attribute into nested blocks.
type reshapeCommand struct {
	Address      string   `arg:"" complete:"address" help:"All nested blocks of a type, or an attribute: helm_release.*.set, provider.helm.kubernetes, aws_x.web.rule."`
	As           string   `required:"" enum:"object,list,map,block,blocks" help:"What they become: nested blocks an attribute with an object, a list of objects or a map; an attribute one block or several blocks."`
	Name         string   `placeholder:"NAME" help:"The new name; by default the name stays."`
	Key          string   `placeholder:"NAME" help:"With map and blocks: the argument of a block that is the key in the map."`
	Value        string   `placeholder:"NAME" help:"With --key: the argument of a block whose value is the value in the map."`
	Members      []string `placeholder:"NAME" help:"With block and blocks: the arguments of the blocks, for a value that is not literal. It becomes a dynamic block."`
	NoReferences bool     `help:"Leave references to what changes unchanged."`
	schemas
	editFlags
}

// Help shows how the command is used.
func (reshapeCommand) Help() string {
	return `Turns nested blocks into an attribute, or an attribute into nested blocks, as new major versions
of providers require. What is inside keeps its comments and blank lines. Dynamic blocks become
"for" expressions, and the reverse. References follow.

    iacedit reshape -w 'helm_release.*.set' --as list .
    iacedit reshape -w provider.helm.kubernetes --as object .
    iacedit reshape -d 'cloudflare_load_balancer.*.region_pools' --as map --key region --value pool_ids .
    iacedit reshape -w aws_s3_bucket.logs.access --as block --name policy .
    iacedit reshape -w aws_autoscaling_group.a.tags --as blocks --name tag --members key,value .

Nested blocks inside what becomes a value need a form, too: with --schema it is taken from the
schema of the provider, otherwise "edit" takes one for each type.

Twice is once: where the attribute is there already, nothing changes. Warnings name the code that
uses what changed in a way that cannot follow, such as length(a_b.c.rule).`
}

// Run reshapes the nested blocks or the attribute.
func (c *reshapeCommand) Run(std *streams) (err error) {
	if c.known, err = c.loadSchemas(); err != nil {
		return err
	}
	return c.carryOut(std, &project.Reshape{
		Address:    c.Address,
		Shape:      edit.Shape{As: c.As, Name: c.Name, Key: c.Key, Value: c.Value, Members: c.Members},
		References: !c.NoReferences,
	})
}
