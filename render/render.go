// Package render edits the tree of a file, and writes the edited file. Everything that no edit
// touches keeps its bytes.
//
// A Draft is a syntax.File while it is edited. The methods of the File read it: they see the edits,
// and items keep their IDs. A Draft decides what edits leave open, by the rules of docs/layout.md:
// where new items go, how they are indented, and what happens to blank lines, commas and comments.
//
// No method writes code that does not parse, whatever its arguments are. After an error the draft is
// as it was before the call.
//
// Package edit is for programs that know what to change by its address. This package is for programs
// that walk the tree themselves.
package render

import (
	"errors"

	"iacedit/budget"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// A Draft is a file while it is edited. Several goroutines must not use one Draft, or its File, at
// once. A Draft must be made by New.
type Draft struct {
	draft *render.Draft
	ended error // an edit did not end: the text has become too long for the offsets of a Span
}

// A Place is a place for an attribute or block: directly before or directly after another one of the
// same body. The zero Place is the customary place of new code (docs/layout.md, "New code").
type Place struct {
	Before, After syntax.ItemID
}

// New returns a draft of a file. It returns an error if f is nil or was not made by syntax. Do not
// make two drafts of one file, and do not release the file while its draft is used.
func New(f *syntax.File) (*Draft, error) {
	if f == nil || f.Kind(syntax.Root) == syntax.KindNone {
		return nil, errors.New("the file was not parsed")
	}
	return &Draft{draft: render.NewDraft(f)}, nil
}

// Append appends the edited file to dst. It copies unchanged text from the source, and formats the
// blanks beside changes where the source was formatted there.
func (d *Draft) Append(dst []byte) []byte {
	if !d.isOpen() {
		return dst
	}
	return d.draft.Append(dst)
}

// Changed reports whether the file has edits.
func (d *Draft) Changed() bool { return d.isOpen() && d.draft.Changed() }

// AppendValue appends the value of an attribute, pair or element to dst, with all edits so far. It
// appends nothing if the item has no value. The File's Value is the value before edits inside of it.
func (d *Draft) AppendValue(dst []byte, id syntax.ItemID) []byte {
	if !d.isOpen() || !d.draft.InFile(id) {
		return dst
	}
	return d.draft.AppendValue(dst, id)
}

// Has reports whether an item is in the file: neither the item nor an item around it was deleted.
func (d *Draft) Has(id syntax.ItemID) bool { return d.isOpen() && d.draft.InFile(id) }

// Indent returns the blanks with which a new line inside of an item begins: a body, object or list.
// The lines of a value, but the first, must begin with them and with what the value itself adds.
func (d *Draft) Indent(parent syntax.ItemID) string {
	if !d.Has(parent) {
		return ""
	}
	return d.draft.ChildIndent(parent)
}

func (d *Draft) isOpen() bool { return d != nil && d.draft != nil && d.ended == nil }

// edit makes an edit. If there is an error, the ID is syntax.NoItem.
func (d *Draft) edit(make func() (syntax.ItemID, error)) (id syntax.ItemID, err error) {
	if d == nil || d.draft == nil {
		return syntax.NoItem, errors.New("the draft was not made by New")
	}
	if d.ended == nil {
		d.ended = budget.Try(func() error {
			id, err = make()
			return nil
		})
	}
	if d.ended != nil {
		return syntax.NoItem, d.ended
	}
	return id, err
}

// change makes an edit that adds no item.
func (d *Draft) change(make func() error) error {
	_, err := d.edit(func() (syntax.ItemID, error) { return syntax.NoItem, make() })
	return err
}
