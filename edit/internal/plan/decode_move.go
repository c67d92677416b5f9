package plan

import "iacedit/value"

// moveContents decodes what an entry under "move" has beside its selectors and its place:
// the places of attributes and keys, and entries for nested blocks (docs/edits.md, "Rename and
// move").
func (d *Decoder) moveContents(s *scope, e *Entry, v *value.Value) error {
	for i := range v.Items {
		item := &v.Items[i]
		switch item.Key {
		case "attributes":
			if err := d.places(s, e, &item.Value); err != nil {
				return err
			}
		case "blockTypes":
			c := Change{Action: Move, At: item.Value.At}
			if err := d.content(s, &c, item); err != nil {
				return err
			}
			e.Changes = append(e.Changes, c)
		}
	}
	return nil
}

// movesNothing reports whether an entry under "move" says of nothing where it goes.
func (e *Entry) movesNothing() bool {
	for i := range e.Changes {
		if len(e.Changes[i].Blocks) > 0 {
			return false
		}
	}
	return e.Place == nil && e.ToFile == "" && len(e.Places) == 0
}
