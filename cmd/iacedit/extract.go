package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// extractCommand moves a value into a local or a variable, or blocks into a module.
type extractCommand struct {
	Value string `arg:"" complete:"address" help:"The value to extract: aws_instance.web.ami, aws_instance.web.tags.Owner. With --to, one or more blocks."`
	Name  string `arg:"" optional:"" name:"to" help:"The new local, local.ami, or the new variable, var.ami, which accepts only literals."`

	Everywhere bool   `help:"Also replace all equal values of the module."`
	Comment    string `placeholder:"TEXT" help:"Comment above the new local or variable."`

	To    string `placeholder:"DIR" complete:"file" help:"Extract blocks into a module in this directory. Blocks are resources, data sources, calls, checks, and locals, given as local.NAME."`
	Call  string `placeholder:"NAME" help:"The name of the new module's call (the last part of --to)."`
	Moved bool   `negatable:"" default:"true" help:"Add moved blocks for the extracted blocks (on)."`
	Tidy  bool   `negatable:"" default:"true" help:"Pass only used values, with short names and types (on)."`
	In    string `placeholder:"DIR" complete:"file" help:"The directory of the module with the blocks (.)."`
	Root  string `placeholder:"DIR" complete:"file" help:"The directory with all modules that may call one another (the enclosing repository, which has .git, or the working directory)."`
	editFlags
}

// Help shows how the command is used.
func (extractCommand) Help() string {
	return `Extracts a value, as written, into a local or a variable, and replaces it by a reference.
A variable gets the value as its default, and its type if that is certain. An existing local
or variable with the same value is used.

    iacedit extract -w aws_instance.web.availability_zone local.where
    iacedit extract -d aws_instance.web.tags.Owner var.owner
    iacedit extract -w aws_instance.web.tags local.tags --comment 'On everything.'
    iacedit extract -d aws_instance.web.tags.Name local.name --everywhere
    iacedit extract -d 'aws_security_group.*.ingress[from_port=443].cidr_blocks' local.clients

With --to, extracts blocks into a module. A call of the module replaces them, variables and
outputs replace references, and moved blocks tell Terraform the new addresses. If the module
exists and is called already, the blocks are added to it.

    iacedit extract -d aws_vpc.main 'aws_subnet.*' --to modules/network
    iacedit extract -w aws_vpc.main local.cidr --to modules/network --call net
    iacedit extract -w aws_db_instance.main --in infra/prod --to infra/modules/db`
}

// Validate refuses flags that contradict each other.
func (c *extractCommand) Validate() error {
	switch {
	case c.To == "" && c.Name == "":
		return errors.New("give the name for the value, local.NAME or var.NAME; or --to DIR for blocks")
	case c.To == "" && isFile(c.Name):
		return fmt.Errorf("%s is neither local.NAME nor var.NAME; the name for the value comes before files and directories", shellWord(c.Name))
	case c.To == "" && c.In != "":
		return fmt.Errorf("--in is for blocks, with --to; for a value give the directory after %s", c.Name)
	case c.To == "" && (c.Call != "" || c.Root != "" || !c.Moved || !c.Tidy):
		return errors.New("--call, --root, --no-moved and --no-tidy are for blocks, with --to")
	case c.To != "" && (c.Everywhere || c.Comment != ""):
		return errors.New("--everywhere and --comment are for values, without --to")
	case c.To != "" && (c.Recursive || c.KeepGoing):
		return errors.New("--recursive and --keep-going are for values; --to always looks at all modules below --root")
	case c.To != "":
		for _, block := range append([]string{c.Name}, c.Paths...) {
			if block != "" && isFile(block) {
				return fmt.Errorf("%s is not the address of a block; --in names the directory of the blocks: iacedit extract %s --in DIR --to %s", shellWord(block), shellWord(c.Value), shellWord(c.To))
			}
		}
		return errors.Join(c.dialect.Validate(), c.output.Validate())
	}
	return c.editFlags.Validate()
}

// Run extracts the value or the blocks.
func (c *extractCommand) Run(std *streams) error {
	if c.To == "" {
		return c.refactor(std, edit.Extract(edit.Extraction{Value: c.Value, To: c.Name, Everywhere: c.Everywhere, Comment: c.Comment}))
	}
	x := edit.ModuleExtraction{To: filepath.ToSlash(filepath.Clean(c.To)), Name: c.Call, NoMoved: !c.Moved, Tidy: c.Tidy}
	x.Blocks = append([]string{c.Value}, c.Paths...)
	if c.Name != "" {
		x.Blocks = slices.Insert(x.Blocks, 1, c.Name)
	}
	if c.PrintEdits {
		text, err := edit.ExtractModule(x).MarshalJSON()
		if err == nil {
			_, err = fmt.Fprintf(std.out, "%s\n", text)
		}
		return err
	}
	return told(c.toModule(x, std), std)
}

