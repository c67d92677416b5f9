package project

import (
	"encoding/json"
	"slices"
	"strings"

	"iacedit/syntax"
	"iacedit/value"
)

// AppendRaw appends a value as "get -r" prints it, without the final line end: text without quotes
// and escapes, a template as in edits, and JSON for any other value.
func (v *Got) AppendRaw(dst []byte) []byte {
	raw := v.raw()
	return append(dst, strings.TrimSuffix(raw.text, "\n")...)
}

// A rawValue is a string as "get -r" prints it. template reports whether the text is a template or
// an expression in "${…}".
type rawValue struct {
	text       string
	template   bool
	expression bool
}

func (v *Got) raw() (r rawValue) {
	if json.Unmarshal(v.JSON, &r.text) != nil {
		return rawValue{text: string(v.JSON)}
	}
	e, err := syntax.ParseCode(append(slices.Clip(v.Source), '\n'))
	if err != nil {
		return r
	}
	root := e.Unwrapped(e.Root)
	r.expression = e.Node(root).Kind != syntax.NodeTemplate
	if text, ok := value.LiteralKey(e, root); ok && !r.expression {
		r.text = text
		return r
	}
	r.template = true
	return r
}

// AreTemplates reports whether all values are templates with sequences, such as "x-${var.a}".
func AreTemplates(values []Got) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(v Got) bool {
		r := v.raw()
		return !r.template || r.expression
	})
}

// readLike reads a text from a file, in the form in which "get -r" prints the old values, so that
// setting a value to what "get -r" printed changes nothing. If the old values are templates, the
// text is a template. A line end at the end of the file belongs to the value only if the old values
// end in one, or if only the new value has several lines.
func (v Value) readLike(old []Got) Value {
	ends, lines, same := false, false, true
	text := strings.TrimSuffix(v.Code, "\n")
	text = strings.TrimSuffix(text, "\r")
	for i := range old {
		r := old[i].raw()
		ends = ends || strings.HasSuffix(r.text, "\n")
		lines = lines || strings.Contains(r.text, "\n")
		same = same && r.template && strings.TrimSuffix(r.text, "\n") == text
	}
	if !ends && (lines || !strings.Contains(text, "\n")) {
		v.Code = text
	}
	if AreTemplates(old) || same {
		quoted, err := json.Marshal(v.Code)
		if err == nil {
			v.Code, v.Text = string(quoted), false
		}
	}
	return v
}
