package upgrades

import (
	"strings"

	"iacedit/module"
	"iacedit/syntax"
)

// A step is one step from a body to a nested body.
type step struct {
	name    string
	dynamic bool // through the content of a dynamic block
}

// A shape is a way from a block to a body in it, and what kind of item is there.
type shape struct {
	way  string // the steps, joined; a step through a dynamic block begins with "~"
	kind syntax.ItemKind
	made bool // the nested blocks are made by a dynamic block
}

// A body is a nested body on the path of a fact.
type body struct {
	id  syntax.ItemID
	way string
}

// An item is what a block has at the path of a fact.
type item struct {
	*block
	id    syntax.ItemID
	shape shape
}

// bodies returns the bodies to which the first parts of a path lead, through nested blocks and the
// contents of dynamic blocks.
func (b *block) bodies(parts []string) []body {
	all := []body{{id: b.id}}
	for _, name := range parts {
		var next []body
		for _, at := range all {
			for id := range b.f.Blocks(at.id, name) {
				next = append(next, body{id, join(at.way, name)})
			}
			for id := range b.f.Blocks(at.id, "dynamic", name) {
				for content := range b.f.Blocks(id, "content") {
					next = append(next, body{content, join(at.way, "~"+name)})
				}
			}
		}
		all = next
	}
	return all
}

func join(way, name string) string {
	if way == "" {
		return name
	}
	return way + "/" + name
}

// steps returns the steps of a way.
func steps(way string) (all []step) {
	if way == "" {
		return nil
	}
	for _, name := range strings.Split(way, "/") {
		plain, dynamic := strings.CutPrefix(name, "~")
		all = append(all, step{plain, dynamic})
	}
	return all
}

// items returns what a block has at a path: an attribute, nested blocks, and dynamic blocks that
// make them. The path "" is the block itself.
func (b *block) items(path string) (all []item) {
	if path == "" {
		return []item{{b, b.id, shape{kind: syntax.KindBlock}}}
	}
	parts := strings.Split(path, ".")
	last := parts[len(parts)-1]
	for _, at := range b.bodies(parts[:len(parts)-1]) {
		if id := b.f.Attribute(at.id, last); id != syntax.NoItem {
			all = append(all, item{b, id, shape{way: at.way, kind: syntax.KindAttribute}})
		}
		for id := range b.f.Blocks(at.id, last) {
			all = append(all, item{b, id, shape{way: at.way, kind: syntax.KindBlock}})
		}
		for id := range b.f.Blocks(at.id, "dynamic", last) {
			all = append(all, item{b, id, shape{way: at.way, kind: syntax.KindBlock, made: true}})
		}
	}
	return all
}

// shapes returns the different shapes of the items at a path in blocks, in the order of the code.
func shapes(blocks []*block, path string) (all []shape) {
	seen := map[shape]bool{}
	for _, b := range blocks {
		for _, it := range b.items(path) {
			if !seen[it.shape] {
				seen[it.shape] = true
				all = append(all, it.shape)
			}
		}
	}
	return all
}

// ways returns the different ways to the bodies that contain the item at a path.
func ways(blocks []*block, path string) (all []string) {
	seen := map[string]bool{}
	parts := strings.Split(path, ".")
	for _, b := range blocks {
		for _, at := range b.bodies(parts[:len(parts)-1]) {
			if !seen[at.way] {
				seen[at.way] = true
				all = append(all, at.way)
			}
		}
	}
	return all
}

// lastPart returns the last name of a path.
func lastPart(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// overrides reports whether the block is in an override file.
func (b *block) overrides() bool { return b.role == module.Override }

// parent returns a path without its last part.
func parent(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }
