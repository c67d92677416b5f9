package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/internal/requests/batch"
	"iacedit/internal/requests/ruleset"
)

// applyCommand applies rules that are stored in files.
type applyCommand struct {
	Rule string `arg:"" complete:"file" help:"The rule, a file of YAML (docs/rules.md)."`
	editFlags

	Parameter []string `short:"p" placeholder:"NAME=VALUE" sep:"none" help:"The value of a parameter; may be repeated."`
	Test      bool     `help:"Only run the tests of the rule, and of the other given rules."`
	Describe  bool     `help:"Print what the rule does, and its parameters."`
}

// Help shows how the command is used.
func (applyCommand) Help() string {
	return `Applies the edits of a rule in order to the files of a directory, or with -R to a tree of
directories. All files are written, or none. A rule is a YAML file with a description,
parameters, edits, notes, and tests. The notes are lines about places in the code that somebody
has to look at.

    iacedit apply rules/quoted-references.yaml -d
    iacedit apply rules/required-tags.yaml -R -w .
    iacedit apply rules/provider-version.yaml -R -d -p provider=aws -p version='~> 5.0' .
    iacedit apply rules/gp2-to-gp3.yaml -R -d . > gp3.patch
    iacedit apply rules/template-file.yaml --describe
    iacedit apply --test rules/*.yaml

The rule sets the dialect.`
}

// Validate refuses flags that contradict each other.
func (c *applyCommand) Validate() error {
	if c.Test && (c.Write || c.Diff || c.Check || c.Describe) {
		return errors.New("--test only runs tests, and cannot be combined with other flags")
	}
	if c.Test || c.Describe {
		return nil
	}
	return c.editFlags.Validate()
}

// Run applies the rule.
func (c *applyCommand) Run(std *streams) error {
	if c.Test {
		return c.test(std)
	}
	rule, err := readRule(c.Rule, std)
	if err != nil {
		return err
	}
	if c.Describe {
		return c.describe(rule, std)
	}
	given := map[string]string{}
	for _, text := range c.Parameter {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("--parameter %s: write it as NAME=VALUE", text)
		}
		given[name] = value
	}
	steps, err := rule.With(given)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Rule, err)
	}
	if c.PrintEdits {
		for _, step := range steps {
			if step.For != nil || step.In != nil {
				return fmt.Errorf("%s: the edits of this rule depend on the blocks of the code, so --print-edits cannot print them", c.Rule)
			}
			fmt.Fprintf(std.out, "%s\n", step.Edits)
		}
		return nil
	}
	notes := &notes{}
	if len(rule.Notes) > 0 {
		steps = append(steps, notes.step(rule, given))
	}
	err = c.planned(func(s *project.Scope) (*project.Plan, error) {
		s.Options.Dialect, s.Tree = rule.Options().Dialect, c.Recursive
		plan, err := s.EditAll(steps)
		ruleset.SortNotes(notes.all)
		c.notes = notes.all
		for i := range c.notes {
			c.notes[i].File = cmp.Or(c.notes[i].File, s.Sources[0].Title) // a file that is edited alone has no name
		}
		return plan, err
	}, std)
	c.printNotes(std)
	return told(err, std)
}

// notes collects the notes of a rule about modules, which are edited at the same time.
type notes struct {
	mutex sync.Mutex
	all   []ruleset.Note
}

// step returns the step that collects the notes of a rule about the edited files.
func (n *notes) step(rule *ruleset.Rule, given map[string]string) batch.Step {
	return batch.Step{Do: func(files []edit.File, dir string, _ *edit.Options) (*edit.Result, error) {
		found, err := rule.NotesAbout(files, given)
		n.mutex.Lock()
		defer n.mutex.Unlock()
		for _, note := range found {
			if note.File != "" {
				note.File = filepath.Join(dir, filepath.FromSlash(note.File))
			}
			n.all = append(n.all, note)
		}
		return &edit.Result{}, err
	}}
}

func readRule(path string, std *streams) (*ruleset.Rule, error) {
	if slices.Contains([]string{".tf", ".tofu", ".tfvars", ".hcl"}, filepath.Ext(path)) {
		return nil, fmt.Errorf("%s is not a rule (a YAML file); the files to change come after the rule: iacedit apply RULE.yaml %s", path, shellWord(path))
	}
	w := std.workspace()
	defer w.Close()
	file, err := load(w.Source(path), std)
	if err != nil {
		return nil, err
	}
	rule, err := ruleset.Parse(file.Code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rule, nil
}

// test runs the tests that the rules contain, and prints the result of each rule.
func (c *applyCommand) test(std *streams) error {
	failed := false
	for _, path := range append([]string{c.Rule}, c.Paths...) {
		rule, err := readRule(path, std)
		if err == nil {
			err = rule.Check()
		}
		if err != nil {
			fmt.Fprintf(std.out, "FAIL  %s: %v\n", path, err)
			failed = true
			continue
		}
		fmt.Fprintf(std.out, "ok    %s (%s)\n", path, excerpt.Count(len(rule.Tests), "test"))
	}
	if failed {
		return exitStatus(exitFailed)
	}
	return nil
}

// describe prints what a rule does, and its parameters.
func (c *applyCommand) describe(rule *ruleset.Rule, std *streams) error {
	fmt.Fprintf(std.out, "%s\n", strings.TrimSpace(rule.Description))
	for name, p := range rule.Sorted() {
		fmt.Fprintf(std.out, "\n  -p %s=…  %s", name, strings.TrimSpace(p.Description))
		if p.Default != nil {
			fmt.Fprintf(std.out, " (%q)", *p.Default)
		}
	}
	if len(rule.Parameters) > 0 {
		fmt.Fprintln(std.out)
	}
	return nil
}
