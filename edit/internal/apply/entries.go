package apply

import (
	"fmt"
	"slices"
	"sync"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/value"
)

// applyEntries applies an array of entries to the blocks of a site. It resolves all selectors
// before it applies any entry. parent is the address of the enclosing block, or nil for top-level
// blocks.
func applyEntries(o *report.Observer, s *draft.Site, entries []plan.Entry, parent address.Address) error {
	if err := s.Prepare(entries); err != nil {
		return err
	}
	at := o.Blocks(s, parent)
	var few [4]draft.Choice
	choices := few[:0]
	for i := range entries {
		choices = append(choices, draft.Choice{})
		c := &choices[i]
		if err := choose(c, s, &entries[i], i); err != nil {
			return err
		}
		if c.Absent {
			o.RecordAbsent(s, &entries[i], parent)
		}
	}
	for i := range entries {
		e, c := &entries[i], &choices[i]
		if err := applyChoice(o, s, e, c, &choices[c.MadeBy], at, parent); err != nil {
			return err
		}
		if !s.Nested {
			s.Module().FinishEntry()
		}
	}
	return nil
}

// choose finds the blocks that an entry selects (see draft.Site.Choose).
func choose(c *draft.Choice, s *draft.Site, e *plan.Entry, index int) (err error) {
	defer budget.CatchAt(&err, e.At)
	return s.Choose(c, e, index)
}

// applyChoice applies an entry to the blocks in its Choice. If the entry needs a new block, the
// second Choice is that of the entry that creates the block: the entry itself, or an earlier entry
// about the same block.
func applyChoice(o *report.Observer, s *draft.Site, e *plan.Entry, c, by *draft.Choice, at *report.Blocks, above address.Address) (err error) {
	defer budget.CatchAt(&err, e.At)
	switch {
	case c.Create && c != by:
		return applyEntry(o, s, by.Made, e, at)
	case c.Create:
		return create(o, s, e, c, at)
	case e.ChangesNothing() && s.Action.SetsValues():
		return nil
	}
	if len(c.Blocks) > 0 && s.AllowsAbsent(e) && !isLeft(s, c.Blocks) {
		o.RecordAbsent(s, e, above)
		return nil
	}
	for _, b := range c.Blocks {
		if err := applyToTwins(o, s, b, e, at); err != nil {
			if len(c.Blocks) > 1 {
				err = b.AddContext(err)
			}
			return err
		}
		if !s.Nested {
			s.Module().FinishEntry()
		}
	}
	return nil
}

// isLeft reports whether one of the blocks, or its twin, is still in its file: earlier entries may
// have deleted them.
func isLeft(s *draft.Site, blocks []draft.Block) bool {
	for _, b := range blocks {
		b.Budget.Step(2)
		if b.Draft.InFile(b.ID) {
			return true
		}
		if twin, is := s.Twins.TwinOf(b); is && twin.Draft.InFile(twin.ID) {
			return true
		}
	}
	return false
}

// applyToTwins applies an entry to a block and, unless the entry names the file, to the twin of the
// block. The twin of a block in main.tf is the same block in main.tofu (see draft.Twins).
func applyToTwins(o *report.Observer, s *draft.Site, b draft.Block, e *plan.Entry, at *report.Blocks) error {
	twin, is := s.Twins.TwinOf(b)
	if !is || e.File != "" {
		return applyEntry(o, s, b, e, at)
	}
	one, other := s.Twins.Entries(e, s.Special, b, twin)
	for _, part := range [...]struct {
		block draft.Block
		entry *plan.Entry
	}{{b, one}, {twin, other}} {
		if part.entry.ChangesNothing() && !e.ChangesNothing() {
			continue // only the other block has the named items
		}
		if err := applyEntry(o, s, part.block, part.entry, at); err != nil {
			return err
		}
	}
	return nil
}

// create adds a block with the contents of an entry. If the file of a top-level block has a twin,
// such as main.tofu for main.tf, create also adds the block to the twin, unless the entry names the
// file.
func create(o *report.Observer, s *draft.Site, e *plan.Entry, c *draft.Choice, at *report.Blocks) error {
	if err := s.CheckAddAnother(e); err != nil {
		return err
	}
	made, err := makeBlock(s, e)
	if err != nil {
		return err
	}
	c.Made, s.Made = made, true
	if err := applyToNew(o, s, made, e, at); err != nil || s.Nested || e.File != "" || made.Twin == nil {
		return err
	}
	inTwin := *e
	inTwin.File, inTwin.Folder = made.Twin.Name, ""
	if e.Place != nil && e.Place.Kind >= plan.PlaceBefore {
		place := *e.Place
		place.Block.Entries = slices.Clone(place.Block.Entries)
		place.Block.Entries[0].File = made.Twin.Name
		inTwin.Place = &place
	}
	if made, err = makeBlock(s, &inTwin); err != nil {
		return err
	}
	return applyToNew(o, s, made, e, at)
}

