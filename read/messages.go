package read

import (
	"strconv"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
)

// whatIsAt returns the end of a message about a missing block. It lists the block types or labels
// under a node of the outline, as in `the code has resource "aws_instance" "a", "b"`.
func (c *chooser) whatIsAt(node int32, depth int) string {
	o := &c.outline
	text := ""
	for at := node; at != 0; at = o.nodes[at].parent {
		name := o.name(at)
		if o.nodes[at].parent != 0 {
			name = strconv.Quote(name)
		}
		text = name + " " + text
	}
	names := list(func(yield func(string) bool) {
		for name := range o.names(node) {
			if depth > 0 {
				name = strconv.Quote(name)
			}
			if !yield(name) {
				return
			}
		}
	})
	if names == "" {
		return "the code has none"
	}
	return "the code has " + text + names
}

// whatIsIn returns the end of a message about an attribute, or a path into an attribute, that some
// blocks lack. The text is about the first of these blocks. If that block has the attribute, but
// not the path, the text gives the value of the attribute. If that block has a nested block with
// the name of the attribute, the text says how to read the nested block. Otherwise it lists the
// attributes of that block.
func whatIsIn(blocks []selection.Block, a *selection.Attribute) string {
	if len(blocks) == 0 {
		return "the code has no attributes there"
	}
	b := blocks[0]
	if id := b.Index.Attribute(b.ID, a.Name); id != syntax.NoItem {
		return a.Name + " is " + excerpt.Line(b.Tree.At(b.Tree.Value(id)))
	}
	for range b.Tree.Blocks(b.ID, a.Name) {
		return a.Name + ` is a nested block: it goes in "blockTypes"`
	}
	names := list(func(yield func(string) bool) {
		for id := range b.Tree.Attributes(b.ID) {
			if !yield(string(b.Tree.Name(id))) {
				return
			}
		}
	})
	if names == "" {
		return "the code has no attributes there"
	}
	return "the code has " + names
}

// headers lists the types and labels of a few blocks for a message.
func headers(blocks []selection.Block) string {
	return list(func(yield func(string) bool) {
		for _, b := range blocks {
			t := selection.Target{Type: string(b.Tree.Name(b.ID)), Labels: syntax.Strings(b.Tree.Labels(b.ID))}
			if !yield(t.String()) {
				return
			}
		}
	})
}

// inNamed returns the part of a message that names the file or folder of an entry, in which
// something is missing. An example is " in main.tf".
func (c *chooser) inNamed(e *selection.Pick) string {
	name := e.FileName()
	switch {
	case name == "" && e.Folder != "":
		return " in the folder " + excerpt.Quote(e.Folder)
	case name == "":
		return ""
	}
	names := func(yield func(string) bool) {
		for i := range c.docs {
			if !yield(c.docs[i].Name) {
				return
			}
		}
	}
	for there := range names {
		if there == name {
			return " in " + name
		}
	}
	return ": there is no file " + excerpt.Quote(name) + nearest.DidYouMean(name, names)
}
