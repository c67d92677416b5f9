package apply

import (
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// MakeNested adds an empty nested block to a body, at the place where "set" adds one. outer
// describes the body. Errors have the given offset, which is that of the edit in the JSON.
func MakeNested(f *draft.File, body syntax.ItemID, outer *terraform.Body, typ string, labels []string, at int) (draft.Block, error) {
	s := f.NestedSite(body, plan.Set, typ, outer)
	defer s.Free()
	return makeBlock(s, &plan.Entry{Entry: selection.Entry{Labels: labels, Index: -1, At: at}})
}

// MakeAttribute adds an attribute to a body, at the place where "set" adds one.
func MakeAttribute(f *draft.File, item syntax.ItemID, special *terraform.Body, name string, text []byte, at int) (syntax.ItemID, error) {
	b := body{File: f, item: item, special: special, operation: plan.Set, entry: &plan.Entry{}}
	if err := b.makeAttribute(&plan.Attribute{Name: name, Text: name, At: at}, text); err != nil {
		return syntax.NoItem, err
	}
	return f.Index.Attribute(item, name), nil
}
