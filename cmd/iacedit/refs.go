package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/terraform"
	"iacedit/internal/workspace"
	"iacedit/refs"
	"iacedit/syntax"
)

// refsCommand lists references.
type refsCommand struct {
	Address string `arg:"" optional:"" help:"What is referred to: var.region, aws_instance.web, module.vpc.id, data.aws_ami.x; a type alone for all of it."`
	files

	Unused bool `help:"List the variables, locals and data sources that nothing refers to."`
	JSON   bool `name:"json" help:"Print a JSON array: of {\"address\", \"file\", \"line\", \"column\", \"in\", \"text\"}."`
}

// Help shows how the command is used.
func (refsCommand) Help() string {
	return `Prints a line for each place that refers to something in the files of a module: where
it is, the block that it stands in, and the reference as it is written. Names that a for
expression or a dynamic block makes are not taken for references, nor is text.

    iacedit refs var.region               what uses the variable
    iacedit refs aws_instance.web.id      an attribute of a resource
    iacedit refs module.vpc ./infra
    iacedit refs var                      all uses of variables
    iacedit refs --unused                 variables, locals and data sources without a use
    iacedit refs --unused --json | jq -r '.[].address'

The exit status is 1 where nothing refers to it, and 0 where nothing is unused.`
}

// AfterApply takes an address for a path where no address is asked for.
func (c *refsCommand) AfterApply() error {
	switch {
	case c.Unused && c.Address != "":
		c.Address, c.Paths = "", append([]string{c.Address}, c.Paths...)
	case !c.Unused && c.Address == "":
		return errors.New("say what is referred to, or --unused")
	}
	return nil
}

