package render

import (
	"iacedit/internal/budget"
	"iacedit/internal/diff"
	"iacedit/internal/grow"
)

// LineEdits returns the changes to the source, as edits of whole lines (see diff.Lines). It
// compares only new text with the text that it replaced. If moved items have changed the order of
// the source, it compares everything.
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

// A collector is an Encoder that records the edits instead of writing the file.
type collector struct {
	budget *budget.Budget
	at     int // the end of the source that has been copied
	text   []byte
	edits  []diff.Edit
	moved  bool // parts of the source were not in their order
}

// Source implements Encoder.
func (c *collector) Source(from, to int) {
	if from < c.at {
		c.moved = true
		return
	}
	c.close(from)
	c.at = to
}

// Text implements Encoder.
func (c *collector) Text(text []byte) { c.text = grow.Text(c.budget, c.text, text) }

// close records an edit: the text collected so far replaces the source from c.at to an offset.
func (c *collector) close(to int) {
	if c.at == to && len(c.text) == 0 {
		return
	}
	c.edits = append(c.edits, diff.Edit{From: c.at, To: to, Text: c.text})
	c.text = nil
}
