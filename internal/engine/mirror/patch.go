package mirror

import (
	"bytes"
	"fmt"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/diff"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/sequence"
	"iacedit/module"
	"iacedit/syntax"
)

// Encoded is native code and the JSON for it.
type Encoded struct {
	Tree *syntax.File // the tree of the native code
	JSON []byte       // on one line
	At   []int32      // for each attribute and block, the offset of its value in the JSON
	Lost syntax.Span  // the first comment that the JSON lacks; empty if it has all
}

// An Origin tells which item before an edit an attribute or block after the edit was.
type Origin struct {
	At     int      // an offset in the item before the edit; -1 for a new item
	Inside []Origin // of the items in a block; nil if the block has not changed
}

// A version is the native code of a file, before or after an edit, with the JSON for it.
type version struct {
	*Encoded
	doc *document
}

// valueOf returns the JSON value of an attribute, or the JSON object of a block.
func (v *version) valueOf(id syntax.ItemID) *node { return v.doc.valueAt(int(v.At[id])) }

// A form says whether a value that is changed becomes an attribute or blocks.
type form uint8

const (
	unturned form = iota
	toAttribute
	toBlocks
)

// A patcher makes the changes of native code in the JSON from which the code was made.
type patcher struct {
	m        *Mirror
	budget   *budget.Budget
	doc      *document      // the file
	old, new version        // the mirror's code, and the edited code
	turned   bool           // blocks have become attributes, or attributes blocks: equal JSON may stand for different code
	bodies   int32          // the number of bodies that have been compared
	texts    map[int32]text // items of the mirror's code by their contents; nil until they are needed
	form     form           // whether the value that is being changed has another form than before
	layout   layout
	finder   sequence.Finder
	refused  error
}

// errComment is the message about a comment for which JSON syntax has no place.
const errComment = `JSON syntax has no place for the comment %s: only files and blocks can have comments there, as the member "//"`

// errSyntax is the message about edited code that the JSON does not express.
const errSyntax = "JSON syntax cannot express the result of this edit: %s"

// Patch changes the JSON as an edit has changed the native code, whose new text is the argument
// code. All other bytes of the JSON stay as they are. The argument origins is about the items of the
// file in the order of the new code; for nil, values and names decide which item is which. The
// result is the mirror of the changed file. If JSON syntax cannot express the change, the error is a
// *fault.Error without a position.
func (m *Mirror) Patch(code []byte, origins []Origin, b *budget.Budget) (next *Mirror, err error) {
	defer budget.Catch(&err)
	if m.base != nil { // origins is about the code of m, but that of its base is compared
		m, origins = m.base, nil
	}
	if bytes.Equal(code, m.Code) {
		return m, nil
	}
	p := patcher{m: m, budget: b, doc: readDocument(m.JSON, b)}
	b.AffordSteps(stepsPerPatched * len(p.doc.nodes))
	var exact classes
	defer p.release()
	encode := func(before, after Converter) error {
		p.release()
		if err := p.encode(&p.old, m.Code, &exact, before); err != nil {
			return err
		}
		return p.encode(&p.new, code, &exact, after)
	}
	if err := encode(m.converter, m.converter); err != nil {
		return nil, err
	}
	before, after, turned := m.converter.Learn(p.old.Tree, p.new.Tree, b)
	if after != m.converter {
		if err := encode(before, after); err != nil {
			return nil, err
		}
	}
	p.turned = turned
	if lost := p.new.Lost; lost.Len() > 0 && p.old.Lost.Len() == 0 {
		return nil, refusal(errComment, excerpt.Quote(bytes.TrimSpace(p.new.Tree.At(lost))))
	}
	p.layout.learn(p.doc)
	p.patchBody(p.doc.root(), syntax.Root, syntax.Root, origins)
	if p.refused != nil {
		return nil, p.refused
	}
	text := diff.Apply(nil, m.JSON, p.edits(nil, p.doc.root()))
	b.Grow(len(text))
	next, err = newMirror(module.File{Name: m.name, Code: text}, after, b)
	if wrong, ok := err.(*fault.Error); ok {
		return nil, refusal(errSyntax, bare(wrong))
	} else if err != nil {
		return nil, err
	}
	again, err := p.toJSON(next.Code, after)
	if err != nil {
		return nil, err
	}
	defer again.Tree.Release()
	meaning := classes{loose: true}
	if !bytes.Equal(again.JSON, p.new.JSON) && meaning.of(again.JSON, b) != meaning.of(p.new.JSON, b) {
		return nil, refusal(errSyntax, "it has an order of blocks, or a kind of value, that files in JSON syntax cannot have")
	}
	return next, nil
}

// release releases the trees of both versions.
func (p *patcher) release() {
	for _, v := range [...]*Encoded{p.old.Encoded, p.new.Encoded} {
		if v != nil {
			v.Tree.Release()
		}
	}
	p.old.Encoded, p.new.Encoded = nil, nil
}

// encode sets v to native code and the JSON for it.
func (p *patcher) encode(v *version, code []byte, c *classes, convert Converter) (err error) {
	if v.Encoded, err = p.toJSON(code, convert); err == nil {
		v.doc = readDocument(v.JSON, p.budget)
		c.classify(v.doc, p.budget)
	}
	return err
}

// toJSON converts native code to JSON.
func (p *patcher) toJSON(code []byte, convert Converter) (*Encoded, error) {
	written, err := convert.ToJSON(module.File{Name: p.m.name, Code: code}, p.budget)
	if wrong, ok := err.(*fault.Error); ok {
		return nil, refusal(errSyntax, bare(wrong))
	}
	return written, err
}

// stepsPerPatched is less than the number of steps that Patch charges for each value of a file, after
// reading it.
const stepsPerPatched = 70

// refusal returns the error for an edit that is not possible in JSON syntax.
func refusal(format string, args ...any) error {
	return fault.At(-1, fault.InvalidRequest, format, args...)
}

// bare returns the message of an error that Invalid has made, without the position.
func bare(err *fault.Error) string {
	if at := err.Position; at != nil {
		place := fmt.Sprintf("line %d, column %d: ", at.Line, at.Column)
		if _, message, ok := bytes.Cut([]byte(err.Message), []byte(place)); ok {
			return string(message)
		}
	}
	return err.Message
}
