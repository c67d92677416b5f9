package edit

import "iacedit/edit/internal/plan"

// Disable makes comments of the lines of a block (docs/disable.md). With DisableAttr or other
// Disables among its parts, it does so only with the attributes and nested blocks that these parts
// name.
func Disable(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Disable, block, parts)
}

// DisableAttr makes comments of the attribute ("ami"), the key ("tags.Owner") or the list element
// ("ports[0]") at each path. Use it in Disable.
func DisableAttr(paths ...string) Part {
	return part(func(c *content) { addNames(&c.entry, paths) })
}

// Enable makes code of comments: of the block that is commented out or, with EnableAttr or other
// Enables among its parts, of what these name and what is commented out in the block. If several
// comments are that block, Index chooses one.
func Enable(block BlockAddress, parts ...Part) Operation {
	return operationOf(plan.Enable, block, parts)
}

// EnableAttr makes code of the attribute, the key or the list element at each path that is commented
// out. Use it in Enable.
func EnableAttr(paths ...string) Part {
	return part(func(c *content) { addNames(&c.entry, paths) })
}
