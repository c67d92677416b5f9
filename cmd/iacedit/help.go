package main

import (
	"fmt"
)

// helpCommand explains the program or a command, like --help.
type helpCommand struct {
	Command string `arg:"" optional:"" complete:"command" help:"The command to explain (the program)."`
}

// Help shows how the command is used.
func (helpCommand) Help() string {
	return `Prints what --help prints.

    iacedit help           the commands
    iacedit help set       what set takes, with examples`
}

// Run prints the explanation.
func (c helpCommand) Run(std *streams) error {
	if c.Command == "" {
		return exitStatus(run([]string{"--help"}, std))
	}
	if _, all := named([]string{c.Command}).(*commands); all {
		fmt.Fprintf(std.err, "iacedit: %v\n", unknownCommand([]string{c.Command}))
		return exitStatus(exitUsage)
	}
	return exitStatus(run([]string{c.Command, "--help"}, std))
}
