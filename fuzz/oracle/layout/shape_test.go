package layout

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// peersOf returns the values whose form the value of an attribute takes: those of the
// attributes beside it of its form, or of its name in other blocks of its type.
func (f *layoutFile) peersOf(it *layoutItem) (peers []hclsyntax.Expression) {
	for _, c := range it.in.items {
		if c != it && c.attr != nil && formOf(c.attr.Expr) == formOf(it.attr.Expr) {
			peers = append(peers, c.attr.Expr)
		}
	}
	if len(peers) > 0 || it.in.owner == nil {
		return peers
	}
	f.named(f.body, it, &peers)
	return peers
}

func (f *layoutFile) named(b *layoutBody, it *layoutItem, peers *[]hclsyntax.Expression) {
	for _, c := range b.items {
		switch {
		case c.block != nil:
			f.named(c.body, it, peers)
		case c != it && c.attr.Name == it.attr.Name && b.owner != nil && b.owner.block.Type == it.in.owner.block.Type:
			*peers = append(*peers, c.attr.Expr)
		}
	}
}

// formOf returns "object", "list" or "".
func formOf(e hclsyntax.Expression) string {
	switch e := e.(type) {
	case *hclsyntax.ObjectConsExpr:
		if len(e.Items) > 0 {
			return "object"
		}
	case *hclsyntax.TupleConsExpr:
		if len(e.Exprs) > 0 {
			return "list"
		}
	}
	return ""
}

func valuesOf(e *hclsyntax.ObjectConsExpr, but int) (values []hclsyntax.Expression) {
	for i, item := range e.Items {
		if i != but {
			values = append(values, item.ValueExpr)
		}
	}
	return values
}

// untoldShape says why the rules cannot tell how an expression was written, which is on a
// line with that indentation, from a column on, beside peers.
func (f *layoutFile) untoldShape(e hclsyntax.Expression, peers []hclsyntax.Expression, indent string, column int) string {
	r := e.Range()
	form := formOf(e)
	switch {
	case form == "":
		return f.untoldText(e, indent)
	case f.textOf(r) != strings.TrimSpace(f.textOf(r)):
		return "value with blanks"
	}
	scalars := form == "list" && !isNested(e)
	one, over, most := 0, 0, 0
	for _, p := range peers {
		if formOf(p) != form || form == "list" && isNested(p) != isNested(e) {
			continue
		}
		if pr := p.Range(); pr.Start.Line == pr.End.Line {
			one++
			most = max(most, sizeOf(p))
		} else {
			over++
		}
	}
	line := r.Start.Line == r.End.Line
	width := column + len([]rune(f.textOf(r)))
	want := scalars
	switch {
	case one > 1 && over == 0 && sizeOf(e) <= most+1:
		want = true
	case over > 1 && one == 0:
		want = false
	}
	if line {
		if !want || width > 100 {
			return form + " on one line"
		}
		return f.untoldInline(e)
	}
	if !f.overLines(r) {
		return form + " that opens otherwise"
	}
	if want && f.flatWidth(e)+column <= 100 {
		return form + " over lines"
	}
	return f.untoldMembers(e, peers, indent)
}

// isNested reports whether a list or object is an element of a list.
func isNested(e hclsyntax.Expression) bool {
	list, ok := e.(*hclsyntax.TupleConsExpr)
	return ok && slices.ContainsFunc(list.Exprs, func(c hclsyntax.Expression) bool {
		switch c.(type) {
		case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr:
			return true
		}
		return false
	})
}

// flatWidth returns how wide a list over lines would be on one line.
func (f *layoutFile) flatWidth(e hclsyntax.Expression) int {
	width := 2
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for i, c := range e.Exprs {
			if i > 0 {
				width += 2
			}
			if text := f.textOf(c.Range()); strings.Contains(text, "\n") {
				return 1000
			} else {
				width += len([]rune(text))
			}
		}
	case *hclsyntax.ObjectConsExpr:
		for i, item := range e.Items {
			if i > 0 {
				width += 2
			}
			text := f.textOf(item.ValueExpr.Range())
			if strings.Contains(text, "\n") {
				return 1000
			}
			width += len([]rune(f.textOf(item.KeyExpr.Range()))) + len(" = ") + len([]rune(text))
		}
		width += 2
	}
	return width
}

