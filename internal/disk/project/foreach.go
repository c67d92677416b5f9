package project

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/selection"
	"iacedit/internal/requests/batch"
	"iacedit/syntax"
	"iacedit/value"
)

// ForEach replaces the argument "count" of a resource or module with "for_each".
type ForEach struct {
	Address string
	Keys    []string // the new keys of the instances 0, 1 and so on

	all map[string]string // by the address of a block, its new for_each, as code
}

func (c *ForEach) address() string { return c.Address }

func (c *ForEach) action(s *Scope) *action {
	return &action{at: c.at, module: s.isAll, named: c.blocks, follows: true}
}

// blocks returns the addresses, with all labels, of the blocks that an address selects. It sets c.all.
func (c *ForEach) blocks(a address.Address, s *Scope) ([]address.Address, error) {
	all, err := namedBlocks(a, s)
	if err != nil {
		return nil, err
	}
	c.all = map[string]string{}
	for x := range s.searched(a) {
		for _, one := range all {
			t, err := selection.Resolve(one, x.tree, s.language())
			if err != nil || len(t.Found) != 1 || len(t.Blocks) > 1 || t.Path.Name != "" {
				continue
			}
			if c.all[one.String()], err = c.judge(x, one, t.Found[0]); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// set returns the set of the first n keys as code, such as toset(["a", "b"]).
func (c *ForEach) set(n int) string {
	if n == 0 {
		return "[]"
	}
	quoted := make([]string, n)
	for i, key := range c.Keys[:n] {
		quoted[i] = string(value.AppendString(nil, key))
	}
	return "toset([" + strings.Join(quoted, ", ") + "])"
}

// judge returns the new for_each of a block. It returns an error if the block's count does not match the
// number of keys. The count must be that number, or a conditional whose largest result is that number, such as
// var.n == null ? 0 : 2. The new for_each keeps the conditions. Any other count is an error, because
// the number of instances is then unknown.
func (c *ForEach) judge(x searchedFile, a address.Address, block syntax.ItemID) (string, error) {
	id := x.tree.Attribute(block, "count")
	refuse := func(at syntax.ItemID, format string, args ...any) (string, error) {
		offset := x.tree.Origin(x.tree.Item(at).Name.From)
		return "", &Mistake{x.file, int(offset), fmt.Sprintf(format, args...)}
	}
	if id == syntax.NoItem {
		return refuse(block, "%s has no count that for_each could replace; to add for_each: set %[1]s.for_each -x '%s'", a, c.set(len(c.Keys)))
	}
	e := x.tree.ValueExpr(id)
	text, most, known := c.sets(e, e.Root)
	switch {
	case !known:
		return refuse(id, "count is %s, so the number of instances is unknown; replace count by for_each with iacedit edit", excerpt.Quote(string(e.Source(e.Root))))
	case most != len(c.Keys):
		return refuse(id, "count is %d, but the command has %s; give a key for each instance", most, excerpt.Count(len(c.Keys), "key"))
	}
	return text, nil
}

// sets returns an expression for a count, with sets of keys in place of numbers, and the largest
// number. The result known is false if the count is neither a number nor a conditional between
// numbers.
func (c *ForEach) sets(e *syntax.Expr, id syntax.NodeID) (text string, most int, known bool) {
	switch n := e.Node(id); n.Kind {
	case syntax.NodeNumber:
		most, err := strconv.Atoi(string(e.Source(id)))
		return c.set(min(most, len(c.Keys))), most, err == nil
	case syntax.NodeParen:
		text, most, known = c.sets(e, n.First)
		return "(" + text + ")", most, known
	case syntax.NodeConditional:
		yes := e.Node(n.First).Next
		one, mostOfOne, known := c.sets(e, yes)
		other, mostOfOther, both := c.sets(e, e.Node(yes).Next)
		return string(e.Source(n.First)) + " ? " + one + " : " + other, max(mostOfOne, mostOfOther), known && both
	}
	return "", 0, false
}

// at returns two operations: one replaces count with for_each, and the other renames the instances.
func (c *ForEach) at(a address.Address, in asking) ([]byte, error) {
	t := meaning(a, in.language)
	typ := t.Blocks[0].Type
	if len(t.Blocks) > 1 || t.Path.Name != "" || t.Several() || typ != "resource" && typ != "module" {
		return nil, fmt.Errorf("%s is not a resource or module", a)
	}
	var keys []edit.Part
	for i, key := range c.Keys {
		keys = append(keys, edit.RenameKey(strconv.Itoa(i), string(value.AppendString(nil, key))))
	}
	set := edit.SetAttr("for_each", edit.Expr(cmp.Or(c.all[a.String()], c.set(len(c.Keys)))))
	changed, err := in.edits(edit.Update, a, []edit.Part{set, edit.DeleteAttr("count")})
	if err != nil {
		return nil, err
	}
	renamed, err := in.edits(edit.Rename, a, keys)
	if err != nil {
		return nil, err
	}
	return batch.Merged([][]byte{changed, renamed})
}

// RenameKey gives an instance of a resource or module another key.
type RenameKey struct {
	Address  string
	Old, New string
	Moved    *bool // whether moved blocks are added; nil for the default
}

func (c *RenameKey) address() string { return c.Address }

func (c *RenameKey) action(s *Scope) *action {
	at := func(a address.Address, in asking) ([]byte, error) {
		parts := []edit.Part{edit.RenameKey(c.Old, c.New)}
		if c.Moved != nil {
			parts = append(parts, edit.Moved(*c.Moved))
		}
		return in.edits(edit.Rename, a, parts)
	}
	return &action{at: at, module: s.isAll, follows: true}
}
