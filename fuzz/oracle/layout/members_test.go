package layout

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// A layoutMember is an attribute, a key or an element among its siblings.
type layoutMember struct {
	name  string // "" for a key that is no literal
	blank bool   // a blank line stands above it
	over  bool   // it is over lines
}

// without returns members without one of them, whose blank line stays.
func without(ms []layoutMember, i int) []layoutMember {
	rest := slices.Delete(slices.Clone(ms), i, i+1)
	if i < len(rest) {
		rest[i].blank = i > 0 && (rest[i].blank || ms[i].blank)
	}
	return rest
}

// inGroup returns the place in order among members, and the ends of its group.
func inGroup(ms []layoutMember, name string, least int) (at, from, to int, ok bool) {
	for to = len(ms); to > 0; to = from {
		for from = to - 1; from > 0 && !ms[from].blank; from-- {
		}
		group := ms[from:to]
		if len(group) < least || slices.ContainsFunc(group, func(m layoutMember) bool { return m.name == "" }) {
			continue
		}
		for _, fold := range []func(string) string{func(s string) string { return s }, strings.ToLower} {
			if !slices.IsSortedFunc(group, func(a, b layoutMember) int { return strings.Compare(fold(a.name), fold(b.name)) }) {
				continue
			}
			for at = from; at < to && fold(ms[at].name) <= fold(name); at++ {
			}
			return at, from, to, true
		}
	}
	return 0, 0, 0, false
}

// untoldMember says why the rules cannot tell where a member stood: in order, if least is
// not 0, or at the end.
func untoldMember(ms []layoutMember, i, least int) string {
	rest := without(ms, i)
	last := i == len(ms)-1
	if at, from, to, ok := inGroup(rest, ms[i].name, least); least > 0 && ms[i].name != "" && ok {
		switch {
		case at != i:
			return "place in another order"
		case ms[i].blank != (at == from && from > 0), !last && ms[i+1].blank != (at == to):
			return "blank lines between groups"
		}
		return ""
	}
	if !last {
		return "place among its siblings"
	}
	want := false
	if ms[i].over {
		gaps, blanks := 0, 0
		for n := 1; n < len(rest); n++ {
			if rest[n].over && rest[n-1].over {
				gaps++
				if rest[n].blank {
					blanks++
				}
			}
		}
		want = gaps > 0 && gaps == blanks
	}
	if i > 0 && ms[i].blank != want {
		return "blank line above it"
	}
	return ""
}

// untoldTrail says why a comment behind or inside something cannot be told.
func (f *layoutFile) untoldTrail(from, line int) string {
	if f.hasComment(from, f.starts[line]+len(f.lineText(line))) {
		return "a comment behind it or inside"
	}
	return ""
}

// untoldSign says why the sign of a lead comment cannot be told.
func (f *layoutFile) untoldSign(signs ...string) string {
	hashes, slashes := f.hashes, f.slashes
	for _, sign := range signs {
		switch sign {
		case "#", "/*":
			hashes--
		case "//":
			slashes--
		}
	}
	want := "#"
	if hashes == 0 && slashes > 0 {
		want = "//"
	}
	for _, sign := range signs {
		if sign != "" && sign != want {
			return "sign of the comment"
		}
	}
	return ""
}

// members returns the attributes of a body as members, and where one of them is.
func (b *layoutBody) members(of *layoutItem) (ms []layoutMember, at int) {
	for i, it := range b.items {
		if it == of {
			at = len(ms)
		}
		if it.attr != nil {
			ms = append(ms, layoutMember{it.attr.Name, i > 0 && (it.blank > 0 || it.apart), !it.oneLine()})
		}
	}
	return ms, at
}

// hasOrder reports whether rule 2 orders the attributes of a body.
func (b *layoutBody) hasOrder() bool {
	return b.owner == nil || b.owner.block.Type == "locals" && b.owner.in.owner == nil || b.owner.block.Type == "required_providers"
}

// isOrdered reports whether an attribute would go to a place in order.
func isOrdered(it *layoutItem) bool {
	if !it.in.hasOrder() {
		return false
	}
	ms, at := it.in.members(it)
	_, _, _, ok := inGroup(without(ms, at), ms[at].name, 3)
	return ok
}

