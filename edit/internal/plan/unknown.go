package plan

import (
	"slices"

	"iacedit/address"
	"iacedit/internal/excerpt"
	"iacedit/internal/nearest"
	"iacedit/value"
)

// entryKeys are the keys that an entry may have.
var entryKeys = []string{
	"where", "has", "lacks", "index", "labels", "all", "file", "attributes", "blockTypes",
	"add", "update", "set", "delete", "optional", "comment", "comments", "place", "places", "range", "ranges", "unreadable",
}

// namingKeys are the keys that an entry under "rename" may have.
var namingKeys = []string{
	"where", "has", "lacks", "index", "labels", "all", "file", "attributes", "blockTypes",
	"to", "references", "moved", "range", "ranges", "unreadable",
}

// unknownKey refuses a key that no entry has: with the one that was probably meant or,
// where it may be the name of an attribute or nested block type, where that belongs.
func (d *Decoder) unknownKey(s *scope, item *value.Item, known []string) error {
	at := item.Value.At
	if end := nearest.DidYouMean(item.Key, slices.Values(known)); end != "" {
		return s.refuse(at, "unknown key %s%s", excerpt.Quote(item.Key), end)
	}
	if _, err := address.ParsePath(item.Key); err != nil || s.action.Contents() == HoldsNames {
		return s.refuse(at, "unknown key %s", excerpt.Quote(item.Key))
	}
	what, under := "an attribute", "attributes"
	if v := &item.Value; v.Kind == value.Array && len(v.Items) > 0 && v.Items[0].Value.Kind == value.Object && !s.file {
		what, under = "a nested block", "blockTypes"
	}
	return s.refuse(at, "unknown key %s; %s goes in %q: {%q: {%s: …}}", excerpt.Quote(item.Key), what, under, under, excerpt.Quote(item.Key))
}
