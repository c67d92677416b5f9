package plan

import (
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

// comment decodes "comment", the comment above the block of an entry (docs/edits.md, "Comments and
// places").
func (d *Decoder) comment(s *scope, e *Entry, v *value.Value) error {
	switch {
	case !s.action.SetsComments():
		return s.Refuse(v.At, `"comment" is for "add", "update", "set" and "delete"`)
	case s.Values:
		return s.Refuse(v.At, `a file of variable values has no block that "comment" could be about; "comments" are about its attributes`)
	}
	e.Comment = v
	return d.checkComment(s, `"comment"`, v)
}

// comments decodes the member "comments" or "lineComments": the comments above attributes, keys and
// elements in the block, or behind them.
func (d *Decoder) comments(s *scope, item *value.Item) ([]Attribute, error) {
	v := &item.Value
	switch {
	case !s.action.SetsComments():
		return nil, s.Refuse(v.At, `%q are for "add", "update", "set" and "delete"`, item.Key)
	case v.Kind != value.Object:
		return nil, s.Refuse(v.At, `%q must be an object of comments by attribute, found %s`, item.Key, v.Kind)
	}
	all := d.Attributes(len(v.Items))
	for i := range v.Items {
		attr := &all[i]
		if err := d.Attribute(attr, &s.Scope, &v.Items[i], selection.ToName); err != nil {
			return nil, err
		}
		if err := d.checkComment(s, "the comment of "+excerpt.Quote(attr.Text), &attr.Value); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (d *Decoder) checkComment(s *scope, what string, v *value.Value) error {
	if s.action.Removes() && v.Kind != value.Null {
		return s.Refuse(v.At, "%s must be null under delete, which removes it; found %s", what, v.Kind)
	}
	if v.Kind != value.String && v.Kind != value.Null {
		return s.Refuse(v.At, "%s must be a string, or null to remove it; found %s", what, v.Kind)
	}
	return nil
}
