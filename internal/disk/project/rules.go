package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"iacedit/edit"
	"iacedit/find"
	"iacedit/internal/base/nearest"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/rules"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// A Rule finds expressions or text, and may replace them (docs/find.md, docs/rewrite.md).
type Rule struct {
	Match     string          `json:"match,omitempty"`
	Text      string          `json:"text,omitempty"`
	Pattern   string          `json:"pattern,omitempty"`
	Reference string          `json:"reference,omitempty"`
	To        *string         `json:"to,omitempty"`
	By        *string         `json:"by,omitempty"`
	In        json.RawMessage `json:"in,omitempty"`
	Types     bool            `json:"types,omitempty"`
	Words     bool            `json:"words,omitempty"`
}

// ruleMembers are the names of the members of a Rule in JSON.
var ruleMembers = []string{"match", "text", "pattern", "reference", "to", "by", "in", "types", "words"}

// DecodeRule reads a rule from JSON. It refuses members that rules do not have.
func DecodeRule(text []byte) (*Rule, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	r := new(Rule)
	if err := d.Decode(r); err != nil {
		if name, ok := strings.CutPrefix(err.Error(), `json: unknown field "`); ok {
			name = strings.TrimSuffix(name, `"`)
			return nil, fmt.Errorf("a rule has no member %q%s", name, nearest.Or(name, ruleMembers))
		}
		return nil, err
	}
	return r, nil
}

// A Place is one match of a rule, with its position and code.
type Place struct {
	File      string         `json:"file"`
	Line      int            `json:"line"`
	Column    int            `json:"column"`
	Address   string         `json:"address"`
	Attribute string         `json:"attribute"`
	Text      string         `json:"text"`
	Names     map[string]any `json:"names,omitempty"` // the texts of the metavariables: a string or a list of strings
}

// Find applies a rule to each file separately, and returns the places where it matches.
func (s *Scope) Find(rule *Rule) (all []Place, err error) {
	if len(s.Sources) == 0 {
		return nil, ErrNoFiles
	}
	text, err := json.Marshal([]*Rule{rule})
	if err != nil {
		return nil, err
	}
	o := find.Options{Dialect: s.Options.Dialect, SettingsBlock: s.Options.SettingsBlock, Unbounded: true}
	query, err := o.CompileForFiles(text)
	if err != nil {
		return nil, err
	}
	type found struct {
		places []Place
		err    error
	}
	all = []Place{}
	for f := range InOrder(s.Sources, func(source workspace.Source) (f found) {
		f.places, f.err = s.findIn(query, source)
		return f
	}) {
		if f.err != nil {
			return nil, f.err
		}
		all = append(all, f.places...)
	}
	return all, nil
}

func (s *Scope) findIn(query *find.Query, source workspace.Source) (places []Place, err error) {
	file, err := s.Load(source)
	if err != nil {
		return nil, err
	}
	if !terraform.IsInJSON(source.Title) {
		if err := mistakeIn(file); err != nil {
			return nil, err
		}
	}
	name := filepath.Base(source.Title)
	if source.Title == Stdin {
		name = "main.tf"
	}
	found, err := query.FindFiles([]module.File{{Name: name, Code: file.Code}})
	if err != nil {
		return nil, placedError(file, err)
	}
	for _, f := range found {
		p := Place{File: file.Title, Line: f.Start.Line, Column: f.Start.Column, Address: f.Address, Attribute: f.Attribute, Text: f.Text}
		for _, n := range f.Names {
			if p.Names == nil {
				p.Names = map[string]any{}
			}
			if n.Many {
				p.Names[n.Name] = append([]string{}, n.Texts...)
			} else {
				p.Names[n.Name] = n.Texts[0]
			}
		}
		places = append(places, p)
	}
	return places, nil
}

// RewriteEdits returns the edits of a request that applies a rule; they are a single "rewrite"
// operation.
func RewriteEdits(rule *Rule) ([]byte, error) {
	return json.Marshal(map[string]any{"rewrite": []*Rule{rule}})
}

// Rewrite returns the plan that applies a rule to each module separately.
func (s *Scope) Rewrite(rule *Rule) (*Plan, error) {
	if len(s.Sources) == 0 {
		return nil, ErrNoFiles
	}
	edits, err := RewriteEdits(rule)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal([]*Rule{rule})
	if err != nil {
		return nil, err
	}
	compiled, err := rules.Decode(text, s.language(), true)
	if err != nil {
		return nil, err
	}
	p := &planner{Scope: s}
	groups := grouped(s.Sources, s.language())
	for _, g := range groups {
		if err := p.read(g); err != nil {
			return nil, err
		}
	}
	if err := inEach(groups, func(g *group) error { return s.rewrite(g, compiled, edits) }); err != nil {
		return nil, err
	}
	return p.planned(groups)
}

// rewrite rewrites the files of a group, if the rules may match in one of them.
func (s *Scope) rewrite(g *group, compiled []*rules.Rule, edits []byte) error {
	some := false
	for _, x := range g.all {
		some = some || terraform.IsInJSON(x.source.Title) || rules.MayFind(compiled, x.file.Code)
	}
	if some {
		g.edits, g.answers = [][]byte{edits}, edit.ReturnReport
		return g.apply(s.editor())
	}
	for _, x := range g.all {
		if err := mistakeIn(x.file); err != nil {
			return err
		}
		g.after = append(g.after, g.fileOf(x))
	}
	return nil
}
