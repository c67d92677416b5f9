package upgrades

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Parse parses a file of the catalogue. Errors name the line.
func Parse(text []byte) (*Catalogue, error) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, errors.New(strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, errors.New("line 1: a file of the catalogue is one object")
	}
	r := &reader{anchors: map[string]ast.Node{}}
	c := &Catalogue{text: text}
	ofTypes := func(m member) error { return c.readTypes(r, m) }
	err = r.object(file.Docs[0].Body, "a file of the catalogue",
		field{"provider", &c.Provider},
		field{"to", &c.To},
		field{"version", &c.Version},
		field{"guide", &c.Guide},
		field{"same_as", &c.SameAs},
		field{"resource", ofTypes},
		field{"data", ofTypes},
		field{"ephemeral", ofTypes},
		field{"provider_block", func(m member) error { return c.readType(r, "provider", m) }},
		field{"backend", ofTypes},
		field{"edits", func(m member) error { return r.into(m.value, &c.Edits) }},
		field{"tests", func(m member) error { return r.into(m.value, &c.tests) }})
	if err != nil {
		return nil, err
	}
	switch {
	case c.Provider == "" || c.To == 0 || c.Version == "":
		return nil, errors.New(`line 1: a file has "provider", "to" and "version"`)
	case !plainVersion.MatchString(c.Version):
		return nil, fmt.Errorf(`line 1: "version" is a version such as 5.0.0, not %q`, c.Version)
	}
	if err := c.include(); err != nil {
		return nil, err
	}
	for i := range c.Entries {
		if e := &c.Entries[i]; e.Of == "provider" {
			e.Type = path.Base(c.Provider)
		}
	}
	return c, nil
}

var plainVersion = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

// readTypes reads a member of the file with the facts about types.
func (c *Catalogue) readTypes(r *reader, m member) error {
	types, err := r.members(m.value, m.key, nil)
	for _, t := range types {
		if err == nil {
			err = c.readType(r, m.key, t)
		}
	}
	return err
}

// readType reads the facts about one type.
func (c *Catalogue) readType(r *reader, of string, m member) error {
	nodes := []ast.Node{m.value}
	if list, ok := r.plain(m.value).(*ast.SequenceNode); ok {
		nodes = list.Values
	}
	for _, n := range nodes {
		e := Entry{Of: of, Type: m.key, Section: m.key}
		facts, err := r.members(n, m.key, append([]string{"section"}, kindNames()...))
		if err != nil {
			return err
		}
		for _, f := range facts {
			if f.key == "section" {
				if e.Section, err = r.text(f.value, "section"); err != nil {
					return err
				}
				continue
			}
			more, err := readFacts(r, Kind(f.key), f.value)
			if err != nil {
				return err
			}
			e.Facts = append(e.Facts, more...)
		}
		if err := e.check(r, n); err != nil {
			return err
		}
		c.Entries = append(c.Entries, e)
	}
	return nil
}

func kindNames() (names []string) {
	for _, k := range kinds {
		names = append(names, string(k))
	}
	return names
}

// check refuses facts that the kind of block cannot have.
func (e *Entry) check(r *reader, n ast.Node) error {
	for i := range e.Facts {
		f := &e.Facts[i]
		if f.Kind == Retype && (e.Of == "provider" || e.Of == "backend") {
			return r.fail(n, "retype is for resources and data sources")
		}
		if f.Kind == Retype && strings.Contains(e.Type, "*") {
			return r.fail(n, "%s: retype needs the name of one type", e.Type)
		}
	}
	return nil
}

