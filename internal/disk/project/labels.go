package project

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
)

// moreLabels returns the error for an address that omits labels of a block, such as aws_instance
// for aws_instance.web. In the dialect HCL, the address may instead contain a label that no block
// has; the error then says so.
func (s *subject) moreLabels(a address.Address, level *address.Level, do *action, l address.Language) error {
	if l.Dialect.AnyBlock() {
		return s.mistakeAt(s.target.Found, s.noLabel(a, level, l))
	}
	if m, _ := s.target.Missing(s.tree, l); m.Namesake != nil {
		return &meantError{s.mistake(m.Offset, fmt.Sprintf("%s lacks a label; did you mean %s?", a, m.Namesake))}
	}
	if do.anywhere != nil {
		return fmt.Errorf("%s lacks a label; write %s", a, append(slices.Clip(a), address.Part{Text: "NAME"}))
	}
	if near := s.withLastLabel(a, level); near != "" {
		return &meantError{fmt.Errorf("%s lacks a label; did you mean %s?", a, near)}
	}
	return fmt.Errorf("%s lacks a label; write %s, or %s.* for any", a, s.named(a, level), a)
}

// withLastLabel suggests a similar address if no block has the given address. For instance.web, it
// returns the address of the first resource with the label "web", such as aws_instance.web. If
// there is no such block, or a block has the given address, it returns "".
func (s *subject) withLastLabel(a address.Address, level *address.Level) string {
	last := a[len(a)-1].Text
	for id := range s.tree.Blocks(syntax.Root, level.Type) {
		if labels := syntax.Strings(s.tree.Labels(id)); last != "" && len(s.target.Found) == 0 && slices.Contains(labels, last) {
			return address.Of(level.Type, labels...).String()
		}
	}
	return ""
}

// mistakeAt returns an error with the position of the first of the blocks. If there are no blocks,
// the error has no position.
func (s *subject) mistakeAt(blocks []syntax.ItemID, message string) error {
	at := -1
	if len(blocks) > 0 {
		at = int(s.tree.Item(blocks[0]).Name.From)
	}
	return s.mistake(at, message)
}

// mistake returns an error at an offset in the parsed code. The offset -1 means that the error has
// no position.
func (s *subject) mistake(at int, message string) error {
	return &Mistake{s.file, s.origin(at), message}
}

// noLabel returns the message for an address in HCL that omits labels of a block, or contains a
// label that no block has.
func (s *subject) noLabel(a address.Address, level *address.Level, l address.Language) string {
	next := slices.IndexFunc(a, func(p address.Part) bool { return p.Text == level.Type }) + 1 + len(level.Labels)
	above, below := a[:min(next, len(a))], a[min(next, len(a)):]
	name, found := "", s.target.Found
	if len(below) > 0 && below[0].Kind == address.PartAll {
		if t, err := selection.Resolve(above, s.tree, l); err == nil {
			found = t.Found
		}
		every := append(append(slices.Clip(above), address.Part{Kind: address.PartAny}), below[1:]...)
		return fmt.Sprintf("%s: %s blocks have a label; write %s for all, or %s", a, level.Type, every, s.labelled(found, above, below[1:], level))
	}
	if len(below) > 0 && below[0].Kind == address.PartName {
		name = below[0].Text
	}
	if name == "" || slices.ContainsFunc(found, func(id syntax.ItemID) bool { return s.hasChild(id, name) }) {
		return fmt.Sprintf("%s: %s blocks have a label; write %s", a, level.Type, s.labelled(found, above, below, level))
	}
	var labels []string
	for _, id := range found {
		labels = append(labels, syntax.Strings(s.tree.Labels(id))...)
	}
	if near := nearest.DidYouMean(name, slices.Values(labels)); near != "" {
		return fmt.Sprintf("%s: no %s %q%s", a, level.Type, name, near)
	}
	return fmt.Sprintf("%s: no %s %q; the code has %s", a, level.Type, name, s.labelled(found, above, below[1:], level))
}

// labelled returns a list, for a message, of the addresses of the blocks found. Each
// address consists of the parts above the labels, the labels that the user omitted, and the parts
// below.
func (s *subject) labelled(found []syntax.ItemID, above, below address.Address, level *address.Level) string {
	var all []string
	for _, id := range found {
		full, labels := slices.Clip(above), syntax.Strings(s.tree.Labels(id))
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
func (s *subject) hasChild(block syntax.ItemID, name string) bool {
	for id := range s.tree.Children(block) {
		if kind := s.tree.Kind(id); (kind == syntax.KindAttribute || kind == syntax.KindBlock) && string(s.tree.Name(id)) == name {
			return true
		}
	}
	return false
}
