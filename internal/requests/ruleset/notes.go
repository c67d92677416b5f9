package ruleset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/read"
	"iacedit/refs"
	"iacedit/syntax"
)

// A Remark is an element of "notes" in a rule: what to say about each place in the code that is at
// an address.
type Remark struct {
	At    string        `yaml:"at"`    // the address of blocks or attributes
	Say   string        `yaml:"say"`   // what to do at the place
	Where yaml.MapSlice `yaml:"where"` // the values of attributes that the innermost block must have
}

// A Note is a place in the code that somebody has to look at.
type Note struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line"`
	Address string `json:"address"`
	Say     string `json:"say"`
}

// String returns the note as a line: file:line: address: text.
func (n Note) String() string {
	place := fmt.Sprintf("line %d", n.Line)
	if n.File != "" {
		place = fmt.Sprintf("%s:%d", n.File, n.Line)
	}
	return fmt.Sprintf("%s: %s: %s", place, n.Address, n.Say)
}

// check returns an error if the remark is incomplete.
func (m *Remark) check() error {
	switch {
	case m.At == "":
		return errors.New(`a note has no "at", the address of what it is about`)
	case strings.TrimSpace(m.Say) == "":
		return fmt.Errorf(`the note at %s has no "say"`, m.At)
	}
	_, err := m.conditions(nil)
	return err
}

// conditions returns "where" as the selectors of an address. The parameters are replaced by their
// values.
func (m *Remark) conditions(values map[string]string) (all []address.Condition, err error) {
	for _, item := range m.Where {
		c := address.Condition{Path: fmt.Sprint(item.Key), Null: item.Value == nil}
		if _, err := address.ParsePath(c.Path); err != nil {
			return nil, fmt.Errorf("the note at %s: where: %w", m.At, err)
		}
		switch item.Value.(type) {
		case yaml.MapSlice, []any:
			return nil, fmt.Errorf("the note at %s: where: %s must be a string, a number, a boolean or null", m.At, c.Path)
		}
		if !c.Null {
			c.Value = withValues(fmt.Sprint(item.Value), values)
		}
		all = append(all, c)
	}
	return all, nil
}

// NotesAbout returns the notes of the rule about code, in the order of the files and lines. Files
// that do not parse have none.
func (r *Rule) NotesAbout(files []edit.File, given map[string]string) (notes []Note, err error) {
	if len(r.Notes) == 0 {
		return nil, nil
	}
	values, err := r.valuesOf(given)
	if err != nil {
		return nil, err
	}
	s := &survey{language: address.Language{Dialect: r.Options().Dialect}}
	for _, f := range files {
		if _, name := module.Split(f.Name); terraform.IsInJSON(name) {
			continue
		}
		if code, err := read.Open(f.Code, s.language); err == nil {
			s.files = append(s.files, surveyed{File: code, name: f.Name})
		}
	}
	for i := range r.Notes {
		m := &r.Notes[i]
		at, err := address.Parse(withValues(m.At, values))
		if err != nil {
			return nil, fmt.Errorf("the note at %s: %w", m.At, err)
		}
		where, err := m.conditions(values)
		if err != nil {
			return nil, err
		}
		s.say, s.meant = withValues(m.Say, values), map[string]bool{}
		for i := range s.files {
			s.places(&s.files[i], at, where)
		}
		for i := range s.files {
			s.references(&s.files[i], at, len(where) > 0)
		}
	}
	SortNotes(s.notes)
	return s.notes, nil
}

