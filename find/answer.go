package find

import (
	"iacedit/internal/base/jsontext"
	"iacedit/internal/engine/rules"
)

// write writes a match as a JSON object. The answer has such objects in its array "found".
func (d *document) write(w *jsontext.Writer, f *rules.Found) {
	w.Raw(`{"rule":`)
	w.Int(f.Rule)
	if d.Name != "" {
		w.Raw(`,"file":`)
		w.Quote([]byte(d.Name))
	}
	w.Raw(`,"address":`)
	w.Quote(f.Address.Append(nil))
	w.Raw(`,"attribute":`)
	w.Quote(f.Path.Append(nil))
	w.Raw(`,"range":{"start":`)
	d.writePosition(w, f.At.From)
	w.Raw(`,"end":`)
	d.writePosition(w, f.At.To)
	w.Raw(`},"text":`)
	w.Quote(f.At.Of(d.Code))
	for i, h := range f.Held {
		if i == 0 {
			w.Raw(`,"names":{`)
		} else {
			w.Byte(',')
		}
		w.Quote([]byte(h.Text))
		w.Byte(':')
		d.writeHeld(w, &h)
	}
	if len(f.Held) > 0 {
		w.Byte('}')
	}
	w.Byte('}')
}

// writeHeld writes the code that a metavariable matched: a string for $name, or an array of strings
// for $$name.
func (d *document) writeHeld(w *jsontext.Writer, h *rules.Held) {
	if !h.Many {
		w.Quote(h.At[0].Of(d.Code))
		return
	}
	w.Byte('[')
	for i, at := range h.At {
		if i > 0 {
			w.Byte(',')
		}
		w.Quote(at.Of(d.Code))
	}
	w.Byte(']')
}

func (d *document) writePosition(w *jsontext.Writer, offset int32) {
	p := d.position(offset)
	w.Point(p.Line, p.Column, p.Offset)
}
