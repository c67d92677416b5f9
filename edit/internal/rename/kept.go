package rename

import (
	"fmt"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/links"
	"iacedit/refs"
	"iacedit/syntax"
)

// A renamedTarget is a renamed object, or something renamed in it, to which code in other files may
// refer by links between files.
type renamedTarget struct {
	links.Target
	file      *draft.File
	name      string        // its old address, for messages
	at        int           // the offset of the rename in the edits
	keepCalls bool          // references in other files are not changed
	places    warnedPlaces  // the references that keep their names
	output    *renamedBlock // the output of a module, or nil
}

// A keptReference is a rename of references in a file that is not made, because they are to something
// that is renamed in another file.
type keptReference struct {
	rename refs.Rename
	of     *renamedTarget
	why    string // the format of the warning, for the reference and the name of what is renamed
}

// keep records references in a file that keep their name.
func (n *renamer) keep(f *draft.File, r refs.Rename, of *renamedTarget, why string) {
	if n.o != nil {
		n.m.Budget.Hold(bytesPerReference)
		draft.Note(&n.kept, f, append(n.kept[f], keptReference{r, of, why}))
	}
}

// warnOfKept warns of the references that keep their names.
func (n *renamer) warnOfKept() error {
	for _, f := range n.m.InOrder() {
		if len(n.kept[f]) == 0 {
			continue
		}
		var list []refs.Rename
		var kept []keptReference
		seen := map[referenceKey]bool{}
		for _, one := range n.kept[f] {
			if key := keyOf(&one.rename); !seen[key] {
				seen[key] = true
				list, kept = append(list, one.rename), append(kept, one)
			}
		}
		renames, err := refs.NewRenames(list)
		if err != nil {
			return err
		}
		by := map[*refs.Rename]keptReference{}
		for i := range list {
			by[&list[i]] = kept[i]
		}
		n.m.Budget.Parse(len(f.Tree.Text()))
		renames.Follow(nil, f.Tree, f.Reading(), func(one refs.Followed) {
			if k := by[one.Rename]; k.of.places.next(k.of.at) {
				where := n.m.Language.Header(f.Tree, syntax.Root, one.Owner.Item)
				n.o.WarnPlace(k.of.at, report.NotSearched, fmt.Sprintf(k.why, excerpt.Quote(string(f.Tree.At(one.At))), k.of.name), f, where, one.At.From)
			}
		})
	}
	for i := range n.targets {
		n.targets[i].places.warnOfMore(n.o, " like these about "+n.targets[i].name)
	}
	return nil
}
