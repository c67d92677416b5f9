package project

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/engine/selection"
)

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
