package apply

import (
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// swapRepeats replaces "count" by "for_each" if the entry deletes "count" and sets "for_each", or
// "for_each" by "count" in the reverse case. The comments stay. The two attributes are skipped when
// the rest of the entry is applied.
func (b *body) swapRepeats() error {
	if len(b.entry.Changes) < 2 {
		return nil
	}
	names := terraform.Repeating()
	if b.special == nil || !b.special.Repeats(names[0]) {
		return nil
	}
	for i, name := range names {
		gone := b.plainChange(name, plan.Action.Removes)
		came := b.plainChange(names[1-i], plan.Action.SetsValues)
		if gone == nil || came == nil || b.entryPlace(came) != nil || b.Index.Attribute(b.item, came.Name) != syntax.NoItem {
			continue
		}
		id := b.Index.Attribute(b.item, gone.Name)
		if id == syntax.NoItem {
			continue
		}
		if err := b.Draft.SetNames(map[syntax.ItemID]string{id: came.Name}); err != nil {
			return fault.At(came.At, fault.InvalidRequest, "%s", err)
		}
		t := attributeEdit{body: b, action: plan.Set, attr: came}
		if err := t.writer().replace(id, &came.Value, b.special.Attribute(came.Name)); err != nil {
			return err
		}
		b.o.RecordInstances(b.spot(), gone, true)
		b.o.RecordInstances(b.spot(), came, false)
		b.o.RecordOutcome(gone.At, b.File, b.where, gone.Text, report.Deleted)
		b.o.RecordOutcome(came.At, b.File, b.where, came.Text, report.Created)
		b.swapped = [2]*plan.Attribute{gone, came}
	}
	return nil
}

// plainChange returns the attribute of the entry that has the given name and no path, or nil. It
// skips a change if the action is Update, or if the given function returns false for the action.
func (b *body) plainChange(name string, is func(plan.Action) bool) *plan.Attribute {
	for i := range b.entry.Changes {
		c := &b.entry.Changes[i]
		if !is(c.Action) || c.Action.NeedsItem() && !c.Action.Removes() {
			continue
		}
		for j := range c.Attributes {
			if attr := &c.Attributes[j]; attr.Name == name && len(attr.Path) == 0 {
				return attr
			}
		}
	}
	return nil
}
