package layout

import "github.com/hashicorp/hcl/v2/hclsyntax"

// untoldBlock says why the rules cannot tell how a block stood.
func (f *layoutFile) untoldBlock(it *layoutItem) string {
	if !f.clean {
		return "not formatted"
	}
	if f.hasComment(f.starts[it.code], f.starts[it.code]+len(f.lineText(it.code))) || f.hasComment(f.starts[it.last], f.starts[it.last]+len(f.lineText(it.last))) {
		return "a comment behind it or inside"
	}
	signs := f.signs(it)
	if why := f.untoldSign(signs...); why != "" {
		return why
	}
	why := ""
	if it.in.owner == nil {
		why = f.untoldTop(it)
	} else {
		why = f.untoldNested(it)
	}
	if why != "" {
		return why
	}
	return f.untoldContents(it, it)
}

// signs returns the signs of the lead comments of an item and of what is in it.
func (f *layoutFile) signs(it *layoutItem) (all []string) {
	if it.sign != "" {
		all = append(all, it.sign)
	}
	if it.body != nil {
		for _, c := range it.body.items {
			all = append(all, f.signs(c)...)
		}
	}
	return all
}

// untoldContents says why the rules cannot tell how what is in a new block stood: in or
// around it is top, the block that is new.
func (f *layoutFile) untoldContents(it, top *layoutItem) string {
	items := it.body.items
	if len(items) == 0 {
		if text := f.textOf(it.block.Range()); it.oneLine() && text != "" {
			if end := f.textOf(it.block.CloseBraceRange); end != "" && f.src[it.block.CloseBraceRange.Start.Byte-1] != '{' {
				return "blanks in empty braces"
			}
			return ""
		}
		return "an empty block over lines"
	}
	if it.oneLine() != f.wantsOneLine(it) {
		return "block on one line or not"
	}
	if it.oneLine() {
		if why := f.untoldInline(items[0].attr.Expr); why != "" {
			return why
		}
		return ""
	}
	blocks := false
	for i, c := range items {
		if c.apart || i+1 == len(items) && f.commentsAfter(c) {
			return "a comment that stands apart inside"
		}
		if c.attr == nil {
			if i > 0 {
				if (c.blank > 0) != f.wantsBlankInNew(c, top) || c.blank > 1 {
					return "blank line inside"
				}
			}
			blocks = true
			if f.hasComment(f.starts[c.code], f.starts[c.code]+len(f.lineText(c.code))) || f.hasComment(f.starts[c.last], f.starts[c.last]+len(f.lineText(c.last))) {
				return "a comment inside"
			}
			if why := f.untoldContents(c, top); why != "" {
				return why
			}
			continue
		}
		if f.hasComment(f.starts[c.code], f.starts[c.last]+len(f.lineText(c.last))) {
			return "a comment inside"
		}
		meta := knowsMeta(it) && isMeta(c)
		switch {
		case meta && c.attr.Name == "depends_on":
			if why := f.untoldMeta(c); why != "" {
				return why
			}
		case blocks:
			return "arguments below blocks"
		case meta:
			if why := f.untoldMeta(c); why != "" {
				return why
			}
		case i > 0:
			want := false
			if prev := items[i-1]; knowsMeta(it) && afterRepeat(prev) {
				want = f.blankBelowRepeat(it)
			} else if knowsMeta(it) && isMeta(prev) && (prev.attr.Name == "provider" || prev.attr.Name == "providers") {
				want = c.blank > 0
			}
			if (c.blank > 0) != want {
				return "blank line inside"
			}
		}
		indent := indentOf(f.lineText(c.code))
		if why := f.untoldShape(c.attr.Expr, f.peersOutside(c, top), indent, len(indent)+len(c.attr.Name)+len(" = ")); why != "" {
			return why
		}
	}
	return ""
}

// commentsAfter reports whether comments stand between an item and the end of its body.
func (f *layoutFile) commentsAfter(it *layoutItem) bool {
	return it.in.owner != nil && f.hasComment(f.starts[it.last]+len(f.lineText(it.last)), f.starts[it.in.end])
}

// wantsOneLine reports whether a new block is on one line, as all its siblings are.
func (f *layoutFile) wantsOneLine(it *layoutItem) bool {
	one, over := 0, 0
	var count func(b *layoutBody)
	count = func(b *layoutBody) {
		for _, c := range b.items {
			if c.block == nil || c == it {
				continue
			}
			if c.kind() == it.kind() && (b.owner == nil) == (it.in.owner == nil) && len(c.body.items) > 0 {
				if c.oneLine() {
					one++
				} else {
					over++
				}
			}
			count(c.body)
		}
	}
	if it.in.owner == nil {
		for _, c := range it.in.items {
			if c != it && kin(it, c) && len(c.body.items) > 0 {
				if c.oneLine() {
					one++
				} else {
					over++
				}
			}
		}
	} else {
		for _, c := range it.in.items {
			if c != it && c.block != nil && c.kind() == it.kind() && len(c.body.items) > 0 {
				if c.oneLine() {
					one++
				} else {
					over++
				}
			}
		}
		if one+over == 0 {
			count(f.body)
		}
	}
	return one > 1 && over == 0 && len(it.body.items) == 1 && it.body.items[0].attr != nil && len(f.lineText(it.code)) <= 100
}

// wantsBlankInNew is wantsBlank for a block in a new one.
func (f *layoutFile) wantsBlankInNew(it, top *layoutItem) bool {
	var votes []bool
	between := false
	for _, c := range it.in.items[:it.at] {
		between = between || c.block != nil && c.kind() == it.kind()
	}
	for _, b := range f.body.items {
		f.gapsBut(b, it, top, between, &votes)
	}
	if len(votes) > 0 && !anyBut(votes) {
		return votes[0]
	}
	prev := it.in.items[it.at-1]
	return prev.block == nil || prev.at == 0 || prev.blank > 0 || prev.apart
}

func anyBut(votes []bool) bool {
	for _, v := range votes {
		if v != votes[0] {
			return true
		}
	}
	return false
}

// gapsBut gathers the votes of the blocks in a top-level block, but of those in the new one.
func (f *layoutFile) gapsBut(b, it, top *layoutItem, between bool, votes *[]bool) {
	if b == top || b.block == nil {
		return
	}
	seen := false
	for _, c := range b.body.items {
		if c.block == nil || c == top {
			continue
		}
		if c.kind() == it.kind() {
			if c.at > 0 && between == seen && (!seen || c.in.items[c.at-1].block != nil && c.in.items[c.at-1].kind() == it.kind()) {
				*votes = append(*votes, c.blank > 0)
			}
			seen = true
		}
		f.gapsBut(c, it, top, between, votes)
	}
}

// peersOutside returns the values of attributes of one name in blocks of one type, but for
// those in a new block.
func (f *layoutFile) peersOutside(it, top *layoutItem) (peers []hclsyntax.Expression) {
	var find func(b *layoutBody)
	find = func(b *layoutBody) {
		for _, c := range b.items {
			switch {
			case c == top:
			case c.block != nil:
				find(c.body)
			case b.owner != nil && c.attr.Name == it.attr.Name && b.owner.block.Type == it.in.owner.block.Type:
				peers = append(peers, c.attr.Expr)
			}
		}
	}
	find(f.body)
	return peers
}
