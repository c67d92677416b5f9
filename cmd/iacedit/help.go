package main

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
