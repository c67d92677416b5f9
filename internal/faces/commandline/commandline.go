// Package commandline converts shell commands to edits. The web page uses it to accept commands
// instead of JSON. The package does not use the disk: the request contains the files.
//
//   - commandline.go: Edits, and the operation of the web page
//   - commands.go: the commands and their arguments, parsed by kong; flags.go: their flags, which the
//     command iacedit shares; words.go: lines and words of a shell
//   - memory.go: files in memory instead of on a disk
package commandline

import (
	"errors"
	"fmt"
	"slices"

	"iacedit/edit"
	"iacedit/internal/base/nearest"
	"iacedit/internal/disk/project"
	"iacedit/internal/requests/operations"
	"iacedit/module"
)

// mostCommands is the largest number of commands that Edits converts. Parsing a command takes a few
// hundred microseconds.
const mostCommands = 1000

// Edits converts commands on files to edits, as JSON. Each line is a command such as
//
//	iacedit set aws_instance.web.ami -x var.ami
//
// The name of the command is that of one of the commands in commands.go; the flags describe the edit.
// "iacedit" may be omitted, and flags about the output are ignored. All commands become one
// request, so each command refers to the files as they are before the first command. In the dialect
// HCL, there must be only one file.
func Edits(commands string, files []module.File, options edit.Options) ([]byte, error) {
	lines, err := words(commands)
	if err != nil {
		return nil, err
	}
	if len(lines) > mostCommands {
		return nil, fmt.Errorf("there are %d commands; the limit is %d", len(lines), mostCommands)
	}
	var tasks []project.Task
	for _, line := range lines {
		if line[0] == "iacedit" {
			line = line[1:]
		}
		if len(line) == 0 {
			return nil, errors.New("which command? " + known)
		}
		if newCommand[line[0]] == nil {
			return nil, fmt.Errorf("%q is not a command here%s; %s", line[0], nearest.DidYouMean(line[0], slices.Values(names)), known)
		}
		more, err := tasksOf(line)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, more...)
	}
	if len(tasks) == 0 {
		return nil, errors.New("which command? " + known)
	}
	m := memory(files)
	s := project.Scope{Space: m, Sources: m.sources(), Load: m.load, Options: options}
	all, err := s.Edits(tasks...)
	switch {
	case err != nil:
		return nil, err
	case len(all) != 1:
		return nil, fmt.Errorf("these commands need %d separate requests; give commands for one request", len(all))
	}
	return all[0], nil
}

// Operation returns the operation with which the web page converts commands to edits.
func Operation(options *edit.Options) operations.Operation {
	return operations.OfCommands(options, Edits)
}

// names are the names of the commands. The constant known lists the same names for messages.
var names = []string{"set", "add", "rm", "mv", "rename", "disable", "enable"}

const known = `"set", "add", "rm", "mv", "rename", "disable" and "enable" can be typed here`
