package rules

import (
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

var scopeRules = selection.Rules{Name: "in", Finds: true, Reads: true, EmptyIsOne: true}

// scope decodes the member "in" of a rule. Addresses in it are checked here, and decoded again in
// each file, which tells what they mean.
func (d *Decoder) scope(r *Rule, v *value.Value) (err error) {
	d.selection.Language, d.selection.Files, d.selection.Budget = d.Language, d.Files, d.Budget
	d.selection.Code = []selection.Code{}
	first := len(d.selection.Parsed)
	r.scopes, err = d.selection.Targets(&scopeRules, v)
	switch {
	case err != nil:
	case scopeRules.ByAddress(v):
		r.in, r.addresses, r.scopes = v, d.selection.Parsed[first:], []selection.Target{}
	case len(r.scopes) == 0:
		err = d.refuse(v.At, `"in" names nothing; leave it out to mean everything`)
	}
	return err
}

// scopesOf returns what the member "in" of a rule selects. What an address means depends on the
// current file; an address that means nothing there selects nothing.
func (s *Search) scopesOf(r *Rule) []selection.Target {
	if r.in == nil {
		return r.scopes
	}
	d := selection.Decoder{Language: s.Language, Files: true, Budget: s.Budget, Parsed: r.addresses, Apart: true, Code: []selection.Code{{Name: s.Name, Tree: s.File}}}
	targets, err := d.Targets(&scopeRules, r.in)
	if err != nil {
		return nil
	}
	return targets
}

// A scope is the part of a file that the member "in" of a rule selects.
type scope struct {
	blocks        map[syntax.ItemID]bool                  // with all their contents
	attributes    map[syntax.ItemID]bool                  // the whole attributes
	allAttributes map[syntax.ItemID]bool                  // bodies with all their attributes
	paths         map[syntax.ItemID][]selection.Attribute // attributes with chosen paths
}

// choose returns the part of a file that the rule searches, or nil if it searches the whole file.
func (s *Search) choose(r *Rule) *scope {
	if r.scopes == nil {
		return nil
	}
	c := &scope{map[syntax.ItemID]bool{}, map[syntax.ItemID]bool{}, map[syntax.ItemID]bool{}, map[syntax.ItemID][]selection.Attribute{}}
	scopes := s.scopesOf(r)
	for i := range scopes {
		t := &scopes[i]
		if t.Values {
			s.chooseValues(c, t)
			continue
		}
		body := language.Body(s.Language, t.Type)
		for i := range t.Entries {
			if e := &t.Entries[i]; s.isIn(e) {
				s.chooseAmong(c, e, s.blocksAt(t, e), body)
			}
		}
	}
	return c
}

// A folderMatch is whether a pattern of folders matches the folder with which it was last compared.
// Many files are in one folder, and many rules have the same pattern.
type folderMatch struct {
	folder string
	is     bool
}

// isIn reports whether the current file is one that an entry selects.
func (s *Search) isIn(e *selection.Pick) bool {
	if e.File != "" || !module.IsPattern(e.Folder) {
		return e.IsOf(s.Name, s.Budget)
	}
	folder, _ := module.Split(s.Name)
	s.Budget.Step(1 + (len(e.Folder)+len(folder))/bytesPerHash)
	last, ok := s.folders[e.Folder]
	if !ok || last.folder != folder {
		if s.folders == nil {
			s.folders = map[string]folderMatch{}
		}
		last = folderMatch{folder, e.IsOf(s.Name, s.Budget)}
		s.folders[e.Folder] = last
	}
	return last.is
}

// bytesPerHash is the number of bytes that are hashed or compared for one step.
const bytesPerHash = 64

// chooseValues adds to c the items that t selects in a file of variable values, whose attributes
// are at the top level.
func (s *Search) chooseValues(c *scope, t *selection.Target) {
	for i := range t.Entries {
		if e := &t.Entries[i]; s.isIn(e) && (e.File != "" || s.isValues()) {
			s.chooseIn(c, e, syntax.Root, language.Body(s.Language, t.Type))
		}
	}
}

// chooseAmong selects the candidate blocks that match the selectors of an entry, and adds to c the
// items that the entry names in these blocks.
func (s *Search) chooseAmong(c *scope, e *selection.Pick, candidates []syntax.ItemID, body *terraform.Body) {
	for _, id := range s.selectBlocks(e, candidates, body) {
		s.chooseIn(c, e, id, body)
	}
}

// chooseIn adds to c the items that an entry names in one body.
func (s *Search) chooseIn(c *scope, e *selection.Pick, id syntax.ItemID, body *terraform.Body) {
	if e.IsWhole() {
		c.blocks[id] = true
		return
	}
	c.allAttributes[id] = c.allAttributes[id] || e.Any
	for i := range e.Attributes {
		a := &e.Attributes[i]
		attr := s.File.Attribute(id, a.Name)
		switch {
		case attr == syntax.NoItem:
		case len(a.Path) == 0:
			c.attributes[attr] = true
		default:
			c.paths[attr] = append(c.paths[attr], *a)
		}
	}
	for i := range e.Blocks {
		t := &e.Blocks[i]
		for j := range t.Entries {
			if e := &t.Entries[j]; s.isIn(e) {
				nested := s.view().Index.Blocks(nil, id, []string{t.Type})
				s.chooseAmong(c, e, s.withLabels(nested, e), body.Block(t.Type))
			}
		}
	}
}

// chosen returns true if c selects the whole value of an attribute. Otherwise it returns the paths
// that c selects in the value. Set the argument whole if everything in the body is selected.
func (c *scope) chosen(body, attribute syntax.ItemID, whole bool) (all bool, paths []selection.Attribute) {
	if c == nil || whole || c.allAttributes[body] || c.attributes[attribute] {
		return true, nil
	}
	return false, c.paths[attribute]
}
