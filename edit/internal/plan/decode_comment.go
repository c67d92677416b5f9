package plan

import (
	"iacedit/internal/excerpt"
	"iacedit/value"
)

// comment decodes the comment of an entry's block (docs/edits.md, "Comments and places").
func (d *Decoder) comment(s *scope, e *Entry, v *value.Value) error {
	switch {
	case !s.action.Gives():
		return s.refuse(v.At, `"comment" is for "add", "update" and "set"`)
	case s.file:
		return s.refuse(v.At, `a file of variable values has no block that "comment" could be about; "comments" are about its attributes`)
	}
	e.Comment = v
	return s.checkComment(`"comment"`, v)
}

// comments decodes the comments of attributes, keys and elements.
func (d *Decoder) comments(s *scope, e *Entry, v *value.Value) error {
	switch {
	case !s.action.Gives():
		return s.refuse(v.At, `"comments" are for "add", "update" and "set"`)
	case v.Kind != value.Object:
		return s.refuse(v.At, `"comments" must be an object of comments by attribute, found %s`, v.Kind)
	}
	e.Comments = d.memory.attributes.take(len(v.Items))
	for i := range v.Items {
		attr, err := d.attribute(s, &v.Items[i], forName)
		if err != nil {
			return err
		}
		e.Comments[i] = attr
		if err := s.checkComment("the comment of "+excerpt.Quote(attr.Text), &attr.Value); err != nil {
			return err
		}
	}
	return nil
}

func (s *scope) checkComment(what string, v *value.Value) error {
	if v.Kind != value.String && v.Kind != value.Null {
		return s.refuse(v.At, "%s must be a string, or null to remove it; found %s", what, v.Kind)
	}
	return nil
}