// A referring is a place that refers to something, or declares what nothing refers to.
type referring struct {
	Address string `json:"address"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	In      string `json:"in,omitempty"`
	Text    string `json:"text,omitempty"`

	offset int32
	what   refs.Address
	steps  []string // the attributes that are accessed
}

// An indexed is a file with the references in it, and what it declares.
type indexed struct {
	dir      string
	file     *workspace.File
	uses     []referring
	declares []referring
	err      error
}

// Run lists the references.
func (c *refsCommand) Run(std *streams) error {
	var space workspace.Workspace
	defer space.Close()
	wanted, attribute, err := c.wanted()
	if err != nil {
		return err
	}
	sources := c.sources(&space)
	if len(sources) == 0 {
		return errNoFiles
	}
	var all []*indexed
	for x := range inOrder(sources, func(s workspace.Source) *indexed { return index(s, std) }) {
		if x.err != nil {
			return told(x.err, std)
		}
		all = append(all, x)
	}
	if c.Unused {
		return c.print(unused(all), std.out)
	}
	list := []referring{}
	for _, x := range all {
		for _, u := range x.uses {
			if matches(&u, wanted, attribute) {
				list = append(list, u)
			}
		}
	}
	if err := c.print(list, std.out); err != nil {
		return err
	}
	if len(list) == 0 {
		return exitStatus(exitFailed)
	}
	return nil
}

// wanted returns what the address means: its kind, type and name, as far as it says them,
// and an attribute.
func (c *refsCommand) wanted() (what refs.Address, attribute string, err error) {
	if c.Unused {
		return what, "", nil
	}
	a, err := address.Parse(c.Address)
	if err != nil {
		return what, "", fmt.Errorf("the address %q: %w", c.Address, err)
	}
	names := make([]string, len(a))
	for i, p := range a {
		if names[i] = p.Text; p.Kind != address.PartName && p.Kind != address.PartKey {
			return what, "", fmt.Errorf("%s: references are to what has a name", c.Address)
		}
	}
	kind, ok := referredKinds[names[0]]
	if ok {
		names = names[1:]
	} else if kind = refs.Resource; !strings.Contains(names[0], "_") && len(names) < 2 {
		return what, "", fmt.Errorf("%s: references are to variable (var), local, module, data, resource, ephemeral, action or provider", c.Address)
	}
	what.Kind = kind
	take := func(s *string) {
		if len(names) > 0 {
			*s, names = names[0], names[1:]
		}
	}
	switch kind {
	case refs.Resource, refs.Data, refs.Ephemeral, refs.Action, refs.Provider:
		take(&what.Type)
	}
	take(&what.Name)
	take(&attribute)
	if len(names) > 0 {
		return what, "", fmt.Errorf("%s: references are listed to an attribute, not to what is in it", c.Address)
	}
	return what, attribute, nil
}

var referredKinds = map[string]refs.Kind{
	"resource": refs.Resource, "data": refs.Data, "ephemeral": refs.Ephemeral, "action": refs.Action, "module": refs.Module,
	"variable": refs.Variable, "var": refs.Variable, "locals": refs.Local, "local": refs.Local, "provider": refs.Provider,
}

// matches reports whether a reference is to what is wanted.
func matches(u *referring, wanted refs.Address, attribute string) bool {
	return u.what.Kind == wanted.Kind && (wanted.Type == "" || u.what.Type == wanted.Type) && (wanted.Name == "" || u.what.Name == wanted.Name) &&
		(attribute == "" || len(u.steps) > 0 && u.steps[0] == attribute)
}

// index parses a file and notes its references and declarations.
func index(s workspace.Source, std *streams) *indexed {
	x := &indexed{}
	var tree *syntax.File
	if x.file, tree, x.err = parse(s, std); x.err != nil {
		return x
	}
	x.dir = s.Dir()
	role := refs.Configuration
	if terraform.IsValues(s.Title) {
		role = refs.Variables
	}
	for r := range refs.All(tree, role) {
		what := r.Address(tree)
		if what.Kind == refs.Other || r.Place == refs.InVariables {
			continue
		}
		u := x.at(tree, r.At.From, what)
		u.Text = string(tree.At(r.At))
		u.In = addressOf(tree, r.Owner.Item)
		for _, step := range r.Steps {
			if step.Kind == refs.StepAttribute || step.Kind == refs.StepString {
				u.steps = append(u.steps, string(tree.At(step.Name)))
			}
		}
		if r.Kind == refs.Own {
			u.steps = []string{string(tree.At(r.Name))}
		}
		x.uses = append(x.uses, u)
	}
	slices.SortStableFunc(x.uses, func(a, b referring) int { return cmp.Compare(a.offset, b.offset) })
	if role == refs.Configuration {
		for d := range refs.Declarations(tree) {
			x.declares = append(x.declares, x.at(tree, d.Name.From, d.Address(tree)))
		}
	}
	return x
}

// at returns a place of the file.
func (x *indexed) at(tree *syntax.File, offset int32, what refs.Address) referring {
	line, column := tree.Position(offset)
	return referring{Address: written(what), File: x.file.Title, Line: line, Column: column, offset: offset, what: what}
}

// written writes an address as ls does.
func written(a refs.Address) string {
	first := a.Kind.String()
	if a.Kind == refs.Local {
		first = "locals"
	}
	text := address.Address{{Text: first}}
	for _, name := range []string{a.Type, a.Name} {
		if name != "" {
			text = append(text, address.Name(name))
		}
	}
	return text.String()
}

// addressOf returns the address of a top-level block.
func addressOf(tree *syntax.File, id syntax.ItemID) string {
	item := tree.Item(id)
	if item.Kind != syntax.KindBlock {
		return ""
	}
	a := address.Address{{Text: string(tree.Name(id))}}
	for label := range tree.Labels(id) {
		a = append(a, address.Name(string(label)))
	}
	return a.String()
}

// unused returns the variables, locals and data sources to which nothing in their module
// refers.
func unused(all []*indexed) []referring {
	type declared struct {
		dir string
		refs.Address
	}
	used := map[declared]bool{}
	for _, x := range all {
		for _, u := range x.uses {
			used[declared{x.dir, u.what}] = true
		}
	}
	list := []referring{}
	for _, x := range all {
		for _, d := range x.declares {
			switch d.what.Kind {
			case refs.Variable, refs.Local, refs.Data:
				if !used[declared{x.dir, d.what}] {
					list = append(list, d)
				}
			}
		}
	}
	return list
}

// print prints the list: as JSON, or in columns.
func (c *refsCommand) print(list []referring, out io.Writer) error {
	if c.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(list)
	}
	var text strings.Builder
	place := func(r referring) string { return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Column) }
	located := widest(slices.Values(list), place)
	in := widest(slices.Values(list), func(r referring) string { return r.In })
	for _, r := range list {
		if c.Unused {
			fmt.Fprintf(&text, "%-*s  %s\n", located, place(r), r.Address)
			continue
		}
		fmt.Fprintf(&text, "%-*s  %-*s  %s\n", located, place(r), in, r.In, r.Text)
	}
	_, err := io.WriteString(out, text.String())
	return err
}
