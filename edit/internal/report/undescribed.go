package report

import (
	"fmt"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/module"
	"iacedit/syntax"
)

// mostUndescribed is the largest number of names that a warning about missing descriptions lists.
const mostUndescribed = 20

// WarnUndescribed warns that new variables or outputs of a file, whose addresses are given, have no
// description. It does so if most variables and outputs that a folder had before the request have
// one.
func (o *Observer) WarnUndescribed(at int, f *draft.File, folder string, made []string) {
	if o == nil || len(made) == 0 || !describes(f.Module, folder) {
		return
	}
	message := "no description: " + strings.Join(made[:min(len(made), mostUndescribed)], ", ")
	if more := len(made) - mostUndescribed; more > 0 {
		message += fmt.Sprintf(" and %d more", more)
	}
	o.WarnAbout(at, NoDescription, f.Name, message)
}

// describes reports whether most variables and outputs that a folder had before the request have a
// description.
func describes(m *draft.Module, folder string) bool {
	all, described := 0, 0
	for _, f := range m.FilesIn(folder) {
		if f.Role != module.Configuration {
			continue
		}
		for _, typ := range [...]string{"variable", "output"} {
			for _, b := range f.BlocksOf(typ) {
				f.Budget.Step(stepsPerKnown)
				if !f.Draft.InSource(f.Draft.Item(b.ID).Name) {
					continue
				}
				all++
				if f.Index.Attribute(b.ID, "description") != syntax.NoItem {
					described++
				}
			}
		}
	}
	return 2*described > all
}
