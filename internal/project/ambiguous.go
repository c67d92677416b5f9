package project

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/internal/selection"
	"iacedit/syntax"
)

// mostChoices is the greatest number of addresses that a message offers.
const mostChoices = 4

// ambiguity checks that an address means one block. If it means several, ambiguity returns a
// message with addresses to choose from, and the offset of the first of these blocks. Otherwise
// the message is "".
func (s *subject) ambiguity(l address.Language) (message string, offset int) {
	whole := s.target.Address()
	for n := range s.target.Blocks {
		level := address.Target{Blocks: s.target.Blocks[:n+1]}
		prefix := level.Address()
		found, err := selection.Resolve(prefix, s.tree, l)
		if err != nil || len(found.Found) < 2 || s.target.Blocks[n].All {
			continue
		}
		rest := address.Address{{}}
		rest = append(rest, whole[len(prefix):]...)
		var choices []string
		for i, selector := range selectorsOf(s.tree, found.Found) {
			if i == mostChoices {
				choices = append(choices, "…")
				break
			}
			choice := prefix.String() + selector + rest.String()
			if selector == fmt.Sprintf("[%d]", i) {
				line, _ := syntax.Position(s.file.Code, s.origin(int(s.tree.Item(found.Found[i]).Name.From)))
				choice += fmt.Sprintf(" (line %d)", line)
			}
			choices = append(choices, choice)
		}
		text := fmt.Sprintf("%s matches %d blocks; write %s, or %s[*]%s for all", prefix, len(found.Found), strings.Join(choices, ", "), prefix, rest)
		return text, int(s.tree.Item(found.Found[0]).Name.From)
	}
	return "", -1
}

// selectorsOf returns a selector for each block: its value of an attribute that differs between all
// of the blocks or, if there is no such attribute, its index.
func selectorsOf(f *syntax.File, blocks []syntax.ItemID) []string {
	var names []string
	for _, block := range blocks {
		for id := range f.Attributes(block) {
			names = append(names, string(f.Name(id)))
		}
	}
	for _, name := range append([]string{"alias"}, names...) {
		if all := selectorsBy(f, blocks, name); all != nil {
			return all
		}
	}
	all := make([]string, len(blocks))
	for i := range blocks {
		all[i] = fmt.Sprintf("[%d]", i)
	}
	return all
}

// selectorsBy returns a selector for each block: its value of the named attribute. It returns nil
// if the values do not distinguish the blocks.
func selectorsBy(f *syntax.File, blocks []syntax.ItemID, name string) (all []string) {
	seen := map[string]bool{}
	for _, block := range blocks {
		text := "null"
		if id := f.Attribute(block, name); id != syntax.NoItem {
			text = string(f.At(f.Value(id)))
			inner, quoted := strings.CutPrefix(text, `"`)
			switch {
			case quoted:
				text = strings.TrimSuffix(inner, `"`)
			case strings.Trim(text, "0123456789") != "" && text != "true" && text != "false":
				return nil // the value of an expression is unknown
			}
			if text == "" || text == "null" || strings.Trim(text, plainInSelector) != "" {
				return nil
			}
		}
		if seen[text] {
			return nil
		}
		seen[text] = true
		all = append(all, "["+name+"="+text+"]")
	}
	if len(seen) < 2 || len(seen) == 2 && seen["null"] && name != "alias" {
		return nil
	}
	return all
}

// plainInSelector are the characters that a selector may contain without quotes.
const plainInSelector = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@+"
