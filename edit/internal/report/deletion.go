package report

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/refs"
	"iacedit/syntax"
)

// A deletion is a deleted object to which expressions may still refer.
type deletion struct {
	at      int
	file    *draft.File
	where   address.Address // the address of the block
	offset  int32           // the offset of the object's name in the code as sent; -1 if the name is not in that code
	address refs.Address
	output  string // the name of a deleted output; address is empty then
	name    string // for messages
	action  plan.Action
	places  []string
	more    int // the number of further places, which are not listed because there are more than mostPlaces
}

// mostPlaces is the largest number of places that a warning about a deleted object lists.
const mostPlaces = 5

// addReference records the place of a reference to the deleted object, for the list in the warning.
func (d *deletion) addReference(m *draft.Module, f *draft.File, tree *syntax.File, r *refs.Reference) {
	place := ""
	if r.Owner != nil && r.Owner.Item != syntax.NoItem && r.Owner.Item != syntax.Root {
		place = m.Language.Header(tree, syntax.Root, r.Owner.Item).String() + "."
	}
	d.addPlace(place+string(tree.At(r.In)), r.At.From, f, tree)
}

// addPlace is like addReference, but its arguments are the address of the reference, such as
// output.id.value, and the offset of the reference in the edited file. Several references in one
// line of an attribute are listed once.
func (d *deletion) addPlace(place string, offset int32, f *draft.File, tree *syntax.File) {
	if len(d.places) == mostPlaces {
		d.more++
		return
	}
	line, _ := tree.Position(offset)
	where := fmt.Sprintf("on line %d of the code as edited", line)
	if f.Name != "" {
		where = fmt.Sprintf("on line %d of %s as edited", line, f.Name)
	}
	said := strings.TrimSuffix("by "+excerpt.Printable([]byte(place))+" "+where, " ")
	if !slices.Contains(d.places, said) {
		d.places = append(d.places, said)
	}
}

// list returns the text of all recorded places for a message.
func (d *deletion) list() string {
	text := strings.Join(d.places, ", ")
	if d.more > 0 {
		text += ", and in " + excerpt.Count(d.more, "more place")
	}
	return text
}
