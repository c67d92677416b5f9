package edit

import (
	"slices"

	"iacedit/internal/excerpt"
	"iacedit/internal/fault"
	"iacedit/internal/nearest"
	"iacedit/value"
)

// Answers is a set of the answers that a request may ask for (docs/edits.md, "Other answers").
type Answers uint8

// The answers. A request may ask for any combination.
const (
	ReturnCode    Answers = 1 << iota // the whole code of the files that changed or are new
	ReturnChanges                     // the text changes in these files
	ReturnDiff                        // the same changes, as a unified diff
	ReturnReport                      // the outcome of each edit, and warnings
)

// answerNames are the names allowed in "return". The index of a name is the index of its bit in
// Answers.
var answerNames = []string{"code", "changes", "diff"}

// readReturn reads the member "return".
func (b *bodyReader) readReturn(kind value.Kind) error {
	b.answers &^= ReturnCode
	if kind == value.String {
		return b.answer()
	}
	if kind != value.Array {
		return fault.At(-1, fault.InvalidRequest, `"return" must be "code", "changes" or "diff", or an array of them; found %s`, kind)
	}
	more, err := b.reader.Open(0, ']')
	for ; more && err == nil; more, err = b.reader.More(']') {
		if kind := value.KindOf(b.reader.Peek()); kind != value.String {
			return fault.At(-1, fault.InvalidRequest, `"return" must be an array of strings, found %s in it`, kind)
		}
		if err := b.answer(); err != nil {
			return err
		}
	}
	return err
}

// answer reads one name in "return".
func (b *bodyReader) answer() error {
	name, err := b.reader.String()
	if err != nil {
		return err
	}
	i := slices.Index(answerNames, name)
	if i < 0 {
		return fault.At(-1, fault.InvalidRequest, `"return" has no %s; there are "code", "changes" and "diff"%s`, excerpt.Quote(name), nearest.DidYouMean(name, slices.Values(answerNames)))
	}
	b.answers |= 1 << i
	return nil
}

// readReport reads the member "report".
func (b *bodyReader) readReport(kind value.Kind) error {
	switch kind {
	case value.True:
		b.answers |= ReturnReport
	case value.False:
	default:
		return fault.At(-1, fault.InvalidRequest, `"report" must be true or false, found %s`, kind)
	}
	return b.reader.Skip()
}
