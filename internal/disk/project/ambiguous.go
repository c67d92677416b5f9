package project

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/engine/selection"
	"iacedit/syntax"
)

// mostChoices is the greatest number of addresses that a message offers.
const mostChoices = 4

// ambiguity checks that an address means one block. If the address means several blocks, ambiguity
// returns a message with addresses to choose from, and the offset of the first of these blocks.
// Otherwise the message is "".
func (s *subject) ambiguity(l address.Language) (message string, offset int) {
	whole := s.target.Address()
	for n := range s.target.Blocks {
		level := address.Target{Blocks: s.target.Blocks[:n+1]}
		prefix := level.Address()
		found, err := selection.Resolve(prefix, s.tree, l)
		if err != nil || len(found.Found) < 2 || s.target.Blocks[n].All {
			continue
		}
		rest := append(address.Address{{}}, whole[len(prefix):]...)
		choices := strings.Join(s.choices(prefix, rest, found.Found), ", ")
		text := fmt.Sprintf("%s matches %d blocks; write %s, or %s[*]%s for all", prefix, len(found.Found), choices, prefix, rest)
		return text, int(s.tree.Item(found.Found[0]).Name.From)
	}
	return "", -1
}

// choices returns an address for each block. Each address consists of the prefix, a selector of the
// block such as [alias=east] or [0], and the rest. If the selector is only an index, the address is
// followed by the line on which the block starts.
func (s *subject) choices(prefix, rest address.Address, blocks []syntax.ItemID) (choices []string) {
	for i, selector := range selectorsOf(s.tree, blocks) {
		if i == mostChoices {
			return append(choices, "…")
		}
		choice := prefix.String() + selector + rest.String()
		if selector == fmt.Sprintf("[%d]", i) {
			line, _ := syntax.Position(s.file.Code, s.origin(int(s.tree.Item(blocks[i]).Name.From)))
			choice += fmt.Sprintf(" (line %d)", line)
		}
		choices = append(choices, choice)
	}
	return choices
}

// readAddress parses an address that a user wrote. It refuses an address with a pattern and a
// number, as in aws_vpc.*[1], if several files of a module have matching blocks: the number counts
// the blocks of one file.
func (s *Scope) readAddress(text string) (address.Address, error) {
	a, err := parseAddress(text)
	numbered := func(p address.Part) bool { return p.Kind == address.PartIndex }
	if err != nil || !slices.ContainsFunc(a, isPattern) || !slices.ContainsFunc(a, numbered) {
		return a, err
	}
	l := s.language()
	for _, g := range grouped(s.Sources, l) {
		g.ask(l.IsValuesFile(a[0].Text))
		var first string // the title of the first file with matching blocks
		for _, x := range g.asked {
			file, tree, err := s.parse(x.source)
			if err != nil {
				continue // the lookup of the address reports the error
			}
			t, err := selection.Resolve(a, tree, l)
			if err != nil || t.Blocks[0].Index < 0 {
				continue
			}
			t.Blocks = t.Blocks[:1]
			t.Blocks[0].Index = -1
			blocks, err := viewOf(tree).Selected(&t, l)
			switch {
			case err != nil || len(blocks) == 0:
			case first != "":
				return nil, fmt.Errorf("%s: the number counts the blocks of one file, and both %s and %s have such blocks; name the file", a, first, file.Title)
			default:
				first = file.Title
			}
		}
	}
	return a, nil
}

func isPattern(p address.Part) bool {
	return p.Kind == address.PartAny || p.Kind == address.PartPattern
}

// An Ambiguous is the error for an address whose block or attribute is in several files of a
// module, so that the user must name one of the files.
type Ambiguous struct {
	what    string
	Files   []string
	choices [][]string // for each file with several blocks, the addresses of the blocks
	all     string     // an address that means all targets, or ""
}

func (a *Ambiguous) Error() string {
	text := fmt.Sprintf("several files have %s; name one of them: ", a.what)
	for i, file := range a.Files {
		if i > 0 {
			text += ", "
		}
		if text += file; len(a.choices[i]) > 0 {
			text += " (with " + strings.Join(a.choices[i], " or ") + ")"
		}
	}
	if a.all != "" {
		text += "; for all write " + a.all
	}
	return text
}

// Example returns a file and an address that mean only one block, for a message. The address is ""
// if the user's own address means only one block in the file. If there is no such file, Example
// returns the first file and a longer address.
func (a *Ambiguous) Example() (file, address string) {
	for i, file := range a.Files {
		if len(a.choices[i]) == 0 {
			return file, ""
		}
	}
	address, _, _ = strings.Cut(a.choices[0][0], " (line ")
	return a.Files[0], address
}

// ambiguous returns the *Ambiguous for an address that has a target in each of the given files.
func ambiguous(subjects []*subject) error {
	e := &Ambiguous{}
	for _, s := range subjects {
		var choices []string
		if t := &s.target; !s.complete && t.Depth() == len(t.Blocks) && len(t.Found) > 1 {
			level := address.Target{Blocks: t.Blocks}
			prefix := level.Address()
			rest := append(address.Address{{}}, t.Address()[len(prefix):]...)
			choices = s.choices(prefix, rest, t.Found)
		}
		e.Files, e.choices = append(e.Files, s.file.Title), append(e.choices, choices)
	}
	t := subjects[0].target
	if !subjects[0].complete {
		t = address.Target{Blocks: t.Blocks[:t.Depth()]}
	} else {
		e.all = allOf(&t)
	}
	e.what = t.Address().String()
	return e
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

// selectorsOf returns a selector for each block. If no two blocks have the same value of an
// attribute such as alias, the selectors contain that attribute, as in [alias=east]. Otherwise the
// selectors are indexes, as in [0].
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