// readFacts reads the facts of one kind about a type.
func readFacts(r *reader, kind Kind, n ast.Node) ([]Fact, error) {
	switch kind {
	case Remove, ReadOnly:
		paths, err := r.texts(n, string(kind))
		var all []Fact
		for _, p := range paths {
			all = append(all, Fact{Kind: kind, Path: p})
		}
		return all, cmpErr(err, checkPaths(r, n, all))
	case Retype:
		f, err := readRetype(r, n)
		return []Fact{f}, err
	case Split:
		f := Fact{Kind: kind}
		err := r.into(n, &f.Edits)
		return []Fact{f}, err
	case Manual:
		if text, err := r.text(n, "manual"); err == nil {
			return []Fact{{Kind: kind, Say: text}}, nil
		}
	}
	members, err := r.members(n, string(kind), nil)
	if err != nil {
		return nil, err
	}
	var all []Fact
	for _, m := range members {
		f, err := readFact(r, kind, m)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, checkPaths(r, n, all)
}

func cmpErr(all ...error) error { return errors.Join(all...) }

// aPath matches the path of an argument or nested block.
var aPath = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*$`)

// checkPaths refuses paths that are not names separated by dots.
func checkPaths(r *reader, n ast.Node, all []Fact) error {
	for i := range all {
		if !aPath.MatchString(all[i].Path) || all[i].Kind == Rename && !aPath.MatchString(all[i].To) {
			return r.fail(n, "%s: %q and %q: a path is names separated by dots", all[i].Kind, all[i].Path, all[i].To)
		}
	}
	return nil
}

// readFact reads one fact: a member whose key is a path.
func readFact(r *reader, kind Kind, m member) (Fact, error) {
	f := Fact{Kind: kind, Path: m.key}
	var err error
	switch kind {
	case Rename:
		err = f.readRename(r, m.value)
	case Value:
		f.Values, err = readPairs(r, m.value)
	case Default:
		err = f.readMembers(r, m.value, "was", "now")
		if err == nil && f.Was == nil && f.Now == nil {
			err = r.fail(m.at, `default: %s has "was", "now" or both`, m.key)
		}
	case Required:
		if f.Say, err = r.text(m.value, m.key); err != nil {
			err = f.readMembers(r, m.value, "was")
			if err == nil && f.Was == nil {
				err = r.fail(m.at, `required: %s is a text, or has "was"`, m.key)
			}
		}
	case Reshape:
		f.Form, err = readForm(r, m.value)
	case Manual:
		f.Path, f.Missing = strings.CutPrefix(m.key, "!")
		if f.Say, err = r.text(m.value, m.key); err != nil {
			err = f.readMembers(r, m.value, "say", "when", "only")
			if err == nil && f.Say == "" {
				err = r.fail(m.at, `manual: %s has no "say"`, m.key)
			}
		}
	}
	return f, err
}

// readRename reads the new name of an item: a path, or an object.
func (f *Fact) readRename(r *reader, n ast.Node) (err error) {
	if f.To, err = r.text(n, f.Path); err == nil {
		return nil
	}
	if err = f.readMembers(r, n, "to", "value", "reference", "values", "block", "object", "keep_empty", "swap", "drop", "say"); err != nil {
		return err
	}
	switch {
	case f.To == "":
		err = r.fail(n, `rename: %s has no "to"`, f.Path)
	case f.Swaps != nil && (f.Say == "" || parent(f.Path) != parent(f.To)):
		err = r.fail(n, `rename: %s has "swap", so it has "say", too, and stays in its block`, f.Path)
	}
	return err
}

// readSwaps reads types, each with an attribute and the one that replaces it.
func readSwaps(r *reader, n ast.Node) (all []Swap, err error) {
	types, err := r.members(n, "swap", nil)
	for _, t := range types {
		names, err := r.members(t.value, t.key, nil)
		if err != nil {
			return nil, err
		}
		for _, m := range names {
			to, err := r.text(m.value, m.key)
			if err != nil {
				return nil, err
			}
			all = append(all, Swap{t.key, m.key, to})
		}
	}
	return all, err
}

func readRetype(r *reader, n ast.Node) (Fact, error) {
	f := Fact{Kind: Retype}
	var err error
	if f.To, err = r.text(n, "retype"); err == nil {
		return f, nil
	}
	if err = f.readMembers(r, n, "to", "moved"); err == nil && f.To == "" {
		err = r.fail(n, `retype has no "to"`)
	}
	return f, err
}

// readMembers reads an object with some of the members of a fact.
func (f *Fact) readMembers(r *reader, n ast.Node, known ...string) error {
	all := []field{
		{"to", &f.To},
		{"value", &f.Expr},
		{"reference", &f.Reference},
		{"values", func(m member) (err error) { f.Values, err = readPairs(r, m.value); return err }},
		{"block", &f.Block},
		{"object", &f.Object},
		{"keep_empty", &f.KeepEmpty},
		{"swap", func(m member) (err error) { f.Swaps, err = readSwaps(r, m.value); return err }},
		{"drop", &f.Drop},
		{"moved", &f.Moved},
		{"was", &f.Was},
		{"now", &f.Now},
		{"say", &f.Say},
		{"when", func(m member) error { return f.readWhen(r, m.value) }},
		{"only", func(m member) error { return f.readOnly(r, m) }},
	}
	return r.object(n, f.Path, slices.DeleteFunc(all, func(m field) bool { return !slices.Contains(known, m.key) })...)
}

func (f *Fact) readOnly(r *reader, m member) (err error) {
	if f.Only, err = r.text(m.value, m.key); err == nil && !slices.Contains([]string{"arguments", "references", "indexes"}, f.Only) {
		err = r.fail(m.value, `only is "arguments", "references" or "indexes", not %q`, f.Only)
	}
	return err
}

func (f *Fact) readWhen(r *reader, n ast.Node) error {
	list, err := r.elements(n, "when")
	if err != nil {
		return err
	}
	f.When = make([]json.RawMessage, 0, len(list)) // an empty list is no missing one
	for _, e := range list {
		one, err := r.json(e, "when")
		if err != nil {
			return err
		}
		f.When = append(f.When, one)
	}
	return nil
}

// readPairs reads old literals and their new values. The key of a pair is the text of the old
// literal: "true" also means true.
func readPairs(r *reader, n ast.Node) (all []Pair, err error) {
	members, err := r.members(n, "values", nil)
	for _, m := range members {
		value, err := r.json(m.value, m.key)
		if err != nil {
			return nil, err
		}
		if string(value) == "null" {
			value = nil
		}
		all = append(all, Pair{quoted(m.key), value})
	}
	return all, err
}

// load returns a catalogue by its name, such as azurerm/5. It parses a file once.
func load(name string) (*Catalogue, error) {
	if c, ok := loaded.Load(name); ok {
		return c.(*Catalogue), nil
	}
	text, err := files.ReadFile(name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("the catalogue has no %s", name)
	}
	c, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("upgrades/%s.yaml: %w", name, err)
	}
	loaded.Store(name, c)
	return c, nil
}

// include adds the facts of the file that c.SameAs names, in front of those of c.
func (c *Catalogue) include() error {
	if c.SameAs == "" {
		return nil
	}
	other, err := load(c.SameAs)
	if err != nil {
		return fmt.Errorf("same_as: %w", err)
	}
	c.Entries = append(slices.Clone(other.Entries), c.Entries...)
	c.Edits = append(slices.Clone(other.Edits), c.Edits...)
	return nil
}
