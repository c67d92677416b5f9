package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An astgrep searches the same files for the same ten rules with "iacedit find" and with ast-grep,
// and prints a table of the numbers of matches and the processor times.
//
//	npm install --prefix /tmp/ast-grep @ast-grep/cli@0.51.1
//	go run ./peers/cmd/measure astgrep --iacedit ../bin/iacedit --astgrep /tmp/ast-grep/node_modules/.bin/ast-grep DIR
//
// For each rule it runs the programs alternately, and prints the least time of each.
type astgrep struct {
	Iacedit string `default:"iacedit" help:"The command iacedit."`
	Astgrep string `default:"ast-grep" help:"The command ast-grep."`
	Rounds  int    `default:"3" help:"How often each rule is run."`
	Verbose bool   `short:"v" help:"List the places that only one of the programs finds."`
	Dir     string `arg:"" default:"." type:"existingdir" help:"The directory to search."`
}

// A rule is one search. The field iacedit is the pattern for iacedit. For ast-grep, the field
// context is code with metavariables, and the pattern is the node in this code whose kind is the
// field selector. If the selector is empty, runAstgrep uses a fixed rule.
type rule struct{ iacedit, context, selector string }

var rules = []rule{
	{"lookup($m, $k)", "a = lookup($M, $K)", "function_call"},
	{"lookup($m, $k, $d)", "a = lookup($M, $K, $D)", "function_call"},
	{"element($l, 0)", "a = element($L, 0)", "function_call"},
	{"concat($$x)", "a = concat($$$X)", "function_call"},
	{`"${$x}"`, `a = "${X}"`, ""},
	{"$x ? true : false", "a = $X ? true : false", "conditional"},
	{"$x == true", "a = $X == true", "binary_operation"},
	{"$x != null ? $x : $y", "a = $X != null ? $X : $Y", "conditional"},
	{`join("", $l)`, `a = join("", $L)`, "function_call"},
	{"merge($x, {})", "a = merge($X, {})", "function_call"},
}

// A place is the file, line and column of a match.
type place struct {
	file         string
	line, column int
}

func (p place) String() string { return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.column) }

// A run contains the code that one program found with one rule, and the least processor time of all
// rounds.
type run struct {
	found map[place]string // the code at each place
	least time.Duration
}

func newRun() *run { return &run{found: map[place]string{}, least: time.Hour} }

func (a *astgrep) Run() error {
	out := os.Stdout
	fmt.Fprintln(out, "| rule | iacedit | s | ast-grep | s | only iacedit | only ast-grep |\n|---|---|---|---|---|---|---|")
	var ours, theirs time.Duration
	var details strings.Builder
	for _, r := range rules {
		our, their := newRun(), newRun()
		for range a.Rounds {
			if err := errors.Join(a.runIacedit(r, our), a.runAstgrep(r, their)); err != nil {
				return err
			}
		}
		ours, theirs = ours+our.least, theirs+their.least
		onlyOurs, onlyTheirs := our.without(their), their.without(our)
		fmt.Fprintf(out, "| `%s` | %d | %.2f | %d | %.2f | %d | %d |\n", r.iacedit, len(our.found), our.least.Seconds(), len(their.found), their.least.Seconds(), len(onlyOurs), len(onlyTheirs))
		list(&details, r.iacedit+", only iacedit", our, onlyOurs)
		list(&details, r.iacedit+", only ast-grep", their, onlyTheirs)
	}
	fmt.Fprintf(out, "| all | | %.2f | | %.2f | | |\n", ours.Seconds(), theirs.Seconds())
	if a.Verbose {
		fmt.Fprint(out, "\n", details.String())
	}
	return nil
}

// without returns the places of a run that are not in another run, in order.
func (r *run) without(other *run) []place {
	only := slices.DeleteFunc(slices.Collect(maps.Keys(r.found)), func(p place) bool { _, ok := other.found[p]; return ok })
	slices.SortFunc(only, func(a, b place) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, a.column-b.column)
	})
	return only
}

func list(out io.Writer, title string, in *run, places []place) {
	for _, p := range places {
		fmt.Fprintf(out, "%s: %s: %s\n", title, p, strings.Join(strings.Fields(in.found[p]), " "))
	}
}

// runIacedit runs iacedit.
func (a *astgrep) runIacedit(r rule, into *run) error {
	var found []struct {
		File         string
		Line, Column int
		Text         string
	}
	if err := a.execute(into, &found, a.Iacedit, "find", "-R", "--json", r.iacedit, "."); err != nil {
		return err
	}
	for _, f := range found {
		if filepath.Ext(f.File) == ".tf" {
			into.found[place{filepath.Clean(f.File), f.Line, f.Column}] = f.Text
		}
	}
	return nil
}

// runAstgrep runs ast-grep on the same files as iacedit.
func (a *astgrep) runAstgrep(r rule, into *run) error {
	text := "id: rule\nlanguage: hcl\nrule:\n  pattern:\n    context: '" + r.context + "'\n    selector: " + r.selector + "\n"
	if r.selector == "" { // "${…}" alone: an expression of one template of one interpolation
		text = "id: rule\nlanguage: hcl\nrule:\n  kind: template_expr\n  has:\n    kind: quoted_template\n    all:\n" +
			"      - has: {kind: template_interpolation, nthChild: 2}\n      - not: {has: {kind: template_literal}}\n      - not: {has: {kind: template_interpolation, nthChild: 3}}\n"
	}
	var found []struct {
		File, Text string
		Range      struct{ Start struct{ Line, Column int } }
	}
	if err := a.execute(into, &found, a.Astgrep, "scan", "--inline-rules", text, "--json=compact", "--globs", "**/*.tf", "."); err != nil {
		return err
	}
	for _, f := range found {
		into.found[place{filepath.Clean(f.File), f.Range.Start.Line + 1, f.Range.Start.Column + 1}] = f.Text
	}
	return nil
}

// execute runs a command in the directory, and decodes its output, which is JSON or empty, into
// found. It sets into.least to the least processor time so far.
func (a *astgrep) execute(into *run, found any, name string, arguments ...string) error {
	name, err := exec.LookPath(name)
	if err == nil {
		name, err = filepath.Abs(name)
	}
	if err != nil {
		return err
	}
	var out, told bytes.Buffer
	command := exec.Command(name, arguments...)
	command.Dir, command.Stdout, command.Stderr = a.Dir, &out, &told
	err = command.Run()
	if err != nil && command.ProcessState.ExitCode() != 1 {
		return fmt.Errorf("%s: %w: %s", name, err, told.Bytes())
	}
	into.least = min(into.least, command.ProcessState.UserTime()+command.ProcessState.SystemTime())
	if len(bytes.TrimSpace(out.Bytes())) == 0 {
		return nil
	}
	return json.Unmarshal(out.Bytes(), found)
}
