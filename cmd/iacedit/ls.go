package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"iacedit/address"
	"iacedit/internal/disk/project"
)

// lsCommand lists the contents of files.
type lsCommand struct {
	dialect
	files

	Long     bool     `short:"l" help:"Also list nested blocks and attributes, with the start of their values."`
	Disabled bool     `help:"List the code that is commented out."`
	JSON     bool     `name:"json" help:"Print a JSON array of {\"address\", \"file\", \"first\", \"last\"}, for blocks with \"type\" and \"labels\"."`
	Address  []string `short:"a" placeholder:"ADDRESS" sep:"none" complete:"address" help:"List only the blocks with this address; \"*\" is any label. May be repeated."`
}

// Validate refuses flags that contradict each other.
func (c *lsCommand) Validate() error {
	if c.Disabled && c.Long {
		return errors.New("--disabled lists what is commented out at any depth, and cannot be combined with --long")
	}
	return errors.Join(c.dialect.Validate(), c.files.Validate())
}

// Help shows how the command is used.
func (lsCommand) Help() string {
	return `Prints a line for each block: its address and its place. The commands get, set and rm
accept these addresses.

    iacedit ls                                  the blocks in this directory
    iacedit ls -l main.tf                       with their attributes
    iacedit ls -R -a module                     the modules called here and below
    iacedit ls -a 'resource.*.web' -a data      some of them
    iacedit ls --disabled                       the code that is commented out
    iacedit ls --json | jq -r '.[] | select(.type == "resource") | .address'`
}

// Run reads the files in parallel, and lists them in order.
func (c *lsCommand) Run(std *streams) error {
	w := c.in(c.workspace(std))
	defer w.Close()
	sources := c.sources(w)
	s := scope(w, sources, c.options(sources, std), std)
	if len(s.Sources) == 0 {
		return c.noFiles(s)
	}
	what := project.Blocks
	switch {
	case c.Disabled:
		what = project.OldCode
	case c.Long:
		what = project.Contents
	}
	listings, err := s.List(c.Address, what)
	if err != nil {
		return err
	}
	all := []project.Listed{}
	failed := false
	for l := range listings {
		if l.Unknown != nil {
			return l.Unknown
		}
		if l.Err != nil {
			failed = true
			std.tell(asAddress(l.Err))
		}
		all = append(all, l.All...)
	}
	if err := c.print(all, std.out); err != nil {
		return err
	}
	if len(all) == 0 && !failed && !c.Disabled {
		return c.tellMissing(s, std)
	}
	if failed {
		return exitStatus(exitFailed)
	}
	return nil
}

// tellMissing prints why each address has no match. Run calls tellMissing if nothing was listed.
func (c *lsCommand) tellMissing(s *project.Scope, std *streams) (err error) {
	for _, text := range c.Address {
		_, missing := s.Get(text)
		if missing != nil {
			std.tell(missing)
		}
		err = exitStatus(exitFailed)
	}
	return err
}

// print prints the list: as JSON, or in columns.
func (c *lsCommand) print(all []project.Listed, out io.Writer) error {
	if c.JSON {
		return printJSON(out, all)
	}
	rows := make([][]string, len(all))
	for i, l := range all {
		place := fmt.Sprintf("%s:%d", l.File, l.First)
		if l.Last != l.First {
			place += fmt.Sprintf("-%d", l.Last)
		}
		rows[i] = []string{l.Address, place, strings.TrimRight(l.Value, " ")}
	}
	return printColumns(out, rows)
}

// mostWide is the greatest width of a column; a longer text shifts only the rest of its own line.
const mostWide = 60

// printColumns prints rows of texts in columns, without blanks after the last text of a row.
func printColumns(out io.Writer, rows [][]string) error {
	widths := map[int]int{}
	for _, row := range rows {
		for i, text := range row {
			if n := len([]rune(text)); n <= mostWide {
				widths[i] = max(widths[i], n)
			}
		}
	}
	var all strings.Builder
	for _, row := range rows {
		line, last := "", len(row)-1
		for i, text := range row[:last] {
			line += fmt.Sprintf("%-*s  ", widths[i], text)
		}
		if row[last] == "" {
			line = strings.TrimRight(line, " ")
		}
		all.WriteString(line + row[last] + "\n")
	}
	_, err := io.WriteString(out, all.String())
	return err
}

// asAddress adds advice to the error about a path that does not exist: if the path can be an
// address, the user may have forgotten the flag for addresses.
func asAddress(err error) error {
	path, ok := errors.AsType[*fs.PathError](err)
	if !ok || strings.ContainsAny(path.Path, `/\`) || filepath.Ext(path.Path) == ".tf" {
		return err
	}
	if _, bad := address.Parse(path.Path); bad != nil {
		return err
	}
	return fmt.Errorf("%w; to list the blocks with this address: -a %s", err, path.Path)
}
