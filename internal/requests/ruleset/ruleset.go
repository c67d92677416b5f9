// Package ruleset reads stored rules: YAML files with edits, parameters and tests
// (docs/rules.md).
//
//   - ruleset.go: a Rule, read from its file
//   - parameters.go: parameters, and the edits with their values
//   - each.go: edits that are repeated for each of several blocks or attributes, and edits for modules
//     that have or lack something; placeholders.go: the parts of blocks that such edits contain
//   - house.go: the rules of a repository, in one file
//   - notes.go: places in the code that somebody has to look at
//   - test.go: the tests of a rule
package ruleset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"iacedit/edit"
	"iacedit/internal/languages"
)

// A Rule is a stored rule: edits with parameters, and tests. Its steps are applied in order, each
// to the result of the previous steps.
type Rule struct {
	Description string               `yaml:"description"`
	Dialect     string               `yaml:"dialect"` // the name of a dialect; the default is "terraform"
	Parameters  map[string]Parameter `yaml:"parameters"`
	Edits       []yaml.MapSlice      `yaml:"edits"`
	Notes       []Remark             `yaml:"notes"`
	Tests       []Test               `yaml:"tests"`
}

// A Parameter is a value that the caller supplies; the edits contain it as {{name}}.
type Parameter struct {
	Description string  `yaml:"description"`
	Default     *string `yaml:"default"` // nil if the caller must supply a value
	Type        Type    `yaml:"type"`
	Pattern     string  `yaml:"pattern"` // a regular expression that must match the whole value
}

// A Type is the type of a parameter's value.
type Type string

// The types of parameters.
const (
	Text       Type = "text" // a string without any code; the default
	Expression Type = "expression"
)

// A Test has some code, and the code that is expected after a rule has been applied.
type Test struct {
	Name       string            `yaml:"name"`
	Parameters map[string]string `yaml:"parameters"`
	Before     Code              `yaml:"before"`
	After      *Code             `yaml:"after"` // nil if the rule must change nothing
	Notes      []string          `yaml:"notes"` // the addresses of the notes about the code after the edits, in their order
}

// Code maps file names to the code of the files. A plain string in YAML is the code of main.tf.
type Code map[string]string

// UnmarshalYAML reads a string, or an object of strings.
func (c *Code) UnmarshalYAML(text []byte) error {
	var one string
	if err := yaml.Unmarshal(text, &one); err == nil {
		*c = Code{"main.tf": one}
		return nil
	}
	var files map[string]string
	err := yaml.Unmarshal(text, &files)
	*c = files
	return err
}

// Files returns the files in the order of their names.
func (c Code) Files() []edit.File {
	var all []edit.File
	for name, text := range c {
		all = append(all, edit.File{Name: name, Code: []byte(text)})
	}
	slices.SortFunc(all, func(a, b edit.File) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Parse parses a rule. Errors about the YAML contain the line number.
func Parse(text []byte) (*Rule, error) {
	var r Rule
	d := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict(), yaml.UseOrderedMap())
	if err := d.Decode(&r); err != nil && err != io.EOF {
		return nil, errors.New(knownFields(strings.TrimSpace(yaml.FormatError(err, false, true))))
	}
	return &r, r.check()
}

// knownFields adds the known fields to a message about an unknown field.
func knownFields(text string) string {
	first, rest, several := strings.Cut(text, "\n")
	if !strings.Contains(first, "unknown field") {
		return text
	}
	first += "; a rule has description, dialect, parameters, edits, notes and tests; a parameter description, default, type and pattern; a note at, say and where; a test name, parameters, before, after and notes"
	if several {
		first += "\n" + rest
	}
	return first
}

// check returns an error if the rule is incomplete or invalid.
func (r *Rule) check() error {
	switch {
	case strings.TrimSpace(r.Description) == "":
		return errors.New(`the rule has no "description"`)
	case len(r.Edits)+len(r.Notes) == 0:
		return errors.New(`the rule has no "edits" and no "notes"`)
	case r.Dialect != "" && !slices.Contains(languages.Names(), r.Dialect):
		return fmt.Errorf(`the dialect is %s, not %q`, languages.Choices(), r.Dialect)
	}
	for name, p := range r.Parameters {
		if !nameOfParameter.MatchString(name) {
			return fmt.Errorf("the parameter %q: a name has small letters, digits and _", name)
		}
		if p.Type != "" && p.Type != Text && p.Type != Expression {
			return fmt.Errorf(`the parameter %q: the type is "text" or "expression", not %q`, name, p.Type)
		}
		if _, err := p.pattern(); err != nil {
			return fmt.Errorf("the parameter %q: %w", name, err)
		}
	}
	for _, step := range r.Edits {
		s, err := splitStep(step)
		if err != nil {
			return err
		}
		if used := s.placeholder(); used != "" && s.each == "" {
			return fmt.Errorf(`the edits use %s, but have no "each"`, used)
		}
	}
	for i := range r.Notes {
		if err := r.Notes[i].check(); err != nil {
			return err
		}
	}
	for _, name := range r.parameterNames() {
		if _, ok := r.Parameters[name]; !ok {
			return fmt.Errorf("the rule names {{%s}}, which is not a parameter", name)
		}
	}
	return nil
}

// Options returns the options that the rule requires.
func (r *Rule) Options() edit.Options {
	d, _ := languages.Named(r.Dialect) // without a name: Terraform
	return edit.Options{Dialect: d}
}

// jsonOf converts a YAML value to JSON, and keeps the order of members. The function write returns
// the JSON of each key and string. If it returns errMissingPart, jsonOf omits the member or
// element. It also omits an array or object if such omissions make it empty.
func jsonOf(v any, write func(text string, isKey bool) ([]byte, error)) ([]byte, error) {
	switch v := v.(type) {
	case yaml.MapSlice:
		return collection('{', '}', v, func(item yaml.MapItem) ([]byte, error) {
			key, err := write(fmt.Sprint(item.Key), true)
			if err != nil {
				return nil, err
			}
			text, err := jsonOf(item.Value, write)
			return append(append(key, ':'), text...), err
		})
	case []any:
		return collection('[', ']', v, func(element any) ([]byte, error) { return jsonOf(element, write) })
	case string:
		return write(v, false)
	}
	return json.Marshal(v)
}

// quoted returns a text as JSON.
func quoted(text string, _ bool) ([]byte, error) { return json.Marshal(text) }

// collection returns the JSON of an array or object with the given brackets. The function write
// returns the JSON of each element or member. If it returns errMissingPart, collection omits the
// element or member.
func collection[E any](open, end byte, parts []E, write func(E) ([]byte, error)) ([]byte, error) {
	dst, fewer := []byte{open}, false
	for _, part := range parts {
		text, err := write(part)
		if errors.Is(err, errMissingPart) {
			fewer = true
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(dst) > 1 {
			dst = append(dst, ',')
		}
		dst = append(dst, text...)
	}
	if fewer && len(dst) == 1 {
		return nil, errMissingPart
	}
	return append(dst, end), nil
}
