package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"iacedit/address"
	"iacedit/internal/workspace"
	"iacedit/syntax"
)

// lsCommand lists what is in files.
type lsCommand struct {
	language
	files

	Long    bool     `short:"l" help:"List nested blocks and attributes, too, with what their values begin with."`
	JSON    bool     `name:"json" help:"Print a JSON array: of {\"address\", \"file\", \"first\", \"last\"} and, of a block, \"type\" and \"labels\"."`
	Address []string `short:"a" placeholder:"ADDRESS" help:"List only what this address means; \"*\" is any label. May be repeated."`
}

// Help shows how the command is used.
func (lsCommand) Help() string {
	return `Prints a line for each block: its address, and where it is. The addresses are those
that get, set and rm take.

    iacedit ls                                  the blocks in this directory
    iacedit ls -l main.tf                       with their attributes
    iacedit ls -R -a module                     the modules called here and below
    iacedit ls -a 'resource.*.web' -a data      some of them
    iacedit ls --json | jq -r '.[] | select(.type == "resource") | .address'`
}

// A listed is a block or attribute.
type listed struct {
	Address string   `json:"address"`
	Type    string   `json:"type,omitempty"` // of a block
	Labels  []string `json:"labels,omitempty"`
	File    string   `json:"file"`
	First   int      `json:"first"` // its lines
	Last    int      `json:"last"`

	value string // what an attribute's begins with
}

// A listing is what there is to list of a file.
type listing struct {
	all     []listed
	fault   error
	unknown error // why an address means nothing
}

// Run lists the files, many at a time, in their order.
func (c *lsCommand) Run(std *streams) error {
	var only []address.Address
	for _, text := range c.Address {
		a, err := address.Parse(text)
		if err != nil {
			return fmt.Errorf("the address %q: %w", text, err)
		}
		only = append(only, a)
	}
	var w workspace.Workspace
	defer w.Close()
	sources := c.sources(&w)
	if len(sources) == 0 {
		return errNoFiles
	}
	all := []listed{}
	failed := false
	for l := range inOrder(sources, func(s workspace.Source) listing { return c.list(s, only, std) }) {
		if l.unknown != nil {
			return l.unknown
		}
		if l.fault != nil {
			failed = true
			tell(std.err, l.fault)
		}
		all = append(all, l.all...)
	}
	if err := c.print(all, std.out); err != nil {
		return err
	}
	if failed || len(all) == 0 && len(only) > 0 {
		return exitStatus(exitFailed)
	}
	return nil
}

// list lists a file.
func (c *lsCommand) list(s workspace.Source, only []address.Address, std *streams) (l listing) {
	file, tree, err := parse(s, std)
	if err != nil {
		return listing{fault: err}
	}
	var wanted map[syntax.ItemID]bool
	language := c.known()
	if len(only) > 0 {
		wanted = make(map[syntax.ItemID]bool)
	}
	for _, a := range only {
		target, err := a.Resolve(tree, language)
		if err != nil {
			return listing{unknown: err}
		}
		for _, id := range target.Items(tree) {
			wanted[id] = true
		}
	}
	c.walk(tree, syntax.Root, nil, file.Title, wanted, &l.all)
	return l
}

// walk appends what is in a body, of what is wanted.
func (c *lsCommand) walk(f *syntax.File, body syntax.ItemID, above address.Address, title string, wanted map[syntax.ItemID]bool, all *[]listed) {
	for a, id := range address.Children(f, body, above, c.known()) {
		block := f.Item(id).Kind == syntax.KindBlock
		inside := wanted
		if wanted == nil || wanted[id] {
			inside = nil
			*all = append(*all, describe(f, id, a, title))
		}
		if block && (c.Long || inside != nil) {
			c.walk(f, id, a, title, inside, all)
		}
	}
}

// describe returns the line for an item.
func describe(f *syntax.File, id syntax.ItemID, a address.Address, title string) listed {
	item := f.Item(id)
	l := listed{Address: a.String(), File: title, First: f.Line(item.Name.From), Last: f.Line(f.Value(id).To)}
	if item.Kind == syntax.KindAttribute {
		l.value = beginning(f.At(f.Value(id)))
		return l
	}
	l.Type = string(f.Name(id))
	for label := range f.Labels(id) {
		l.Labels = append(l.Labels, string(label))
	}
	return l
}

// beginning returns as much of a value as has room behind its name.
func beginning(code []byte) string {
	const most = 40
	line, rest, more := bytes.Cut(code, []byte("\n"))
	if more = more && len(bytes.TrimSpace(rest)) > 0; len(line) > most {
		line, more = line[:most], true
		for r, n := utf8.DecodeLastRune(line); r == utf8.RuneError && n == 1; r, n = utf8.DecodeLastRune(line) {
			line = line[:len(line)-1]
		}
	}
	text := shown(bytes.TrimSpace(line))
	if more {
		text += "…"
	}
	return text
}

// print prints the list: as JSON, or in columns.
func (c *lsCommand) print(all []listed, out io.Writer) error {
	if c.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(all)
	}
	places := make([]string, len(all))
	for i, l := range all {
		if places[i] = fmt.Sprintf("%s:%d", l.File, l.First); l.Last != l.First {
			places[i] += fmt.Sprintf("-%d", l.Last)
		}
	}
	var text strings.Builder
	addresses := widest(slices.Values(all), func(l listed) string { return l.Address })
	located := widest(slices.Values(places), func(p string) string { return p })
	for i, l := range all {
		line := fmt.Sprintf("%-*s  %-*s  %s", addresses, l.Address, located, places[i], l.value)
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// mostWide is how wide a column gets: a longer text moves its line alone.
const mostWide = 60

func widest[E any](all func(func(E) bool), text func(E) string) (width int) {
	for e := range all {
		if n := len([]rune(text(e))); n <= mostWide {
			width = max(width, n)
		}
	}
	return width
}
