package edit

import (
	"bytes"
	"slices"

	"iacedit/edit/internal/draft"
	"iacedit/internal/base/diff"
	"iacedit/internal/base/jsontext"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A TextChange replaces a range of a file's code. The changes of a file are in order and do not
// overlap. Their offsets are in the original code. To get the edited code, apply the changes from
// the last to the first. No change includes a whole line that the edits left as it was. Each change
// extends from the first to the last character that differs.
type TextChange struct {
	File  string `json:"file,omitempty"` // "" for the file without a name
	Start Point  `json:"start"`
	End   Point  `json:"end"` // the first character that is not replaced
	Text  string `json:"text"`
}

// A Point is a place in code. Line and Column count from 1, and Column counts characters as in a
// Position. Offset counts bytes from 0.
type Point struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// unnamed is the file name in the diff of code without a name.
const unnamed = "main.tf"

// linesOf returns the changes of a file as replacements of whole lines. Usually the draft has
// recorded the changes. If the file is new, is in JSON syntax, or was parsed again between two
// edits, linesOf compares the original code with the edited code.
func (r *request) linesOf(f *draft.File) []diff.Edit {
	if lines, ok := r.lines[f]; ok {
		return lines
	}
	var lines []diff.Edit
	if f.Made || f.Settled || f.JSON != nil {
		all := appendEdited(nil, f)
		lines = diff.Lines(sentText(f), diff.Between(sentText(f), all), r.budget)
	} else {
		lines = f.Draft.LineEdits()
	}
	if r.lines == nil {
		r.lines = map[*draft.File][]diff.Edit{}
	}
	r.lines[f] = lines
	return lines
}

// textChanges calls yield for each change in each file. The text that yield receives is in the
// memory of the request; to keep it, yield must copy it.
func (r *request) textChanges(yield func(f *draft.File, start, end Point, text []byte)) {
	for _, f := range r.draft.InOrder() {
		edits := slices.Clone(r.linesOf(f))
		diff.Characters(sentText(f), edits, r.budget)
		w := walker{code: sentText(f), line: 1}
		for _, e := range edits {
			start := w.moveTo(e.From)
			yield(f, start, w.moveTo(e.To), e.Text)
		}
	}
}

// A walker converts increasing offsets in code to Points. It counts each line break only once.
type walker struct {
	code     []byte
	at, line int
}

// moveTo returns the point at an offset, which must not be before the previous offset.
func (w *walker) moveTo(offset int) Point {
	w.line += bytes.Count(w.code[w.at:offset], []byte{'\n'})
	w.at = offset
	start := bytes.LastIndexByte(w.code[:offset], '\n') + 1
	if start == 0 {
		start = min(lexer.BOMLen(w.code), offset)
	}
	return Point{w.line, syntax.Columns(w.code[start:offset]) + 1, offset}
}

// writeChanges writes the member "changes" of an answer.
func (r *request) writeChanges(w *jsontext.Writer) {
	w.Raw(`"changes":[`)
	r.textChanges(func(f *draft.File, start, end Point, text []byte) {
		w.Separate()
		w.Byte('{')
		if r.module {
			w.Raw(`"file":`)
			w.Quote([]byte(f.Name))
			w.Byte(',')
		}
		start.write(w, `"start":`)
		end.write(w, `,"end":`)
		w.Raw(`,"text":`)
		w.Quote(text)
		w.Byte('}')
	})
	w.Byte(']')
}

// write writes a key such as `"start":` and then the point, as the value of the key.
func (p Point) write(w *jsontext.Writer, key string) {
	w.Raw(key)
	w.Point(p.Line, p.Column, p.Offset)
}

// bytesPerChange is the approximate size of a TextChange in memory, without its strings.
const bytesPerChange = 96

// changesOf returns the changes in all files as a slice.
func (r *request) changesOf() (changes []TextChange) {
	r.textChanges(func(f *draft.File, start, end Point, text []byte) {
		r.budget.Write(bytesPerChange+len(f.Name)+len(text), 0)
		changes = append(changes, TextChange{f.Name, start, end, string(text)})
	})
	return changes
}

// isNew reports whether a file is new, and something was written into it.
func isNew(f *draft.File) bool { return f.Made && (f.JSON != nil || f.Settled || f.Draft.Changed()) }

// appendDiff appends the unified diffs of all files to dst.
func (r *request) appendDiff(dst []byte) []byte {
	for _, f := range r.draft.InOrder() {
		name := f.Name
		if !r.module {
			name = unnamed
		}
		edits, from := r.linesOf(f), "a/"+name
		switch {
		case isNew(f) && len(edits) == 0:
			dst = diff.AppendEmptyFile(dst, name)
			continue
		case f.Made:
			from = diff.NoFile
		}
		dst = diff.AppendUnified(dst, from, "b/"+name, sentText(f), edits, r.budget)
	}
	return dst
}

// sentText returns the text of a file as it is in the request. For a file in JSON syntax, it
// returns JSON, not the equivalent native code.
func sentText(f *draft.File) []byte {
	if f.JSON != nil {
		return f.Sent
	}
	return f.Code
}

// appendEdited appends the edited code of a file to dst. For a file in JSON syntax, it appends
// JSON, not the equivalent native code.
func appendEdited(dst []byte, f *draft.File) []byte {
	if f.JSON == nil {
		return f.Draft.Append(dst)
	}
	return append(dst, f.JSON.JSON...)
}
