package project

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// An Expression is the code of a value.
type Expression string

// An Undeclared is an object to which edited code refers, and which its module does not declare. The
// warning has the place of the reference.
type Undeclared struct {
	Warning
	what   refs.Address
	module *Scope
}

// Missing returns the error with which Scope.References refuses the address of the object.
func (u *Undeclared) Missing() error {
	_, err := u.module.References(addressFor(u.what).String())
	if none, ok := errors.AsType[*NotFound](err); ok {
		return none
	}
	return errors.New(u.Message)
}

// NewlyUndeclared returns each object to which the code that a plan changes refers afterwards, but
// not before, and which the module does not declare. It skips modules whose files were named one by
// one, because other files may declare the objects.
func (s *Scope) NewlyUndeclared(p *Plan) (missing []Undeclared) {
	modules := map[string][]*Rewritten{}
	for i := range p.Changes {
		if c := &p.Changes[i]; s.roleOf(c.File.Title) == s.roleOf("") {
			dir := filepath.Dir(c.File.Title)
			modules[dir] = append(modules[dir], c)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(modules)) {
		module := &Scope{Space: s.Space, Load: s.Load, Options: s.Options, KeepGoing: s.KeepGoing}
		var rest []workspace.Source // the unchanged files
		whole := false
		for _, f := range s.Sources {
			if f.Dir() != dir {
				continue
			}
			whole = !f.Named
			module.Sources = append(module.Sources, f)
			if !slices.ContainsFunc(modules[dir], func(c *Rewritten) bool { return filepath.Base(c.File.Title) == filepath.Base(f.Title) }) {
				rest = append(rest, f)
			}
		}
		if all, err := s.index(rest); whole && err == nil {
			missing = append(missing, module.undeclaredIn(modules[dir], all)...)
		}
	}
	return missing
}

// undeclaredIn is NewlyUndeclared for one module, with its changed files and the index of the others.
func (s *Scope) undeclaredIn(changed []*Rewritten, rest []*indexed) (missing []Undeclared) {
	changes := make([]uses.Change, len(changed))
	for i, c := range changed {
		var before, after error
		changes[i].Before, before = syntax.Parse(c.Before)
		if changes[i].After, after = syntax.Parse(c.After); before != nil || after != nil {
			return nil
		}
	}
	for _, u := range uses.NewlyUndeclared(changes, s.roleOf(""), func(yield func(refs.Address) bool) {
		for _, x := range rest {
			for i := range x.declares {
				if !yield(x.declares[i].what) {
					return
				}
			}
		}
	}) {
		line, column := changes[u.Change].After.Position(u.Offset)
		missing = append(missing, Undeclared{Warning{File: changed[u.Change].File.Title, Line: line, Column: column, Message: fmt.Sprintf("the module does not declare %s, to which the edited code refers%s", s.referenceTo(u.Address), u.Near)}, u.Address, s})
	}
	return missing
}

// Lone returns an error for each name that stands alone in the expression, and so refers to
// nothing: region, for example, if var.region or the text "region" was meant. where is the address
// of the value, and must not be "".
func (e Expression) Lone(s *Scope, where string) (lone []error) {
	if s.Options.Dialect.AnyBlock() {
		return nil
	}
	tree := e.fileWith(where, s)
	var seen []string
	for r := range refs.All(tree, refs.Configuration) {
		name := string(tree.At(r.Root))
		if r.Kind != refs.Other || r.Place != refs.InExpression || len(r.Steps) > 0 || r.Quoted || name == oldName || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		whole := strings.TrimSpace(string(e)) == name
		lone = append(lone, errors.New(loneName(name, whole, s)))
	}
	return lone
}

// loneName returns the message about a name, such as "web", that refers to nothing if it stands
// alone. If the argument whole is true, the name is the entire expression.
func loneName(name string, whole bool, s *Scope) string {
	if meant := objectsNamed(name, s); len(meant) > 0 {
		return fmt.Sprintf("%s alone is not a reference; did you mean %s?", name, strings.Join(meant, " or "))
	}
	if t := terraform.Referred(name); t != nil {
		return fmt.Sprintf("%s alone is not a reference; the name of an object follows it: %[1]s.NAME", name)
	}
	if whole {
		return fmt.Sprintf("%s alone is not a reference; for the text give -s %[1]s", name)
	}
	return fmt.Sprintf("%s alone is not a reference; a text is in quotes: %q", name, name)
}

// fileWith returns a file that contains the expression as the value at an address. If the address
// is not that of an attribute in a block, the file has the expression as the value of a local. Each
// "$" that stands for the old value becomes oldName. If the expression does not parse, the file is
// empty.
func (e Expression) fileWith(at string, s *Scope) *syntax.File {
	code := withLineEnd(withoutOld(string(e)))
	head, tail := "locals {\n  value = ", "\n}\n"
	if t := targetOf(at, s.language()); t != nil {
		for _, step := range slices.Backward(t.Path.Steps) {
			if step.Kind == address.StepKey {
				code = "{ " + string(value.AppendString(nil, step.Key)) + " = " + code + " }"
			} else {
				code = "[" + code + "]"
			}
		}
		head, tail = "", "\n"
		for _, level := range t.Blocks {
			head += level.Type
			for range level.Labels {
				head += ` "x"`
			}
			head, tail = head+" {\n", tail+"}\n"
		}
		head += t.Path.Name + " = "
	}
	tree, err := syntax.Parse([]byte(head + code + tail))
	if err != nil {
		return new(syntax.File)
	}
	return tree
}

// targetOf parses the address of an attribute in a block, and resolves it in an empty file. For any
// other address it returns nil.
func targetOf(text string, l address.Language) *address.Target {
	a, err := address.Parse(text)
	if err != nil {
		return nil
	}
	empty, err := syntax.Parse(nil)
	if err != nil {
		return nil
	}
	t, err := a.Resolve(empty, l)
	if err != nil || t.Path.Name == "" || l.IsValuesFile(t.Blocks[0].Type) {
		return nil
	}
	return &t
}
