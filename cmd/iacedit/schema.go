package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"iacedit/internal/base/nearest"
	"iacedit/internal/disk/schemafile"
	"iacedit/internal/languages/schema"
)

// schemaCommand prints the known blocks of providers.
type schemaCommand struct {
	schemas

	Provider string `placeholder:"NAME" help:"List the blocks of this provider, given by name or by full address."`
	Block    string `arg:"" optional:"" help:"List the contents of this block: resource.aws_instance, data.aws_ami, provider.aws."`
}

// Help shows how the command is used.
func (schemaCommand) Help() string {
	return `Prints the known blocks of providers, and the sources. The sources are files with the output
of "terraform providers schema -json" or "tofu providers schema -json"; a small extract of
them is kept in the user's cache directory.

    iacedit schema --schema schema.json
    iacedit schema --schema schema.json --provider aws
    iacedit schema --schema schema.json resource.aws_instance
    IACEDIT_SCHEMA=schema.json iacedit schema`
}

// Run prints the providers, the blocks, or the contents of a block.
func (c *schemaCommand) Run(std *streams) error {
	known, err := c.loadSchemas()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch {
	case c.Block != "":
		err = c.block(&out, known)
	case c.Provider != "":
		err = c.provider(&out, known)
	default:
		c.providers(&out, known)
	}
	if err != nil {
		return err
	}
	_, err = std.out.Write(out.Bytes())
	return err
}

// providers lists the providers.
func (c *schemaCommand) providers(out *bytes.Buffer, known *schema.Schemas) {
	fmt.Fprintln(out, "Terraform and OpenTofu: their own blocks (built in)")
	if known == nil {
		return
	}
	for i := range known.Providers {
		p := &known.Providers[i]
		var counts []string
		for kind, bodies := range p.Bodies {
			if kind := schema.Kind(kind); kind != schema.Configuration && len(bodies) > 0 {
				counts = append(counts, fmt.Sprintf("%d %s", len(bodies), kind))
			}
		}
		fmt.Fprintf(out, "%s: %s (%s)\n", p.Address, strings.Join(counts, ", "), p.Source)
	}
}

// provider lists the blocks of a provider.
func (c *schemaCommand) provider(out *bytes.Buffer, known *schema.Schemas) error {
	var names []string
	for i := range all(known) {
		p := &known.Providers[i]
		if names = append(names, p.Name()); p.Name() != c.Provider && p.Address != c.Provider {
			continue
		}
		for kind, bodies := range p.Bodies {
			for _, name := range slices.Sorted(maps.Keys(bodies)) {
				if name == "" {
					name = p.Name()
				}
				fmt.Fprintf(out, "%s.%s\n", schema.Kind(kind), name)
			}
		}
		return nil
	}
	return fmt.Errorf("no schema of a provider %q is known%s", c.Provider, nearest.DidYouMean(c.Provider, slices.Values(names)))
}

func all(known *schema.Schemas) []schema.Provider {
	if known == nil {
		return nil
	}
	return known.Providers
}

// block lists the possible contents of a block.
func (c *schemaCommand) block(out *bytes.Buffer, known *schema.Schemas) error {
	typ, label, _ := strings.Cut(c.Block, ".")
	body := known.Body(typ, label)
	if body == nil {
		var names []string
		for i := range all(known) {
			for kind, bodies := range known.Providers[i].Bodies {
				for name := range bodies {
					names = append(names, schema.Kind(kind).String()+"."+name)
				}
			}
		}
		slices.Sort(names)
		return fmt.Errorf("no schema of %s is known%s", c.Block, cmp.Or(nearest.DidYouMean(c.Block, slices.Values(names)), "; --schema FILE gives those of providers, as \"terraform providers schema -json\" prints them"))
	}
	list(out, body, "")
	return nil
}

// list lists the possible contents of a body, one on each line.
func list(out *bytes.Buffer, body *schema.Body, prefix string) {
	for it := range body.Items() {
		what := map[schema.Form]string{
			schema.Attribute: "argument", schema.Objects: "argument: a list or set of objects",
			schema.Block: "block", schema.Labelled: "block with a label", schema.Single: "one block",
			schema.Object: "argument: an object", schema.ObjectList: "argument: a list or set of objects", schema.ObjectMap: "argument: a map of objects",
		}[it.Form]
		fmt.Fprintf(out, "%s%s: %s\n", prefix, it.Name, what)
		if it.Body != nil {
			list(out, it.Body, prefix+it.Name+".")
		}
	}
}

// schemas contains the flag --schema of several commands, which names files with the schemas of
// providers.
type schemas struct {
	Schema []string `placeholder:"FILE" complete:"file" env:"IACEDIT_SCHEMA" help:"File with the schemas of providers, from \"terraform providers schema -json\"; may be repeated."`
}

// loadSchemas reads the schemas from the files that --schema names, or from cached copies of these
// files.
func (s *schemas) loadSchemas() (*schema.Schemas, error) {
	if len(s.Schema) == 0 {
		return nil, nil
	}
	var all []*schema.Schemas
	for _, file := range s.Schema {
		one, err := schemafile.Load(file, schemafile.CacheDir())
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return schema.Merge(all...), nil
}
