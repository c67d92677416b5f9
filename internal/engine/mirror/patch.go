package mirror

import (
	"bytes"
	"cmp"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/diff"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/jsontext"
	"iacedit/lexer"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// partAt returns the index of the last part that starts at or before an offset of the code.
func (m *Mirror) partAt(offset int) int {
	i, ok := slices.BinarySearchFunc(m.parts, offset, func(p part, offset int) int { return cmp.Compare(int(p.codeAt), offset) })
	if ok {
		return i
	}
	return i - 1
}

// Offset converts an offset of the code to an offset in the JSON. An item must start or end at the
// offset.
func (m *Mirror) Offset(offset int) int {
	if m == nil {
		return 0
	}
	i := m.partAt(offset)
	if i < 0 {
		return 0
	}
	p := m.parts[i]
	switch {
	case offset > int(p.codeAt+p.codeLen) && i+1 < len(m.parts):
		return int(m.parts[i+1].jsonAt)
	case p.codeLen == p.jsonLen:
		return int(p.jsonAt) + min(offset-int(p.codeAt), int(p.jsonLen))
	case offset >= int(p.codeAt+p.codeLen):
		return int(p.jsonAt + p.jsonLen)
	}
	return int(p.jsonAt)
}

// Position converts an offset of the code to a line and column in the JSON.
func (m *Mirror) Position(offset int) (line, column int) {
	if m == nil {
		return 1, 1
	}
	return syntax.Position(m.JSON, m.Offset(offset))
}

// errOnlyNames is the message about an edit that JSON syntax does not allow.
const errOnlyNames = `only names and references can be changed in JSON syntax; "iacedit convert" converts the file to native syntax`

// Patch applies edits of the code to the JSON, and returns the new JSON. The edits may change only
// names, labels, keys and text in strings. All other bytes of the JSON stay as they are. If an edit
// changes anything else, the error is a *fault.Error.
func (m *Mirror) Patch(edits []diff.Edit, b *budget.Budget) (text []byte, err error) {
	defer budget.Catch(&err)
	if m == nil || m.maker == nil || len(edits) == 0 {
		return nil, m.Refuse(edits)
	}
	var patches []diff.Edit
	for _, e := range edits {
		for _, t := range tokenEdits(m.Code, e) {
			patch, ok := m.patch(t)
			if !ok {
				return nil, m.refuse(e.From)
			}
			patches = append(patches, patch)
		}
	}
	slices.SortStableFunc(patches, func(a, b diff.Edit) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	// Several blocks may share a key in the JSON. Even if all of them are renamed, the key must be
	// changed only once.
	patches = slices.CompactFunc(patches, func(a, b diff.Edit) bool { return a.From == b.From && a.To == b.To && bytes.Equal(a.Text, b.Text) })
	for i := 1; i < len(patches); i++ {
		if patches[i].From < patches[i-1].To || patches[i].From == patches[i-1].From {
			return nil, m.refuse(edits[0].From)
		}
	}
	text = diff.Apply(nil, m.JSON, patches)
	b.Grow(len(text))
	again, err := m.maker.Of(module.File{Name: m.name, Code: text}, b)
	if err != nil || !sameTokens(again.Code, diff.Apply(nil, m.Code, edits)) {
		return nil, m.refuse(edits[0].From)
	}
	return text, nil
}

// Refuse returns the error for edits that do more than rename something. In JSON syntax, only
// renames are possible.
func (m *Mirror) Refuse(edits []diff.Edit) error {
	if len(edits) == 0 {
		return m.refuse(0)
	}
	return m.refuse(edits[0].From)
}

// refuse returns an error with the message errOnlyNames. The error has the position in the JSON
// that corresponds to the offset of the code.
func (m *Mirror) refuse(offset int) error {
	err := fault.At(-1, fault.InvalidRequest, errOnlyNames)
	line, column := m.Position(offset)
	err.Position = &fault.Position{Line: line, Column: column}
	return err
}

// patch converts an edit of the code to an edit of the JSON. It returns false if that is
// impossible.
func (m *Mirror) patch(e diff.Edit) (patch diff.Edit, ok bool) {
	first, last := m.partAt(e.From), m.partAt(max(e.To-1, e.From))
	if e.From == e.To { // inserted text belongs to the part before it
		first = m.partAt(e.From - 1)
		last = first
	}
	if first < 0 || last < first {
		return patch, false
	}
	a, b := m.parts[first], m.parts[last]
	for i := first; i < last; i++ {
		if m.parts[i].codeAt+m.parts[i].codeLen != m.parts[i+1].codeAt || m.parts[i].jsonAt+m.parts[i].jsonLen != m.parts[i+1].jsonAt {
			return patch, false
		}
	}
	into, outOf := e.From-int(a.codeAt), int(b.codeAt+b.codeLen)-e.To
	switch {
	case into < 0 || into > int(a.codeLen) || outOf < 0,
		a.codeLen != a.jsonLen && into != 0 && into != int(a.codeLen), b.codeLen != b.jsonLen && outOf != 0 && outOf != int(b.codeLen):
		return patch, false
	}
	patch.From, patch.To = int(a.jsonAt)+into, int(b.jsonAt+b.jsonLen)-outOf
	if a.codeLen != a.jsonLen && into > 0 {
		patch.From = int(a.jsonAt + a.jsonLen)
	}
	if b.codeLen != b.jsonLen && outOf > 0 {
		patch.To = int(b.jsonAt)
	}
	switch a.kind {
	case StringCode:
		patch.Text = jsonString(e.Text)
	case StringText:
		patch.Text = jsonString(syntax.AppendUnescaped(nil, e.Text))
	case Quote: // a whole key
		text, quoted := bytes.CutPrefix(e.Text, []byte(`"`))
		if quoted {
			text, quoted = bytes.CutSuffix(text, []byte(`"`))
			text = syntax.AppendUnescaped(nil, text)
		}
		if b.kind != Quote || first == last || !quoted && !value.IsIdentifier(string(text)) {
			return patch, false
		}
		patch.Text = append(append([]byte{'"'}, jsonString(text)...), '"')
	default:
		return patch, false
	}
	return patch, true
}

// A token is a token of native code, with its place in the code.
type token struct {
	kind     lexer.Kind
	from, to int
}

// tokens returns the tokens of code, without line ends and comments.
func tokens(code []byte) (all []token) {
	var s lexer.Scanner
	for s.Reset(code, 0); ; {
		t := s.Next()
		switch t.Kind {
		case lexer.EOF:
			return all
		case lexer.Newline, lexer.Comment:
		default:
			all = append(all, token{t.Kind, int(t.Start), int(t.End)})
		}
	}
}

// tokenEdits reduces an edit to the tokens that differ. If the old and the new text have equally
// many tokens, it returns an edit for each token that differs. Otherwise it returns one edit, which
// leaves out the tokens at the start and at the end that are the same in both texts.
func tokenEdits(code []byte, e diff.Edit) (edits []diff.Edit) {
	old := code[e.From:e.To]
	was, is := tokens(old), tokens(e.Text)
	same := func(a, b token) bool {
		return a.kind == b.kind && bytes.Equal(old[a.from:a.to], e.Text[b.from:b.to])
	}
	for len(was) > 0 && len(is) > 0 && same(was[0], is[0]) {
		was, is = was[1:], is[1:]
	}
	for len(was) > 0 && len(is) > 0 && same(was[len(was)-1], is[len(is)-1]) {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	if len(was) == len(is) {
		for i := range was {
			if !same(was[i], is[i]) {
				edits = append(edits, diff.Edit{From: e.From + was[i].from, To: e.From + was[i].to, Text: e.Text[is[i].from:is[i].to]})
			}
		}
		return edits
	}
	from, to, text := 0, 0, []byte(nil)
	switch {
	case len(was) > 0:
		from, to = was[0].from, was[len(was)-1].to
	default: // insert after the previous token
		all, behind := tokens(old), tokens(e.Text)
		for i := 0; i < min(len(all), len(behind)) && same(all[i], behind[i]); i++ {
			from, to = all[i].to, all[i].to
		}
	}
	if len(is) > 0 {
		text = e.Text[is[0].from:is[len(is)-1].to]
	}
	return []diff.Edit{{From: e.From + from, To: e.From + to, Text: text}}
}

// sameTokens reports whether two texts have the same tokens, ignoring quotes around names.
func sameTokens(a, b []byte) bool {
	plain := func(code []byte) []token {
		return slices.DeleteFunc(tokens(code), func(t token) bool { return t.kind == lexer.OQuote || t.kind == lexer.CQuote })
	}
	return slices.EqualFunc(plain(a), plain(b), func(x, y token) bool {
		name := x.kind == lexer.QuotedLit || y.kind == lexer.QuotedLit
		return (x.kind == y.kind || name) && bytes.Equal(a[x.from:x.to], b[y.from:y.to])
	})
}

// jsonString returns text with escapes, as it is written between the quotes of a JSON string.
func jsonString(text []byte) []byte {
	quoted := jsontext.AppendQuote(nil, text)
	return quoted[1 : len(quoted)-1]
}