func sizeOf(e hclsyntax.Expression) int {
	switch e := e.(type) {
	case *hclsyntax.ObjectConsExpr:
		return len(e.Items)
	case *hclsyntax.TupleConsExpr:
		return len(e.Exprs)
	}
	return 0
}

// untoldMembers is untoldShape for what is in an object or list over lines.
func (f *layoutFile) untoldMembers(e hclsyntax.Expression, peers []hclsyntax.Expression, indent string) string {
	inner := indent + "  "
	next := e.Range().Start.Line // the line that a member is to start on, from 0
	check := func(first, last hcl.Range, value hclsyntax.Expression, peers []hclsyntax.Expression) string {
		if first.Start.Line-1 != next || indentOf(f.lineText(next)) != inner {
			return "members not a line each"
		}
		next = f.lastLine(last) + 1
		return f.untoldShape(value, peers, inner, value.Range().Start.Column-1)
	}
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		var inside []hclsyntax.Expression
		for _, p := range peers {
			if l, ok := p.(*hclsyntax.TupleConsExpr); ok {
				inside = append(inside, l.Exprs...)
			}
		}
		for _, c := range e.Exprs {
			if why := check(c.Range(), c.Range(), c, inside); why != "" {
				return why
			}
		}
		lists, bare := f.lists-1, f.noComma
		comma := f.commaBehind(e.Exprs[len(e.Exprs)-1].Range().End.Byte, e.SrcRange.End.Byte)
		if !comma {
			bare--
		}
		if comma == (lists > 0 && lists == bare) {
			return "comma behind the last element"
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			key, _ := literalKey(item.KeyExpr)
			var inside []hclsyntax.Expression
			for _, p := range peers {
				if o, ok := p.(*hclsyntax.ObjectConsExpr); ok {
					for _, other := range o.Items {
						if k, _ := literalKey(other.KeyExpr); k == key {
							inside = append(inside, other.ValueExpr)
						}
					}
				}
			}
			if why := check(item.KeyExpr.Range(), item.ValueExpr.Range(), item.ValueExpr, inside); why != "" {
				return why
			}
		}
		if why := f.untoldKeys(e, peers); why != "" {
			return why
		}
	}
	if f.lineText(next) != "" && !strings.HasPrefix(f.lineText(next), indent+string(closing(e))) {
		return "closing bracket"
	}
	return ""
}

func closing(e hclsyntax.Expression) byte {
	if formOf(e) == "list" {
		return ']'
	}
	return '}'
}

// pairStyle is how the pairs of an object are written.
type pairStyle struct {
	colon, quoted, bare, comma, last bool
}

func (f *layoutFile) styleOf(e *hclsyntax.ObjectConsExpr, but int) (s pairStyle) {
	for i, item := range e.Items {
		if i == but {
			continue
		}
		key, ok := literalKey(item.KeyExpr)
		text := f.textOf(item.KeyExpr.Range())
		if ok && hclsyntax.ValidIdentifier(key) {
			s.quoted = s.quoted || text != key
			s.bare = s.bare || text == key
		}
		between := f.src[item.KeyExpr.Range().End.Byte:item.ValueExpr.Range().Start.Byte]
		s.colon = s.colon || strings.Contains(string(between), ":")
		comma := f.commaBehind(item.ValueExpr.Range().End.Byte, e.SrcRange.End.Byte)
		if i < len(e.Items)-1 {
			s.comma = s.comma || comma
		} else {
			s.last = comma
		}
	}
	return s
}

// untoldKeys says why the style of the pairs of a new object cannot be told.
func (f *layoutFile) untoldKeys(e *hclsyntax.ObjectConsExpr, peers []hclsyntax.Expression) string {
	got, want := f.styleOf(e, -1), pairStyle{}
	if f.overLines(e.SrcRange) {
		for _, p := range peers {
			if o, ok := p.(*hclsyntax.ObjectConsExpr); ok && len(o.Items) > 0 && f.overLines(o.SrcRange) {
				s := f.styleOf(o, -1)
				want.colon, want.quoted, want.comma = want.colon || s.colon, want.quoted || s.quoted && s.colon, want.comma || s.comma
				want.last = want.last || s.last
			}
		}
	} else {
		got.comma = false
	}
	if got.colon != want.colon || got.quoted != want.quoted || got.comma != want.comma || got.last != want.last {
		return "style of keys"
	}
	return ""
}

