package main

import (
	_ "embed"
	"fmt"
)

// The completion scripts, one for each shell. Each script calls "iacedit __complete" (see
// complete).
var (
	//go:embed completion/iacedit.bash
	bashScript string
	//go:embed completion/iacedit.zsh
	zshScript string
	//go:embed completion/iacedit.fish
	fishScript string
	//go:embed completion/iacedit.ps1
	powershellScript string
)

// completionCommand prints the script with which a shell completes command lines.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"The shell: bash, zsh, fish or powershell."`
}

// Help shows how the command is used.
func (completionCommand) Help() string {
	return `Prints a script for a shell, which then completes commands, flags, their values, files,
and the addresses of the code in the working directory.

    source <(iacedit completion bash)      in ~/.bashrc
    source <(iacedit completion zsh)       in ~/.zshrc, after compinit
    iacedit completion fish | source       in ~/.config/fish/config.fish
    iacedit completion powershell | Out-String | Invoke-Expression       in $PROFILE`
}

// Run prints the script.
func (c completionCommand) Run(std *streams) error {
	_, err := fmt.Fprint(std.out, map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript, "powershell": powershellScript}[c.Shell])
	return err
}
