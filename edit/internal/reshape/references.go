package reshape

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/sequence"
	"iacedit/refs"
	"iacedit/syntax"
)

// changes are the changes of references in the files of a folder.
type changes struct {
	renames []refs.Rename
	offsets []int         // the offset of each in the edits
	seen    map[item]bool // the items that a twin of an object has recorded
}

// An item is what changes: the object that contains it, and its place there.
type item struct {
	of refs.Address
	at *place
}

// stepsPerReference is the price of recording a change of references, and bytesPerReference its
// memory. stepsPerPart is the price of a part of the path to what changes.
const stepsPerReference, bytesPerReference, stepsPerPart = 180, 900, 16

// addReference records a change of the references in a folder to the item at a place.
func (r *reshaper) addReference(folder string, one refs.Rename, at int, where *place) {
	r.m.Budget.Hold(bytesPerReference)
	r.m.Budget.Step(stepsPerReference + stepsPerPart*len(one.Path))
	if r.references == nil {
		r.references = map[string]*changes{}
	}
	c := r.references[folder]
	if c == nil {
		c = new(changes)
		r.references[folder] = c
	}
	what := item{one.Of, where}
	if c.seen[what] {
		return
	}
	draft.Note(&c.seen, what, true)
	c.renames, c.offsets = append(c.renames, one), append(c.offsets, at)
}

// updateReferences changes the references in all files.
func (r *reshaper) updateReferences() error {
	replacements := map[*draft.File][]refs.Replacement{}
	for _, folder := range slices.Sorted(maps.Keys(r.references)) {
		c := r.references[folder]
		renames, err := refs.NewRenames(c.renames)
		if err != nil {
			return fault.At(c.offsets[0], fault.InvalidRequest, "reshape: %s", err)
		}
		for _, f := range r.m.Referrers.In(folder) {
			if f.IsValues() {
				continue
			}
			r.m.Budget.Parse(len(f.Tree.Text()))
			found, _ := renames.Replacements(nil, f.Tree, refs.Configuration)
			r.warn(&f, c, renames)
			for _, one := range found {
				if f.Has(one.At.From) {
					replacements[f.File] = append(replacements[f.File], one)
				}
			}
		}
	}
	for _, f := range r.m.Files {
		found := replacements[f]
		sequence.SortStable(found, func(a, b refs.Replacement) int { return cmp.Compare(a.At.From, b.At.From) })
		if err := draft.Rewrite(f, found); err != nil {
			return err
		}
	}
	return nil
}

// warn reports the places in a file that use what changes in a way that cannot follow.
func (r *reshaper) warn(f *draft.Referrer, c *changes, renames *refs.Renames) {
	if r.o == nil {
		return
	}
	offsets := make(map[*refs.Rename]int, len(c.offsets))
	for i, at := range c.offsets {
		offsets[&c.renames[i]] = at
	}
	r.m.Budget.Step(10 * len(offsets))
	r.m.Budget.Parse(len(f.Tree.Text()))
	renames.Unfollowed(f.Tree, refs.Configuration, func(u refs.Use) bool {
		if f.Has(u.At.From) {
			where := r.m.Language.Header(f.Tree, syntax.Root, u.Owner.Item)
			code, message := unfollowed(&u)
			r.o.WarnPlace(offsets[u.Rename], code, message, f.File, where, u.At.From)
		}
		return true
	})
}

// unfollowed returns the warning about a use that stays.
func unfollowed(u *refs.Use) (report.Code, string) {
	item := excerpt.Quote(strings.TrimPrefix(u.Rename.String(), "resource."))
	switch u.Rename.Shape {
	case refs.ToObject:
		return report.ShapeChanged, fmt.Sprintf("%s is a single object now, and the code here uses it as a list", item)
	case refs.ToList:
		return report.ShapeChanged, fmt.Sprintf("%s is a list now, and the code here uses it as an object", item)
	case refs.ToOther:
		return report.ShapeChanged, fmt.Sprintf("%s has another form now, and the code here uses the old one", item)
	}
	return report.NotSearched, fmt.Sprintf("the value here contains %s, and how it is used further was not searched", item)
}
