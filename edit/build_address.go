package edit

import (
	"fmt"

	"iacedit/address"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/languages/language"
	"iacedit/value"
)

// At returns the dotted address of a block or an attribute, such as At("aws_instance.web.ami") or
// At("local.zone"), for the outermost operation (docs/edits.md, "Dotted addresses"). The code decides
// whether a name in the address is an attribute or a nested block. If it is an attribute, Value sets its
// value.
func At(dotted string) BlockAddress { return BlockAddress{dotted: dotted} }

// Value sets the attribute at the address that At returned to a Go value, which Attr describes.
func Value(v any) Part { return memberPart("value", v) }

// refuseDotted refuses an address that At returned where only a type and labels can stand.
func (c *content) refuseDotted(b BlockAddress) {
	if b.dotted != "" {
		c.refuse(fmt.Errorf("At(%s) is for the outermost operation; here, give the type and labels by Block", excerpt.Quote(b.dotted)))
	}
}

// addressed rewrites the values in an entry for what is at a dotted address.
func (p escaper) addressed(b BlockAddress, c content) (content, error) {
	c.entry.Items = append([]value.Item{{Key: "address", Value: textOf(b.dotted)}}, c.entry.Items...)
	a, err := address.Parse(b.dotted)
	if err != nil {
		return c, nil // decoding reports it
	}
	t, err := a.ResolveParsed(nil, p.language, nil)
	if err != nil {
		return c, nil
	}
	if c.entry, err = p.entry(c.entry, language.BodyOf(p.language, &t), c.action); err != nil {
		return c, err
	}
	for i := range c.entry.Items {
		if m := &c.entry.Items[i]; m.Key == "value" {
			m.Value, err = m.Value.Placed(t.Schema(p.language))
		}
	}
	return c, err
}
