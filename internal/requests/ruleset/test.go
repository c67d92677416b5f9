package ruleset

import (
	"bytes"
	"fmt"
	"slices"

	"iacedit/edit"
	"iacedit/internal/base/diff"
	"iacedit/internal/requests/batch"
)

// Check runs the tests of the rule. The error describes the first failed test, with a diff from
// the wanted to the actual result. A test also fails if a second application of the rule changes
// anything.
func (r *Rule) Check() error {
	if len(r.Tests) == 0 {
		return fmt.Errorf(`the rule has no "tests"`)
	}
	for i := range r.Tests {
		t := &r.Tests[i]
		if err := r.run(t); err != nil {
			return fmt.Errorf("test %d, %q: %w", i+1, t.Name, err)
		}
	}
	return nil
}

func (r *Rule) run(t *Test) error {
	steps, err := r.With(t.Parameters)
	if err != nil {
		return err
	}
	want := t.Before
	if t.After != nil {
		want = *t.After
	}
	got, err := r.apply(t.Before.Files(), steps)
	if err != nil {
		return err
	}
	if d := Difference(want.Files(), got); d != "" {
		return fmt.Errorf("the result is not as expected:\n%s", d)
	}
	notes, err := r.NotesAbout(got, t.Parameters)
	if err != nil {
		return err
	}
	var at []string
	for _, n := range notes {
		at = append(at, n.Address)
	}
	if !slices.Equal(at, t.Notes) {
		return fmt.Errorf("the notes are at %q, not at %q", at, t.Notes)
	}
	again, err := r.apply(got, steps)
	if err != nil {
		return fmt.Errorf("applied a second time: %w", err)
	}
	if d := Difference(got, again); d != "" {
		return fmt.Errorf("applied a second time, it changes the code again:\n%s", d)
	}
	return nil
}

// apply returns the files after the steps are applied. It keeps files that become empty.
func (r *Rule) apply(files []edit.File, steps []batch.Step) ([]edit.File, error) {
	options := r.Options()
	for i := range steps {
		edits, in, err := steps[i].On(files, true)
		if edits == nil && err == nil {
			continue
		}
		var changed []edit.File
		if err == nil {
			changed, err = options.ApplyFiles(in, edits)
		}
		if err != nil {
			return nil, fmt.Errorf("edits %d: %w", i+1, err)
		}
		files = merged(files, changed)
	}
	return files, nil
}

// merged returns all files, with the changed files in place of the old files of the same names.
// New files are added.
func merged(files, changed []edit.File) []edit.File {
	code := Code{}
	for _, f := range files {
		code[f.Name] = string(f.Code)
	}
	for _, f := range changed {
		code[f.Name] = string(f.Code)
	}
	return code.Files()
}

// Difference returns a diff from the files a to the files b, or "" if they are equal.
func Difference(a, b []edit.File) string {
	was := map[string][]byte{}
	var out []byte
	for _, f := range a {
		was[f.Name] = f.Code
	}
	for _, f := range b {
		if !bytes.Equal(was[f.Name], f.Code) {
			out = diff.Unified(out, "wanted/"+f.Name, "made/"+f.Name, was[f.Name], f.Code)
		}
		delete(was, f.Name)
	}
	for name, code := range was {
		out = diff.Unified(out, "wanted/"+name, "/dev/null", code, nil)
	}
	return string(out)
}
