package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/faces/commandline"
	"iacedit/value"
)

// renameCommand renames a block, an attribute, a key or a nested block type.
type renameCommand struct {
	Old string  `arg:"" optional:"" complete:"address" help:"What to rename: variable.region, aws_instance.web, module.vpc, local.zone; with --pattern also variable.*, local.*."`
	New *string `arg:"" optional:"" help:"Its new name: area; its new address: variable.area, aws_lb.app; or its path in its block: access.acl. Omit it with --pattern."`

	commandline.Rename
	editFlags
}

// Help shows how the command is used.
func (renameCommand) Help() string {
	return `Renames an object in the files of a module, and all references to it: in expressions,
templates and heredocs, depends_on, ignore_changes, and so on. For resources and modules it
adds a moved block, so that Terraform keeps the object.

    iacedit rename -w var.region area                  a variable, and var.region everywhere
    iacedit rename -w aws_instance.web app             with moved { from … to … }
    iacedit rename -w --callers var.cidr range ./modules/net
    iacedit rename -w --no-moved module.vpc network
    iacedit rename -w --moved aws_alb.web aws_lb.web   another type
    iacedit rename -d local.zone local.area ./infra    what would change
    iacedit rename -w provider.aws.east us             the alias of a provider
    iacedit rename -w aws_instance.web.tags.team Team
    iacedit rename -w --key aws_instance.web '' 0      the keys of instances
    iacedit rename -w aws_s3_bucket.logs.acl access.acl     into a nested block, or out of it
    iacedit rename -w 'aws_x.*.public' private --value '!$' --reference '!$'
    iacedit rename -w 'aws_x.*.mode' level --values Enabled=on --values Disabled=off
    iacedit rename -w 'resource.*.*' --pattern - --by _
    iacedit rename -w 'var.*' --pattern '^vpc_(.*)$' --by 'network_$1'
    iacedit rename -w 'local.*' --pattern '^old_' --by new_      the names of locals
    iacedit rename -d var.size local.size               a variable becomes a local; or back
    iacedit rename --print-edits var.region area | iacedit edit . -w -e -

The tests of the module are changed, too. Strings, comments and the addresses in moved blocks
stay. Warnings name files that were not searched. If a variable or an output is renamed,
warnings name the calls of its module in the enclosing repository, with file and line; in
Terragrunt, the references in other files. With --callers these are changed, too.

A variable that becomes a local keeps its default as the value; a local that becomes a
variable must be a literal. A variable that a call, a test or a .tfvars file gives another
value is refused.`
}

// AfterApply returns an error if a file or directory is in the place of the new name.
func (c *renameCommand) AfterApply() error {
	if err := c.CheckPattern(); err != nil {
		return err
	}
	if c.Pattern != "" {
		return c.takePaths()
	}
	switch {
	case c.New == nil && c.Old == "":
		return errors.New("expected \"<old> <new>\"")
	case c.New == nil:
		return errors.New("expected \"<new>\"")
	case c.Key == "" && len(c.Paths) == 0 && exists(*c.New) && !value.IsIdentifier(*c.New):
		return forgotten("new name", []string{"rename", c.Old}, "NAME", *c.New)
	}
	return nil
}

// takePaths adds to the paths the arguments that stand in the place of names, of which a command with
// --pattern needs none, or with --key not even the address.
func (c *renameCommand) takePaths() error {
	switch {
	case c.Old == "" && c.Key == "":
		return errors.New("expected \"<old>\", the address of what to rename")
	case c.New != nil:
		c.Paths = append([]string{*c.New}, c.Paths...)
	}
	if c.Key != "" && c.Old != "" {
		c.Paths = append([]string{c.Old}, c.Paths...)
	}
	return nil
}

// Run renames the object.
func (c *renameCommand) Run(std *streams) error {
	switch {
	case c.Pattern != "":
		return c.carryOut(std, c.PatternTask(c.Old))
	case c.Key != "":
		return c.carryOut(std, c.KeyTask(c.Old, *c.New))
	case len(c.Paths) == 0 && hasCode(*c.New, std):
		warnOfForgotten(std, "new name", []string{"rename", c.Old}, "NAME", *c.New, "has the code to edit")
	}
	rename, err := c.Task(c.Old, *c.New)
	if err != nil {
		return err
	}
	c.notice = c.noticeOfInstances
	if c.hasCallers() {
		return told(c.inTree(rename, std), std)
	}
	return c.carryOut(std, rename)
}

// noticeOfInstances returns a warning if the address ends in the index of a block that has count or
// for_each: the user may have meant the index of an instance.
func (c *renameCommand) noticeOfInstances(s *project.Scope, _ *project.Plan) string {
	a, err := address.Parse(c.Old)
	if err != nil || a[len(a)-1].Kind != address.PartIndex {
		return ""
	}
	for _, name := range []string{"count", "for_each"} {
		if _, err := s.Get(c.Old + "." + name); err == nil {
			return fmt.Sprintf("%s: [%d] is the number of a block, not of an instance, so the whole block is renamed; --key renames instances", c.Old, a[len(a)-1].Index)
		}
	}
	return ""
}

// hasCallers reports whether other modules, or in some languages other files, may refer to the renamed
// object.
func (c *renameCommand) hasCallers() bool {
	kind, name, _ := strings.Cut(c.Old, ".")
	if c.isStdin() || c.PrintEdits || !c.References || name == "" {
		return false
	}
	d := c.ofPaths(c.paths(), c.Recursive)
	return d.LinksFiles() || !d.AnyBlock() && !strings.Contains(name, ".") && slices.Contains([]string{"var", "variable", "output"}, kind)
}

// notSearched says what is not searched outside of a repository.
func (c *renameCommand) notSearched() string {
	if c.ofPaths(c.paths(), c.Recursive).LinksFiles() {
		return "the file is not in a repository, so files that include or read it were not searched"
	}
	return "the module is not in a repository, so its callers were not searched"
}

// inTree renames an object that code elsewhere in the repository may use. With --callers it changes this code;
// otherwise it warns of it.
func (c *renameCommand) inTree(rename *project.Rename, std *streams) error {
	space := c.in(c.workspace(std))
	defer space.Close()
	root := c.Root
	if root == "" {
		root = repositoryOf(c.paths()[0])
	}
	if root == "" && c.Callers {
		return fmt.Errorf("%s is not in a repository; --root DIR says where to search for callers", c.paths()[0])
	}
	follow := c.Callers || rename.ChangesKind()
	tree := &project.Tree{}
	others := func([]workspace.Source) []workspace.Source {
		if root != "" {
			tree = project.FindTree(c.ofPaths(c.paths(), c.Recursive), space, root)
			tree.Follow = follow
		}
		if !follow {
			return nil
		}
		return tree.All()
	}
	if root == "" {
		warning(std, "%s; --root DIR says where to search", c.notSearched())
	}
	lock, sources, err := c.locked(space, c.Write, others)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s, err := c.insideRoot(scope(space, sources, c.options(sources, std), std), std)
	if err != nil {
		return err
	}
	c.several = follow || len(s.Sources) > 1 || !s.Sources[0].Named
	s.KeepGoing = c.KeepGoing
	plan, err := s.PlanIn(rename, tree)
	if err != nil {
		return err
	}
	tellTwins(space, plan, std)
	if err := c.print(plan, lock, std); err != nil {
		return err
	}
	if !c.Callers && slices.ContainsFunc(plan.Warnings, func(w project.Warning) bool { return w.Code == edit.NotSearched && w.Address != "" }) {
		warning(std, "--callers also changes the code named above")
	}
	return nil
}
