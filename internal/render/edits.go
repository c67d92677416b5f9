package render

import (
	"iacedit/internal/budget"
	"iacedit/internal/diff"
	"iacedit/internal/grow"
)

// LineEdits returns the changes to the source, as edits of whole lines (see diff.Lines). It
// compares only new text with the text that it replaced. If some of the source is out of order
// because it moved, it compares everything.
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

// A collector is an Encoder that writes nothing and notes text that is not source.
type collector struct {
	budget *budget.Budget
	at     int // up to where the source has been copied
	text   []byte
	edits  []diff.Edit
	moved  bool // some source came before source that precedes it
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

// close notes the edit that replaces the source not copied up to an offset.
func (c *collector) close(to int) {
	if c.at == to && len(c.text) == 0 {
		return
	}
	c.edits = append(c.edits, diff.Edit{From: c.at, To: to, Text: c.text})
	c.text = nil
}