// endsArguments reports whether an attribute is the last before the first nested block, but
// for a "depends_on" that ends them.
func endsArguments(it *layoutItem) bool {
	for _, next := range it.in.items[it.at+1:] {
		if next.attr != nil && !(next.attr.Name == "depends_on" && knowsMeta(it.in.owner)) {
			return false
		}
	}
	for _, prev := range it.in.items[:it.at] {
		if prev.block != nil {
			return false
		}
	}
	return true
}

// knowsMeta reports whether a block has meta-arguments.
func knowsMeta(block *layoutItem) bool {
	return block != nil && block.in.owner == nil && slices.Contains([]string{"resource", "data", "ephemeral", "module", "output"}, block.block.Type)
}

func isMeta(it *layoutItem) bool {
	if !knowsMeta(it.in.owner) {
		return false
	}
	switch it.attr.Name {
	case "depends_on":
		return true
	case "count", "for_each":
		return it.in.owner.block.Type != "output"
	case "provider":
		return it.in.owner.block.Type != "module" && it.in.owner.block.Type != "output"
	case "providers", "source", "version":
		return it.in.owner.block.Type == "module"
	}
	return false
}

// untoldAttribute says why the rules cannot tell how an attribute stood.
func (f *layoutFile) untoldAttribute(it *layoutItem) string {
	if !f.clean {
		return "not formatted"
	}
	if it.in.owner != nil && it.in.owner.oneLine() {
		return "block on one line"
	}
	if why := f.untoldTrail(f.starts[it.code], it.last); why != "" {
		return why
	}
	if why := f.untoldSign(it.sign); why != "" {
		return why
	}
	if it.apart || it.at+1 < len(it.in.items) && it.in.items[it.at+1].apart {
		return "a comment that stands apart beside it"
	}
	why := ""
	switch {
	case it.in.owner != nil && isMeta(it):
		why = f.untoldMeta(it)
	case it.in.hasOrder():
		ms, at := it.in.members(it)
		why = untoldMember(ms, at, 3)
	default:
		why = f.untoldArgument(it)
	}
	if why == "" {
		why = f.untoldShape(it.attr.Expr, f.peersOf(it), indentOf(f.lineText(it.code)), len(indentOf(f.lineText(it.code))+it.attr.Name)+len(" = "))
	}
	return why
}

// untoldArgument is untoldAttribute for the last argument of a body.
func (f *layoutFile) untoldArgument(it *layoutItem) string {
	items := it.in.items
	next := it.at + 1
	if next < len(items) && items[next].attr != nil && items[next].blank > 1 {
		return "blank lines below it"
	}
	if it.at == 0 {
		if next < len(items) && items[next].blank == 0 {
			return "blank line below it"
		}
		return ""
	}
	var ms []layoutMember
	for i, c := range items[:next] {
		ms = append(ms, layoutMember{"x", i > 0 && c.blank > 0, !c.oneLine()})
	}
	if it.at == 1 && afterRepeat(items[0]) {
		ms[1].blank = !ms[1].blank // see untoldMeta
		if f.blankBelowRepeat(it.in.owner) == (items[1].blank > 0) {
			ms[1].blank = false
		}
	}
	return untoldMember(ms, len(ms)-1, 0)
}

func afterRepeat(it *layoutItem) bool {
	return it.attr != nil && (it.attr.Name == "count" || it.attr.Name == "for_each") && isMeta(it)
}

// indentOf returns the blanks that a line starts with.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// inOrder reports whether the rules put the key of an object in order.
func (f *layoutFile) inOrder(e *hclsyntax.ObjectConsExpr, i int) bool {
	ms := f.membersOf(e)
	_, _, _, ok := inGroup(without(ms, i), ms[i].name, 4)
	return ok
}

// membersOf returns the pairs of an object as members.
func (f *layoutFile) membersOf(e *hclsyntax.ObjectConsExpr) (ms []layoutMember) {
	for i, item := range e.Items {
		key, _ := literalKey(item.KeyExpr)
		first, last := item.KeyExpr.Range().Start.Line-1, f.lastLine(item.ValueExpr.Range())
		ms = append(ms, layoutMember{key, i > 0 && f.blankAbove(first), last > first})
	}
	return ms
}

