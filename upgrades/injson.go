package upgrades

import (
	"bytes"
	"fmt"
	"strings"

	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// inJSON reports whether the block is in a file in JSON syntax. There, nested blocks and objects are
// written alike, so most facts that give an item another form need no change.
func (t *tree) inJSON() bool { return terraform.IsInJSON(t.name) }

// native returns the blocks that are not in files in JSON syntax.
func native(blocks []*block) (all []*block) {
	for _, b := range blocks {
		if !b.inJSON() {
			all = append(all, b)
		}
	}
	return all
}

// notReshaped returns the notes about items in files in JSON syntax that need another form, and about
// references to those that become objects.
func (s *survey) notReshaped(k kindOf, f *Fact) (all []Note) {
	say := fmt.Sprintf("not changed in a file in JSON syntax: %s", f.describe())
	some := false
	for _, b := range s.owned(k) {
		if !b.inJSON() {
			continue
		}
		for _, it := range b.items(f.Path) {
			some = true
			if f.Form.Name+f.Form.Key+f.Form.Value != "" || f.Form.Members != nil || it.shape.made || strings.Contains(it.shape.way, "~") || f.Form.As == "object" && it.isElement() {
				all = append(all, b.note(it.id, f.Path, say))
			}
		}
	}
	if some && f.Form.As == "object" {
		all = append(all, s.references(k, f.Path, say)...)
	}
	return all
}

// isElement reports whether a nested block in a file in JSON syntax is an element of an array.
func (it *item) isElement() bool {
	if it.shape.kind != syntax.KindBlock {
		return false
	}
	name := it.f.Item(it.id).Name
	rest := bytes.TrimPrefix(it.code[it.f.Origin(name.From):], []byte{'"'})
	rest, ok := bytes.CutPrefix(rest, append(bytes.Clone(it.f.At(name)), '"'))
	rest = bytes.TrimLeft(rest, ": \t\r\n")
	return !ok || len(rest) > 0 && rest[0] == '['
}
