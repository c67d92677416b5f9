package read

import (
	"cmp"
	"slices"

	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
)

// A site contains the blocks at the address of a top-level target. The entries of the target select
// from these blocks.
type site struct {
	c       *chooser
	special *terraform.Body
	many    bool             // there are many entries
	all     []ref            // the blocks, in any file, in code order
	groups  map[files]*group // the blocks in the files of an entry
}

// A group contains the blocks from which an entry selects, in code order.
type group struct {
	refs   []ref
	blocks selection.Candidates // the same blocks in the form of package selection
	all    []int                // see numbers
}

// add adds blocks to the group.
func (g *group) add(c *chooser, refs []ref) {
	c.budget.Step(stepsPerBlock * len(refs))
	for _, b := range refs {
		g.refs = append(g.refs, b)
		g.blocks.Blocks = append(g.blocks.Blocks, c.block(b))
	}
}

// files identifies the files of an entry, by its "folder" and "file". The zero value means the
// files in which addresses are looked up (docs/edits.md, "Files").
type files struct{ folder, file string }

func filesOf(e *selection.Pick) files { return files{e.Folder, e.File} }

// inFilesOf returns the blocks of the site that are in the files of an entry.
func (s *site) inFilesOf(e *selection.Pick) *group {
	if g := s.groups[filesOf(e)]; g != nil {
		return g
	}
	g := &group{blocks: selection.Candidates{Special: s.special, Many: s.many}}
	g.add(s.c, s.c.inFiles(s.all, e))
	if s.groups == nil {
		s.groups = map[files]*group{}
	}
	s.groups[filesOf(e)] = g
	return g
}

// below returns the blocks under some nodes that also have the labels of an entry, in the files of
// the entry. The method is used in the dialect HCL, in which the labels of the entry are added to
// the labels of the node.
func (s *site) below(nodes []int32, e *selection.Pick) *group {
	t := selection.Target{Labels: e.Labels, Wild: e.Patterns, Optional: true}
	var all []ref
	for _, node := range nodes {
		at, _ := s.c.nodesBelow(nil, &t, node, 0) // no error, because t is optional
		for _, node := range at {
			all = s.c.outline.blocksAt(all, node)
		}
	}
	if len(nodes) > 1 || t.Wild {
		s.c.budget.Step(stepsPerBlock * len(all))
		sequence.Sort(all, ref.compare)
	}
	g := &group{blocks: selection.Candidates{Special: s.special}}
	g.add(s.c, s.c.inFiles(all, e))
	return g
}

// inFiles returns the given blocks that are in the files of an entry. The given blocks must be in
// the order of the files.
func (c *chooser) inFiles(blocks []ref, e *selection.Pick) []ref {
	if !c.module {
		return blocks
	}
	if name := e.FileName(); name != "" {
		doc, ok := slices.BinarySearchFunc(c.docs, name, func(d document, name string) int { return module.Compare(d.Name, name) })
		if !ok || !e.IsOf(name, c.budget) {
			return nil
		}
		byDoc := func(b ref, doc int32) int { return cmp.Compare(b.doc, doc) }
		from, _ := slices.BinarySearchFunc(blocks, int32(doc), byDoc)
		to, _ := slices.BinarySearchFunc(blocks, int32(doc)+1, byDoc)
		c.budget.Step(stepsPerBlock)
		return blocks[from:to]
	}
	c.budget.Step(len(blocks))
	var kept []ref
	last, means := int32(-1), false
	for _, b := range blocks {
		if b.doc != last {
			last, means = b.doc, c.finds(e, b.doc)
		}
		if means {
			kept = append(kept, b)
		}
	}
	return kept
}

// finds reports whether an entry selects blocks of a document. It is only for entries that do not
// name one file. Such entries have no "file", or their "folder" is a pattern, so that many folders
// may contain the "file". An entry without a "file" selects only from configuration files, except
// in the dialect HCL.
func (c *chooser) finds(e *selection.Pick, doc int32) bool {
	d := &c.docs[doc]
	return (d.role == module.Configuration || e.File != "" || c.language.Dialect.AnyBlock()) && e.IsOf(d.Name, c.budget)
}

// nested returns the blocks of a target's type that are nested in the block b.
func (c *chooser) nested(b ref, t *selection.Target, special *terraform.Body) *group {
	g := &group{blocks: selection.Candidates{Special: special, Many: len(t.Entries) >= selection.ManyEntries}}
	outer := c.block(b)
	for _, id := range outer.Index.Blocks(nil, b.id, []string{t.Type}) {
		c.budget.Step(stepsPerBlock)
		g.refs = append(g.refs, ref{b.doc, id})
		g.blocks.Blocks = append(g.blocks.Blocks, selection.Block{View: outer.View, ID: id})
	}
	return g
}

// labelled returns the blocks of a group that have the labels of an entry.
func (g *group) labelled(e *selection.Pick) *group {
	found := &group{blocks: selection.Candidates{Special: g.blocks.Special}}
	for _, i := range g.blocks.Labelled(nil, &e.Entry) {
		found.refs = append(found.refs, g.refs[i])
		found.blocks.Blocks = append(found.blocks.Blocks, g.blocks.Blocks[i])
	}
	return found
}

// meantLabel returns the end of a message about labels that no block of the group has. If a block
// has similar labels, the text suggests these labels.
func (g *group) meantLabel(labels []string) string {
	return selection.MeantLabel(labels, func(yield func(selection.Block) bool) {
		for _, b := range g.blocks.Blocks {
			if !yield(b) {
				return
			}
		}
	})
}

// numbers returns the indexes of all blocks. The caller must not change the slice.
func (g *group) numbers() []int {
	for len(g.all) < len(g.refs) {
		g.all = append(g.all, len(g.all))
	}
	return g.all
}