// SortNotes sorts notes by files, in the order of their folders, and by lines.
func SortNotes(notes []Note) {
	slices.SortStableFunc(notes, func(a, b Note) int {
		return cmp.Or(module.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
}

// A survey collects the notes about files.
type survey struct {
	language address.Language
	files    []surveyed
	say      string          // of the current remark
	meant    map[string]bool // the objects that the current remark's "where" selects: folder and address
	notes    []Note
}

// A surveyed is a file, and its references.
type surveyed struct {
	*read.File
	name string
	uses []use
}

// A use is a reference to an object, or to something in it.
type use struct {
	refs.Address
	names []string // what the reference accesses in the object, without indexes and splats
	line  int
}

// add adds a note to the survey.
func (s *survey) add(f *surveyed, line int, at string) {
	s.notes = append(s.notes, Note{File: f.name, Line: line, Address: at, Say: s.say})
}

// places adds a note for each block or attribute of a file at an address.
func (s *survey) places(f *surveyed, at address.Address, where []address.Condition) {
	t, err := at.Resolve(f.Tree, s.language)
	if err != nil {
		return
	}
	last := &t.Blocks[len(t.Blocks)-1]
	last.Where = append(last.Where, where...)
	whole := t
	whole.Path, whole.Any = address.Path{}, false
	blocks, err := f.Find(whole.Address().String())
	if err != nil {
		return
	}
	for _, m := range blocks {
		s.meant[s.object(f, topOf(f.File, m.Block.ID))] = true
	}
	matches, err := f.Find(t.Address().String())
	if err != nil {
		return
	}
	for _, m := range matches {
		s.add(f, lineOf(f.File, m), written(f.File, m))
	}
}

// object returns the folder of a file, and the address of one of its top-level blocks.
func (s *survey) object(f *surveyed, block read.Block) string {
	folder, _ := module.Split(f.name)
	return folder + " " + addressOf(block)
}

// references adds a note for each reference in a file to what is at an address. If only is true,
// the note is only about the objects that "where" selected.
func (s *survey) references(f *surveyed, at address.Address, only bool) {
	names := namesOf(at)
	if names == nil {
		return
	}
	folder, _ := module.Split(f.name)
	for _, u := range f.used() {
		if only && !s.meant[folder+" "+u.String()] {
			continue
		}
		whole := append(strings.Split(u.String(), "."), u.names...)
		if len(whole) >= len(names) && !slices.ContainsFunc(names, func(pattern string) bool {
			fits := address.MatchLabel(pattern, whole[0])
			whole = whole[1:]
			return !fits
		}) {
			s.add(f, u.line, strings.Join(append([]string{u.String()}, u.names...), "."))
		}
	}
}

// namesOf returns the names of an address as references write them, without indexes and selectors.
// It returns nil if nothing can refer to the object.
func namesOf(at address.Address) (names []string) {
	for _, p := range at {
		switch p.Kind {
		case address.PartName, address.PartKey:
			names = append(names, p.Text)
		case address.PartAny:
			names = append(names, address.AnyLabel)
		}
	}
	of := refs.Address{Kind: refs.KindOf(names[0])}
	switch {
	case of.Kind == refs.Provider:
		return nil
	case of.Kind == refs.Resource:
		return names[1:]
	case of.Kind != refs.Other: // the root that references have, such as var
		root, _, _ := strings.Cut(of.String(), ".")
		return append([]string{root}, names[1:]...)
	}
	return names
}

// used returns the references in the file.
func (f *surveyed) used() []use {
	if f.uses != nil {
		return f.uses
	}
	f.uses = []use{}
	for r := range refs.All(f.Tree, refs.Configuration) {
		u := use{Address: r.Address(f.Tree), line: f.Tree.Line(r.At.From)}
		if u.Kind == refs.Other || u.Kind == refs.Provider || r.Place == refs.InMoved || r.Place == refs.InRemoved {
			continue
		}
		if r.Kind == refs.Own {
			u.names = append(u.names, string(f.Tree.At(r.Name)))
		}
		for _, step := range r.Steps {
			if step.Kind == refs.StepAttribute {
				u.names = append(u.names, string(f.Tree.At(step.Name)))
			}
		}
		f.uses = append(f.uses, u)
	}
	return f.uses
}

// addressOf returns the address of a top-level block, as references write it if code can refer to
// the block.
func addressOf(b read.Block) string {
	if refs.KindOf(b.Type()) == refs.Local {
		return refs.Local.String()
	}
	if text, err := reference(b); err == nil {
		return text
	}
	return address.Of(b.Type(), b.Labels()...).String()
}

// written returns the address of a block or attribute: the address of its top-level block, then the
// types of the nested blocks, and the path of the attribute.
func written(f *read.File, m read.Match) string {
	text := m.Path.String()
	tree := f.Tree
	top := topOf(f, m.Block.ID)
	for id := m.Block.ID; id != top.ID; id = tree.Item(id).Parent {
		text = strings.TrimSuffix(string(tree.Name(id))+"."+text, ".")
	}
	if top.ID == syntax.Root {
		return text
	}
	return strings.TrimSuffix(addressOf(top)+"."+text, ".")
}
