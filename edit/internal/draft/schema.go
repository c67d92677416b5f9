package draft

import (
	"slices"

	"iacedit/internal/languages/schema"
	"iacedit/syntax"
)

// stepsPerLevel is the price of one block on the way from a body to the top level.
const stepsPerLevel = 8

// Schema returns the schema of a body, or nil if the schemas of the providers do not describe it.
func (f *File) Schema(body syntax.ItemID) *schema.Body {
	known := f.Module.Schemas
	if known == nil || body == syntax.Root || f.Module.Language.Dialect.AnyBlock() {
		return nil
	}
	var outwards []schema.Level // the block and the blocks around it, innermost first
	for id := body; id != syntax.Root; id = f.Draft.Item(id).Parent {
		f.Budget.Step(stepsPerLevel)
		level := schema.Level{Type: string(f.Draft.Name(id))}
		if labels := (Block{File: f, ID: id}).Labels(); len(labels) > 0 {
			level.Label = labels[0]
		}
		outwards = append(outwards, level)
	}
	slices.Reverse(outwards)
	return known.Inside(outwards)
}
