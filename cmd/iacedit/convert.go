package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"iacedit/convert"
	"iacedit/edit"
	"iacedit/internal/base/fault"
	"iacedit/internal/disk/convertfile"
	"iacedit/internal/disk/workspace"
)

// convertCommand converts files between native syntax and JSON.
type convertCommand struct {
	schemas

	File  string `arg:"" optional:"" default:"-" complete:"file" help:"File to convert, or a directory with files in the other syntax; \"-\" or no file is standard input."`
	To    string `enum:"hcl,json," default:"" help:"Syntax to convert to: hcl, which is native syntax, or json (by default the syntax that the file does not have; for a directory hcl)."`
	Write bool   `short:"w" help:"Replace main.tf.json by main.tf, or main.tf by main.tf.json, instead of printing the result."`
	Keep  bool   `help:"With -w, also keep the old file."`
	asJSON
}

// Help shows how the command is used.
func (convertCommand) Help() string {
	return `Converts JSON (*.tf.json) to native syntax (*.tf), or native syntax to JSON; Terraform makes
the same plan from both. Standard error lists guesses and losses. With the output of
"terraform providers schema -json" as --schema, nothing is guessed.

    iacedit convert cdk.tf.json                the native code
    iacedit convert -w .                       native files in the place of all JSON files here
    iacedit convert -w --keep main.tf          main.tf.json beside main.tf
    iacedit convert -w --schema schema.json cdk.tf.json
    iacedit convert --to json < main.tf`
}

// Run converts the file, or the files of the directory.
func (c *convertCommand) Run(std *streams) error {
	known, err := c.loadSchemas()
	if err != nil {
		return err
	}
	o := convert.Options{Schemas: known, Unbounded: true}
	if c.File == stdin {
		return c.stdin(&o, std)
	}
	w := workspace.Workspace{JSON: true}
	defer w.Close()
	dir := isDir(c.File)
	in := c.File // the directory in which files are written
	if !dir {
		in = filepath.Dir(c.File)
	}
	lock, err := lockIf(c.Write, &w, func() []workspace.Source { return nil }, in)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	to := convertfile.Options{To: c.wantedSyntax(dir), Code: o, Keep: c.Keep, Print: !c.Write}
	s := scope(&w, nil, edit.Options{}, std)
	plan, notes, err := to.Plan(s, c.File, dir)
	if err != nil {
		return placed(err)
	}
	tellNotes(notes, c.File, std)
	if c.JSON {
		return (&output{Write: c.Write, asJSON: c.asJSON}).print(plan, lock, std)
	}
	if c.Write {
		return plan.Write(lock)
	}
	var out bytes.Buffer
	for i, r := range plan.Changes {
		if len(plan.Changes) > 1 {
			fmt.Fprintf(&out, "%s==> %s <==\n", strings.Repeat("\n", min(i, 1)), r.File.Title)
		}
		out.Write(r.After)
	}
	_, err = std.out.Write(out.Bytes())
	return err
}

// wantedSyntax returns the syntax of the new files. Without --to, a native file is converted to
// JSON; a file in JSON syntax and a directory are converted to native syntax.
func (c *convertCommand) wantedSyntax(dir bool) convert.Syntax {
	if c.To == "json" || c.To == "" && !dir && !strings.HasSuffix(c.File, ".json") {
		return convert.JSON
	}
	return convert.Native
}

// stdin converts standard input. Without --to, the first character shows whether the input is JSON.
func (c *convertCommand) stdin(o *convert.Options, std *streams) error {
	if c.Write {
		return errors.New("-w needs a file, not standard input")
	}
	text, err := io.ReadAll(std.in)
	if err != nil {
		return err
	}
	do := o.ToJSON
	if start := bytes.TrimLeft(text, " \t\r\n"); c.To == "hcl" || c.To == "" && len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		do = o.ToNative
	}
	out, notes, err := do(nil, text)
	if err != nil {
		return placed(err)
	}
	tellNotes(notes, "<stdin>", std)
	_, err = std.out.Write(out)
	return err
}

// placed adds the file, line and column to an error of package convert, at the start of the
// message.
func placed(err error) error {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok || refused.Position == nil {
		return err
	}
	at := refused.Position
	_, message, _ := strings.Cut(refused.Message, fmt.Sprintf("line %d, column %d: ", at.Line, at.Column))
	return fmt.Errorf("%s:%d:%d: %s", cmp.Or(at.File, "<stdin>"), at.Line, at.Column, message)
}

// tellNotes prints the notes of a conversion: what it guessed or lost.
func tellNotes(notes []convert.Note, file string, std *streams) {
	for _, n := range notes {
		where := cmp.Or(n.File, file)
		if n.Address != "" {
			where += ": " + n.Address
		}
		warning(std, "%s: %s", where, n.Message)
	}
}