// applyToNew applies an entry to the new block that was made for the entry.
func applyToNew(o *report.Observer, s *draft.Site, made draft.Block, e *plan.Entry, at *report.Blocks) error {
	b := body{File: made.File, o: o, item: made.ID, special: s.Special, operation: s.Action, entry: e, where: at.Address(made)}
	o.RecordOutcome(e.At, made.File, b.where, "", report.Created)
	o.MadeBlock(s, e.At, made, b.where)
	if o != nil && !s.Nested && language.Uniqueness(made.Module.Language, s.Type) != terraform.Repeats {
		message := ""
		for _, name := range made.Module.SkippedIn(made.Folder) {
			if message == "" {
				message = fmt.Sprintf("it does not parse, and may contain %s as well", b.where)
			}
			o.WarnAbout(e.At, report.NotSearched, name, message)
		}
	}
	for i := range e.Where {
		if err := b.setAttribute(&e.Where[i]); err != nil {
			return err
		}
	}
	if err := applyEntry(o, s, made, e, at); err != nil {
		return err
	}
	o.MadeDynamic(s, e.At, made, b.where)
	if made.Styler().GoesOnOneLine(made.ID) {
		if err := made.Draft.Close(made.ID, value.LineWidth); err != nil {
			return draft.ErrorAt(e.At, err)
		}
	}
	return s.CheckMatches(made, e)
}

// bodies is a pool of empty bodies. Nothing refers to a body after its entry has been applied.
var bodies = sync.Pool{New: func() any { return new(body) }}

// applyEntry applies an entry to a block. It deletes the block, changes its contents or moves it.
func applyEntry(o *report.Observer, s *draft.Site, block draft.Block, e *plan.Entry, at *report.Blocks) error {
	block.Budget.Step(2)
	if !block.Draft.InFile(block.ID) {
		if s.AllowsAbsent(e) {
			return nil // applyChoice records it if no other block is left
		}
		return fault.At(e.At, fault.BlockNotFound, "%s: an entry before this one deleted the block that this one selects", s.Action)
	}
	block.Budget.Step(stepsPerEntry)
	where := at.Address(block)
	if s.Action.Removes() && len(e.Changes) == 0 {
		o.RecordOutcome(e.At, block.File, where, "", report.EffectOf(s.Action))
		if !s.Nested {
			o.RecordBlockDeletion(e.At, block, s.Action)
		}
		if s.Action.Disables() {
			return disable(block.File, block.ID, s.Action, e.At, s.Describe())
		}
		if e.Comment != nil {
			if err := block.Draft.RemoveComment(block.ID); err != nil {
				return draft.ErrorAt(e.Comment.At, err)
			}
		}
		block.Delete(block.ID)
		o.WarnKept(e.At, block.File, true)
		return nil
	}
	b := bodies.Get().(*body)
	b.File, b.o, b.item, b.special, b.operation, b.entry, b.where = block.File, o, block.ID, s.Special, s.Action, e, where
	b.optional, b.follows = s.Optional || e.Optional, s.Follows || e.Follow
	err := b.applyChanges()
	*b = body{}
	bodies.Put(b)
	if err != nil {
		return err
	}
	if s.Action.Contents() == plan.HoldsPlaces && (e.Place != nil || e.ToFile != "") {
		return moveBlock(o, s, block, e, where)
	}
	return nil
}

// applyChanges applies the entry's changes to the contents of the body.
func (b *body) applyChanges() error {
	if b.operation.Contents() == plan.HoldsPlaces {
		return b.applyMoves()
	}
	if b.operation.Removes() { // what is about to go has its comments removed first
		if err := b.setComments(); err != nil {
			return err
		}
	}
	if err := b.swapRepeats(); err != nil {
		return err
	}
	isNew := b.newKeys()
	var late *plan.Attribute
	var lateAction plan.Action
	for i := range b.entry.Changes {
		c := &b.entry.Changes[i]
		attr, err := b.applyAttributes(c)
		if err != nil {
			return err
		}
		if attr != nil {
			late, lateAction = attr, c.Action
		}
		for j := range c.Blocks {
			if err := b.applyNested(c.Action, &c.Blocks[j]); err != nil {
				return err
			}
		}
	}
	if late != nil {
		if err := b.applyAttribute(lateAction, late, element{}); err != nil {
			return err
		}
	}
	if err := b.placeKeys(isNew); err != nil {
		return err
	}
	removes := func(c plan.Change) bool { return c.Action.Removes() }
	b.o.WarnKept(b.entry.At, b.File, b.operation.Removes() || slices.ContainsFunc(b.entry.Changes, removes))
	if b.operation.Removes() {
		return nil
	}
	return b.setComments()
}

// applyMoves moves the attributes and keys that the entry names, and then applies the entries for
// nested blocks.
func (b *body) applyMoves() error {
	for i := range b.entry.Places {
		if err := b.movePlace(&b.entry.Places[i]); err != nil {
			return err
		}
	}
	for i := range b.entry.Changes {
		c := &b.entry.Changes[i]
		for j := range c.Blocks {
			if err := b.applyNested(c.Action, &c.Blocks[j]); err != nil {
				return err
			}
		}
	}
	return nil
}

// applyNested applies the entries for the nested blocks of one type.
func (b *body) applyNested(action plan.Action, t *plan.Target) (err error) {
	defer budget.CatchAt(&err, t.At)
	s := b.NestedSite(b.item, action, t.Type, b.special)
	if err := s.CheckNoAttribute(t.At); err != nil {
		return err
	}
	s.Optional, s.Follows = b.optional, b.follows
	if err := applyEntries(b.o, s, t.Entries, b.where); err != nil {
		return err
	}
	s.Free()
	return nil
}
