// Command iacedit edits Terraform and other HCL2 code.
//
//	iacedit serve                      answers edit requests over HTTP
//	iacedit edit FILE --edits FILE     applies edits to a file
//	iacedit version                    tells its version
//
// Each command is a file of this package and a struct: its fields are the command's
// flags, as kong reads them, and its Run does the work. Every flag of serve can be
// given by an environment variable too.
//
// The exit status is 0 where the command did what it was asked, 1 where it could not,
// and 2 where the command line makes no sense.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// The exit statuses.
const (
	exitFailed = 1
	exitUsage  = 2
)

// commands is the command line.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Answer edit requests over HTTP."`
	Edit    editCommand    `cmd:"" help:"Apply edits to a file, or to standard input."`
	Version versionCommand `cmd:"" help:"Tell the version."`
}

// streams are a command's standard input and outputs.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(run(os.Args[1:], &streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run runs the command that args name and returns the exit status.
func run(args []string, std *streams) int {
	parser := kong.Must(&commands{},
		kong.Name("iacedit"),
		kong.Description("Edits Terraform and other HCL2 code, and leaves every byte that no edit touches as it was."),
		kong.Writers(std.out, std.err),
		serveDefaults,
	)
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(std.err, "iacedit: %v\nRun \"iacedit --help\" for its commands and flags.\n", err)
		return exitUsage
	}
	if err := parsed.Run(std); err != nil {
		fmt.Fprintf(std.err, "iacedit: %v\n", err)
		return exitFailed
	}
	return 0
}
