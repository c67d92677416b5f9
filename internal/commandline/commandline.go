// Package commandline converts shell commands to edits. The web page uses it to accept commands
// instead of JSON. The package does not use the disk: the request contains the files.
//
//   - commandline.go: Edits; request.go: edits for the body of a request
//   - commands.go: the commands and their arguments; flags.go: their flags, which the command iacedit
//     shares; declare.go: parsing of flags; words.go: lines and words of a shell
//   - memory.go: files in memory instead of on a disk
package commandline

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/edit"
	"iacedit/internal/nearest"
	"iacedit/internal/project"
	"iacedit/module"
)

// Edits converts commands on files to edits, as JSON. Each line is a command such as
//
//	iacedit set aws_instance.web.ami -x var.ami
//
// The name of the command is "set", "add", "rm", "mv" or "rename"; the flags describe the edit.
// "iacedit" may be omitted, and flags about the output are ignored. All commands become one
// request, so each command refers to the files as they are before the first command. In the dialect
// HCL, there must be only one file.
func Edits(commands string, files []module.File, options edit.Options) ([]byte, error) {
	lines, err := words(commands)
	if err != nil {
		return nil, err
	}
	var wishes []project.Wish
	for _, line := range lines {
		if line[0] == "iacedit" {
			line = line[1:]
		}
		if len(line) == 0 {
			return nil, errors.New("which command? " + known)
		}
		parse, ok := commandOf[line[0]]
		if !ok {
			return nil, fmt.Errorf("%q is not a command here%s; %s", line[0], nearest.DidYouMean(line[0], slices.Values(names)), known)
		}
		more, err := parse(line[1:])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line[0], err)
		}
		wishes = append(wishes, more...)
	}
	if len(wishes) == 0 {
		return nil, errors.New("which command? " + known)
	}
	m := memory(files)
	s := project.Scope{Space: m, Sources: m.sources(), Load: m.load, Options: options}
	all, err := s.Edits(wishes...)
	switch {
	case err != nil:
		return nil, err
	case len(all) != 1:
		return nil, fmt.Errorf("these commands need %d separate requests; give commands for one request", len(all))
	}
	return all[0], nil
}

// names are the names of the commands. The constant known lists the same names for messages.
var names = []string{"set", "add", "rm", "mv", "rename"}

const known = `"set", "add", "rm", "mv" and "rename" can be typed here`
