package draft

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/language"
	"iacedit/syntax"
)

// Describe returns the type and labels of a site as they are written in code: resource "a" "b".
func (s *Site) Describe() string {
	text := excerpt.Header(s.Type, s.Labels[:min(mostListed, len(s.Labels))])
	if len(s.Labels) > mostListed {
		text += " …"
	}
	if s.Nested || len(s.Labels) == 0 {
		text += " block"
	}
	return text
}

// describeSelected returns the text of Describe, followed by the selectors of an entry.
func (s *Site) describeSelected(e *plan.Entry) string {
	text := s.Describe()
	if e.File != "" {
		text += " in " + excerpt.Quote(e.File)
	}
	if e.Folder != "" {
		text += " in the folder " + excerpt.Quote(e.Folder)
	}
	if e.HasLabels {
		text += " with the labels " + selection.Listed(e.Labels, excerpt.Quote[string])
	}
	return text + e.Selected()
}

// matchCount returns a text for an error about an "index", such as "2 blocks match".
func matchCount(n int) string {
	if n == 1 {
		return "1 block matches"
	}
	return fmt.Sprintf("%d blocks match", n)
}

// matchCountAndIndexes is like matchCount, but adds the valid indexes: "2 blocks match, with the
// numbers 0 to 1".
func matchCountAndIndexes(n int) string {
	switch n {
	case 0:
		return matchCount(n)
	case 1:
		return matchCount(n) + ", with the number 0"
	}
	return matchCount(n) + fmt.Sprintf(", with the numbers 0 to %d", n-1)
}

// mostListed is the largest number of blocks, labels or names that an error message lists.
const mostListed = 5

// ListBlocks lists the blocks of a site's type, with any labels, for a message about a missing
// block. It leaves out made, the block that the entry has just added. If there is no such block,
// made is the zero Block.
func (s *Site) ListBlocks(made Block) string {
	types := []string{s.Type}
	if !s.Nested {
		types = s.m.Language.Spellings(s.Type)
	}
	var list []string
	more, alike := 0, true // alike: no block has a label
	for f := range s.files {
		for _, id := range f.Index.Blocks(nil, s.Body, types) {
			if id == made.ID && f == made.File {
				continue
			}
			if len(list) == mostListed {
				more++
				continue
			}
			list = append(list, f.header(id))
			alike = alike && !strings.Contains(list[len(list)-1], " ")
		}
	}
	switch {
	case len(list) == 0:
		return fmt.Sprintf("the code has no %s block there", s.Type)
	case alike && len(list) == 1:
		return fmt.Sprintf("the code has one %s block", list[0])
	case alike:
		return fmt.Sprintf("the code has %d %s blocks", len(list)+more, list[0])
	case more > 0:
		return fmt.Sprintf("the code has %s and %d more", strings.Join(list, ", "), more)
	}
	return "the code has " + strings.Join(list, ", ")
}

// header returns the type and labels of a block, for a message. For a provider it adds the alias.
func (f *File) header(id syntax.ItemID) string {
	var labels []string
	for label := range f.Draft.Labels(id) {
		if len(labels) == mostListed {
			return excerpt.Header(excerpt.Line(f.Draft.Name(id)), labels) + " …"
		}
		labels = append(labels, string(label))
	}
	text := excerpt.Header(excerpt.Line(f.Draft.Name(id)), labels)
	if alias := f.Index.Attribute(id, "alias"); text == "provider "+quotedLabel(f, id) && alias != syntax.NoItem {
		text += " with the alias " + f.Excerpt(alias)
	}
	return text
}

// quotedLabel returns the first label of a block in quotes.
func quotedLabel(f *File, id syntax.ItemID) string {
	for label := range f.Draft.Labels(id) {
		return excerpt.Quote(string(label))
	}
	return ""
}

// AddContext adds to an error the block and the line that the error is about. An error that already
// has a position stays as it is.
func (b Block) AddContext(err error) error {
	refused, ok := err.(*fault.Error)
	if !ok || refused.Position != nil {
		return err
	}
	refused.Message += " (in " + b.header(b.ID) + ")"
	return b.WithPosition(refused)
}

// WithPosition gives an error the position of the name of b or, if b has no name, of its content.
// If an edit has written this name or content, the error has no position.
func (b Block) WithPosition(err *fault.Error) *fault.Error {
	if b.ID == syntax.NoItem {
		return err
	}
	at := b.Draft.Item(b.ID).Name
	if at.Len() == 0 {
		at = b.Draft.Item(b.ID).Content
	}
	if !b.Settled && b.Draft.InSource(at) {
		line, column := b.Tree.Position(at.From)
		err.Position = &fault.Position{File: b.Name, Line: line, Column: column}
	}
	return err
}

// files yields the files that the site's blocks may be in.
func (s *Site) files(yield func(*File) bool) {
	if s.Nested {
		yield(s.File)
		return
	}
	for _, f := range s.m.order {
		if !f.Searched() {
			continue
		}
		f.Budget.Step(stepsPerFile)
		if !yield(f) {
			return
		}
	}
}

// AddressOf returns the type and the labels of the blocks that an entry of the site looks for.
func (s *Site) AddressOf(e *plan.Entry) address.Address {
	typ, labels := s.Type, s.Labels
	if s.Nested {
		labels = e.Labels
	} else if t := language.Block(s.m.Language, typ); t != nil {
		typ = t.Name
	}
	head := address.Of(typ, labels...)
	for i, l := range labels {
		switch {
		case s.HasPattern && l == address.AnyLabel:
			head[i+1] = address.Part{Kind: address.PartAny}
		case s.HasPattern && address.IsPattern(l):
			head[i+1] = address.Part{Kind: address.PartPattern, Text: l}
		}
	}
	return head
}
