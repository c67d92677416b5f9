package address

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/internal/excerpt"
	"iacedit/internal/nearest"
	"iacedit/internal/terraform"
)

// longestMeant is the greatest length of a name that is parsed as an address.
const longestMeant = 200

// Meant returns the end of a message about an unknown block type: the nearest block type or,
// for a whole address or a resource's type, its form in a request. It is "" if there is no
// suggestion.
func (l Language) Meant(typ string) string {
	if end := nearest.DidYouMean(typ, l.BlockTypes()); end != "" {
		return end
	}
	a, err := Parse(typ[:min(len(typ), longestMeant+1)])
	if err != nil || len(typ) > longestMeant {
		return ""
	}
	keys := make([]string, len(a))
	for i, p := range a {
		if keys[i] = p.Text; p.Kind != PartName && p.Kind != PartKey {
			return ""
		}
	}
	if l.Dialect == Terraform {
		if keys = l.keys(keys); keys == nil {
			return ""
		}
	}
	text := "…"
	for _, key := range slices.Backward(keys) {
		text = "{" + excerpt.Quote(key) + ": " + text + "}"
	}
	return "; labels are keys of their own: " + text
}

// keys returns the block type and labels of an address in the form of references, or nil.
func (l Language) keys(names []string) []string {
	t := l.block(names[0])
	if known := terraform.Referred(names[0]); t == nil && known != nil {
		t, names[0] = known, known.Name
	}
	if t == nil && strings.Contains(names[0], "_") {
		t, names = terraform.Block("resource"), append([]string{"resource"}, names...)
	}
	if t == nil || len(names) < 2 {
		return nil
	}
	return names[:min(len(names), 1+t.Labels)]
}

// nestedIn says which blocks of the language have nested blocks of a type, as the end of a
// message, or returns "".
func nestedIn(typ string) string {
	for t := range terraform.Blocks {
		switch {
		case !t.Body.Knows(typ):
		case t.Labels == 0:
			return fmt.Sprintf("; it is nested in %s: %s.%s", t.Name, t.Name, typ)
		default:
			return fmt.Sprintf("; it is nested in a %s, whose address comes first", t.Name)
		}
	}
	return ""
}
