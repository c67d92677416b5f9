package enable

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A group has blocks, or the top levels of files, with what is commented out in them. Many entries
// may select the same blocks, so that a group has no memory of its own for each block.
type group struct {
	blocks   []draft.Block
	special  *terraform.Body
	at       *report.Blocks  // the addresses of the blocks
	top      address.Address // that of all top levels of files
	optional bool
}

// where returns the address of a block of the group.
func (g *group) where(b draft.Block) address.Address {
	if g.top != nil {
		return g.top
	}
	return g.at.Address(b)
}

// A found is code that is commented out, at the address of an entry.
type found struct {
	file   *draft.File
	code   *comment
	parent syntax.ItemID // the body, object or list that it is in
	where  address.Address
}

// position gives an error the position of the comment.
func (c *found) position(err *fault.Error) *fault.Error {
	if !c.file.Settled && c.file.Draft.InSource(c.code.Lines) {
		line, column := c.file.Tree.Position(c.code.Lines.From)
		err.Position = &fault.Position{File: c.file.Name, Line: line, Column: column}
	}
	return err
}

// A wanted is what an entry looks for.
type wanted struct {
	action  plan.Action
	entry   *plan.Entry
	several bool // all that is found is meant
	at      int  // the offset of the entry or attribute in the edits
	missing fault.Code
	what    string // for messages
	name    string // its name, of which a message gives the nearest
	absent  bool   // nothing need be found
}

// notFound returns the error that nothing is found, given the names of all that is commented out there.
func (w *wanted) notFound(others []string) error {
	return fault.At(w.at, w.missing, "%s: no comment is %s%s", w.action, w.what, w.listOthers(others))
}

// choose returns the code that is meant, of all that was found.
func (w *wanted) choose(all []found) ([]found, error) {
	switch n := len(all); {
	case w.entry.Index >= 0 && w.entry.Index < n:
		all = all[w.entry.Index : w.entry.Index+1]
	case n == 0:
		return nil, nil
	case w.entry.Index >= 0:
		return nil, fault.At(w.at, w.missing, "%s: no %s number %d is commented out; there are %d", w.action, w.what, w.entry.Index, n)
	case n > 1 && !w.several:
		return nil, all[1].position(fault.Choice(w.at, `%s: %d comments are %s, the first %s; select with "index" or "file"`, w.action, n, w.what, all[0].place()))
	}
	left := slices.DeleteFunc(all, func(c found) bool { return c.code.enabled })
	if len(left) == 0 {
		return nil, fault.At(w.at, fault.InvalidRequest, "%s: %s is code by an entry above", w.action, w.what)
	}
	return left, nil
}

// place returns where the comment is, for a message.
func (c *found) place() string {
	if c.file.Settled || !c.file.Draft.InSource(c.code.Lines) {
		return "above it"
	}
	line, _ := c.file.Tree.Position(c.code.Lines.From)
	if c.file.Name == "" {
		return fmt.Sprintf("on line %d", line)
	}
	return fmt.Sprintf("on line %d of %s", line, c.file.Name)
}

// mostListed is the largest number of names that a message lists.
const mostListed = 5

// listOthers returns the end of the message that nothing is found: the nearest name, or what else
// is commented out there.
func (w *wanted) listOthers(names []string) string {
	if len(names) == 0 {
		return "; no code is commented out there"
	}
	if near := nearest.DidYouMean(w.name, slices.Values(names)); near != "" {
		return near
	}
	slices.Sort(names)
	names = slices.Compact(names)
	list, more := names[:min(mostListed, len(names))], ""
	if len(list) < len(names) {
		more = fmt.Sprintf(" and %d more", len(names)-len(list))
	}
	return "; commented out are " + excerpt.Printable([]byte(strings.Join(list, ", "))) + more
}

// enable makes code of a comment.
func (n *enabler) enable(c *found, at int, name string) error {
	gap, err := c.file.Styler().Uncomment(c.code.Code)
	if err != nil {
		return c.position(fault.At(at, fault.InvalidRequest, "%s: what is commented out %s cannot be code: %s", plan.Enable, c.place(), err))
	}
	n.enabled(c, gap)
	n.o.RecordOutcome(at, c.file, c.where, name, report.Enabled)
	n.m.FinishEntry()
	return nil
}
