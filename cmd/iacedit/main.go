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
//	main.go          the commands; usage.go: errors of the command line
//	edit.go          edit: edits from a file of JSON
//	wishes.go        set, add and rm: one edit, given by an address; disable.go: disable and enable; wish.go: their common part;
//	                 given.go: values; assignee.go: an address separate from its value; file_first.go: a file in its place;
//	                 forgotten.go: a file in the place of a value; mistake.go: errors with positions; one_file.go: advice if several files have the target
//	output.go        flags for the results of editing commands; json.go: answers as JSON;
//	                 twins.go: the version of a file for the other of Terraform and OpenTofu
//	rename.go        rename; mv.go: mv; mv_root.go: mv --root; mv_dir.go: mv-dir; sort.go: sort; tidy.go: tidy; reshape.go: reshape; refs.go: refs
//	find.go          find; rewrite.go: rewrite; apply.go: apply; upgrade.go: upgrade; extract.go: extract, inline, for-each
//	get.go, ls.go    get and ls: values and contents of code
//	read.go          read: content as JSON
//	fmt.go           fmt; fmt_files.go: which files; recover.go: recover; undo.go: undo
//	convert.go       convert: native syntax and JSON; schema.go: schema; check.go: check: syntax errors
//	serve.go         serve; serve_listen.go: sockets; serve_admin.go: health and metrics; serve_memory.go, serve_procs.go:
//	                 the collector and the processors; serve_secrets.go: files with secrets
//	healthcheck.go   healthcheck; mcp.go: mcp; lsp.go: lsp; version.go: version; help.go: help; man.go: man
//	completion.go    completion: the shells' scripts; complete.go: the completions for them;
//	                 complete_addresses.go: addresses in the code
//	language.go      the flags for the language
//	files.go         the arguments that are files; around.go: the repository around them
//	terminal.go      whether an output is a terminal; paint.go: colours; progress.go: the
//	                 progress of a long run
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/disk/project"
)

const description = `Edits Terraform and other HCL2 code, and leaves every byte that no edit touches as it was.

    iacedit ls                                        list the blocks of this directory
    iacedit get module.vpc.version                    print a value
    iacedit set -w module.vpc.version -s 5.1.0        change it, in the file that has it
    iacedit rename -w var.region area                 rename a variable and all references to it
    iacedit help set                                  explain a command, with examples

Exit status:

    0  success
    1  failure, and nothing was changed; get, refs, find: nothing was found
    2  the command line is invalid; fmt: a file could not be formatted
    3  --check: something would change
    4  --keep-going: partial success; it skipped the rest
    5  upgrade --check: nothing would change, but something has to be changed by hand

Output to a terminal has colours unless NO_COLOR is set. With FORCE_COLOR, all output has colours.`

// The exit statuses.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitUnformatted = 2
	exitWouldChange = 3
	exitSkipped     = 4
	exitByHand      = 5
)

