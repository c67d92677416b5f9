// Command iacedit edits Terraform and other HCL2 code.
//
//	iacedit serve                      answers edit requests over HTTP
//	iacedit edit FILE --edits FILE     applies edits to a file, or to a directory's
//	iacedit set ADDRESS VALUE PATH…    gives an attribute a value
//	iacedit rm ADDRESS PATH…           removes a block or an attribute
//	iacedit disable ADDRESS PATH…      comments out a block or an attribute; enable: the reverse
//	iacedit add ADDRESS VALUE PATH…    adds a block or an attribute
//	iacedit rename OLD NEW PATH…       renames an object and the references to it
//	iacedit find WHAT PATH…            finds expressions and text
//	iacedit rewrite WHAT BY PATH…      replaces expressions and text
//	iacedit extract ADDRESS NAME PATH… extracts a value into a local or a variable
//	iacedit extract ADDRESS… --to DIR  extracts blocks into a module
//	iacedit inline LOCAL PATH…         replaces a local by its value
//	iacedit for-each ADDRESS PATH…     replaces count of a block by for_each
//	iacedit mv ADDRESS PATH…           moves a block or an attribute; mv-dir DIR TO: the directory of a module
//	iacedit sort ADDRESS PATH…         sorts blocks, keys or elements; tidy: what generators wrote
//	iacedit reshape ADDRESS PATH…      turns nested blocks into an attribute, or the reverse
//	iacedit get ADDRESS PATH…          prints values
//	iacedit read FILE                  prints the content of a file
//	iacedit ls PATH…                   lists blocks and attributes
//	iacedit refs ADDRESS PATH…         lists the references to an object
//	iacedit check PATH…                reports syntax errors
//	iacedit fmt PATH…                  formats files as "terraform fmt" does
//	iacedit recover PATH…              finishes or undoes an interrupted write
//	iacedit undo                       undoes the last write
//	iacedit convert FILE               converts between native syntax and JSON
//	iacedit schema                     describes the blocks of providers
//	iacedit mcp, iacedit lsp           serves tools for a coding agent; serves an editor
//	iacedit healthcheck                checks whether a server is healthy
//	iacedit version                    prints the version
//	iacedit help COMMAND               explains a command
//	iacedit man [COMMAND]              prints a manual page
//	iacedit completion SHELL           prints a shell's completion script
//
// Each command is a struct: its fields are the arguments and flags, as kong reads them, and its
// method Run does the work. Every flag of serve can also be given by an environment variable.
//
//	main.go          runs a command; commands.go: the commands; usage.go: errors of the command line;
//	                 streams.go: the inputs, the outputs and the exit statuses
//	edit.go          edit: edits from a file of JSON
//	set.go           set; add.go: add; rm.go: rm; disable.go: disable and enable; edit_flags.go: their common part;
//	                 given.go: values; assignee.go: an address separate from its value; file_first.go: a file in its place;
//	                 forgotten.go: a file in the place of a value; mistake.go: errors with positions; one_file.go: advice if several files have the target
//	output.go        flags for the results of editing commands; json.go: answers as JSON;
//	                 twins.go: the version of a file for the other of Terraform and OpenTofu
//	rename.go        rename; mv.go: mv; mv_root.go: mv --root; mv_dir.go: mv-dir; sort.go: sort; tidy.go: tidy; reshape.go: reshape; refs.go: refs
//	find.go          find; rewrite.go: rewrite; apply.go: apply; upgrade.go: upgrade; upgrade_report.go: what it prints; extract.go: extract, inline, for-each
//	get.go, ls.go    get and ls: values and contents of code
//	read.go          read: content as JSON
//	fmt.go           fmt; fmt_files.go: which files; recover.go: recover; undo.go: undo
//	convert.go       convert: native syntax and JSON; schema.go: schema; check.go: check: syntax errors
//	serve.go         serve; serve_listen.go: sockets; serve_admin.go: health and metrics; serve_memory.go, serve_procs.go:
//	                 the collector and the processors; serve_secrets.go: files with secrets
//	healthcheck.go   healthcheck; mcp.go: mcp; lsp.go: lsp; version.go: version; help.go: help; man.go: man
//	completion.go    completion: the shells' scripts; complete.go: the completions; complete_line.go: what is typed; complete_addresses.go: addresses
//	language.go      the flags for the language
//	files.go         the arguments that are files; paths.go: what a path leads to; around.go: the repository around them
//	terminal.go      whether an output is a terminal; paint.go: colours; progress.go: the
//	                 progress of a long run
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

func main() {
	std := &streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	os.Exit(run(os.Args[1:], std.withProgress()))
}

// run runs the command that the arguments name, and returns the exit status.
func run(args []string, std *streams) int {
	if len(args) > 0 && args[0] == completing {
		complete(parserOf(new(commands), std), args[1:], std)
		return 0
	}
	if len(args) == 1 && args[0] == "--version" {
		args = []string{"version"}
	}
	args = twoDashes(commandFirst(args))
	parser := parserOf(named(args), std)
	parsed, err := parser.Parse(args)
	if unknown := unknownCommand(args); err != nil && unknown != nil {
		err = unknown
	}
	if first := fileFirst(parsed, err, args); first != nil {
		err = first
	}
	if err != nil {
		command, what, usage := "iacedit", "its commands and flags", ""
		if of, ok := errors.AsType[*kong.ParseError](err); ok && of.Context.Command() != "" {
			command, what = "iacedit "+strings.Fields(of.Context.Command())[0], "what it takes, with examples"
			usage = usageOf(of.Context)
		}
		err = hinted(err, usage, args)
		if slices.Contains(args, "--json") {
			printError(std.out, err)
			return exitUsage
		}
		fmt.Fprintf(std.err, "iacedit: %v\nRun \"%s --help\" for %s.\n", err, command, what)
		return exitUsage
	}
	std.json, std.told = wantsJSON(parsed), nil
	err = parsed.Run(std)
	std.progress.clear()
	if status, ok := errors.AsType[exitStatus](err); ok {
		return int(status)
	}
	err = withOneFile(withUsage(err, parsed), parsed, args)
	if err != nil && std.json {
		printError(std.out, err)
		return exitFailed
	}
	if err != nil {
		fmt.Fprintf(std.err, "iacedit: %v\n", err)
		return exitFailed
	}
	return 0
}

// commandFirst returns the command line with the command's name first. It moves flags from before
// the name to after the name.
func commandFirst(args []string) []string {
	if len(args) == 0 || !strings.HasPrefix(args[0], "-") {
		return args
	}
	for i, arg := range args {
		if _, all := named(args[i:]).(*commands); !all {
			return slices.Concat(args[i:i+1], args[:i], args[i+1:])
		}
		if arg == "--" {
			break
		}
	}
	return args
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
