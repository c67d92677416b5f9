package rename

import (
	"fmt"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/refs"
	"iacedit/syntax"
)

// wholeUses warns of code that uses a value as a whole, such as all attributes of a resource. Such
// code may use a renamed attribute without naming it.
type wholeUses struct {
	n      *renamer
	places warnedPlaces

	renames  []refs.Rename
	offsets  []int                // by index in renames: the offset in the edits
	byRename map[*refs.Rename]int // the same offsets by rename; nil until offsetOf needs them
}

// setRenames sets the renames for the next calls of the method warn. offsets contains the offset of
// each rename in the edits.
func (w *wholeUses) setRenames(renames []refs.Rename, offsets []int) {
	w.renames, w.offsets, w.byRename = renames, offsets, nil
}

const stepsPerOffset = 10

// offsetOf returns the offset of a rename in the JSON text of the edits.
func (w *wholeUses) offsetOf(r *refs.Rename) int {
	if w.byRename == nil {
		w.n.m.Budget.Step(stepsPerOffset * len(w.offsets))
		w.byRename = make(map[*refs.Rename]int, len(w.offsets))
		for i, at := range w.offsets {
			w.byRename[&w.renames[i]] = at
		}
	}
	return w.byRename[r]
}

// warn reports the places in a file that may use a renamed item as part of a larger value.
func (w *wholeUses) warn(f *draft.Referrer, role refs.Role, renames *refs.Renames) {
	if w.n.o == nil {
		return
	}
	w.n.m.Budget.Parse(len(f.Tree.Text()))
	renames.Unfollowed(f.Tree, role, func(u refs.Use) bool {
		if !f.Has(u.At.From) || w.n.m.Referrers.Links().Follows(w.n.m.Number(f.File), u.At.From) {
			return true
		}
		if at := w.offsetOf(u.Rename); w.places.next(at) {
			where := w.n.m.Language.Header(f.Tree, syntax.Root, u.Owner.Item)
			code := report.NotSearched
			if u.Key {
				code = report.KeyNotLiteral
			}
			w.n.o.WarnPlace(at, code, useWarning(u), f.File, where, u.At.From)
		}
		return true
	})
}

// useWarning returns the warning for code that may use a renamed item, but was not changed: either
// the code uses a whole value that contains the item, or the code contains the old name, which may
// belong to another item.
func useWarning(u refs.Use) string {
	r := u.Rename
	of, what := r.Of.String(), "attribute"
	switch r.Of.Kind {
	case refs.Module:
		what = "output"
	case refs.Local:
		what = "key"
	}
	name := []string{}
	if r.Attribute != "" {
		name = append(name, r.Attribute)
	}
	for _, part := range r.Path {
		name = append(name, part.String())
	}
	switch {
	case u.Gained:
		return fmt.Sprintf("this key now means the %s %s too, which gets the name %s", r.Of.Kind, excerpt.Quote(r.Of.Name), excerpt.Quote(r.Name))
	case u.Key:
		return fmt.Sprintf("the key %s is left as it is here: it may be the name of another %s too", excerpt.Quote(r.Of.Name), r.Of.Kind)
	case u.Named:
		return fmt.Sprintf("%s is left as it is here: it may belong to nested blocks that are not renamed", excerpt.Quote(of+"."+strings.Join(name, ".")))
	}
	return fmt.Sprintf("the value here contains the %s %s of %s, and how it is used further was not searched", what, excerpt.Quote(strings.Join(name, ".")), of)
}