// exitStatus is the error that a command returns after it has already printed its messages. The
// program then only exits with the status.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// commands lists the commands of the program, in the form that kong reads.
type commands struct {
	Set     setCommand     `cmd:"" group:"change" help:"Give an attribute a value."`
	Add     addCommand     `cmd:"" group:"change" help:"Add a block or an attribute."`
	Rm      rmCommand      `cmd:"" group:"change" help:"Remove a block or an attribute."`
	Disable disableCommand `cmd:"" group:"change" help:"Comment out a block or an attribute."`
	Enable  enableCommand  `cmd:"" group:"change" help:"Make code of what is commented out."`
	Edit    editCommand    `cmd:"" group:"change" help:"Apply edits to a file, or to standard input."`
	Apply   applyCommand   `cmd:"" group:"change" help:"Apply a rule in a file, or test it."`
	Upgrade upgradeCommand `cmd:"" group:"change" help:"Upgrade code to a new major version of a provider."`
	Rewrite rewriteCommand `cmd:"" group:"change" help:"Replace expressions and text."`
	Mv      mvCommand      `cmd:"" group:"change" help:"Move a block, an attribute or a key to another place."`
	Sort    sortCommand    `cmd:"" group:"change" help:"Sort blocks, keys or elements."`
	Tidy    tidyCommand    `cmd:"" group:"change" help:"Make generated code fit to keep."`
	Reshape reshapeCommand `cmd:"" group:"change" help:"Turn nested blocks into an attribute, or the reverse."`
	Fmt     fmtCommand     `cmd:"" group:"change" help:"Format files as terraform fmt does."`
	Convert convertCommand `cmd:"" group:"change" help:"Convert JSON to native syntax, or native syntax to JSON."`
	Undo    undoCommand    `cmd:"" group:"change" help:"Undo the last write."`
	Recover recoverCommand `cmd:"" group:"change" help:"Finish or undo an interrupted write."`

	Ls     lsCommand     `cmd:"" group:"look" help:"List blocks and attributes."`
	Get    getCommand    `cmd:"" group:"look" help:"Print values."`
	Find   findCommand   `cmd:"" group:"look" help:"Find expressions and text."`
	Refs   refsCommand   `cmd:"" group:"look" help:"List the references to an object, or unused objects."`
	Check  checkCommand  `cmd:"" group:"look" help:"Report syntax errors."`
	Read   readCommand   `cmd:"" group:"look" help:"Print the content of a file, as JSON."`
	Schema schemaCommand `cmd:"" group:"look" help:"Describe the blocks of providers."`

	Rename  renameCommand  `cmd:"" group:"refactor" help:"Rename an object and the references to it."`
	Extract extractCommand `cmd:"" group:"refactor" help:"Extract a value into a local or a variable, or blocks into a module."`
	Inline  inlineCommand  `cmd:"" group:"refactor" help:"Replace the references to a local by its value."`
	MvDir   mvDirCommand   `cmd:"" group:"refactor" help:"Move the directory of a module, with the sources of its calls."`
	ForEach forEachCommand `cmd:"" group:"refactor" help:"Give a resource or module for_each in place of count."`

	Serve       serveCommand       `cmd:"" group:"serve" help:"Answer edit requests over HTTP."`
	Mcp         mcpCommand         `cmd:"" group:"serve" help:"Serve tools for a coding agent, by the Model Context Protocol."`
	Lsp         lspCommand         `cmd:"" group:"serve" help:"Serve an editor, by the Language Server Protocol."`
	Healthcheck healthcheckCommand `cmd:"" group:"serve" help:"Check whether a server is healthy."`

	Help       helpCommand       `cmd:"" group:"other" help:"Explain the program, or a command."`
	Version    versionCommand    `cmd:"" group:"other" help:"Print the version, as --version does."`
	Man        manCommand        `cmd:"" group:"other" help:"Print manual pages."`
	Completion completionCommand `cmd:"" group:"other" help:"Print a completion script for a shell."`
}

// groups are the groups of commands in the help.
var groups = []kong.Group{
	{Key: "change", Title: "Change code:"},
	{Key: "look", Title: "Look at code:"},
	{Key: "refactor", Title: "Refactor, with references:"},
	{Key: "serve", Title: "Serve programs, agents and editors:"},
	{Key: "other", Title: "Other:"},
}

// named returns the commands that kong must know to parse a command line. If the line starts with
// the name of a command, it returns only that command, otherwise all commands. Before kong reads an
// argument, it visits every flag of each command that it knows. Visiting the flags of all commands
// takes longer than running most commands.
func named(args []string) any {
	all := reflect.TypeFor[commands]()
	for i := range all.NumField() {
		if field := all.Field(i); len(args) > 0 && commandName(field.Name) == args[0] {
			return reflect.New(reflect.StructOf([]reflect.StructField{field})).Interface()
		}
	}
	return new(commands)
}

// unknownCommand returns an error if a command line starts with neither a command nor a flag.
func unknownCommand(args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil
	}
	var names []string
	for field := range reflect.TypeFor[commands]().Fields() {
		names = append(names, commandName(field.Name))
	}
	if slices.Contains(names, args[0]) {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil && len(args) > 1 && slices.Contains(names, args[1]) {
		return fmt.Errorf("%s is not a command; files come last: iacedit %s … %s", excerpt.Quote(args[0]), args[1], shellWord(args[0]))
	}
	if meant, ok := otherNames[args[0]]; ok {
		return fmt.Errorf("there is no command %s; %s", excerpt.Quote(args[0]), meant)
	}
	meant := cmp.Or(nearest.DidYouMean(args[0], slices.Values(names)), "; there are "+strings.Join(names, ", "))
	return fmt.Errorf("there is no command %s%s", excerpt.Quote(args[0]), meant)
}

// commandName returns the name of a command, as kong derives it from the name of its field:
// ForEach is for-each.
func commandName(field string) (name string) {
	for i, c := range field {
		if i > 0 && unicode.IsUpper(c) {
			name += "-"
		}
		name += string(unicode.ToLower(c))
	}
	return name
}

// streams are a command's standard input and outputs.
type streams struct {
	in       io.Reader
	out, err io.Writer

	progress *progress // nil if it would not be visible

	warned bool // a warning was printed

	json bool              // the command line has --json: errors and warnings are printed as JSON
	told []project.Warning // the warnings so far, if the field json is true
}

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

// parserOf returns kong's parser. Its argument points to a struct with a field for each command.
func parserOf(commands any, std *streams) *kong.Kong {
	return kong.Must(commands,
		kong.Name("iacedit"),
		kong.Description(description),
		kong.ExplicitGroups(groups),
		kong.Writers(std.out, std.err),
		serveDefaults,
	)
}
