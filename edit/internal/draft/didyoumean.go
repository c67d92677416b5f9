package draft

import (
	"iter"
	"slices"
	"strings"

	"iacedit/edit/internal/plan"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/engine/selection"
	"iacedit/module"
	"iacedit/syntax"
)

// If a request has a name that does not exist, these functions find the name that the client
// probably meant (the end of docs/edits.md, "Other answers").

// stepsPerName is the number of steps charged for comparing two names.
const stepsPerName = 16

// NamesIn returns the names of those children of a body for which the function wanted returns true.
// A name may occur several times.
func (f *File) NamesIn(body syntax.ItemID, wanted func(syntax.ItemID) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for id := f.Draft.FirstItem(body); id != syntax.NoItem; id = f.Draft.NextItem(id) {
			f.Budget.Step(stepsPerName)
			if wanted(id) && !yield(string(f.Draft.Name(id))) {
				return
			}
		}
	}
}

// didYouMean returns the end of a message that no block was found, such as `; did you mean
// "main.tf"?`. didYouMean looks for a similar file, folder, label, value or nested block type, in
// this order.
func (s *Site) didYouMean(e *plan.Entry) string {
	if name := e.FileName(); name != "" && !s.m.exists(name) {
		return nearest.DidYouMean(name, func(yield func(string) bool) {
			for _, f := range s.m.Files {
				if !yield(f.Name) {
					return
				}
			}
		})
	}
	if e.Folder != "" && len(s.m.FilesIn(e.Folder)) == 0 && !module.IsPattern(e.Folder) {
		return nearest.DidYouMean(e.Folder, slices.Values(s.m.Folders()))
	}
	wanted := s.Labels
	if s.Nested {
		wanted = e.Labels
	}
	if end := selection.MeantLabel(wanted, s.sameType); end != "" {
		return end
	}
	if end := s.candidates().MeantBy(&e.Entry); end != "" {
		return end
	}
	if s.HasCandidates() || !s.Nested && !s.m.Language.Dialect.AnyBlock() {
		return ""
	}
	return nearest.DidYouMean(s.Type, func(yield func(string) bool) {
		for f := range s.files {
			for name := range f.NamesIn(s.Body, func(id syntax.ItemID) bool { return f.Draft.Kind(id) == syntax.KindBlock }) {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// sameType yields all blocks of the site's type, whatever their labels are.
func (s *Site) sameType(yield func(selection.Block) bool) {
	types := []string{s.Type}
	if !s.Nested {
		types = s.m.Language.Spellings(s.Type)
	}
	for f := range s.files {
		for _, id := range f.Index.Blocks(nil, s.Body, types) {
			if !yield(selection.Block{View: &f.View, ID: id}) {
				return
			}
		}
	}
}

// AttributesOf returns text for an error message about a missing attribute: the names of the body's
// attributes, and a suggestion if one of them is similar.
func (f *File) AttributesOf(body syntax.ItemID, name string) string {
	var names []string
	more := ""
	for n := range f.NamesIn(body, f.IsAttribute) {
		if len(names) == mostListed {
			more = " and more"
			break
		}
		names = append(names, excerpt.Line([]byte(n)))
	}
	if len(names) == 0 {
		return "the code has no attributes there"
	}
	return "the code has " + strings.Join(names, ", ") + more + nearest.DidYouMean(name, f.NamesIn(body, f.IsAttribute))
}

// IsAttribute reports whether an item is an attribute.
func (f *File) IsAttribute(id syntax.ItemID) bool {
	return id != syntax.NoItem && f.Draft.Kind(id) == syntax.KindAttribute
}

// KeysOf returns text for an error message about a missing key: the keys of the objects, and a
// suggestion if one of them is similar.
func (f *File) KeysOf(key string, objects ...syntax.ItemID) string {
	var keys []string
	for c := range f.pairsOf(objects) {
		if len(keys) == mostListed {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, excerpt.Line(f.Draft.Name(c)))
	}
	if len(keys) == 0 {
		return "no keys"
	}
	return strings.Join(keys, ", ") + nearest.DidYouMean(key, func(yield func(string) bool) {
		for c := range f.pairsOf(objects) {
			if text, ok := f.Draft.Key(c); ok && !yield(text) {
				return
			}
		}
	})
}

// pairsOf returns all pairs of the given objects.
func (f *File) pairsOf(objects []syntax.ItemID) iter.Seq[syntax.ItemID] {
	return func(yield func(syntax.ItemID) bool) {
		for _, object := range objects {
			for c := f.Draft.FirstItem(object); c != syntax.NoItem; c = f.Draft.NextItem(c) {
				f.Budget.Step(stepsPerName)
				if f.Draft.Kind(c) == syntax.KindPair && !yield(c) {
					return
				}
			}
		}
	}
}

// notOptional explains, at the end of a message, that "optional" has no effect under "set". It
// returns "" if the entry is not under "set", or if neither the entry nor an enclosing entry is
// optional.
func notOptional(e *plan.Entry, s *Site) string {
	if !s.Action.Upserts() || !s.Optional && !e.Optional {
		return ""
	}
	return `; "optional" is for "update", which changes the same blocks, and "delete"`
}
