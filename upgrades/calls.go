package upgrades

import (
	"fmt"
	"path"

	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// calls adds a note for each module whose code is not among the files, if the code that calls it
// uses the provider: nothing tells whether the module works with the new version. Several calls of
// a module have one note.
func (u *upgrade) calls(s *survey) {
	if u.result.Provider == terraformItself || len(u.steps) == 0 {
		return
	}
	users := s.users()
	count := map[string]int{}
	var notes []Note
	var sources []string
	for _, t := range s.trees {
		if !users[t.folder] {
			continue
		}
		for id := range t.f.Blocks(syntax.Root, "module") {
			source := t.sourceOf(id)
			if source == "" || s.folders[path.Join(t.folder, source)] != nil && terraform.IsLocalSource(source) {
				continue
			}
			if count[source]++; count[source] == 1 {
				b := &block{tree: t, of: "module"}
				for label := range t.f.Labels(id) {
					b.name = string(label)
				}
				notes, sources = append(notes, b.note(id, "", "")), append(sources, source)
			}
		}
	}
	for i, source := range sources {
		if terraform.IsLocalSource(source) {
			notes[i].Say = fmt.Sprintf("the code of %s is not among the files: upgrade it, too", source)
		} else {
			notes[i].Say = fmt.Sprintf("the code of %s is not here: see that it works with version %d of %s", source, u.result.To, path.Base(u.result.Provider))
		}
		if n := count[source]; n > 1 {
			notes[i].Say += fmt.Sprintf(" (%d calls)", n)
		}
	}
	u.tell(notes...)
}

// sourceOf returns the source of the module that a block calls, or "" if there is none.
func (t *tree) sourceOf(id syntax.ItemID) string {
	a := t.f.Attribute(id, "source")
	if a == syntax.NoItem {
		return ""
	}
	if text, ok := t.plainText(a); ok {
		return text
	}
	e := t.f.ValueExpr(a)
	return string(e.Source(e.Root))
}

// users returns the folders whose code requires, configures or uses the provider.
func (s *survey) users() map[string]bool {
	all := map[string]bool{}
	for _, r := range s.requirements() {
		all[r.tree.folder] = true
	}
	for of := range s.owns {
		all[of.folder] = true
	}
	return all
}
