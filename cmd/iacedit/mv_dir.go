package main

import (
	"cmp"
	"path/filepath"

	"iacedit/internal/disk/movedir"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// mvDirCommand gives the directory of a module another path.
type mvDirCommand struct {
	From string `arg:"" name:"dir" complete:"file" help:"The directory of a module: modules/net; or a directory with modules in it."`
	To   string `arg:"" name:"to" complete:"file" help:"The new path, at which there is nothing yet: modules/network."`
	Root string `placeholder:"DIR" complete:"file" help:"The directory with all modules that may call one another (the enclosing repository, which has .git, or the working directory)."`
	excluded
	output
}

// Help shows how the command is used.
func (mvDirCommand) Help() string {
	return `Moves the directory of a module, with all that is in it, and changes the source of each call
that leads into it or out of it, also in tests. Either all is changed or nothing; "iacedit undo"
moves it back. Other text with the old path, links and sources that are not literals stay, and
warnings name them. Afterwards "terraform init" installs the modules again.

    iacedit mv-dir -d modules/net modules/network      what would change, for "git apply"
    iacedit mv-dir -w modules/net modules/network`
}

// Run moves the directory.
func (c *mvDirCommand) Run(std *streams) error {
	root := cmp.Or(c.Root, repositoryOf(filepath.Dir(filepath.Clean(c.From))), ".")
	move, err := workspace.NewMove(root, c.From, c.To)
	if err != nil {
		return err
	}
	paths := workspace.Move{From: title(move.From), To: title(move.To)}
	made := new(workspace.MadeDirs)
	if c.Write {
		made, err = workspace.MakeDirs(filepath.Dir(paths.To))
		defer made.RemoveEmpty()
		if err != nil {
			return err
		}
	}
	f := editFlags{files: files{excluded: c.excluded}, output: c.output}
	return told(f.inTree(filepath.Dir(paths.From), filepath.Dir(paths.To), root, made.Paths, func(s *project.Scope, t *project.Tree) (*project.Plan, error) {
		s.KeepGoing = c.KeepGoing
		d := &movedir.Move{Move: move, Paths: paths, Files: f.workspace(std).Files(root)}
		return d.Plan(s, t)
	}, std), std)
}
