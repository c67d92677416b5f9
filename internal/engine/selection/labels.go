package selection

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/nearest"
	"iacedit/syntax"
)

// leftOut is about an address that omits labels of a block, such as aws_instance for aws_instance.web.
// In the dialect HCL, the address may instead contain a label that no block has.
func (d *doubting) leftOut(t *address.Target, level *address.Level, makes bool) Doubt {
	a, found := d.address, t.Found
	if d.language.Dialect.AnyBlock() {
		doubt := Doubt{Message: d.noLabel(t, level), Offset: -1}
		if len(found) > 0 {
			doubt.Offset = int(d.file.Item(found[0]).Name.From)
		}
		return doubt
	}
	if m, _ := t.Missing(d.file, d.language); m.Namesake != nil {
		return Doubt{Message: fmt.Sprintf("%s lacks a label; did you mean %s?", a, m.Namesake), Offset: m.Offset, Sure: true}
	}
	if makes {
		return Doubt{Message: fmt.Sprintf("%s lacks a label; write %s", a, append(slices.Clip(a), address.Part{Text: "NAME"})), Offset: -1}
	}
	if near := d.withLastLabel(t, level); near != "" {
		return Doubt{Message: fmt.Sprintf("%s lacks a label; did you mean %s?", a, near), Offset: -1, Sure: true}
	}
	return Doubt{Message: fmt.Sprintf("%s lacks a label; write %s, or %s.* for any", a, d.named(t, level), a), Offset: -1}
}

// withLastLabel suggests a similar address if no block has the given address. For instance.web, it
// returns the address of the first resource with the label "web", such as aws_instance.web. If
// there is no such block, or a block has the given address, it returns "".
func (d *doubting) withLastLabel(t *address.Target, level *address.Level) string {
	last := d.address[len(d.address)-1].Text
	for id := range d.file.Blocks(syntax.Root, level.Type) {
		if labels := syntax.Strings(d.file.Labels(id)); last != "" && len(t.Found) == 0 && slices.Contains(labels, last) {
			return address.Of(level.Type, labels...).String()
		}
	}
	return ""
}

// mostThere is the greatest number of existing names that a message lists.
const mostThere = 6

// named returns a list for a message, such as "aws_instance.web, aws_instance.db" for the address
// aws_instance. For each of the first mostThere blocks that match, it lists the address, extended
// by the next label of that block. If no block matches, it returns the address with the label NAME,
// as in aws_instance.NAME.
func (d *doubting) named(t *address.Target, level *address.Level) string {
	var all []string
	for _, id := range t.Found {
		n := 0
		for label := range d.file.Labels(id) {
			if n == len(level.Labels)-level.LeftOut && len(all) < mostThere {
				all = append(all, append(slices.Clip(d.address), address.Name(string(label))).String())
			}
			n++
		}
	}
	if len(all) == 0 {
		return append(slices.Clip(d.address), address.Part{Text: "NAME"}).String()
	}
	return strings.Join(slices.Compact(all), ", ")
}

// noLabel returns the message for an address in HCL that omits labels of a block, or contains a
// label that no block has.
func (d *doubting) noLabel(t *address.Target, level *address.Level) string {
	a := d.address
	typ := slices.IndexFunc(a, func(p address.Part) bool { return p.Text == level.Type })
	next := max(typ, 0) + 1 + len(level.Labels) // the first name may mean the type, as var does
	above, below := a[:min(next, len(a))], a[min(next, len(a)):]
	name, found := "", t.Found
	if len(below) > 0 && below[0].Kind == address.PartAll {
		if t, err := Resolve(above, d.file, d.language); err == nil {
			found = t.Found
		}
		every := append(append(slices.Clip(above), address.Part{Kind: address.PartAny}), below[1:]...)
		return fmt.Sprintf("%s: %s blocks have a label; write %s for all, or %s", a, level.Type, every, d.labelled(found, above, below[1:], level))
	}
	if len(below) > 0 && below[0].Kind == address.PartName {
		name = below[0].Text
	}
	if name == "" || slices.ContainsFunc(found, func(id syntax.ItemID) bool { return d.hasChild(id, name) }) {
		return fmt.Sprintf("%s: %s blocks have a label; write %s", a, level.Type, d.labelled(found, above, below, level))
	}
	var labels []string
	for _, id := range found {
		labels = append(labels, syntax.Strings(d.file.Labels(id))...)
	}
	if near := nearest.DidYouMean(name, slices.Values(labels)); near != "" {
		return fmt.Sprintf("%s: no %s %q%s", a, level.Type, name, near)
	}
	return fmt.Sprintf("%s: no %s %q; the code has %s", a, level.Type, name, d.labelled(found, above, below[1:], level))
}

// labelled returns a list, for a message, of the addresses of the blocks found. Each
// address consists of the parts above the labels, the labels that the user omitted, and the parts
// below.
func (d *doubting) labelled(found []syntax.ItemID, above, below address.Address, level *address.Level) string {
	var all []string
	for _, id := range found {
		full, labels := slices.Clip(above), syntax.Strings(d.file.Labels(id))
		for _, label := range labels[min(len(level.Labels), len(labels)):] {
			full = append(full, address.Name(label))
		}
		if text := append(full, below...).String(); len(all) < mostThere && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, ", ")
}

// hasChild reports whether a block has an attribute or a nested block with the given name.
func (d *doubting) hasChild(block syntax.ItemID, name string) bool {
	for id := range d.file.Children(block) {
		if kind := d.file.Kind(id); (kind == syntax.KindAttribute || kind == syntax.KindBlock) && string(d.file.Name(id)) == name {
			return true
		}
	}
	return false
}
