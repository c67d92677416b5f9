package main

import (
	"reflect"
	"unicode"

	"github.com/alecthomas/kong"
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
