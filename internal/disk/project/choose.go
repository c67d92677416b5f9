package project

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// chooseComplete chooses the file that has the whole target, or all such files if the address
// means several targets.
func chooseComplete(g *group) ([]*subject, error) {
	complete, _ := g.filesWithTarget()
	if g.asked[0].target.Several() {
		return complete, nil
	}
	return g.one(g.effectiveFiles(complete))
}

// chooseForValue chooses, of files of variable values, the one that has the value to set or, if none
// has it, the one that Terraform loads last.
func chooseForValue(g *group) ([]*subject, error) {
	complete, part := g.filesWithTarget()
	if len(complete) == 0 {
		complete = part
	}
	return g.one(g.effectiveFiles(complete))
}

// forSettings chooses the file for a new name in the "terraform" block, which has the settings of a
// module. If several files have such a block, it chooses the file that already has the longest part
// of the target's address. If several files have an equally long part, it chooses the one that has
// the customary name for this block, versions.tf.
func (g *group) forSettings(part []*subject) ([]*subject, error) {
	most := 0
	var longest []*subject
	for _, s := range part {
		n := 2 * s.target.Depth()
		if s.target.Depth() == len(s.target.Blocks) && hasAttribute(s.tree, &s.target) {
			n++
		}
		if n > most {
			most, longest = n, nil
		}
		if n == most {
			longest = append(longest, s)
		}
	}
	for i, s := range longest {
		if s.name == terraform.Block(terraform.Settings).File {
			return longest[i : i+1], nil
		}
	}
	return g.one(longest)
}

// isSettings reports whether a target is in the "terraform" block of a module.
func (g *group) isSettings(t *address.Target) bool {
	b := terraform.Block(t.Blocks[0].Type)
	return g.module && b != nil && b.Name == terraform.Settings && len(t.Blocks[0].Labels) == 0
}

// forLocal chooses the file for a new local, or for a new key in a local: the file that has the
// local, else the file locals.tf, else the only file with locals. If there are no locals, it
// returns the first file, but this choice has no effect: package edit adds a new block to
// locals.tf.
func (g *group) forLocal(part []*subject) ([]*subject, error) {
	if !g.hasLocals() {
		return g.asked[:1], nil
	}
	name := g.asked[0].target.Path.Name
	var having, customary []*subject
	for _, s := range part {
		if slices.ContainsFunc(s.target.Found, func(block syntax.ItemID) bool { return s.tree.Attribute(block, name) != syntax.NoItem }) {
			having = append(having, s)
		}
		if s.name == "locals.tf" || s.name == "locals.tofu" {
			customary = append(customary, s)
		}
	}
	switch {
	case areTwins(having):
		return having, nil
	case len(having) > 0:
		return having[:1], nil
	case len(customary) > 0:
		return g.one(customary)
	}
	return g.one(part)
}

// isNew reports whether the target of an Add is a whole top-level block. Package edit then chooses
// the file, such as variables.tf for a variable.
func isNew(t *address.Target) bool { return len(t.Blocks) == 1 && t.Path.Name == "" && !t.Any }

// chooseForAdd chooses the file for a new item. An item inside a block is added to the file of the
// block.
func chooseForAdd(g *group) ([]*subject, error) {
	t := &g.asked[0].target
	complete, part := g.filesWithTarget()
	switch {
	case isNew(t):
		return g.asked[:1], nil
	case t.Several():
		return part, nil
	case len(complete) > 0 && t.Path.Name != "":
		return complete[:1], nil // the edit refuses an existing item
	case isLocal(t):
		return g.forLocal(part)
	case g.isSettings(t):
		return g.forSettings(part)
	}
	return g.one(g.effectiveFiles(part))
}
