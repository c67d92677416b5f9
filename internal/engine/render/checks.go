package render

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/format"
	"iacedit/syntax"
	"iacedit/value"
)

// checks checks the arguments of a draft's methods.
type checks struct{ *items }

// The arguments of a Draft's methods are validated, so that the result always parses. Validation
// takes time in proportion to the new text.

// checkExists returns an error if an item is not in the file.
func (d *checks) checkExists(id syntax.ItemID) error {
	if !d.InFile(id) {
		return errors.New("the item is not in the file")
	}
	return nil
}

// checkHasValue returns an error if an item, such as a block, has no value.
func (d *checks) checkHasValue(id syntax.ItemID) error {
	if err := d.checkExists(id); err != nil {
		return err
	}
	if kind := d.item(id).Kind; !isItem(kind) || kind == syntax.KindBlock {
		return errors.New("the item has no value")
	}
	return nil
}

// checkRemovable returns an error if an item, such as an operand of a + b, cannot be removed
// without its siblings.
func (d *checks) checkRemovable(id syntax.ItemID) error {
	if err := d.checkExists(id); err != nil {
		return err
	}
	if d.item(d.item(id).Parent).Inside() >= syntax.InsideParens {
		return errors.New("the item is part of an expression, which needs it")
	}
	return nil
}

// checkHasBody returns an error if an item, such as an attribute, has no body.
func (d *checks) checkHasBody(id syntax.ItemID) error {
	if err := d.checkExists(id); err != nil {
		return err
	}
	if kind := d.item(id).Kind; kind != syntax.KindBlock && kind != syntax.KindRoot {
		return errors.New("the item has no body")
	}
	return nil
}

// checkBracket returns an error if the value of an item does not begin with the given bracket: "{"
// for an object, "[" for a tuple.
func (d *checks) checkBracket(id syntax.ItemID, opening byte) error {
	if err := d.checkHasValue(id); err != nil {
		return err
	}
	if d.At(d.item(id).Content)[0] != opening || !d.Expand(id) {
		return fmt.Errorf("the item's value is not in %c", opening)
	}
	return nil
}

// checkHasElements returns an error if the value of an item is neither a tuple nor a call with
// arguments.
func (d *checks) checkHasElements(id syntax.ItemID) error {
	if err := d.checkHasValue(id); err != nil {
		return err
	}
	switch d.Inside(id) {
	case syntax.InsideList:
		return nil
	case syntax.InsideCall:
		if d.LastItem(id) != syntax.NoItem {
			return nil
		}
	}
	return errors.New("the item's value is neither a tuple nor a call with arguments")
}

// addValue adds the text of a value to the file's text. It returns an error if the text is not one
// expression. It also adds a line end after the span that it returns, because the marker of a
// heredoc needs a line end.
func (d *checks) addValue(text []byte) (syntax.Span, error) {
	at := d.add(text, []byte{'\n'})
	at.To--
	if err := d.checkValue(at); err != nil {
		return at, fmt.Errorf("the value does not parse: %w", err)
	}
	return at, nil
}

// addAttributeValue is like addValue, but for the value of an attribute. For "${a.b}" it adds a.b,
// as "terraform fmt" does.
func (d *checks) addAttributeValue(text []byte) (syntax.Span, error) {
	if bare, ok := d.unwrapInterpolation(text); ok {
		text = bare
	}
	return d.addValue(text)
}

// unwrapInterpolation returns a.b if the value is "${a.b}", and false for any other value.
func (d *checks) unwrapInterpolation(value []byte) (bare []byte, ok bool) {
	if !bytes.HasPrefix(value, []byte(`"${`)) {
		return nil, false
	}
	d.budget.Step(len(value))
	return format.Unwrapped(value)
}

// addValueOf is like addValue, but for a new value of the given item. The value may contain line
// ends if the item is between brackets.
func (d *checks) addValueOf(id syntax.ItemID, text []byte) (syntax.Span, error) {
	if d.item(id).Kind == syntax.KindAttribute {
		return d.addAttributeValue(text)
	}
	if bytes.IndexByte(text, '\n') < 0 || !d.inBrackets(id) || bytes.Contains(text, []byte("<<")) {
		return d.addValue(text)
	}
	at := d.add([]byte{'('}, text, []byte{')', '\n'})
	at.To--
	d.budget.Parse(at.Len())
	e, err := syntax.ParseExpression(nil, d.Text(), at)
	if err != nil || e.Node(e.Root).Kind != syntax.NodeParen {
		return d.addValue(text)
	}
	return syntax.Span{From: at.From + 1, To: at.To - 1}, nil
}

// inBrackets reports whether an item is inside brackets or parentheses, in which line ends are like
// blanks.
func (d *checks) inBrackets(id syntax.ItemID) bool {
	for d.item(id).Kind == syntax.KindElement {
		d.budget.Step(1)
		id = d.item(id).Parent
		switch d.item(id).Inside() {
		case syntax.InsideList, syntax.InsideCall, syntax.InsideParens:
			return true
		}
	}
	return false
}

// errHeredocPlace is the error for a heredoc in a place where no line end can follow its marker.
var errHeredocPlace = errors.New("the marker of the heredoc would not be on a line by itself")

// addMemberValue is like addValue, but for the value of a new pair or element. The new item goes
// after the child prev of parent, or first if prev is NoItem. The error is errHeredocPlace if the
// value ends in a heredoc and no line end would follow it.
func (d *checks) addMemberValue(parent, prev syntax.ItemID, text []byte) (syntax.Span, error) {
	at, err := d.addValue(text)
	if err != nil {
		return at, err
	}
	before := prev
	if before == syntax.NoItem {
		before = d.item(parent).First
	}
	if (before == syntax.NoItem || !d.endsLine(before)) && d.endsInHeredoc(at) {
		return at, errHeredocPlace
	}
	return at, nil
}

// checkName returns an error if a text is not an identifier, and so cannot be an attribute's name
// or a block's type.
func checkName(name string) error {
	if !value.IsIdentifier(name) {
		return fmt.Errorf("%s is not an identifier", excerpt.Quote(name))
	}
	return nil
}

// checkLabels returns an error if a label is not UTF-8.
func checkLabels(labels []string) error {
	for _, label := range labels {
		if !utf8.ValidString(label) {
			return fmt.Errorf("the label %s is not UTF-8", excerpt.Quote(label))
		}
	}
	return nil
}

// checkKey returns an error if a text is not code for the key of a pair.
func (d *checks) checkKey(key string) error {
	if value.IsIdentifier(key) {
		return nil
	}
	text := []byte("{" + key + "=0}")
	e, err := syntax.ParseExpression(nil, text, syntax.Span{To: int32(len(text))})
	if err != nil {
		return fmt.Errorf("the key does not parse: %w", err)
	}
	root := e.Node(e.Root)
	pair := e.Node(root.First)
	if root.Kind != syntax.NodeObject || pair.Kind != syntax.NodePair || pair.Next != 0 || string(e.Source(pair.First)) != key {
		return fmt.Errorf("%s is not a key", excerpt.Quote(key))
	}
	return nil
}

func (d *checks) hasAttribute(body syntax.ItemID, name string) bool {
	return d.index.Attribute(body, name) != syntax.NoItem
}
