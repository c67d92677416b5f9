package value

import (
	"errors"
	"slices"
	"strings"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
)

// A Layout describes how the code of a value is laid out.
type Layout struct {
	Newline string // "\n" or "\r\n"; "" means "\n"
	Indent  string // the indentation of the line on which the value starts: spaces and tabs
	Step    string // the indentation that each level adds: spaces and tabs
	Column  int    // the number of columns before the value on its first line
	OneLine bool   // arrays and objects stay on the first line

	// Heredoc allows heredocs: for the value itself, if it is a multi-line string, and for multi-line
	// strings in a multi-line object. Set it only if no comment follows the value, and the value's
	// line ends in "\n". If only Heredocs is set, the members of a multi-line object may be heredocs,
	// but not the value itself. What follows the value does not matter for Heredocs.
	Heredoc, Heredocs bool

	Like  *Examples     // the values beside the new value; nil for none
	Usual func() *Usual // the style of the file; nil for the default

	budget *budget.Budget // charged for the text; nil for no bounds
}

// SetBudget sets the budget that is charged for the text; nil for no bounds.
func (l *Layout) SetBudget(b *budget.Budget) { l.budget = b }

// check returns an error for a layout that contains anything but blanks and line ends.
func (l *Layout) check() error {
	if l.Newline == "" {
		l.Newline = "\n"
	}
	l.budget.Step((len(l.Indent) + len(l.Step)) / 16)
	if l.Newline != "\n" && l.Newline != "\r\n" || !isBlank(l.Indent) || !isBlank(l.Step) {
		return errors.New("a layout can contain only line ends, spaces and tabs")
	}
	return nil
}

// appendIndent appends the indentation of a line at a level. The level of the first line is 0.
func (l *Layout) appendIndent(dst []byte, level int) []byte {
	dst = grow.Text(l.budget, dst, l.Indent)
	for range level {
		dst = grow.Text(l.budget, dst, l.Step)
	}
	return dst
}

// isBlank reports whether a text consists of spaces and tabs.
func isBlank(text string) bool {
	for i := range len(text) {
		if text[i] != ' ' && text[i] != '\t' {
			return false
		}
	}
	return true
}

// fitsExamples reports whether a value is to be on one line because all examples are on one line.
// Such a value contains no heredoc, and has at most one member more than the largest example. The
// first two arguments are the results of Examples.form.
func (w *valueWriter) fitsExamples(form lineForm, most int, v *Value) bool {
	return form == oneLine && len(v.Items) <= most+1 && !hasHeredoc(v)
}

// hasHeredoc reports whether a value contains a string that might become a heredoc if the value
// were written over several lines.
func hasHeredoc(v *Value) bool {
	if v.Kind == String {
		return strings.HasSuffix(v.Text, "\n") && strings.Count(v.Text, "\n") > 1
	}
	return slices.ContainsFunc(v.Items, func(item Item) bool { return hasHeredoc(&item.Value) })
}

// tryInline writes an array or object on one line if it fits. Otherwise it writes nothing and
// returns false.
func (w *valueWriter) tryInline(v *Value, p *Schema) (done bool, err error) {
	start := len(w.buf)
	if err := w.writeInline(v, p); err != nil || w.fits(start) {
		return true, err
	}
	w.buf = w.buf[:start]
	return false, nil
}

// usualStyle returns the style of the file, or the default style if the layout has none.
func (w *valueWriter) usualStyle() *Usual {
	if w.usual == nil {
		w.usual = &defaultUsual
		if w.layout.Usual != nil {
			w.usual = w.layout.Usual()
		}
	}
	return w.usual
}

// defaultUsual is the default style.
var defaultUsual Usual