// toModule extracts blocks into a module.
func (c *extractCommand) toModule(x edit.ModuleExtraction, std *streams) (err error) {
	in := cmp.Or(c.In, ".")
	root := cmp.Or(c.Root, repositoryOf(in))
	if root == "" {
		if root = in; filepath.IsLocal(in) && filepath.IsLocal(c.To) {
			root = "."
		}
	}
	if !isDir(in) {
		return fmt.Errorf("%s is not a directory", in)
	}
	made := new(workspace.MadeDirs)
	if c.Write {
		made, err = workspace.MakeDirs(c.To)
		defer made.RemoveEmpty()
		if err != nil {
			return err
		}
	}
	return c.inTree(in, c.To, root, made.Paths, func(s *project.Scope, tree *project.Tree) (*project.Plan, error) {
		return s.ExtractModule(tree, in, c.To, x)
	}, std)
}

// inTree plans edits of the tree of modules below a root with the given function, and prints or
// writes the result. The edits change the modules in two directories, from and to; made has the
// directories that the command has created.
func (f *editFlags) inTree(from, to, root string, made []string, plan func(*project.Scope, *project.Tree) (*project.Plan, error), std *streams) error {
	space := f.workspace(std)
	defer space.Close()
	var tree *project.Tree
	find := func() []workspace.Source {
		tree = project.FindTree(edit.Terraform, space, root)
		return tree.Sources
	}
	lock, err := lockIf(f.Write, space, find, from, to)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	f.several = true
	s, err := f.insideRoot(scope(space, tree.Sources, f.options(tree.Sources, std), std), std)
	if err != nil {
		return err
	}
	planned, err := plan(s, tree)
	if err != nil {
		return err
	}
	planned.MadeDirs = made
	return f.print(planned, lock, std)
}

// inlineCommand replaces the references to a local, such as local.zone, by the local's value.
type inlineCommand struct {
	Local string `arg:"" complete:"address" help:"The local: local.ami; or a pattern: local.ami_*."`
	editFlags
}

// Help shows how the command is used.
func (inlineCommand) Help() string {
	return `Replaces references to a local by its value, with parentheses if necessary, and removes
the local. local.tags.Owner becomes the value of Owner in the object.

    iacedit inline -d local.zone
    iacedit inline -w local.zone main.tf
    iacedit inline -d 'local.zone_*'                   all locals that match`
}

// Run inlines the local.
func (c *inlineCommand) Run(std *streams) error { return c.refactor(std, edit.Inline(c.Local)) }

// forEachCommand replaces the argument count of a resource or module by for_each.
type forEachCommand struct {
	Address string   `arg:"" complete:"address" help:"The resource or module with count: aws_instance.web; a pattern or a selector may match several."`
	Keys    []string `arg:"" name:"key" help:"A key for each instance, in the order of their numbers."`
	In      string   `default:"." placeholder:"PATH" complete:"file" help:"Directory or file that contains it (${default})."`
	dialect
	output

	PrintEdits bool `help:"Print the edits, for \"iacedit edit\" and the HTTP service, and change nothing."`
}

// Validate refuses flags that contradict each other.
func (c *forEachCommand) Validate() error {
	return errors.Join(c.dialect.Validate(), c.output.Validate())
}

// Help shows how the command is used.
func (forEachCommand) Help() string {
	return `Replaces count of a resource or module by for_each: a set of keys, one for each instance in
the order of their numbers. It updates references to instances, and adds moved blocks, so
that Terraform keeps the instances.

    iacedit for-each -d aws_instance.many a b       count = 2 becomes for_each = toset(["a", "b"])
    iacedit for-each -w --in main.tf aws_instance.many blue green`
}

// Run replaces count by for_each.
func (c *forEachCommand) Run(std *streams) error {
	f := editFlags{files: files{Paths: []string{c.In}}, dialect: c.dialect, output: c.output, PrintEdits: c.PrintEdits}
	if err := f.Validate(); err != nil {
		return err
	}
	return f.carryOut(std, &project.ForEach{Address: c.Address, Keys: c.Keys})
}

// refactor applies an operation to all files of the command, or only prints the edits of the
// operation.
func (f *editFlags) refactor(std *streams, op edit.Operation) error {
	edits, err := op.MarshalJSON()
	if err != nil {
		return err
	}
	if f.PrintEdits {
		_, err := fmt.Fprintf(std.out, "%s\n", edits)
		return err
	}
	return told(f.planned(func(s *project.Scope) (*project.Plan, error) { return s.Edit(edits, directories(f.paths(), nil)...) }, std), std)
}
