package edit

import (
	"fmt"

	"iacedit/edit/internal/plan"
	"iacedit/internal/excerpt"
)

// Move takes a block as it is to another place or file, by Place or InFile, or attributes in
// it, by PlaceAttr.
func Move(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Move, block, parts)
}

// Comment makes a text the lead comment of the block, a comment line for each of its lines.
func Comment(text string) Part { return single("comment", text) }

// CommentAttr makes a text the lead comment of the attribute, key or element at a path.
func CommentAttr(path, text string) Part {
	return part(func(c *content) { c.give(&c.entry, "comments", path, text) })
}

// Uncomment removes the lead comments of what is at the paths; without paths, the block's own.
func Uncomment(paths ...string) Part {
	if len(paths) == 0 {
		return single("comment", nil)
	}
	return part(func(c *content) {
		for _, p := range paths {
			c.give(&c.entry, "comments", p, nil)
		}
	})
}

// A Destination is where a block or attribute goes: First, Last, or beside another one.
type Destination struct {
	where     string
	block     BlockAddress
	selectors content
	attribute string
	of        destinationKind
}

type destinationKind uint8

const (
	ofAny       destinationKind = iota
	ofBlock                     // beside a block
	ofAttribute                 // beside an attribute
)

// First is before all others.
func First() Destination { return Destination{where: "first"} }

// Last is behind all others.
func Last() Destination { return Destination{where: "last"} }

// Before is before a block: one at the top for a block there, and for a nested block one in
// the same body. Selectors say which, where there are several.
func Before(block BlockAddress, selectors ...Part) Destination {
	return besideBlock("before", block, selectors)
}

// After is as Before.
func After(block BlockAddress, selectors ...Part) Destination {
	return besideBlock("after", block, selectors)
}

func besideBlock(where string, block BlockAddress, selectors []Part) Destination {
	op := operationOf(plan.Update, block, selectors)
	return Destination{where: where, block: block, selectors: op.entry, of: ofBlock}
}

// BeforeAttr is before an attribute of the same body, or a key of the same object.
func BeforeAttr(path string) Destination {
	return Destination{where: "before", attribute: path, of: ofAttribute}
}

// AfterAttr is as BeforeAttr.
func AfterAttr(path string) Destination {
	return Destination{where: "after", attribute: path, of: ofAttribute}
}

// Place says where a block goes that is made or moved. Of one that is there already, and not
// moved, it says nothing.
func Place(d Destination) Part {
	return part(func(c *content) {
		if d.of == ofAttribute || d.where == "" {
			c.refuse(fmt.Errorf("Place: a block goes First, Last, Before or After another block"))
		}
		c.refuse(d.selectors.err)
		c.place = &d
	})
}

// PlaceAttr says where the attribute or key at a path goes that is made or moved.
func PlaceAttr(path string, d Destination) Part {
	return part(func(c *content) {
		if d.of == ofBlock || d.where == "" {
			c.refuse(fmt.Errorf("PlaceAttr(%s): an attribute goes First, Last, BeforeAttr or AfterAttr another one", excerpt.Quote(path)))
		}
		key := "places"
		if c.action.Contents() == plan.HoldsPlaces {
			key = "attributes"
		}
		c.give(&c.entry, key, path, d.value(false))
	})
}

// beside returns the address of the block that is meant, an empty one for none.
func (d *Destination) beside() *BlockAddress {
	if d == nil {
		return &BlockAddress{}
	}
	return &d.block
}
