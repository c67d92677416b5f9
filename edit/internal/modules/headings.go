package modules

import (
	"bytes"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
)

// A heading is a comment above a section of a file, between blank lines. The section ends at the
// next heading. A banner is a heading that has a line of nothing but punctuation, such as # ------.
// Its section may contain other headings.
type heading struct {
	lines      []byte
	firstBlock draft.Block // the first item of the section
	banner     bool
	extracted  bool // all items of the section are extracted
}

// headings are the headings above the extracted blocks.
type headings struct {
	byBlock map[draft.Block][2]*heading // by extracted block: the banner and the other heading, or nil
	last    map[*draft.File][2]*heading // by file of the module: the headings of its last block
	started map[*draft.File]bool        // the files of the module into which headings were put
	call    draft.Block                 // the call of the module
	first   *heading                    // the heading directly above the call, or nil
	titled  bool                        // the first comment of the file is above that heading
}

// findHeadings finds the headings of the extracted blocks, and removes the headings whose sections
// are extracted as a whole. The heading directly above the call stays, because the call is now in
// its section. If other headings are moved to the module, the module receives a copy of this
// heading. If the title comment of the file is above this heading, the heading is moved instead.
func (t *writer) findHeadings() error {
	h := &t.headings
	*h = headings{byBlock: map[draft.Block][2]*heading{}, last: map[*draft.File][2]*heading{}, started: map[*draft.File]bool{}, call: t.newCall}
	if !t.Tidy {
		return nil
	}
	own := map[draft.Block]bool{}
	for _, b := range t.items {
		if b.local == "" {
			own[b.Block] = true
		}
	}
	done := map[*draft.File]bool{}
	for _, b := range t.items {
		if b.local == "" && !done[b.File] {
			done[b.File] = true
			h.read(b.File, own)
		}
	}
	others := false
	for _, b := range t.items {
		for _, one := range h.byBlock[b.Block] {
			others = others || one != nil && one.extracted && one != h.first
			if one != nil && one.extracted && one.firstBlock == b.Block {
				b.Draft.DropSeparateComment(b.ID)
			}
		}
	}
	if h.first != nil {
		h.first.extracted = h.first.extracted && others
		if h.first.extracted && h.titled {
			h.call.Draft.DropSeparateComment(h.call.ID)
		}
	}
	return nil
}

// read finds the headings of a file.
func (h *headings) read(f *draft.File, own map[draft.Block]bool) {
	var over [2]*heading
	for id := f.Draft.FirstItem(syntax.Root); id != syntax.NoItem; id = f.Draft.NextItem(id) {
		f.Budget.Step(4)
		at := draft.Block{File: f, ID: id}
		if lines, titled := f.Draft.SeparateComment(id); lines != nil {
			one := &heading{lines: bytes.Clone(lines), firstBlock: at, banner: render.IsBanner(lines), extracted: true}
			if over[1] = one; one.banner {
				over = [2]*heading{one, nil}
			}
			if at == h.call {
				h.first, h.titled = one, titled
			}
		}
		if at == h.call {
			continue
		}
		if own[at] {
			h.byBlock[at] = over
			continue
		}
		for _, one := range over {
			if one != nil {
				one.extracted = false
			}
		}
	}
}

// copyTo copies the headings over an extracted block to the new file f of the block, and puts them
// above the block. It leaves out a heading that is also over the previous block in f. If f has no
// headings yet, copyTo leaves out headings whose sections are not extracted as a whole, too. Once f
// has a heading, copyTo copies these headings as well, because otherwise the block would seem to
// belong to the section above it.
func (h *headings) copyTo(f *draft.File, id syntax.ItemID, over [2]*heading) error {
	last := h.last[f]
	h.last[f] = over
	for i := len(over) - 1; i >= 0; i-- {
		one := over[i]
		if one == nil || one == last[i] || !one.extracted && !h.started[f] {
			continue
		}
		if err := f.Draft.PutSeparateComment(id, one.lines); err != nil {
			return err
		}
		h.started[f] = true
	}
	return nil
}

// A foldingRegion is a part of the code that an editor can fold, or that a document can quote.
// Comments begin and end it: "# [START name]" and "# [END name]", or "# region name" and "#
// endregion".
type foldingRegion struct {
	name string
	ends bool
}

// readFoldingRegion returns the region that a one-line comment begins or ends, or nil for other
// comments.
func readFoldingRegion(line []byte) *foldingRegion {
	text := strings.TrimLeft(string(line), "#/ \t[")
	word, name, _ := strings.Cut(strings.TrimRight(text, "] \t\r"), " ")
	switch strings.ToLower(word) {
	case "start", "region":
		return &foldingRegion{name, false}
	case "end", "endregion":
		return &foldingRegion{name, true}
	}
	return nil
}

// closingComment returns the comment directly below a block if it ends a region that the comment
// above the block begins, or nil. Both comments are extracted with the block.
func closingComment(b draft.Block) []byte {
	line := b.Draft.LineBelow(b.ID)
	if line == nil {
		return nil
	}
	above, _, _ := bytes.Cut(b.Tree.At(b.Tree.Comments(b.ID)), []byte("\n"))
	b.Budget.Step(len(line) + len(above))
	from, to := readFoldingRegion(above), readFoldingRegion(line)
	if from == nil || to == nil || from.ends || !to.ends || to.name != "" && to.name != from.name {
		return nil
	}
	return bytes.Clone(line)
}
