package oracle

import (
	"slices"
	"strings"
)

// What the files of a module show of how their authors write, as docs/layout.md, "Shape",
// counts it.

// slashes reports whether new comments in a file begin with "//": as all lead comments of the
// file, or, where it has none, of the module's other files.
func (m *mModule) slashes(file string) bool {
	var own, others []string
	for _, f := range m.files {
		if f.name == file {
			own = f.leads()
		} else {
			others = append(others, f.leads()...)
		}
	}
	if len(own) == 0 {
		own = others
	}
	return len(own) > 0 && !slices.ContainsFunc(own, func(comment string) bool { return !strings.HasPrefix(comment, "//") })
}

// leads returns the lines of the lead comments of all that is in a file.
func (f *modelFile) leads() (all []string) {
	add := func(lead string) {
		for line := range strings.Lines(lead) {
			if line = strings.TrimSpace(line); line != "" {
				all = append(all, line)
			}
		}
	}
	var items func([]*mItem)
	items = func(of []*mItem) {
		for _, it := range of {
			add(it.lead)
			items(it.v.items)
		}
	}
	var blocks func([]*mBlock)
	blocks = func(of []*mBlock) {
		for _, b := range of {
			add(b.lead)
			items(b.items)
			blocks(b.blocks)
		}
	}
	blocks(f.blocks)
	return all
}
