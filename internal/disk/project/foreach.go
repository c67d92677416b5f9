package project

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/syntax"
	"iacedit/value"
)

// ForEach replaces the argument "count" of a resource or module with "for_each".
type ForEach struct {
	Address string
	Keys    []string // the new keys of the instances 0, 1 and so on

	condition string // the condition if count is CONDITION ? NUMBER : 0; otherwise ""
}

func (c *ForEach) address() string { return c.Address }

func (c *ForEach) action(s *Scope) *action {
	choose := func(g *group) ([]*subject, error) {
		chosen, err := chooseComplete(g)
		for _, x := range chosen {
			if err := c.judge(x); err != nil {
				return nil, err
			}
		}
		return chosen, err
	}
	return &action{choose: choose, edits: c.edits, module: s.isAll, named: eachBlock, follows: true}
}

// eachBlock returns the address, with all labels, of each block that the given address selects.
func eachBlock(a address.Address, s *Scope) ([]plainAddress, error) { return namedBlocks(a, s, true) }

// keys returns c.Keys as code: quoted and separated by commas, such as "a", "b".
func (c *ForEach) keys() string {
	quoted := make([]string, len(c.Keys))
	for i, key := range c.Keys {
		quoted[i] = `"` + value.EscapeTemplate(key) + `"`
	}
	return strings.Join(quoted, ", ")
}

// judge returns an error if the block's count does not match the number of keys. The count must be
// that number, or a conditional between that number and 0, such as var.on ? 2 : 0. The new for_each
// keeps the condition. Any other count is an error, because the number of instances is then
// unknown.
func (c *ForEach) judge(x *subject) error {
	if len(x.target.Found) != 1 {
		return nil
	}
	id := x.tree.Attribute(x.target.Found[0], "count")
	if id == syntax.NoItem {
		return &Mistake{x.file, int(x.tree.Item(x.target.Found[0]).Name.From), fmt.Sprintf("%s has no count that for_each could replace; to add for_each: set %s.for_each -x 'toset([%s])'", x.target.Address(), x.target.Address(), c.keys())}
	}
	refuse := func(format string, args ...any) error {
		return &Mistake{x.file, int(x.tree.Item(id).Name.From), fmt.Sprintf(format, args...)}
	}
	e := x.tree.ValueExpr(id)
	number := e.Root
	c.condition = ""
	if node := e.Node(e.Root); node.Kind == syntax.NodeConditional {
		yes := e.Node(node.First).Next
		if no := e.Node(yes).Next; string(e.Source(no)) == "0" {
			c.condition, number = string(e.Source(node.First)), yes
		}
	}
	switch text := string(e.Source(number)); {
	case e.Node(number).Kind != syntax.NodeNumber:
		return refuse("count is %s, so the number of instances is unknown; replace count by for_each with iacedit edit", excerpt.Quote(string(e.Source(e.Root))))
	case text != strconv.Itoa(len(c.Keys)):
		return refuse("count is %s, but the command has %s; give a key for each instance", text, excerpt.Count(len(c.Keys), "key"))
	}
	return nil
}

// edits returns two operations: one replaces count with for_each, and the other renames the
// instances.
func (c *ForEach) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	typ := t.Blocks[0].Type
	if len(t.Blocks) > 1 || t.Path.Name != "" || t.Several() || typ != "resource" && typ != "module" {
		return nil, fmt.Errorf("%s is not a resource or module", t.Address())
	}
	quoted := make([]string, len(c.Keys))
	var keys []edit.Part
	for i, key := range c.Keys {
		quoted[i] = string(value.AppendString(nil, key))
		keys = append(keys, edit.RenameKey(strconv.Itoa(i), quoted[i]))
	}
	all := "toset([" + strings.Join(quoted, ", ") + "])"
	if c.condition != "" {
		all = c.condition + " ? " + all + " : []"
	}
	set := edit.SetAttr("for_each", edit.Expr(all))
	changed, err := newRequest(t, l, file, edit.Update, edit.Update).edits(set, edit.DeleteAttr("count"))
	if err != nil {
		return nil, err
	}
	renamed, err := newRequest(t, l, file, edit.Rename, edit.Rename).edits(keys...)
	if err != nil {
		return nil, err
	}
	both := map[string]json.RawMessage{}
	for _, text := range [][]byte{changed, renamed} {
		if err := json.Unmarshal(text, &both); err != nil {
			return nil, err
		}
	}
	return json.Marshal(both)
}

// RenameKey gives an instance of a resource or module another key.
type RenameKey struct {
	Address  string
	Old, New string
	Moved    *bool // whether moved blocks are added; nil for the default
}

func (c *RenameKey) address() string { return c.Address }

func (c *RenameKey) action(s *Scope) *action {
	return &action{choose: chooseComplete, edits: c.edits, module: s.isAll, named: eachBlock, follows: true}
}

func (c *RenameKey) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	if len(t.Blocks) > 1 || t.Path.Name != "" || t.Several() {
		return nil, fmt.Errorf("%s is not a resource or module", t.Address())
	}
	parts := []edit.Part{edit.RenameKey(c.Old, c.New)}
	if c.Moved != nil {
		parts = append(parts, edit.Moved(*c.Moved))
	}
	return newRequest(t, l, file, edit.Rename, edit.Rename).edits(parts...)
}
