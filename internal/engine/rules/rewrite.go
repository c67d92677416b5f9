package rules

import (
	"iacedit/address"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Rewriting is the result of applying one rule to one file.
type Rewriting struct {
	Edits   []pattern.Edit // in order, in values of attributes
	Found   int            // the number of matches, including matches that stay unchanged
	Left    []Left         // the matches that are left unchanged
	Changed []Place        // the attributes that changed
}

// A Place is an attribute, or a part of its value.
type Place struct {
	Address address.Address
	Path    address.Path
	At      syntax.Span
}

// Where returns the address of the block and the path in it, for a message.
func (p *Place) Where() string { return p.Address.String() + " " + p.Path.String() }

// A Left describes a match that is left unchanged because Terraform does not allow the new code.
type Left struct {
	Place
	Takes string // the expressions that Terraform allows there
}

// Rewrite applies a rule to the current file. It returns the edits, but does not apply them. The
// error is a *pattern.Refusal.
func (s *Search) Rewrite(r *Rule) (made Rewriting, err error) {
	if !s.begin([]*Rule{r}) {
		return made, nil
	}
	a := &s.active[0]
	err = s.walk(func(x *valueSite) error { return s.rewrite(&made, x, a) })
	return made, err
}

func (s *Search) rewrite(made *Rewriting, x *valueSite, a *activeRule) (err error) {
	whole, paths := x.searchedPaths(a)
	if !whole && len(paths) == 0 {
		return nil
	}
	e := x.parse()
	chosen := x.chosen(whole, paths)
	mayReplace := func(id syntax.NodeID) bool { return chosen(id) && (s.Only == nil || s.Only(e.Node(id).Span())) }
	needed := x.neededReferences(a, mayReplace)
	ask := func(id syntax.NodeID, new func() []byte) bool {
		if !mayReplace(id) {
			return false
		}
		made.Found++
		takes := x.refusal(a.Rule, id, needed, new)
		if takes == "" {
			return true
		}
		s.Budget.Step(stepsPerFound)
		s.Budget.Grow(bytesPerFound)
		at := Place{s.blockAddress(), x.path(id), e.Node(id).Span()}
		made.Left = append(made.Left, Left{at, takes})
		return false
	}
	before := len(made.Edits)
	if a.pattern != nil {
		made.Edits, err = s.matcher.Rewrite(made.Edits, e, s.hidden, a.pattern, a.to, ask)
	} else {
		made.Edits, err = s.matcher.RewriteText(made.Edits, e, s.hidden, a.finder(s.Budget), a.by, ask)
	}
	if len(made.Edits) > before {
		made.Changed = append(made.Changed, Place{s.blockAddress(), address.Path{Name: x.name()}, s.File.Value(x.item)})
	}
	return err
}

// Takes returns a description of the expressions that a place allows.
func Takes(place terraform.Place) string { return allowedCode[place] }

var allowedCode = [...]string{
	terraform.Ordinary:        "anything",
	terraform.Type:            "only a type",
	terraform.Constant:        "no references or calls",
	terraform.Dependencies:    "only references to whole resources, data sources and modules",
	terraform.Provider:        "only a provider configuration",
	terraform.Providers:       "only provider configurations",
	terraform.OwnAttributes:   "only the names of the block's own attributes",
	terraform.ReplaceTriggers: "only references to resources",
	terraform.Imported:        "only the address of a resource",
	terraform.Actions:         "only references to actions",
	terraform.Destroying:      "only self, count.index and each.key",
	terraform.Validating:      "only an expression that refers to the variable itself",
	terraform.Checking:        "only an expression that refers to something",
}