// untoldStyle says why the style of one pair cannot be told from those beside it.
func (f *layoutFile) untoldStyle(e *hclsyntax.ObjectConsExpr, i int) string {
	one, all := &hclsyntax.ObjectConsExpr{Items: e.Items[i : i+1], SrcRange: e.SrcRange}, f.styleOf(e, i)
	got := f.styleOf(one, -1)
	if all.quoted && all.bare {
		return "style of keys"
	}
	if got.colon != all.colon || got.quoted && !all.quoted || got.bare && all.quoted {
		return "style of keys"
	}
	if i == len(e.Items)-1 && i > 0 && got.last != (all.comma && f.trailing(e, i)) {
		return "comma behind the last key"
	}
	return ""
}

// trailing reports whether the last pair of an object, once it is gone, would leave a comma
// behind the one before.
func (f *layoutFile) trailing(e *hclsyntax.ObjectConsExpr, i int) bool {
	return f.commaBehind(e.Items[i].ValueExpr.Range().End.Byte, e.SrcRange.End.Byte)
}

// untoldInline says why a value on one line cannot be told.
func (f *layoutFile) untoldInline(e hclsyntax.Expression) string {
	if r := e.Range(); r.Start.Line != r.End.Line {
		return "value over lines in one line"
	}
	switch e := e.(type) {
	case *hclsyntax.ObjectConsExpr:
		if len(e.Items) == 0 {
			return f.untoldText(e, "")
		}
		if why := f.untoldKeys(e, nil); why != "" {
			return why
		}
		for _, item := range e.Items {
			if why := f.untoldInline(item.ValueExpr); why != "" {
				return why
			}
		}
		if text := f.textOf(e.SrcRange); !strings.HasPrefix(text, "{ ") || !strings.HasSuffix(text, " }") {
			return "blanks in braces"
		}
	case *hclsyntax.TupleConsExpr:
		for _, c := range e.Exprs {
			if why := f.untoldInline(c); why != "" {
				return why
			}
		}
		text := f.textOf(e.SrcRange)
		if strings.HasPrefix(text, "[ ") || strings.HasSuffix(text, " ]") || strings.Contains(text, ",]") || strings.Contains(text, ", ]") {
			return "blanks in brackets"
		}
	default:
		return f.untoldText(e, "")
	}
	return ""
}

// untoldText says why the text of an expression that is no list or object cannot be told.
func (f *layoutFile) untoldText(e hclsyntax.Expression, indent string) string {
	text := f.textOf(e.Range())
	t, _ := e.(*hclsyntax.TemplateExpr)
	switch {
	case (text == "{ }" || text == "[ ]") || strings.HasPrefix(text, "{\n") || strings.HasPrefix(text, "[\n"):
		return "blanks in empty brackets"
	case strings.HasPrefix(text, `"${`):
		if _, ok := e.(*hclsyntax.TemplateWrapExpr); ok {
			return "an interpolation alone in quotes"
		}
	case t != nil && strings.HasPrefix(text, "<<"):
		return f.untoldHeredoc(text, indent)
	}
	if _, ok := e.(*hclsyntax.TemplateWrapExpr); ok {
		return "an interpolation alone in quotes"
	}
	return ""
}

// untoldHeredoc says why a heredoc cannot be told.
func (f *layoutFile) untoldHeredoc(text, indent string) string {
	opening, rest, _ := strings.Cut(text, "\n")
	others := slices.Clone(f.heredocs)
	if i := slices.Index(others, opening); i >= 0 {
		others = slices.Delete(others, i, i+1)
	}
	want := "<<-EOT"
	if len(others) > 0 && !slices.ContainsFunc(others, func(o string) bool { return o != others[0] }) {
		want = others[0]
	}
	if opening != want {
		return "marker of the heredoc"
	}
	lines := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
	if len(lines) < 3 {
		return "a heredoc of one line"
	}
	if !strings.HasPrefix(opening, "<<-") {
		if lines[len(lines)-1] != strings.TrimSpace(lines[len(lines)-1]) {
			return "indentation of the heredoc"
		}
		return ""
	}
	if indentOf(lines[len(lines)-1]) != indent {
		return "indentation of the heredoc"
	}
	least := 1000
	for _, l := range lines[:len(lines)-1] {
		if strings.TrimSpace(l) != "" {
			least = min(least, len(indentOf(l)))
		} else if l != "" {
			return "indentation of the heredoc"
		}
	}
	if least != len(indent)+2 {
		return "indentation of the heredoc"
	}
	return ""
}
