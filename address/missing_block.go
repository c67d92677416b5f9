package address

import (
	"fmt"
	"slices"

	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// missingBlock returns the Missing for a target whose block does not exist. It describes the
// outermost block that is missing.
func (t *Target) missingBlock(f *syntax.File, l Language) Missing {
	level := &t.Blocks[t.depth]
	types := []string{level.Type}
	if t.depth == 0 {
		types = l.Spellings(level.Type)
	}
	var blocks []syntax.ItemID
	for _, body := range t.lastBlocks {
		if body == syntax.Root || t.depth > 0 {
			blocks = append(blocks, childrenOf(f, []syntax.ItemID{body}, syntax.KindBlock, types...)...)
		}
	}
	m := Missing{Message: "no " + t.levelsAddress(t.depth+1).String(), Offset: t.offset(f)}
	if t.depth == 0 && l.Dialect.AnyBlock() && len(blocks) == 0 {
		return t.missingType(f, m)
	}
	for place, label := range level.Labels {
		near, at, far := t.nearestName(f, label, func(yield func(string, int32) bool) {
			for _, id := range blocks {
				labels := labelsOf(f, id)
				if differsOnlyAt(place, labels, level.Labels) && !yield(labels[place], f.Item(id).Name.From) {
					return
				}
			}
		})
		if near != "" {
			return Missing{Message: m.Message + near, Offset: at, Distance: far}
		}
	}
	if len(level.Labels) > 1 {
		near, at, far := t.nearestName(f, level.Labels[0], func(yield func(string, int32) bool) {
			for _, id := range blocks {
				if labels := labelsOf(f, id); len(labels) > 0 && !yield(labels[0], f.Item(id).Name.From) {
					return
				}
			}
		})
		if near != "" {
			return Missing{Message: m.Message + near, Offset: at, Distance: far}
		}
	}
	if inside, at := t.withoutLabel(f, level, blocks); inside != nil {
		return Missing{Message: m.Message + "; did you mean " + inside.String() + "?", Offset: at}
	}
	if level.Index >= 0 {
		same := slices.DeleteFunc(slices.Clone(blocks), func(id syntax.ItemID) bool {
			return !differsOnlyAt(-1, labelsOf(f, id), level.Labels)
		})
		if len(same) > 0 {
			m.Offset = int(f.Item(same[0]).Name.From)
			m.Message += fmt.Sprintf("; there are %d, numbered from 0", len(same))
		}
	}
	if t.depth == 0 && len(blocks) == 0 {
		m.None = level.Type
	}
	m.There = existingLabels(f, level, blocks)
	if a, at := t.namesake(f, l); a != nil {
		m.Namesake, m.Offset = a, at
	}
	return m
}

// withoutLabel returns the address that was probably meant if the last label was omitted, such as
// aws_vpc.main.tags for aws_vpc.tags. It also returns the offset of the block. If no block has an
// attribute or nested block with that name, it returns nil and -1.
func (t *Target) withoutLabel(f *syntax.File, level *Level, blocks []syntax.ItemID) (a Address, offset int) {
	last := len(level.Labels) - 1
	if last < 0 {
		return nil, -1
	}
	for _, id := range blocks {
		labels, here := labelsOf(f, id), []syntax.ItemID{id}
		if !differsOnlyAt(last, labels, level.Labels) || len(labels) == 0 || t.depth > 0 {
			continue
		}
		if len(childrenOf(f, here, syntax.KindAttribute, level.Labels[last])) > 0 || len(childrenOf(f, here, syntax.KindBlock, level.Labels[last])) > 0 {
			return append(Of(level.Type, labels...), Name(level.Labels[last])), int(f.Item(id).Name.From)
		}
	}
	return nil, -1
}

// missingType adds a suggestion to the message that the file has no block of a type. It suggests
// the nearest name at the top level of the file, else the address of a nested block of that type,
// else the address of a top-level attribute.
func (t *Target) missingType(f *syntax.File, m Missing) Missing {
	typ := t.Blocks[0].Type
	near, at, far := t.nearestName(f, typ, func(yield func(string, int32) bool) {
		for id := range f.Children(syntax.Root) {
			if kind := f.Kind(id); (kind == syntax.KindAttribute || kind == syntax.KindBlock) && !yield(string(f.Name(id)), f.Item(id).Name.From) {
				return
			}
		}
	})
	if near != "" {
		return Missing{Message: m.Message + near, Offset: at, Distance: far}
	}
	if typ == "local" || typ == "locals" {
		m.Message = "no locals; add locals makes the block"
		return m
	}
	if inside := findNested(f, syntax.Root, typ, mostNested); inside != nil {
		m.Message += "; the code has " + inside.String()
		return m
	}
	rest := t.Address()[1:]
	m.Message += "; for an attribute outside of blocks write " + append(Address{{Text: terraform.VariableValues}, {Text: typ}}, rest...).String()
	if len(rest) > 0 {
		m.Message += ", for a new block use add"
	}
	return m
}

// mostNested is the number of levels of nested blocks that missingType searches.
const mostNested = 4

// findNested searches the blocks in a body for a nested block of a type, and returns the address of
// the first such block, or nil. depth is the number of levels of nested blocks to search.
func findNested(f *syntax.File, body syntax.ItemID, typ string, depth int) Address {
	for id := range f.Children(body) {
		if f.Kind(id) != syntax.KindBlock {
			continue
		}
		here := Of(string(f.Name(id)), labelsOf(f, id)...)
		if body != syntax.Root && string(f.Name(id)) == typ {
			return here
		}
		if depth == 0 {
			continue
		}
		if inside := findNested(f, id, typ, depth-1); inside != nil {
			return append(here, inside...)
		}
	}
	return nil
}

// mostListed is the greatest number of existing names that a message lists.
const mostListed = 6

// addListed adds a name to the names that a message lists. It keeps at most mostListed+1 names: the
// last name only shows that more names exist.
func addListed(names []string, name string) []string {
	if len(names) > mostListed || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// existingLabels is called if no block has the last label of a level. It returns the labels that a
// message can list instead: the last label of each block whose other labels are those of the level.
func existingLabels(f *syntax.File, level *Level, blocks []syntax.ItemID) (names []string) {
	last := len(level.Labels) - 1
	if last < 0 || level.Index >= 0 {
		return nil
	}
	for _, id := range blocks {
		labels := labelsOf(f, id)
		if differsOnlyAt(last, labels, level.Labels) {
			names = addListed(names, labels[last])
		}
	}
	return names
}

// differsOnlyAt reports whether the labels match the wanted labels, which may be patterns. The
// label with the index place need not match. If place is -1, all labels must match.
func differsOnlyAt(place int, labels, wanted []string) bool {
	if len(labels) != len(wanted) {
		return false
	}
	for i := range labels {
		if i != place && !MatchLabel(wanted[i], labels[i]) {
			return false
		}
	}
	return true
}
