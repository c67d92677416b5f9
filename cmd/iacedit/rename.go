package main

import (
	"path/filepath"
	"slices"

	"iacedit/internal/project"
	"iacedit/internal/terraform"
	"iacedit/internal/workspace"
)

// renameCommand gives a block, an attribute, a key or a nested block type another name.
type renameCommand struct {
	Old string `arg:"" complete:"address" help:"What to rename: variable.region, aws_instance.web, module.vpc, local.zone."`
	New string `arg:"" help:"Its new name: area; or its new address: variable.area, aws_lb.app."`

	Key        string `placeholder:"ADDRESS" complete:"address" help:"Rename keys of this resource or module: OLD and NEW are what stands between the brackets of its instances, \"\" for nothing."`
	References bool   `negatable:"" default:"true" help:"Rename what refers to it, too (on; --no-references leaves that)."`
	Moved      *bool  `negatable:"" help:"Add a moved block, from the old address to the new; by itself that is done for a resource that keeps its type, and for a module."`
	wish
}

// Help shows how the command is used.
func (renameCommand) Help() string {
	return `Gives something another name, in the files of a module together with all that refers to
it: in expressions, templates and heredocs, depends_on, ignore_changes, and so on; and
for resources and modules tells Terraform by a moved block that it is the same as before.

    iacedit rename -w var.region area                  a variable, and var.region everywhere
    iacedit rename -w aws_instance.web app             with moved { from … to … }
    iacedit rename -w --no-moved module.vpc network
    iacedit rename -w --moved aws_alb.web aws_lb.web   another type
    iacedit rename -d local.zone local.area ./infra    what would change
    iacedit rename -w aws_instance.web.tags.team Team
    iacedit rename -w --key aws_instance.web '' 0      the keys of instances
    iacedit rename --print-edits var.region area | iacedit edit . -w -e -

Strings, comments and the addresses in moved blocks are not changed. What is not looked
through is told as a warning: .tf.json files, tests, and other directories that call the
module.`
}

// Run renames it.
func (c *renameCommand) Run(std *streams) error {
	if c.Key != "" {
		return c.fulfil(std, &project.RenameKey{Address: c.Key, Old: c.Old, New: c.New, Moved: c.Moved})
	}
	if err := c.fulfil(std, &project.Rename{Old: c.Old, New: c.New, References: c.References, Moved: c.Moved}); err != nil {
		return err
	}
	if c.References && !c.PrintEdits {
		c.warn(std)
	}
	return nil
}

// warn tells on standard error what may refer to what was renamed and was not looked
// through.
func (c *renameCommand) warn(std *streams) {
	if c.isStdin() {
		return
	}
	var dirs []string
	told := directories(c.paths(), nil)
	for _, path := range c.paths() {
		if !isDir(path) {
			path = filepath.Dir(path)
		}
		if path = filepath.Clean(path); !slices.Contains(dirs, path) {
			dirs = append(dirs, path)
		}
	}
	for _, name := range project.Unsearched(&workspace.Workspace{}, dirs) {
		if !terraform.IsJSON(name) || !slices.Contains(told, filepath.Dir(name)) {
			warning(std, "%s was not searched for references", name)
		}
	}
}
