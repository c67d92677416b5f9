package address

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
	"iacedit/value"
)

// longestMeant is the greatest length of a name that is parsed as an address.
const longestMeant = 200

// Meant returns the end of a message about an unknown block type. If typ is a type of nested
// blocks, such as "lifecycle", Meant suggests the enclosing block. Otherwise it suggests the most
// similar block type or, if typ is an address such as "aws_vpc.main", the JSON keys for that
// address. If there is no suggestion, it returns "".
func (l Language) Meant(typ string) string {
	if t := enclosingType(typ); t != nil && !l.Dialect.AnyBlock() {
		return fmt.Sprintf(`; it is nested in a %s block: {"blockTypes": {%q: …}}`, t.Name, typ)
	}
	if t := terraform.Referred(typ); t != nil && !l.Dialect.AnyBlock() {
		return fmt.Sprintf("; did you mean %q?", t.Name)
	}
	if end := nearest.DidYouMean(typ, l.blockTypes()); end != "" {
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
	text := "…"
	if !l.Dialect.AnyBlock() {
		var inside []string
		if keys, inside = l.keys(keys); keys == nil {
			return ""
		}
		if len(inside) > 0 {
			text = `{"attributes": {` + excerpt.Quote(Of(inside[0], inside[1:]...).String()) + `: …}}`
		}
	}
	for _, key := range slices.Backward(keys) {
		text = "{" + excerpt.Quote(key) + ": " + text + "}"
	}
	return "; labels are keys of their own: " + text
}

// keys splits the names of an address into the keys of a request, which are the block type, spelled
// as in requests, and the labels, and the names inside of the block. For the names of
// var.region.default, keys is [variable region], and inside is [default]. If the names are not an
// address, keys is nil.
func (l Language) keys(names []string) (keys, inside []string) {
	t := l.block(names[0])
	if known := terraform.Referred(names[0]); t == nil && known != nil {
		t, names[0] = known, known.Name
	}
	if t == nil && strings.Contains(names[0], "_") {
		t, names = terraform.Block("resource"), append([]string{"resource"}, names...)
	}
	if t == nil || len(names) < 2 {
		return nil, nil
	}
	n := min(len(names), 1+t.Labels)
	return names[:n], names[n:]
}

// enclosingType returns the first of Terraform's top-level block types that can contain nested
// blocks of the given type, or nil if there is none.
func enclosingType(typ string) *terraform.BlockType {
	for t := range terraform.Blocks {
		if t.Body.Knows(typ) && typ != "dynamic" {
			return t
		}
	}
	return nil
}

// nestedIn returns the end of a message about the nested block type typ. It names a top-level block
// type of Terraform that can contain blocks of this type. If no type can contain them, nestedIn
// returns "".
func nestedIn(typ string) string {
	switch t := enclosingType(typ); {
	case t == nil:
		return ""
	case t.Labels == 0:
		return fmt.Sprintf("; it is nested in %s: %s.%s", t.Name, t.Name, typ)
	default:
		return fmt.Sprintf("; it is nested in a %s, whose address comes first", t.Name)
	}
}

// wrappings are texts around an address that are not part of it: quotes, and the marks of a
// template.
var wrappings = [][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"${", "}"}}

// unwrap parses a text such as "${aws_vpc.main}" without the quotes or marks around it. It returns
// the address and the quotes or marks that it removed. If the rest is not an address, unwrap
// returns nil. A label in brackets, as in aws_vpc[main], becomes a name.
func unwrap(text string) (a Address, around [2]string) {
	for _, w := range wrappings {
		inner, ok := strings.CutPrefix(text, w[0])
		if inner, ends := strings.CutSuffix(inner, w[1]); ok && ends {
			if a, err := Parse(inner); err == nil {
				if meant := a.replaceName(1); meant != nil && terraform.Block(a[0].Text) == nil && strings.Contains(a[0].Text, "_") {
					return meant, w
				}
				return a, w
			}
		}
	}
	return nil, around
}

// replaceName returns the address with a name in place of a selector: aws_vpc.main for
// aws_vpc[main]. The argument is the index of the selector. If the part at that index is not a
// selector such as [main], replaceName returns nil.
func (a Address) replaceName(place int) Address {
	if place >= len(a) || a[place].Kind != PartHas || !value.IsIdentifier(a[place].Text) {
		return nil
	}
	meant := slices.Clone(a)
	meant[place] = Part{Text: a[place].Text}
	return meant
}
