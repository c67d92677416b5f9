package main

import (
	"errors"
	"fmt"
	"io"

	"iacedit/edit"
	"iacedit/internal/diff"
	"iacedit/internal/workspace"
)

// editCommand applies edits to a file, or to the files of a directory as one module.
type editCommand struct {
	language

	File  string `arg:"" optional:"" default:"-" complete:"file" help:"File to edit, or a directory, whose files are edited as one module; standard input where it is \"-\" or missing."`
	Edits string `required:"" short:"e" placeholder:"EDITS" complete:"file" help:"The edits, a JSON object: {\"set\": {…}}; or a file with them, \"-\" for standard input."`
	Write bool   `short:"w" help:"Write the result back to the file instead of to standard output; of a directory all files or none, and print the names of those that change."`
	Diff  bool   `short:"d" help:"Print a unified diff instead of the result."`
	JSON  bool   `name:"json" help:"Print, as JSON, what each edit did, instead of the result: {\"changes\": […], \"warnings\": […]}."`
}

// Help shows how the command is used.
func (editCommand) Help() string {
	return `Applies edits, the JSON of the edit language, to a file or to the files of a directory
as one module: a block is found in whichever file it is in, and a new one goes into the
file that is customary for it.

    iacedit edit main.tf -e edits.json             prints the result
    iacedit edit main.tf -e edits.json -d          what would change
    iacedit edit . -w -e edits.json                all files of the module, or none
    iacedit edit main.tf -w -e '{"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}}'
    iacedit read main.tf | jq '.module[][].attributes.version = "5.1.0" | {set: .}' |
      iacedit edit main.tf -w -e -`
}

// Validate refuses flags that contradict each other.
func (c *editCommand) Validate() error {
	switch {
	case c.File == stdin && c.Edits == stdin:
		return errors.New("the code and the edits cannot both come from standard input")
	case c.File == stdin && c.Write:
		return errors.New("--write needs a file")
	case c.Diff && c.JSON:
		return errors.New("--diff and --json print one thing or the other")
	}
	return c.language.Validate()
}

// Run reads the code and the edits, applies them, and puts the result where the flags
// say.
func (c *editCommand) Run(std *streams) error {
	w := std.workspace()
	defer w.Close()
	edits, err := c.readEdits(w, std)
	if err != nil {
		return err
	}
	if c.File != stdin && isDir(c.File) {
		return c.editModule(w, edits, std)
	}
	lock, sources, err := c.locked(w)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	file, err := load(sources[0], std)
	if err != nil {
		return err
	}
	options := c.options()
	result, err := options.Edit([]edit.File{{Code: file.Code}}, edits.Code, edit.ReturnCode|edit.ReturnReport)
	if err != nil {
		return c.explain(err, edits)
	}
	edited := file.Code
	if len(result.Files) > 0 {
		edited = result.Files[0].Code
	}
	if c.Write && len(result.Files) > 0 {
		if err := lock.Write([]workspace.Change{{File: file, Code: edited}}); err != nil {
			return err
		}
	}
	c.warn(std, result.Report, edits)
	if c.JSON {
		return printReport(std.out, result.Report)
	}
	return c.print(std.out, file.Code, edited)
}

// print writes what the flags leave to be printed.
func (c *editCommand) print(out io.Writer, code, edited []byte) error {
	switch {
	case c.Diff:
		_, err := fmt.Fprint(out, painterFor(out).diff(string(diff.Unified(nil, c.File, c.File, code, edited))))
		return err
	case c.Write:
		return nil
	}
	_, err := out.Write(edited)
	return err
}
