// Command astgrep searches the same files for the same ten rules with "iacedit find" and with
// ast-grep, and prints a table of the numbers of matches and the processor times.
//
//	npm install --prefix /tmp/ast-grep @ast-grep/cli@0.51.1
//	go run ./peers/cmd/astgrep -iacedit ../bin/iacedit -astgrep /tmp/ast-grep/node_modules/.bin/ast-grep DIR
//
// With -v the command then lists the places that only one of the programs finds. For each rule it
// runs the programs alternately, each -rounds times, and prints the least time of each.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
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

type bench struct {
	iacedit, astgrep, dir string
	rounds                int
}

func main() {
	b := bench{}
	flag.StringVar(&b.iacedit, "iacedit", "iacedit", "the `command` iacedit")
	flag.StringVar(&b.astgrep, "astgrep", "ast-grep", "the `command` ast-grep")
	flag.IntVar(&b.rounds, "rounds", 3, "how `often` each rule is run")
	verbose := flag.Bool("v", false, "list the places that one of them does not find")
	flag.Parse()
	b.dir = cmp.Or(flag.Arg(0), ".")
	if err := b.compare(os.Stdout, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "astgrep:", err)
		os.Exit(1)
	}
}

// compare prints the table.
func (b *bench) compare(out io.Writer, verbose bool) error {
	fmt.Fprintln(out, "| rule | iacedit | s | ast-grep | s | only iacedit | only ast-grep |\n|---|---|---|---|---|---|---|")
	var ours, theirs time.Duration
	var details strings.Builder
	for _, r := range rules {
		a, g := run{found: map[place]string{}, least: time.Hour}, run{found: map[place]string{}, least: time.Hour}
		for range b.rounds {
			if err := errors.Join(b.runIacedit(r, &a), b.runAstgrep(r, &g)); err != nil {
				return err
			}
		}
		ours, theirs = ours+a.least, theirs+g.least
		onlyOurs, onlyTheirs := placesOnlyIn(a, g), placesOnlyIn(g, a)
		fmt.Fprintf(out, "| `%s` | %d | %.2f | %d | %.2f | %d | %d |\n", r.iacedit, len(a.found), a.least.Seconds(), len(g.found), g.least.Seconds(), len(onlyOurs), len(onlyTheirs))
		list(&details, r.iacedit+", only iacedit", a, onlyOurs)
		list(&details, r.iacedit+", only ast-grep", g, onlyTheirs)
	}
	fmt.Fprintf(out, "| all | | %.2f | | %.2f | | |\n", ours.Seconds(), theirs.Seconds())
	if verbose {
		fmt.Fprint(out, "\n", details.String())
	}
	return nil
}

// placesOnlyIn returns the places of a that are not in b, in order.
func placesOnlyIn(a, b run) []place {
	only := slices.DeleteFunc(slices.Collect(maps.Keys(a.found)), func(p place) bool { _, ok := b.found[p]; return ok })
	slices.SortFunc(only, func(a, b place) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, a.column-b.column)
	})
	return only
}

func list(out io.Writer, title string, in run, places []place) {
	for _, p := range places {
		fmt.Fprintf(out, "%s: %s: %s\n", title, p, strings.Join(strings.Fields(in.found[p]), " "))
	}
}

// runIacedit runs iacedit.
func (b *bench) runIacedit(r rule, into *run) error {
	out, err := execute(into, b.dir, b.iacedit, "find", "-R", "--json", r.iacedit, ".")
	if err != nil {
		return err
	}
	var found []struct {
		File         string
		Line, Column int
		Text         string
	}
	if err := decode(out, &found); err != nil {
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
func (b *bench) runAstgrep(r rule, into *run) error {
	text := "id: rule\nlanguage: hcl\nrule:\n  pattern:\n    context: '" + r.context + "'\n    selector: " + r.selector + "\n"
	if r.selector == "" { // "${…}" alone: an expression of one template of one interpolation
		text = "id: rule\nlanguage: hcl\nrule:\n  kind: template_expr\n  has:\n    kind: quoted_template\n    all:\n" +
			"      - has: {kind: template_interpolation, nthChild: 2}\n      - not: {has: {kind: template_literal}}\n      - not: {has: {kind: template_interpolation, nthChild: 3}}\n"
	}
	file, err := os.CreateTemp("", "rule-*.yml")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if _, err := file.WriteString(text); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	out, err := execute(into, b.dir, b.astgrep, "scan", "--rule", file.Name(), "--json=compact", "--globs", "**/*.tf", ".")
	if err != nil {
		return err
	}
	var found []struct {
		File, Text string
		Range      struct{ Start struct{ Line, Column int } }
	}
	if err := decode(out, &found); err != nil {
		return err
	}
	for _, f := range found {
		into.found[place{filepath.Clean(f.File), f.Range.Start.Line + 1, f.Range.Start.Column + 1}] = f.Text
	}
	return nil
}

// execute runs a command in a directory. It returns the output, and sets into.least to the least
// processor time so far.
func execute(into *run, dir, name string, arguments ...string) ([]byte, error) {
	name, err := exec.LookPath(name)
	if err == nil {
		name, err = filepath.Abs(name)
	}
	if err != nil {
		return nil, err
	}
	var out, told bytes.Buffer
	command := exec.Command(name, arguments...)
	command.Dir, command.Stdout, command.Stderr = dir, &out, &told
	err = command.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && (!exited || command.ProcessState.ExitCode() != 1) {
		return nil, fmt.Errorf("%s: %w: %s", name, err, told.Bytes())
	}
	into.least = min(into.least, command.ProcessState.UserTime()+command.ProcessState.SystemTime())
	return out.Bytes(), nil
}

// decode decodes the output of a command, which is JSON, into a variable. If the output is empty,
// the variable stays unchanged.
func decode(out []byte, into any) error {
	if len(bytes.TrimSpace(out)) == 0 {
		return nil
	}
	return json.Unmarshal(out, into)
}
