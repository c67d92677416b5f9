package value

import (
	"fmt"
	"unicode/utf8"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/syntax"
)

// A Checker finds out whether values can be written as expressions, without writing them. It reuses
// its memory. The zero value is ready.
type Checker struct {
	budget *budget.Budget // charged for the work; nil for no bounds
	keys   keySet
	text   []byte
}

// SetBudget sets the budget that is charged for the work; nil for no bounds.
func (c *Checker) SetBudget(b *budget.Budget) { c.budget = b }

// Check returns the error that AppendValue would return for the value if the layout is valid.
func (c *Checker) Check(v *Value, p *Schema) error { return c.checkValue(orNull(v), p, 0) }

func (c *Checker) checkValue(v *Value, p *Schema, depth int) error {
	if p == nil {
		p = defaultSchema
	}
	if err := p.check(v); err != nil {
		return err
	}
	if depth > syntax.MaxDepth {
		return errDeep(v)
	}
	switch v.Kind {
	case Number:
		return checkNumber(v)
	case String:
		return c.checkString(v, p)
	case Array:
		for i := range v.Items {
			if err := c.checkValue(&v.Items[i].Value, p.Element(), depth+1); err != nil {
				return err
			}
		}
	case Object:
		return c.checkObject(v, p, depth)
	}
	return nil
}

// check returns an error for a value whose kind the place does not accept, and for a string other than
// the only one that it accepts.
func (p *Schema) check(v *Value) error {
	found := ""
	switch {
	case v.Kind > Object:
		return &ValueError{At: v.At, Message: "a value of no kind"}
	case !p.takes(v.Kind):
		found = describeFound(v)
	case v.Kind == String && p.Word != "" && Unwrap(v.Text) != p.Word:
		found = excerpt.Quote(v.Text)
	default:
		return nil
	}
	return &ValueError{At: v.At, Message: fmt.Sprintf("expected %s, found %s", p.want(), found)}
}

// describeFound returns a description of a value, such as "a number", for the message that a place
// does not accept the value.
func describeFound(v *Value) string {
	if v.Kind == String {
		if _, sole, err := scanSole([]byte(v.Text)); sole && err == nil {
			return "the expression " + excerpt.Quote(Unwrap(v.Text))
		}
	}
	return v.Kind.String()
}

// checkNumber returns an error for text that is no JSON number, and for a number that HCL refuses
// because of a huge exponent.
func checkNumber(v *Value) error {
	switch {
	case !isNumber(v.Text):
		return &ValueError{At: v.At, Message: excerpt.Quote(v.Text) + " is not a number"}
	case len(v.Text) > surelyFine && syntax.CheckExpression([]byte(v.Text)) != nil:
		return &ValueError{At: v.At, Message: "the number is out of range"}
	}
	return nil
}

func (c *Checker) checkString(v *Value, p *Schema) error {
	if err := c.checkText(v.Text, p.Mode); err != nil {
		return &ValueError{At: v.At, Message: excerpt.Quote(v.Text) + " " + describeError(err)}
	}
	return nil
}

// checkText returns the error that appendText would return.
func (c *Checker) checkText(s string, m Mode) (err error) {
	if m == Literal || m == Template && hasNoSequence(s) {
		if !utf8.ValidString(s) {
			return errEncoding
		}
		return nil
	}
	c.budget.Step(len(s) / bytesLexed)
	c.text, err = appendText(c.text[:0], s, m)
	return err
}

func (c *Checker) checkObject(v *Value, p *Schema, depth int) error {
	if i := c.keys.repeatedKey(v.Items, p.Keys, c.budget); i >= 0 {
		return errRepeated(&v.Items[i])
	}
	for i := range v.Items {
		item := &v.Items[i]
		if !IsIdentifier(item.Key) {
			if err := c.checkText(item.Key, p.Keys); err != nil {
				return errKey(item, err)
			}
		}
		if err := c.checkValue(&item.Value, p.Member(item.Key), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func errRepeated(item *Item) error {
	return &ValueError{At: item.Value.At, Message: "the key " + excerpt.Quote(item.Key) + " is given twice in one object"}
}

func errKey(item *Item, err error) error {
	return &ValueError{At: item.Value.At, Message: "the key " + excerpt.Quote(item.Key) + " " + describeError(err)}
}
