package draft

import (
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// Twins are pairs of blocks: a candidate of a site and its twin. A .tf file and the .tofu file of
// the same name are twins: OpenTofu reads only the .tofu file (docs/trees.md, "Twins"). If a block
// is in both files, the block in the .tf file is the candidate, and the block in the .tofu file is
// its twin.
type Twins struct {
	twinOf map[Block]Block // the twin of each candidate
	firsts map[Block]Block // the candidate of each twin
	every  []Block         // all blocks at the site's address, if some files have twins
}

// Tools is a set of tools that read a file.
type Tools uint8

// The tools.
const (
	Terraform Tools = 1 << iota
	OpenTofu

	both = Terraform | OpenTofu
)

// EachTool yields the tools of a set.
func (t Tools) EachTool(yield func(Tools) bool) {
	for _, tool := range [...]Tools{Terraform, OpenTofu} {
		if t&tool != 0 && !yield(tool) {
			return
		}
	}
}

// Tools returns the tools that read a file as part of its module.
func (f *File) Tools() Tools {
	switch {
	case terraform.MayHide(f.Name):
		return OpenTofu
	case f.Twin != nil:
		return Terraform
	}
	return both
}

// pairTwins removes the twins in .tofu files from a site's blocks, and records the pairs.
func (s *Site) pairTwins() {
	if !s.m.twins {
		return
	}
	var of map[twinKey]Block // the blocks of .tf files with twins
	counts := map[twinKey]int{}
	keyOf := func(b Block, f *File) twinKey {
		key := twinKey{f, s.identity(b), 0}
		key.number = counts[twinKey{b.File, key.identity, 0}]
		counts[twinKey{b.File, key.identity, 0}]++
		return key
	}
	kept := s.blocks[:0:0]
	for _, b := range s.blocks {
		b.Budget.Step(8)
		switch {
		case b.Twin == nil:
		case !terraform.MayHide(b.Name):
			Note(&of, keyOf(b, b.File), b)
		default:
			if first, is := of[keyOf(b, b.Twin)]; is {
				if s.Twins.twinOf == nil {
					s.Twins.twinOf, s.Twins.firsts = map[Block]Block{}, map[Block]Block{}
				}
				s.Twins.twinOf[first], s.Twins.firsts[b] = b, first
				continue
			}
		}
		kept = append(kept, b)
	}
	s.Twins.every, s.blocks = s.blocks, kept
}

// A twinKey identifies the twin of a block in the other file: by the labels of the block, by the
// object that the block concerns (the "to" of an "import" block), and by its index among the blocks
// with the same labels and object.
type twinKey struct {
	file     *File
	identity string
	number   int
}

// identity returns the key that distinguishes a top-level block from other blocks of its type.
func (s *Site) identity(b Block) string {
	parts := b.Labels()
	t := language.Block(s.m.Language, s.Type)
	if t == nil {
		return strings.Join(parts, "\x00")
	}
	for _, name := range [...]string{t.About, "alias"} {
		if id := b.Index.Attribute(b.ID, name); name != "" && (name != "alias" || t.Name == "provider") && id != syntax.NoItem {
			parts = append(parts, strconv.Itoa(int(b.Compare().Class(id, s.Special.Attribute(name)))))
		}
	}
	return strings.Join(parts, "\x00")
}

// TwinOf looks up the twin of a candidate. The result ok reports whether the candidate has a twin.
func (t *Twins) TwinOf(b Block) (twin Block, ok bool) {
	twin, ok = t.twinOf[b]
	return twin, ok
}

// FirstOf returns the candidate whose twin is b, or b if b is not a twin.
func (t *Twins) FirstOf(b Block) Block {
	if first, is := t.firsts[b]; is {
		return first
	}
	return b
}

// AddTwins adds the twins of the blocks that an entry chose. In the result each twin comes after
// its block. If the entry has "file", AddTwins adds no twins.
func (t *Twins) AddTwins(e *plan.Entry, blocks []Block) []Block {
	if len(t.twinOf) == 0 || e.File != "" {
		return blocks
	}
	all := make([]Block, 0, 2*len(blocks))
	for _, b := range blocks {
		all = append(all, b)
		if twin, is := t.twinOf[b]; is {
			all = append(all, twin)
		}
	}
	return all
}

// Entries splits an entry about a block and its twin in two: the part that applies to the block b,
// and the part that applies to the twin. special describes both blocks.
func (t *Twins) Entries(e *plan.Entry, special *terraform.Body, b, twin Block) (one, other *plan.Entry) {
	if len(e.Changes)+len(e.Comments) == 0 {
		return e, e
	}
	x := twinEntry{e, special}
	return x.entryFor(b, twin), x.entryFor(twin, b)
}

// toolsOfNew returns the tools that will read the new block of an entry. The tools depend on the
// name of the block's file.
func (s *Site) toolsOfNew(e *plan.Entry) Tools {
	name := e.FileName()
	switch {
	case name == "":
		return both
	case terraform.MayHide(name):
		return OpenTofu
	case s.m.exists(terraform.HiddenBy(name)):
		return Terraform
	}
	return both
}

// CheckMoveFrom returns an error if code would move to the file from one that is not read by the
// same tools. The argument what describes the code, and at is the offset of the edit in the JSON.
func (f *File) CheckMoveFrom(from *File, what string, at int) error {
	if from.Tools() != f.Tools() {
		return fault.At(at, fault.InvalidRequest, "move: %s is in %s, but %s is read by other tools: if a .tf and a .tofu file have the same name, each tool reads only one of them", what, from.Name, f.Name)
	}
	return nil
}

// entryFor returns the part of the entry that applies to b. twin is the twin of b. The result
// leaves out the attributes and nested blocks that only the twin has.
func (e *twinEntry) entryFor(b, twin Block) *plan.Entry {
	one := *e.entry
	one.Changes = nil
	for _, c := range e.entry.Changes {
		part := plan.Change{Action: c.Action, At: c.At}
		for i := range c.Attributes {
			if a := &c.Attributes[i]; e.has(b, c.Action, a) || !e.has(twin, c.Action, a) {
				part.Attributes = append(part.Attributes, *a)
			}
		}
		for _, t := range c.Blocks {
			types := []string{t.Type}
			if !c.Action.Finds() || b.Index.HasBlock(b.ID, types) || !twin.Index.HasBlock(twin.ID, types) {
				part.Blocks = append(part.Blocks, t)
			}
		}
		if len(part.Attributes)+len(part.Blocks) > 0 {
			one.Changes = append(one.Changes, part)
		}
	}
	one.Comments = nil
	for i := range e.entry.Comments {
		if a := &e.entry.Comments[i]; e.has(b, plan.Update, a) || !e.has(twin, plan.Update, a) {
			one.Comments = append(one.Comments, *a)
		}
	}
	return &one
}

// A twinEntry is an entry about a block and its twin.
type twinEntry struct {
	entry   *plan.Entry
	special *terraform.Body
}

// has reports whether the block b has the attribute a. If the action needs an existing item at the
// end of the attribute's path, that item must exist, too.
func (e *twinEntry) has(b Block, action plan.Action, a *plan.Attribute) bool {
	b.Budget.Step(4)
	if b.Index.Attribute(b.ID, a.Name) == syntax.NoItem {
		return false
	}
	if action.Makes() || len(a.Path) == 0 {
		return true
	}
	_, _, seen := b.ValueAt(b.ID, a, e.special.Attribute(a.Name))
	return seen != address.Absent
}
