package project

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/engine/selection"
)

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
			choices = selection.Choices(s.tree, prefix, rest, t.Found, nil)
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
