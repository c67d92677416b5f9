package edit

import (
	"encoding/json"
	"fmt"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
)

// Move moves a block, unchanged, to the place given by Place or into the file named by InFile. With
// PlaceAttr it moves attributes and keys in the block.
func Move(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Move, block, parts)
}

// ToRoot moves the blocks to another root module, given by its folder. "removed" blocks in their
// place, and "import" blocks beside them, tell Terraform that their objects stay. The other parts may
// be InFolder, Where and so on, and State, ImportID, WithoutImport, WithInputs and WithOutputs. Use it
// in Move.
func ToRoot(folder string) Part { return memberPart("root", folder) }

// State is what "terraform show -json" prints for the root module that blocks leave. It has the IDs
// for ToRoot.
func State(shown json.RawMessage) Part { return memberPart("state", shown) }

// ImportID is the import ID of an object, for ToRoot. The address is that of a resource, or of an
// instance: aws_instance.web["a"].
func ImportID(address, id string) Part {
	return part(func(c *content) { c.addMember(&c.entry, "ids", address, textOf(id)) })
}

// WithoutImport makes ToRoot add no "import" blocks.
func WithoutImport() Part { return memberPart("import", false) }

// WithInputs makes ToRoot add variables to the other root module for what the blocks refer to and it
// lacks. Without WithInputs, such references are an error.
func WithInputs() Part { return memberPart("inputs", true) }

// WithOutputs makes ToRoot add outputs to the other root module, and variables to the first, for the
// references to the blocks. Without WithOutputs, such references are an error.
func WithOutputs() Part { return memberPart("outputs", true) }

// LineComment sets the comment behind the attribute, key or element at a path, on its last line. The
// path "" is for what is at the address that At returned. Use it in Add, Update and Set.
func LineComment(path, text string) Part {
	if path == "" {
		return memberPart("lineComment", text)
	}
	return part(func(c *content) { c.addMember(&c.entry, "lineComments", path, text) })
}

// RemoveLineComment removes the comments behind the attributes, keys or elements at the paths. Without
// paths it removes the comment behind what is at the address that At returned.
func RemoveLineComment(paths ...string) Part {
	if len(paths) == 0 {
		return memberPart("lineComment", nil)
	}
	return part(func(c *content) {
		for _, p := range paths {
			c.addMember(&c.entry, "lineComments", p, nil)
		}
	})
}

// Comment sets the lead comment of the block. Each line of the text becomes a line of the comment.
func Comment(text string) Part { return memberPart("comment", text) }

// CommentAttr sets the lead comment of the attribute, key or element at a path.
func CommentAttr(path, text string) Part {
	return part(func(c *content) { c.addMember(&c.entry, "comments", path, text) })
}

// Uncomment removes the lead comments of the attributes, keys and elements at the given paths.
// Without paths it removes the lead comment of the block.
func Uncomment(paths ...string) Part {
	if len(paths) == 0 {
		return memberPart("comment", nil)
	}
	return part(func(c *content) {
		for _, p := range paths {
			c.addMember(&c.entry, "comments", p, nil)
		}
	})
}

// First is the place before all other blocks or attributes.
func First() Destination { return Destination{where: "first"} }

// Last is the place after all other blocks or attributes.
func Last() Destination { return Destination{where: "last"} }

// Before is the place before another block. A nested block can be placed only before a block of the
// same body. Selectors choose among several blocks at the address. An address that At returned, as in
// Before(At("var.region")), is for an operation with such an address, and may be that of an attribute.
func Before(block BlockAddress, selectors ...Part) Destination {
	return besideBlock("before", block, selectors)
}

// After is the place after another block. The arguments are those of Before.
func After(block BlockAddress, selectors ...Part) Destination {
	return besideBlock("after", block, selectors)
}

func besideBlock(where string, block BlockAddress, selectors []Part) Destination {
	op := operationOf(plan.Update, block, selectors)
	if block.dotted != "" && len(selectors) > 0 {
		op.entry.refuse(fmt.Errorf("At(%s) has its own selectors, in brackets", excerpt.Quote(block.dotted)))
	}
	return Destination{where: where, block: block, selectors: op.entry, kind: blockDestination}
}

// BeforeAttr is the place before an attribute of the same body, or a key of the same object.
func BeforeAttr(path string) Destination {
	return Destination{where: "before", attribute: path, kind: attributeDestination}
}

// AfterAttr is the place after an attribute of the same body, or a key of the same object.
func AfterAttr(path string) Destination {
	return Destination{where: "after", attribute: path, kind: attributeDestination}
}

// ToFile is the place of a local in another file of its module: in the last "locals" block there, or
// in a new one. Use it in PlaceAttr.
func ToFile(name string) Destination {
	return Destination{where: "file", attribute: name, kind: attributeDestination}
}

// Place sets the place of a new or moved block, or of what is at the address that At returned. It has no
// effect on an existing block that is not moved.
func Place(d Destination) Part {
	return part(func(c *content) {
		if d.kind == attributeDestination || d.where == "" {
			c.refuse(fmt.Errorf("Place: a block goes First, Last, Before or After another block"))
		}
		c.refuse(d.selectors.err)
		c.place = &d
	})
}

// PlaceAttr sets the place of the attribute or key at a path, if the attribute or key is new or
// moved.
func PlaceAttr(path string, d Destination) Part {
	return part(func(c *content) {
		if d.kind == blockDestination || d.where == "" {
			c.refuse(fmt.Errorf("PlaceAttr(%s): an attribute goes First, Last, BeforeAttr or AfterAttr another one, and a local ToFile", excerpt.Quote(path)))
		}
		key := "places"
		if c.action.Contents() == plan.HoldsPlaces {
			key = "attributes"
		}
		c.addMember(&c.entry, key, path, d.value(false))
	})
}
