package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"iacedit/internal/disk/project"
)

// searchFlags are the flags of find and rewrite that define what to find.
type searchFlags struct {
	Text    bool   `help:"Find literal text in strings, templates and heredocs."`
	Pattern bool   `name:"pattern" help:"Find a regular expression (RE2) in literal text."`
	Words   bool   `help:"With --text: find whole words, of letters, digits and underscores."`
	Types   bool   `help:"Search only type constraints."`
	In      string `placeholder:"JSON" help:"Search only these blocks and attributes: a tree as in \"select\", such as {\"resource\": {\"aws_*\": {\"*\": []}}}."`
}

// Validate refuses flags that contradict each other.
func (l *searchFlags) Validate() error {
	if l.Text && l.Pattern {
		return errors.New("give --text or --pattern, not both")
	}
	if l.Words && !l.Text {
		return errors.New("--words goes with --text")
	}
	if l.In != "" && !json.Valid([]byte(l.In)) {
		return fmt.Errorf(`--in: %s is not JSON; it is a tree of blocks and attributes, such as {"resource": {"aws_*": {"*": []}}}`, l.In)
	}
	return nil
}

// blockHeader matches the start of a block, as it is written in code.
var blockHeader = regexp.MustCompile(`^(\w+)((?:\s+"[\w.*-]+")+)`)

// patternHint adds advice to the error about an expression that does not parse. It recognizes two
// mistakes: the start of a block, such as resource "aws_vpc", and a gap that a shell left when it
// replaced $name by nothing.
func (l *searchFlags) patternHint(what string, err error) error {
	header := blockHeader.FindStringSubmatch(what)
	if err == nil || l.Text || l.Pattern {
		return err
	}
	if header == nil {
		if !strings.Contains(what, "$") && strings.Contains(err.Error(), "expected an expression, found") {
			return fmt.Errorf("%w; the shell may have replaced $name: put the pattern into single quotes", err)
		}
		return err
	}
	labels := strings.FieldsFunc(header[2], func(r rune) bool { return r == '"' || unicode.IsSpace(r) })
	address := strings.Join(append([]string{header[1]}, labels...), ".")
	return fmt.Errorf("%w. A pattern is an expression; a block is found by its address: iacedit ls -a %s", err, shellWord(address))
}

// rule returns the rule that finds the given expression or text where the flags allow matches.
func (l *searchFlags) rule(what string) *project.Rule {
	r := &project.Rule{Types: l.Types, Words: l.Words, In: json.RawMessage(l.In)}
	switch {
	case l.Text:
		r.Text = what
	case l.Pattern:
		r.Pattern = what
	default:
		r.Match = what
	}
	return r
}

// findCommand finds expressions and text.
type findCommand struct {
	What string `arg:"" help:"What to find: an expression in which $$name matches any expression, as in lookup($$map, $$key); with --text or --pattern a text."`
	searchFlags
	Reference bool `help:"Find references to an address: var.region, aws_instance.web."`
	files
	dialect

	JSON bool `name:"json" help:"Print a JSON array of {\"file\", \"line\", \"column\", \"address\", \"attribute\", \"text\", \"names\"}."`
}

// Validate refuses flags that contradict each other.
func (c *findCommand) Validate() error {
	return errors.Join(c.searchFlags.Validate(), c.files.Validate(), c.dialect.Validate())
}

// Help shows how the command is used.
func (findCommand) Help() string {
	return `Prints a line for each match: its place, the attribute, and the code. $name matches any
expression, and the same name matches equal expressions; $_ matches any expression each
time; $$name matches any number of elements, arguments or members.

    iacedit find 'lookup($map, $key)'              calls with two arguments
    iacedit find '$x != null ? $x : $_'            what coalesce can replace
    iacedit find -R 'element($l, 0)' ./modules
    iacedit find --text us-east-1                  in strings, templates and heredocs
    iacedit find --pattern '\?ref=v1\.[0-9]+'
    iacedit find --reference var.region
    iacedit find 'length($x)' --json | jq -r '.[].names.x'

Names that a for expression or a dynamic block defines hide other objects. Comments, labels
and keys are not searched. The exit status is 1 if nothing is found.`
}

// Run prints the places found.
func (c *findCommand) Run(std *streams) error {
	space := c.in(c.workspace(std))
	defer space.Close()
	sources := c.sources(space)
	s := scope(space, sources, c.options(sources, std), std)
	leaveOutside(s, std)
	rule := c.rule(c.What)
	if c.Reference {
		if c.Text || c.Pattern {
			return errors.New("--reference cannot be combined with --text or --pattern")
		}
		rule.Match, rule.Reference = "", c.What
	}
	list, err := s.Find(rule)
	if err != nil {
		return told(c.patternHint(c.What, err), std)
	}
	if err := c.print(list, std.out); err != nil {
		return err
	}
	if len(list) == 0 {
		_, err := s.References(c.What)
		if missing, ok := errors.AsType[*project.NotFound](err); ok && !c.Text && !c.Pattern {
			warning(std, "%v", missing)
		} else if names, ok := strings.CutSuffix(c.What, ".*"); ok && !c.Text && !c.Pattern && !c.Reference {
			warning(std, "%s is an expression, in which .* is a splat; to find names: iacedit ls -a %s; to find references: iacedit refs %s.NAME", c.What, shellWord(c.What), names)
		}
		if !std.warned && !c.JSON {
			fmt.Fprintf(std.err, "iacedit: nothing matches %s\n", shellWord(c.What))
		}
		return exitStatus(exitFailed)
	}
	return nil
}

// print prints the list: as JSON, or in columns.
func (c *findCommand) print(list []project.Place, out io.Writer) error {
	if c.JSON {
		return printJSON(out, list)
	}
	rows := make([][]string, len(list))
	for i, p := range list {
		line, _, more := strings.Cut(p.Text, "\n")
		if more {
			line = strings.TrimRight(line, "\r") + " …"
		}
		rows[i] = []string{fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column), p.Address + "." + p.Attribute, line}
	}
	return printColumns(out, rows)
}
