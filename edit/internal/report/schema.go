package report

import (
	"fmt"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
)

// checkSchema warns if the schema of a body has no attribute with the name of a new attribute, or
// has a nested block with this name.
func (m *Mark) checkSchema(s Spot, known *schema.Body, special *terraform.Body, attr *plan.Attribute) {
	it, ok := known.Find(attr.Name)
	switch {
	case special.IsArgument(attr.Name):
	case ok && it.IsBlock():
		m.warnOfBlock(s, attr, UsuallyABlock, "a nested block in the schema of the provider")
	case ok:
	case special.Knows(attr.Name):
		m.warnOfBlock(s, attr, UsuallyABlock, "a nested block in Terraform's language")
	default:
		m.o.warnNotInSchema(attr.At, "argument", attr.Name, known, special, s)
	}
}

// checkBlock warns if the schema of a body has no nested blocks of the given type, or has an
// argument with this name.
func (o *Observer) checkBlock(at int, typ string, known *schema.Body, special *terraform.Body, s Spot) {
	switch it, ok := known.Find(typ); {
	case !ok:
		o.warnNotInSchema(at, "nested block", typ, known, special, s)
	case it.IsArgument():
		o.warnAt(at, NotInSchema, fmt.Sprintf("%s is written as a nested block, but is an argument in the schema of the provider", excerpt.Quote(typ)), s)
	}
}

func (o *Observer) warnNotInSchema(at int, what, name string, known *schema.Body, special *terraform.Body, s Spot) {
	names := func(yield func(string) bool) {
		for it := range known.Items() {
			o.Budget.Step(stepsPerKnown)
			if !yield(it.Name) {
				return
			}
		}
		for own := range special.OwnNames() {
			if !yield(own) {
				return
			}
		}
	}
	o.warnAt(at, NotInSchema, fmt.Sprintf("the schema of the provider has no %s %s here%s", what, excerpt.Quote(name), nearest.DidYouMean(name, names)), s)
}
