package plan

import (
	"fmt"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/rules"
	"iacedit/internal/engine/selection"
	"iacedit/value"
)

func (d *Decoder) attributes(s *scope, c *Change, v *value.Value) error {
	d.makeRoom(c, len(v.Items))
	u := selection.ToFind
	switch {
	case c.Action.Makes():
		u = selection.ToGive
	case c.Action.ReplacesText():
		u = selection.ToName
	}
	if c.Action.Finds() && !s.adds {
		u |= selection.OrMatching
	}
	for i := range v.Items {
		c.Attributes = append(c.Attributes, Attribute{})
		attr := &c.Attributes[len(c.Attributes)-1]
		err := d.Attribute(attr, &s.Scope, &v.Items[i], u)
		switch {
		case err != nil:
		case c.Action.ReplacesText():
			err = d.textChange(s, attr)
		case !c.Action.Names() || attr.EndsInEqual():
			if err = prepareOld(s, c, attr); err == nil {
				err = d.Judge(&s.Scope, attr)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// textChange decodes the value of an attribute under "replace". The value describes the text to
// replace inside the old value of the attribute.
func (d *Decoder) textChange(s *scope, attr *Attribute) error {
	d.Budget.Step(stepsPerTextChange)
	t, err := rules.DecodeTextChange(s.String()+": the attribute "+excerpt.Quote(attr.Text), &attr.Value, d.Budget)
	attr.Texts = t
	return err
}

// stepsPerTextChange is the price of decoding a text change, which may have a regular expression.
const stepsPerTextChange = 100

// makeRoom makes room in a change for n more attributes.
func (d *Decoder) makeRoom(c *Change, n int) {
	if c.Attributes == nil {
		c.Attributes = d.Attributes(n)[:0]
	}
	c.Attributes = grow.Reserve(d.Budget, c.Attributes, n)
}

// names decodes the list of attributes that a change deletes, enables or disables.
func (d *Decoder) names(s *scope, c *Change, v *value.Value) error {
	d.makeRoom(c, len(v.Items))
	var err error
	c.Attributes, err = d.Names(&s.Scope, fmt.Sprintf(`"attributes" to %s`, c.Action), v, selection.ToName|selection.OrMatching, c.Attributes)
	return err
}
