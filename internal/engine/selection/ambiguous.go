package selection

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/fault"
	"iacedit/syntax"
)

// mostChoices is the greatest number of addresses that a message offers.
const mostChoices = 4

// Ambiguity returns a message if a level of the target matches several blocks of the file, although
// its address means one block. The message has addresses to choose from. The offset is that of the
// first of these blocks. Otherwise the message is "".
func Ambiguity(f *syntax.File, t *address.Target, l address.Language, b *budget.Budget) (message string, offset int32) {
	whole := t.Address()
	for n := range t.Blocks {
		level := address.Target{Blocks: t.Blocks[:n+1]}
		prefix := level.Address()
		b.Step(len(f.Text()) / bytesPerStep)
		found, err := Resolve(prefix, f, l)
		if err != nil || len(found.Found) < 2 || t.Blocks[n].All {
			continue
		}
		rest := append(address.Address{{}}, whole[len(prefix):]...)
		choices := strings.Join(Choices(f, prefix, rest, found.Found, b), ", ")
		text := fmt.Sprintf("%s matches %d blocks; write %s, or %s[*]%s for all", prefix, len(found.Found), choices, prefix, rest)
		return text, f.Item(found.Found[0]).Name.From
	}
	return "", -1
}

// SeveralFiles returns what to choose from if the target of an address is in several files. targets are
// the targets in these files, and names the names of the files. there reports whether the files have
// the whole target.
func SeveralFiles(names []string, trees []*syntax.File, targets []address.Target, there bool, b *budget.Budget) *fault.Several {
	s := &fault.Several{Files: names}
	for i := range targets {
		var choices []string
		if t := &targets[i]; !there && t.Depth() == len(t.Blocks) && len(t.Found) > 1 {
			level := address.Target{Blocks: t.Blocks}
			prefix := level.Address()
			rest := append(address.Address{{}}, t.Address()[len(prefix):]...)
			choices = Choices(trees[i], prefix, rest, t.Found, b)
		}
		s.Choices = append(s.Choices, choices)
	}
	t := targets[0]
	if !there {
		t = address.Target{Blocks: t.Blocks[:t.Depth()]}
	} else {
		s.All = allOf(&t)
	}
	s.What = t.Address().String()
	return s
}

// allOf returns an address that selects the item of t in all top-level blocks that contain such an
// item: for provider.aws.region, it returns provider.aws[region][*].region. It returns "" if the
// address of t already has selectors for the top-level block, omits labels, or ends in "*".
func allOf(t *address.Target) string {
	first := &t.Blocks[0]
	if first.Selects() || first.Index >= 0 || first.All || first.LeftOut > 0 || t.Any {
		return ""
	}
	all := *t
	all.Blocks = slices.Clone(t.Blocks)
	first = &all.Blocks[0]
	switch first.All = true; {
	case len(t.Blocks) > 1:
		first.Has = []string{t.Blocks[1].Type}
	case t.Path.Name != "":
		first.Has = []string{t.Path.Name}
	}
	return all.Address().String()
}

// Choices returns an address for each block. Each address consists of the prefix, a selector of the
// block such as [alias=east] or [0], and the rest. If the selector is only an index, the address is
// followed by the line on which the block starts.
func Choices(f *syntax.File, prefix, rest address.Address, blocks []syntax.ItemID, b *budget.Budget) (choices []string) {
	for i, selector := range selectorsOf(f, blocks, b) {
		if i == mostChoices {
			return append(choices, "…")
		}
		choice := prefix.String() + selector + rest.String()
		if selector == indexed(i) {
			choice += fmt.Sprintf(" (line %d)", f.Line(f.Item(blocks[i]).Name.From))
		}
		choices = append(choices, choice)
	}
	return choices
}

func indexed(i int) string { return fmt.Sprintf("[%d]", i) }

// selectorsOf returns a selector for each block. If no two blocks have the same value of an
// attribute such as alias, the selectors contain that attribute, as in [alias=east]. Otherwise the
// selectors are indexes, as in [0].
func selectorsOf(f *syntax.File, blocks []syntax.ItemID, b *budget.Budget) []string {
	names := []string{"alias"}
	for _, block := range blocks[:min(2, len(blocks))] { // at most one block may lack the attribute
		for id := range f.Attributes(block) {
			names = append(names, string(f.Name(id)))
		}
	}
	for _, name := range names {
		b.Step(len(f.Text()) / bytesPerStep)
		if all := selectorsBy(f, blocks, name); all != nil {
			return all
		}
	}
	all := make([]string, len(blocks))
	for i := range blocks {
		all[i] = indexed(i)
	}
	return all
}

// selectorsBy returns a selector for each block by the value of one attribute, such as [alias=east]
// for the attribute alias. It returns nil if two blocks have the same value, or if a value is not a
// literal.
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
				return nil // the value is an expression
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

// plainInSelector contains the characters that a selector may contain without quotes.
const plainInSelector = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@+"