// blankAbove reports whether a blank line stands above a line or the comments above it.
func (f *layoutFile) blankAbove(line int) bool {
	for line > 0 && f.isComment(line-1) {
		line--
	}
	return line > 0 && f.isBlank(line-1)
}

// untoldKey says why the rules cannot tell how a pair of an object stood.
func (f *layoutFile) untoldKey(e *hclsyntax.ObjectConsExpr, i int, peers []hclsyntax.Expression) string {
	item := e.Items[i]
	r := item.ValueExpr.Range()
	if why := f.untoldInside(item.KeyExpr.Range().Start.Line-1, item.KeyExpr.Range().Start.Byte, f.lastLine(r)); why != "" {
		return why
	}
	if len(e.Items) == 1 {
		return f.untoldOnly(e, peers)
	}
	if f.overLines(e.SrcRange) {
		if why := untoldMember(f.membersOf(e), i, 4); why != "" {
			return why
		}
	} else if r.Start.Line != e.SrcRange.Start.Line || e.SrcRange.Start.Line != e.SrcRange.End.Line {
		return "some keys on one line, some not"
	} else if _, ok := literalKey(item.KeyExpr); ok && f.inOrder(e, i) {
		if why := untoldMember(f.membersOf(e), i, 4); why != "" {
			return why
		}
	}
	if why := f.untoldStyle(e, i); why != "" {
		return why
	}
	line := f.lineText(r.Start.Line - 1)
	if f.overLines(e.SrcRange) {
		key, _ := literalKey(item.KeyExpr)
		return f.untoldShape(item.ValueExpr, valuesOf(e, i), indentOf(line), len(indentOf(line))+len(key)+len(" = "))
	}
	return f.untoldInline(item.ValueExpr)
}

// untoldElement says why the rules cannot tell how the last element of a list stood.
func (f *layoutFile) untoldElement(e *hclsyntax.TupleConsExpr, peers []hclsyntax.Expression) string {
	n := len(e.Exprs) - 1
	r := e.Exprs[n].Range()
	if why := f.untoldInside(r.Start.Line-1, r.Start.Byte, f.lastLine(r)); why != "" {
		return why
	}
	if n == 0 {
		return f.untoldOnly(e, peers)
	}
	if !f.overLines(e.SrcRange) {
		if e.SrcRange.Start.Line != e.SrcRange.End.Line {
			return "some elements on one line, some not"
		}
		return f.untoldInline(e.Exprs[n])
	}
	var ms []layoutMember
	for i, c := range e.Exprs {
		first := c.Range().Start.Line - 1
		if i > 0 && first == f.lastLine(e.Exprs[i-1].Range()) {
			return "elements on one line"
		}
		ms = append(ms, layoutMember{"", i > 0 && f.blankAbove(first), f.lastLine(c.Range()) > first})
	}
	if why := untoldMember(ms, n, 0); why != "" {
		return why
	}
	line := f.lineText(r.Start.Line - 1)
	return f.untoldShape(e.Exprs[n], slices.Delete(slices.Clone(e.Exprs), n, n+1), indentOf(line), len(indentOf(line)))
}

// untoldInside says why nothing can be told of a key or element on some lines.
func (f *layoutFile) untoldInside(line, from, last int) string {
	if !f.clean {
		return "not formatted"
	}
	if why := f.untoldTrail(from, last); why != "" {
		return why
	}
	sign := ""
	for n := line - 1; n >= 0 && f.isComment(n); n-- {
		text := strings.TrimSpace(f.lineText(n))
		switch {
		case strings.HasPrefix(text, "//"):
			return "sign of the comment"
		case strings.HasPrefix(text, "#"):
			sign = "#"
		default:
			return "sign of the comment"
		}
	}
	if sign == "#" && f.hashes == 0 && f.slashes > 0 {
		return "sign of the comment"
	}
	return ""
}

// untoldOnly says why the rules cannot tell how an object or list of one member stood, which
// opens for it.
func (f *layoutFile) untoldOnly(e hclsyntax.Expression, peers []hclsyntax.Expression) string {
	if f.hasComment(e.Range().Start.Byte, e.Range().End.Byte) {
		return "a comment behind it or inside"
	}
	return f.untoldShape(e, peers, indentOf(f.lineText(e.Range().Start.Line-1)), e.Range().Start.Column-1)
}
