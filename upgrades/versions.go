package upgrades

import (
	"fmt"
	"path"
	"slices"

	"iacedit/edit"
	"iacedit/module"
	"iacedit/syntax"
)

// LockName is the name of the file in which Terraform records the selected versions.
const LockName = ".terraform.lock.hcl"

// A Requirement is one place where code says which versions of a provider it can use.
type Requirement struct {
	File       string
	Line       int
	Local      string // the local name of the provider
	Constraint string

	tree   *tree
	old    bool // the constraint is the version of a provider block, or a string in required_providers
	inside bool // it is in a provider block
}

// requirements returns the constraints of the provider in all modules of the survey.
func (s *survey) requirements() (all []Requirement) {
	for _, t := range s.trees {
		for _, required := range t.required() {
			for id := range t.f.Attributes(required) {
				local := string(t.f.Name(id))
				if s.source(t.folder, local) != s.provider {
					continue
				}
				if text, ok := t.plainText(id); ok {
					all = append(all, Requirement{File: t.name, Line: t.line(id), Local: local, Constraint: text, tree: t, old: true})
				} else if pair := t.f.Pair(id, "version"); pair != syntax.NoItem {
					text, _ := t.plainText(pair)
					all = append(all, Requirement{File: t.name, Line: t.line(pair), Local: local, Constraint: text, tree: t})
				}
			}
		}
		for _, b := range s.blocks[kindOf{"provider", path.Base(s.provider)}] {
			if b.tree != t || !b.owned {
				continue
			}
			if id := t.f.Attribute(b.id, "version"); id != syntax.NoItem {
				text, _ := t.plainText(id)
				all = append(all, Requirement{File: t.name, Line: t.line(id), Local: b.name, Constraint: text, tree: t, old: true, inside: true})
			}
		}
	}
	return all
}

// locked returns the versions of the provider that lock files have selected, with the names of the
// files.
func locked(provider string, all []edit.File) (versions []version, names []string) {
	for i := range all {
		if _, name := module.Split(all[i].Name); name != LockName {
			continue
		}
		f, err := syntax.Parse(all[i].Code)
		if err != nil {
			continue
		}
		t := &tree{name: all[i].Name, f: f}
		for id := range f.Blocks(syntax.Root, "provider") {
			for label := range f.Labels(id) {
				if plainSource(string(label)) != provider {
					continue
				}
				if a := f.Attribute(id, "version"); a != syntax.NoItem {
					text, _ := t.plainText(a)
					if c, ok := conditions(text); ok && len(c) == 1 {
						versions, names = append(versions, c[0].version), append(names, t.name)
					}
				}
			}
		}
	}
	return versions, names
}

// current returns the version that the code is at: that of a lock file, if the constraints allow
// it, and otherwise the lowest that they allow.
func current(requirements []Requirement, locks []version) (version, error) {
	var all []condition
	var low version
	for _, r := range requirements {
		c, ok := conditions(r.Constraint)
		if !ok {
			continue
		}
		all = append(all, c...)
		if of := lowest(c); of != nil && (low == nil || of.compare(low) < 0) {
			low = of
		}
	}
	slices.SortFunc(locks, version.compare)
	for _, v := range locks {
		if allows(all, v) {
			return v, nil
		}
	}
	if high := lowest(all); high != nil && allows(all, high) {
		return high, nil
	}
	if low == nil {
		return nil, fmt.Errorf("nothing says which version the code is at: required_providers has no lower bound, and there is no lock file")
	}
	return low, nil // the modules contradict each other: the oldest one decides
}

// bumps returns the edits that raise the constraints to a major version, and notes about those that
// cannot be raised.
func (s *survey) bumps(c *Catalogue) (edits object, notes []Note) {
	for _, r := range s.requirements() {
		text, err := bumped(r.Constraint, c.To, c.Version)
		if err != nil {
			notes = append(notes, Note{File: r.File, Line: r.Line, Address: "required_providers." + r.Local, Say: fmt.Sprintf("%v; it must allow version %d", err, c.To), code: r.tree.code})
			continue
		}
		if text != r.Constraint {
			edits = merged(edits, "update", r.raised(text))
		}
	}
	return edits, notes
}

// raised returns the edit, under update, that replaces the constraint.
func (r *Requirement) raised(text string) object {
	where := func(attribute string) object {
		return object{{"all", true}, {"where", object{{attribute, r.Constraint}}}, {"update", object{{"attributes", object{{attribute, text}}}}}}
	}
	selectors := object{{"optional", true}}
	if r.File != "" {
		selectors = append(selectors, property{"file", r.File})
	}
	if r.inside {
		return object{{"provider", object{{r.Local, []object{append(selectors, where("version")...)}}}}}
	}
	attribute := r.Local
	if !r.old {
		attribute += ".version"
	}
	e := append(selectors, property{"all", true}, property{"update", object{{"blockTypes", object{{"required_providers", []object{where(attribute)}}}}}})
	return object{{"terraform", []object{e}}}
}
