package tidy

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"iacedit/internal/base/grow"
	"iacedit/syntax"
	"iacedit/value"
)

// A hole is an interpolation in JSON text. As long as the text is read as JSON, its number between the
// signs opening and closing stands for it.
type hole struct {
	code   string // the expression
	text   bool   // its value is a string
	member bool   // it stands outside of strings, and is the argument of a call of jsonencode
}

// The signs are of Unicode's private use area.
const opening, closing = "\ue000", "\ue001"

// read reads a template as JSON. The strings of the value are templates, in which the interpolations
// stand. The result same is true if jsonencode writes the very text for the value.
func (t *tidier) read(folder string, e *syntax.Expr) (v value.Value, same, ok bool) {
	var text []byte
	var holes []hole
	quoted := false // the place is in a string of the JSON
	for _, part := range e.Parts(nil, e.Root) {
		if part.Node == 0 {
			if bytes.Contains(part.Text, []byte(opening)) {
				return v, false, false
			}
			quoted = endsQuoted(part.Text, quoted)
			text = grow.Text(t.m.Budget, text, part.Text)
			continue
		}
		h, ok := t.hole(folder, e, part.Node, quoted)
		if !ok {
			return v, false, false
		}
		sign := opening + strconv.Itoa(len(holes)) + closing
		if h.member {
			sign = `"` + sign + `"`
		}
		text, holes = grow.Text(t.m.Budget, text, sign), append(holes, h)
	}
	var r value.Reader
	r.SetBudget(t.m.Budget)
	r.Reset(text)
	v, err := r.Value()
	if err != nil || r.End() != nil || v.Kind != value.Object && v.Kind != value.Array {
		return v, false, false
	}
	same = len(holes) == 0 && isCanonical(text, &v)
	return v, same, t.fill(&v, holes)
}

// endsQuoted reports whether JSON text ends in a string, given whether it starts in one.
func endsQuoted(text []byte, quoted bool) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == '\\':
			i++
		}
	}
	return quoted
}

// hole reads an interpolation. The result ok is false for one that code could not stand for.
func (t *tidier) hole(folder string, e *syntax.Expr, id syntax.NodeID, quoted bool) (h hole, ok bool) {
	n := e.Node(id)
	if n.Kind != syntax.NodeInterp {
		return h, false
	}
	if quoted {
		text := t.types.TypeOf(folder, e, n.First).Usual == "string"
		return hole{code: string(e.Source(n.First)), text: text}, true
	}
	call := e.Node(n.First)
	if call.Kind != syntax.NodeCall || string(e.Source(call.First)) != "jsonencode" || call.Flags&syntax.FlagExpanded != 0 {
		return h, false
	}
	argument := e.Node(call.First).Next
	if argument == 0 || e.Node(argument).Next != 0 {
		return h, false
	}
	return hole{code: string(e.Source(argument)), member: true}, true
}

// fill makes templates of the strings and keys of a value, with the interpolations in the place of
// their signs. The result is false if this is impossible.
func (t *tidier) fill(v *value.Value, holes []hole) (ok bool) {
	if v.Text, ok = t.filled(v.Text, holes, false); !ok {
		return false
	}
	for i := range v.Items {
		item := &v.Items[i]
		if item.Key, ok = t.filled(item.Key, holes, true); !ok || !t.fill(&item.Value, holes) {
			return false
		}
	}
	return true
}

func (t *tidier) filled(text string, holes []hole, isKey bool) (template string, ok bool) {
	if !norm.NFC.IsNormalString(text) { // HCL would write another string
		return "", false
	}
	rest, from, found := strings.Cut(value.EscapeTemplate(text), opening)
	if !found {
		return rest, true
	}
	for out := grow.Text(t.m.Budget, nil, rest); ; {
		number, after, _ := strings.Cut(from, closing)
		i, err := strconv.Atoi(number)
		if err != nil || i < 0 || i >= len(holes) {
			return "", false
		}
		h := holes[i]
		sole := len(out) == 0 && after == ""
		switch {
		case h.member && isKey:
			return "", false
		case sole && !h.member && !h.text && !isKey: // a template of one interpolation has its type
			h.code = "tostring(" + h.code + ")"
		}
		rest, from, found = strings.Cut(after, opening)
		if out = grow.Text(t.m.Budget, out, "${"+h.code+"}"+rest); !found {
			return string(out), true
		}
	}
}
