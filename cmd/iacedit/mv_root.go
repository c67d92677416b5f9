package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/workspace"
)

// rootFlags are the flags of "mv" with --root, which moves blocks to another root module.
type rootFlags struct {
	Root    string            `placeholder:"DIR" complete:"file" help:"Move into this root module, which has another state: with removed and import blocks."`
	State   string            `placeholder:"FILE" complete:"file" help:"With --root, what \"terraform show -json\" printed in the directory of the blocks; it has the import IDs."`
	ID      map[string]string `name:"id" placeholder:"ADDRESS=ID" mapsep:"none" help:"With --root, the import ID of an object."`
	Import  bool              `negatable:"" default:"true" help:"With --root, add import blocks (on)."`
	Inputs  bool              `help:"With --root, make variables of what the blocks refer to and DIR lacks."`
	Outputs bool              `help:"With --root, make outputs of what refers to the blocks, and variables in its place."`
}

// check returns an error for flags that need --root, or contradict it.
func (r *rootFlags) check(c *mvCommand) error {
	switch {
	case r.Root == "" && (r.State != "" || len(r.ID) > 0 || !r.Import || r.Inputs || r.Outputs):
		return errors.New("--state, --id, --no-import, --inputs and --outputs are for blocks that move to another root module, with --root")
	case r.Root == "":
		return nil
	case c.CheckPlace() == nil:
		return errors.New("--root moves blocks to their customary files; it does not go with --file, --after, --before, --first and --last")
	case len(c.Paths) > 1 || c.Recursive || c.KeepGoing:
		return errors.New("--root moves blocks of one directory; give this directory alone")
	case len(c.Paths) == 1 && !isDir(c.Paths[0]):
		return fmt.Errorf("%s is not a directory; --root moves blocks of a root module, which is a directory", c.Paths[0])
	case !isDir(r.Root):
		return fmt.Errorf("--root %s is not a directory", r.Root)
	}
	return nil
}

// parts returns the parts of the move.
func (r *rootFlags) parts() (parts []edit.Part, err error) {
	if r.State != "" {
		text, err := os.ReadFile(r.State)
		if err != nil {
			return nil, err
		}
		if text = bytes.TrimSpace(text); !json.Valid(text) || text[0] != '{' {
			return nil, fmt.Errorf("%s is not what \"terraform show -json\" prints", r.State)
		}
		parts = append(parts, edit.State(text))
	}
	for _, address := range slices.Sorted(maps.Keys(r.ID)) {
		parts = append(parts, edit.ImportID(address, r.ID[address]))
	}
	if !r.Import {
		parts = append(parts, edit.WithoutImport())
	}
	if r.Inputs {
		parts = append(parts, edit.WithInputs())
	}
	if r.Outputs {
		parts = append(parts, edit.WithOutputs())
	}
	return parts, nil
}

// toRoot moves the blocks to another root module.
func (c *mvCommand) toRoot(std *streams) error {
	parts, err := c.parts()
	if err != nil {
		return err
	}
	in := "."
	if len(c.Paths) == 1 {
		in = c.Paths[0]
	}
	m := &project.RootMove{Addresses: c.All(c.What), Dir: filepath.Clean(in), To: filepath.Clean(c.Root), Parts: parts}
	root := repositoryOf(in)
	if root == "" {
		if root, err = commonDir(in, c.Root); err != nil {
			return err
		}
	}
	return told(inRootFlags(c.inTree(in, c.Root, root, nil, func(s *project.Scope, t *project.Tree) (*project.Plan, error) {
		return s.MoveToRoot(t, m)
	}, std)), std)
}

// rootMembers replaces what a message says of the members of the edit by the flags that set them.
var rootMembers = strings.NewReplacer(
	`send as "state" what`, "give by --state FILE what",
	`by "ids"`, "by --id ADDRESS=ID",
	`with "import": false`, "with --no-import",
	`with "inputs": true`, "with --inputs",
	`with "outputs": true`, "with --outputs",
)

// inRootFlags makes the message of an error name flags in place of the members of the edit.
func inRootFlags(err error) error {
	if m, ok := errors.AsType[*project.Mistake](err); ok {
		m.Message = rootMembers.Replace(m.Message)
	}
	return err
}

// commonDir returns the deepest directory that contains both directories.
func commonDir(a, b string) (string, error) {
	from, err := filepath.Abs(a)
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(b)
	if err != nil {
		return "", err
	}
	return relative(workspace.CommonDir(from, to)), nil
}
