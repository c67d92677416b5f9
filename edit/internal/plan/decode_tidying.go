package plan

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// A Tidying is the content of an entry under "tidy".
type Tidying struct {
	Only  Chores
	Named bool     // the entry names the chores; otherwise all that can be done are done
	By    []string // further arguments by whose literals blocks are found, such as arn
}

// Chores are a set of things that "tidy" does.
type Chores uint8

// The chores.
const (
	Nulls    Chores = 1 << iota // arguments that are null go
	Computed                    // arguments that only the provider sets go
	Headers                     // the comments of generators go
	IDs                         // IDs of other blocks become references
	Empty                       // empty values and blocks go that the provider fills
	Policies                    // strings that are JSON become calls of jsonencode
	Arrange                     // arguments go to their customary places
)

// choreNames has the names of the chores, in the order of their bits.
var choreNames = []string{"nulls", "computed", "headers", "ids", "empty", "policies", "order"}

// Has reports whether the entry asks for a chore.
func (t *Tidying) Has(c Chores) bool { return t.Only&c != 0 }

// tidyingKeys are the keys that an entry under "tidy" may have.
var tidyingKeys = append(slices.Clone(selection.Keys), "optional", "only", "by", "range", "ranges", "unreadable")

// decode decodes an entry under "tidy".
func (t *Tidying) decode(d *Decoder, s scope, e *Entry, v *value.Value) error {
	switch {
	case d.Language.Dialect.AnyBlock():
		return s.Refuse(v.At, `"tidy" is for the code of Terraform and OpenTofu`)
	case s.Values:
		return s.Refuse(v.At, "a file of variable values has no blocks, only attributes")
	}
	t.Only = ^Chores(0)
	for i := range v.Items {
		item := &v.Items[i]
		var err error
		switch item.Key {
		case "only":
			t.Only, t.Named = 0, true
			err = d.nameList(&s, item, `such as ["nulls", "ids"]`, t.addChore)
		case "by":
			err = d.nameList(&s, item, `such as ["arn"]`, func(s *scope, name *value.Value) error {
				if !value.IsIdentifier(name.Text) {
					return s.Refuse(name.At, "the name %s is not an identifier", excerpt.Quote(name.Text))
				}
				t.By = append(t.By, name.Text)
				return nil
			})
		default:
			err = d.commonKey(&s, e, item, tidyingKeys)
		}
		if err != nil {
			return err
		}
	}
	if len(t.By) > 0 && !t.Has(IDs) {
		return s.Refuse(e.At, `"by" is for "ids", which "only" lacks`)
	}
	return nil
}

// tidiedAt refuses the address of what is in a block.
func tidiedAt(_ address.Language, x *selection.Addressed) error {
	t := &x.Target
	if len(t.Blocks) == 1 && t.Path.Name == "" && !t.Any {
		return nil
	}
	t.Blocks, t.Path, t.Any = t.Blocks[:1], address.Path{}, false
	return fault.At(x.At, fault.InvalidRequest, `%s is inside a block, and "tidy" is for whole blocks: give the address %s`, x.Sent(), t.Address())
}

// nameList decodes a member of an entry that is a nonempty array of names, and calls add for each.
func (d *Decoder) nameList(s *scope, item *value.Item, such string, add func(s *scope, name *value.Value) error) error {
	v := &item.Value
	if v.Kind != value.Array || len(v.Items) == 0 {
		return s.Refuse(v.At, "%q must be an array of names, %s; found %s", item.Key, such, v.Kind)
	}
	for i := range v.Items {
		name := &v.Items[i].Value
		if err := d.Take(name.At); err != nil {
			return err
		}
		if name.Kind != value.String {
			return s.Refuse(name.At, "%q must be an array of names, %s; found %s", item.Key, such, name.Kind)
		}
		if err := add(s, name); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tidying) addChore(s *scope, name *value.Value) error {
	i := slices.Index(choreNames, name.Text)
	if i < 0 {
		return s.Refuse(name.At, "there is nothing to tidy by the name %s%s", excerpt.Quote(name.Text), nearest.Or(name.Text, choreNames))
	}
	t.Only |= 1 << i
	return nil
}
