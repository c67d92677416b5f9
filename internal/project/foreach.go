package project

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/value"
)

// ForEach gives a resource or module for_each in place of count.
type ForEach struct {
	Address string
	Keys    []string // of the instances, from 0 on
}

func (c *ForEach) address() string { return c.Address }

func (c *ForEach) action(s *Scope) *action {
	return &action{choose: chooseComplete, edits: c.edits, module: s.isAll}
}

// edits returns two operations: the block gets for_each, and its instances get keys.
func (c *ForEach) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	typ := t.Blocks[0].Type
	if len(t.Blocks) > 1 || t.Path.Name != "" || t.Several() || typ != "resource" && typ != "module" {
		return nil, fmt.Errorf("%s is no resource or module", t.Address())
	}
	quoted := make([]string, len(c.Keys))
	var keys []edit.Part
	for i, key := range c.Keys {
		quoted[i] = string(value.AppendString(nil, key))
		keys = append(keys, edit.RenameKey(strconv.Itoa(i), quoted[i]))
	}
	set := edit.SetAttr("for_each", edit.Expr("toset(["+strings.Join(quoted, ", ")+"])"))
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
	Moved    *bool // whether moved blocks are added; nil leaves that to the edits
}

func (c *RenameKey) address() string { return c.Address }

func (c *RenameKey) action(s *Scope) *action {
	return &action{choose: chooseComplete, edits: c.edits, module: s.isAll}
}

func (c *RenameKey) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	if len(t.Blocks) > 1 || t.Path.Name != "" || t.Several() {
		return nil, fmt.Errorf("%s is no resource or module", t.Address())
	}
	parts := []edit.Part{edit.RenameKey(c.Old, c.New)}
	if c.Moved != nil {
		parts = append(parts, edit.Moved(*c.Moved))
	}
	return newRequest(t, l, file, edit.Rename, edit.Rename).edits(parts...)
}
