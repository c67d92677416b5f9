package project

import (
	"iacedit/address"
	"iacedit/edit"
)

// Comment sets the comment directly above a block, an attribute, a key or an element. If the
// address has a pattern, the comment is set for all matching items.
type Comment struct {
	Address string
	Text    string // "" removes the comment

	Optional bool // if the item is missing, nothing is changed
}

func (c *Comment) address() string { return c.Address }

func (c *Comment) action(*Scope) *action {
	return &action{choose: chooseComplete, edits: c.edits, each: true, optional: c.Optional}
}

func (c *Comment) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	r := newRequest(t, l, file, updating(t), edit.Update)
	r.optional = c.Optional
	r.existing = t.Several() && !l.IsValuesFile(t.Blocks[0].Type)
	return r.edits(commentOn(t, &c.Text)...)
}

// commentOn returns the parts of an edit that set the comment above the target to a text. An empty
// text removes the comment. If text is nil, commentOn returns nil.
func commentOn(t *address.Target, text *string) []edit.Part {
	name := t.Path.String()
	switch {
	case text == nil:
		return nil
	case t.Path.Name == "" && *text == "":
		return []edit.Part{edit.Uncomment()}
	case t.Path.Name == "":
		return []edit.Part{edit.Comment(*text)}
	case *text == "":
		return []edit.Part{edit.Uncomment(name)}
	}
	return []edit.Part{edit.CommentAttr(name, *text)}
}
