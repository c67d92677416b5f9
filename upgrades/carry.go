package upgrades

import (
	"bytes"

	"iacedit/internal/base/diff"
)

// A carrier converts lines of old code to the lines of the final code.
type carrier struct {
	files map[string][]byte // the final code
	known map[carried][]diff.Edit
}

// newCarrier returns a carrier to the final code of files.
func newCarrier(final map[string][]byte) *carrier { return &carrier{final, map[carried][]diff.Edit{}} }

// A carried is a version of a file: its name, and the memory of its code.
type carried struct {
	name string
	code *byte
}

// carry changes the line of a note to the line in the final code.
func (c *carrier) carry(n *Note) {
	new := c.files[n.File]
	if len(n.code) == 0 || bytes.Equal(n.code, new) {
		return
	}
	key := carried{n.File, &n.code[0]}
	edits, ok := c.known[key]
	if !ok {
		edits = diff.Lines(n.code, diff.Between(n.code, new), nil)
		c.known[key] = edits
	}
	n.Line = newLine(n.code, edits, n.Line)
}

// newLine returns the line that an old line becomes when edits of whole lines are made. A line that
// is replaced becomes the line at the same place of the new text.
func newLine(old []byte, edits []diff.Edit, line int) int {
	at, moved := 1, 0 // the old line at which the text between edits begins, and its distance
	from := 0
	for _, e := range edits {
		at += bytes.Count(old[from:e.From], []byte{'\n'})
		if at > line {
			break
		}
		gone, made := bytes.Count(old[e.From:e.To], []byte{'\n'}), bytes.Count(e.Text, []byte{'\n'})
		if line < at+gone {
			return at + moved + min(line-at, max(0, made-1))
		}
		at, from, moved = at+gone, e.To, moved+made-gone
	}
	return line + moved
}
