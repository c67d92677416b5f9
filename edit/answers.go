package edit

import (
	"slices"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/value"
)

// Answers is a bit set of the answers that a request asks for, such as ReturnCode|ReturnDiff
// (docs/edits.md, "Other answers").
type Answers uint8

// The bits of Answers. A request may ask for any combination.
const (
	ReturnCode    Answers = 1 << iota // the edited code of each file that changed or is new
	ReturnChanges                     // the text changes in these files
	ReturnDiff                        // the text changes as a unified diff
	ReturnReport                      // the outcome of each edit, and warnings
)

// answerNames are the strings allowed in "return". The index of a name is the number of its bit in
// Answers: "changes" is at index 1, and ReturnChanges is 1<<1.
var answerNames = []string{"code", "changes", "diff"}

// readReturn reads the value of "return", a name such as "diff" or an array of names.
func (b *bodyReader) readReturn(kind value.Kind) error {
	b.answers &^= ReturnCode
	if kind == value.String {
		return b.readAnswer()
	}
	if kind != value.Array {
		return fault.At(-1, fault.InvalidRequest, `"return" must be "code", "changes" or "diff", or an array of them; found %s`, kind)
	}
	more, err := b.reader.Open(0, ']')
	for ; more && err == nil; more, err = b.reader.More(']') {
		if kind := value.KindOf(b.reader.Peek()); kind != value.String {
			return fault.At(-1, fault.InvalidRequest, `"return" must be an array of strings, found %s in it`, kind)
		}
		if err := b.readAnswer(); err != nil {
			return err
		}
	}
	return err
}

// readAnswer reads one name in "return", and adds its bit to b.answers.
func (b *bodyReader) readAnswer() error {
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

// readReport reads the value of "report", true or false.
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
