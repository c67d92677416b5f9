package render

import (
	"iacedit/internal/base/budget"
	"iacedit/internal/base/diff"
	"iacedit/internal/base/grow"
)

// LineEdits returns the differences between the source and the edited file, as edits of whole lines
// (see diff.Lines). It compares each new text only with the source that this text replaced. If
// items have moved, it compares the whole file.
func (d *Draft) LineEdits() []diff.Edit {
	if !d.Changed() {
		return nil
	}
	source := d.store.Source()
	c := collector{budget: d.budget}
	d.Encode(&c)
	c.close(len(source))
	if c.moved {
		all := d.Append(nil)
		return diff.Lines(source, diff.Between(source, all), d.budget)
	}
	return diff.Lines(source, c.edits, d.budget)
}

// A collector is an Encoder that collects the edits for LineEdits.
type collector struct {
	budget *budget.Budget
	copied int // the end of the last text that was copied from the source
	text   []byte
	edits  []diff.Edit
	moved  bool // the pieces of the source were not in the order of the source
}

// Source implements Encoder.
func (c *collector) Source(from, to int) {
	if from < c.copied {
		c.moved = true
		return
	}
	c.close(from)
	c.copied = to
}

// Text implements Encoder.
func (c *collector) Text(text []byte) { c.text = grow.Text(c.budget, c.text, text) }

// close adds an edit: the text in c.text replaces the source from c.copied to the given offset.
func (c *collector) close(to int) {
	if c.copied == to && len(c.text) == 0 {
		return
	}
	c.edits = append(c.edits, diff.Edit{From: c.copied, To: to, Text: c.text})
	c.text = nil
}
