package draft

import (
	"slices"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/selection"
	"iacedit/module"
)

// candidates returns all blocks of the site, in the form that package selection needs.
func (s *Site) candidates() *selection.Candidates {
	if c := &s.selected; len(c.Blocks) != len(s.Candidates()) || len(c.Blocks) == 0 {
		c.Reset()
		c.Special, c.Many = s.Special, s.many
		c.Blocks = appendViews(c.Blocks, s.Candidates())
	}
	return &s.selected
}

// candidatesOf is like candidates, but converts only the given blocks.
func (s *Site) candidatesOf(blocks []Block) *selection.Candidates {
	return &selection.Candidates{Special: s.Special, Blocks: appendViews(nil, blocks)}
}

// candidatesMatching finds the blocks of the site that are in the file and folder that an entry
// names, and that have the labels in the entry.
func (s *Site) candidatesMatching(e *plan.Entry) []Block {
	blocks := s.Candidates()
	if e.File != "" || e.Folder != "" {
		blocks = s.candidatesIn(e)
	}
	if e.HasLabels {
		blocks = s.withLabels(blocks, e)
	}
	return blocks
}

// withLabels returns the blocks that have the labels of an entry. In plain HCL, a block must have
// the labels of the address, then the labels of the entry, and no others.
func (s *Site) withLabels(blocks []Block, e *plan.Entry) []Block {
	if !s.Nested && s.m.Language.Dialect.AnyBlock() {
		longer := Site{m: s.m, Type: s.Type, Labels: slices.Concat(s.Labels, e.Labels), HasPattern: e.Patterns, gathered: true}
		longer.blocks = s.m.blocksAt(nil, &longer, nil)
		if e.File != "" || e.Folder != "" {
			return longer.candidatesIn(e)
		}
		return longer.blocks
	}
	from := s.candidates()
	if e.File != "" || e.Folder != "" {
		from = s.candidatesOf(blocks)
	}
	var few [8]int
	return selectIndexes(blocks, from.Labelled(few[:0], &e.Entry))
}

// candidatesIn returns those candidates of the site that are in the folder and the file that an
// entry names. If the entry names a file that is otherwise not searched (File.Searched), the blocks
// of that file count, too.
func (s *Site) candidatesIn(e *plan.Entry) []Block {
	if name := e.FileName(); name != "" {
		f := s.m.Find(name)
		switch {
		case f == nil || !e.IsOf(name, s.m.Budget):
			return nil
		case !f.Searched():
			return s.m.blocksAt(nil, s, f)
		}
		return s.inFiles(s.WithTwins(), func(other *File) bool { return other == f })
	}
	if e.File == "" && !module.IsPattern(e.Folder) {
		return s.inFolder(e.Folder)
	}
	from := s.Candidates()
	if e.File != "" {
		from = s.WithTwins()
	}
	return s.inFiles(from, func(f *File) bool { return e.IsOf(f.Name, f.Budget) })
}

// inFolder returns those candidates of the site that are in a folder. The site must have top-level
// blocks, not nested ones. The slice must not be changed.
func (s *Site) inFolder(folder string) []Block {
	all := s.Candidates()
	if !s.m.Tree {
		if folder != "." {
			return nil
		}
		return all
	}
	byFolder := func(b Block, folder string) int { return module.CompareFolders(b.Folder, folder) }
	from, _ := slices.BinarySearchFunc(all, folder, byFolder)
	to := from
	for to < len(all) && all[to].Folder == folder {
		s.m.Budget.Step(1)
		to++
	}
	return all[from:to:to]
}

// inFiles returns those of the given blocks whose files the function wanted accepts. The caller
// must not change the result, because it may be a part of the given slice.
func (s *Site) inFiles(from []Block, wanted func(*File) bool) []Block {
	var last *File // the file of the last candidate
	kept := false
	var found []Block
	for i, b := range from {
		b.Budget.Step(1)
		if b.File != last {
			last, kept = b.File, wanted(b.File)
		}
		switch n := len(found); {
		case !kept:
		case n == 0:
			found = from[i : i+1 : i+1]
		case cap(found) == n && i > 0 && &found[n-1] == &from[i-1]:
			start := i - n
			found = from[start : i+1 : i+1]
		default:
			found = append(grow.Reserve(b.Budget, found, 1), b)
		}
	}
	return found
}

// selectIndexes returns the blocks with the given indexes, which must be in ascending order. It
// does not change its arguments.
func selectIndexes(blocks []Block, numbers []int) []Block {
	if n := len(numbers); n == 0 || numbers[n-1] == n-1 {
		return blocks[:n:n] // the first n blocks
	}
	kept := make([]Block, len(numbers))
	for i, number := range numbers {
		kept[i] = blocks[number]
	}
	return kept
}

func appendViews(dst []selection.Block, blocks []Block) []selection.Block {
	for _, b := range blocks {
		dst = append(dst, selection.Block{View: &b.View, ID: b.ID})
	}
	return dst
}
