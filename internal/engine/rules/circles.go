package rules

import (
	"iter"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/refs"
	"iacedit/syntax"
)

// Circles knows what the objects of a module refer to, so that a rule does not make an object refer
// to itself, neither directly nor by way of other objects. The code of the module must not change
// as long as the Circles is used.
type Circles struct {
	files  iter.Seq[*syntax.File]
	role   refs.Role
	budget *budget.Budget

	needs   map[refs.Address][]refs.Address // what each object refers to; nil until it is needed
	held    int                             // the bytes that needs holds
	reached map[*Rule]map[refs.Address]bool // the objects that the new code of a rule needs
}

// NewCircles returns a Circles for the module with the given configuration files, or nil if the
// language of the files does not define what references mean.
func NewCircles(files iter.Seq[*syntax.File], l address.Language, b *budget.Budget) *Circles {
	if !l.Dialect.Refers() {
		return nil
	}
	return &Circles{files: files, role: refs.RoleIn(l.Dialect, false), budget: b}
}

// Release gives the memory of the Circles back to the budget. The Circles must not be used again.
func (c *Circles) Release() {
	if c != nil {
		c.budget.Drop(c.held)
		*c = Circles{}
	}
}

// closes reports whether an object would need itself if it contained the new code of a rule.
func (c *Circles) closes(owner refs.Address, r *Rule) bool {
	if c == nil || owner.Kind == refs.Other || len(r.targets()) == 0 {
		return false
	}
	reached, known := c.reached[r]
	if !known {
		reached = c.reachedFrom(r.targets())
		if c.reached == nil {
			c.reached = map[*Rule]map[refs.Address]bool{}
		}
		c.reached[r] = reached
	}
	return reached[owner]
}

// Join records that an object refers to another one, unless the object would then need itself. It
// reports whether it has.
func (c *Circles) Join(from, to refs.Address) bool {
	if c == nil {
		return true
	}
	if c.reachedFrom([]refs.Address{to})[from] {
		return false
	}
	c.note(from, to)
	return true
}

// note records that an object refers to another one.
func (c *Circles) note(from, to refs.Address) {
	c.budget.Hold(bytesPerFound)
	c.budget.Step((len(from.Type) + len(from.Name)) / 64) // they are hashed
	c.held += bytesPerFound
	c.needs[from] = append(c.needs[from], to)
}

// reachedFrom returns the given objects, and all objects that they need.
func (c *Circles) reachedFrom(objects []refs.Address) map[refs.Address]bool {
	if c.needs == nil {
		c.read()
	}
	reached := map[refs.Address]bool{}
	for todo := append([]refs.Address{}, objects...); len(todo) > 0; {
		next := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !reached[next] {
			reached[next] = true
			c.budget.Step(1 + len(c.needs[next]))
			todo = append(todo, c.needs[next]...)
		}
	}
	return reached
}

// read sets c.needs.
func (c *Circles) read() {
	c.needs = map[refs.Address][]refs.Address{}
	for f := range c.files {
		c.budget.Parse(len(f.Text()))
		var in syntax.Span // the last attribute that declares an object
		var declared refs.Address
		for r := range refs.All(f, c.role) {
			owner := r.OwnerAddress(f)
			if typ := string(f.Name(r.Owner.Item)); c.role.DeclaresAttributes(typ) {
				if r.In != in {
					in, declared = r.In, refs.Address{Kind: c.role.KindOf(typ), Name: string(f.At(r.In))}
				}
				owner = declared
			}
			switch {
			case r.Kind == refs.Self, r.Kind == refs.Own, r.Kind == refs.Other:
			case owner.Kind.Needs():
				c.note(owner, r.Address(f))
			}
		}
	}
}

// Owner returns the address of the object in whose definition an attribute of a file is: a local, or
// a top-level block. If there is no such object, its Kind is Other.
func Owner(f *syntax.File, attribute syntax.ItemID, role refs.Role) refs.Address {
	top := attribute
	for f.Item(top).Parent != syntax.Root {
		top = f.Item(top).Parent
	}
	typ := string(f.Name(top))
	kind := role.KindOf(typ)
	labels := syntax.Strings(f.Labels(top))
	switch {
	case top == attribute || kind == refs.Other || kind == refs.Provider:
		return refs.Address{}
	case role.DeclaresAttributes(typ):
		return refs.Address{Kind: kind, Name: string(f.Name(attribute))}
	case kind.HasType() != (len(labels) == 2) || len(labels) == 0:
		return refs.Address{}
	case len(labels) == 1:
		return refs.Address{Kind: kind, Name: labels[0]}
	}
	return refs.Address{Kind: kind, Type: labels[0], Name: labels[1]}
}
