package plan

import (
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/rules"
	"iacedit/value"
)

// A ChangedNames makes new names from old ones.
type ChangedNames struct {
	*rules.TextChange
	At int
}

// changedLabels decodes the members "pattern" and "by" of an entry, which make new labels from the
// old ones. They are the members of the object v.
func (d *Decoder) changedLabels(s *scope, n *Naming, v *value.Value) (err error) {
	if !d.haveLabels(s) {
		return s.Refuse(n.At, `"pattern" is for blocks with labels, and this block has none; "names" renames its attributes`)
	}
	d.Budget.Step(stepsPerTextChange)
	n.Labels, err = rules.DecodeTextChange(s.String(), v, d.Budget)
	return err
}

// changedNames decodes a member whose value says, like an attribute under "replace", which text of
// names is replaced.
func (d *Decoder) changedNames(s *scope, item *value.Item) (*ChangedNames, error) {
	d.Budget.Step(stepsPerTextChange)
	change, err := rules.DecodeTextChange(s.String()+": "+excerpt.Quote(item.Key), &item.Value, d.Budget)
	return &ChangedNames{change, item.Value.At}, err
}

// haveLabels reports whether the blocks of a scope may have labels. In languages with any block type,
// the number of labels depends on the code.
func (d *Decoder) haveLabels(s *scope) bool {
	return !s.Values && (s.Nested || len(s.Labels) > 0 || d.Language.Dialect.AnyBlock())
}
