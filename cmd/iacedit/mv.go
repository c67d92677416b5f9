package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"iacedit/internal/faces/commandline"
	"iacedit/internal/languages/terraform"
)

// mvCommand moves a block, an attribute or a key.
type mvCommand struct {
	What string `arg:"" name:"address" complete:"address" help:"What to move: aws_instance.web, variable.region, module.vpc.source; output.* for all of them, with --file."`
	commandline.Addresses
	editFlags
	commandline.Move
	rootFlags
}

// Help shows how the command is used.
func (mvCommand) Help() string {
	return `Moves a block as it is, with the comments above it, to another file or another place; or
an attribute or a key to another place in its block or object.

    iacedit mv -w variable.region --file variables.tf
    iacedit mv -w 'module.*' --file modules.tf
    iacedit mv -w aws_instance.web --after aws_instance.db
    iacedit mv -w aws_instance.web --file web.tf --first
    iacedit mv -w module.vpc.source --first main.tf
    iacedit mv -w aws_instance.web.lifecycle --last main.tf
    iacedit mv -d aws_instance.web.tags.Owner --after Name main.tf

With --root, moves blocks to another root module, which has another state. removed blocks take
their place, and import blocks go with them, so that Terraform creates and destroys nothing.
The file of --state has what "terraform show -json" printed for the directory of the blocks.

    iacedit mv -d aws_db_instance.main app --root data --state state.json`
}

// Validate refuses a command without a destination.
func (c *mvCommand) Validate() error {
	if err := c.check(c); err != nil {
		return err
	}
	if err := c.CheckPlace(); err != nil && c.Root == "" {
		if len(c.Paths) > 0 && !exists(c.Paths[0]) && !terraform.IsTerraform(c.Paths[0]) {
			return fmt.Errorf("%w; to give it another name: iacedit rename %s %s", err, shellWord(c.What), shellWord(c.Paths[0]))
		}
		if len(c.Paths) == 1 && !isDir(c.Paths[0]) && c.Paths[0] != stdin {
			return fmt.Errorf("%w; into this file: iacedit mv %s --file %s", err, shellWord(c.What), shellWord(filepath.Base(c.Paths[0])))
		}
		return err
	}
	if c.File != "" && !filepath.IsLocal(c.File) {
		return fmt.Errorf("--file %s: a block stays in its directory; \"extract --to\" moves blocks into another module, and --root to another root module", shellWord(c.File))
	}
	return c.editFlags.Validate()
}

// Run moves the blocks, attributes or keys.
func (c *mvCommand) Run(std *streams) error {
	if c.Root != "" {
		return c.toRoot(std)
	}
	if c.File != "" {
		c.addFile()
	}
	return c.carryOut(std, c.Tasks(c.All(c.What))...)
}

// addFile adds the file that --file names to the paths, if the file exists. The command then also
// reads and locks that file.
func (c *mvCommand) addFile() {
	for _, path := range slices.Clone(c.Paths) {
		to := filepath.Join(filepath.Dir(path), c.File)
		if _, err := os.Stat(to); err == nil && path != stdin && !isDir(path) && !slices.Contains(c.Paths, to) {
			c.Paths = append(c.Paths, to)
		}
	}
}
