package layout

import "slices"

// untoldMeta says why the rules cannot tell where a meta-argument stood.
func (f *layoutFile) untoldMeta(it *layoutItem) string {
	owner, items := it.in.owner, it.in.items
	rest := others(it)
	first := func(names ...string) (n int) {
		for n < len(rest) && rest[n].attr != nil && slices.Contains(names, rest[n].attr.Name) {
			n++
		}
		return n
	}
	below := func(want bool) string {
		if it.at+1 < len(items) && items[it.at+1].attr != nil && (items[it.at+1].blank > 0) != want {
			return "blank line below it"
		}
		return ""
	}
	place := len(rest)
	switch it.attr.Name {
	case "count", "for_each":
		place = first("count", "for_each")
		if owner.block.Type == "module" && f.repeatAfterSource(owner) {
			place = first("source", "version")
		}
		if it.at != place {
			return "place of " + it.attr.Name
		}
		if it.at > 0 && it.blank > 0 {
			return "blank line above it"
		}
		return below(f.blankBelowRepeat(owner))
	case "source", "version":
		place = first("count", "for_each", "source")
		if it.attr.Name == "source" && place > 0 && rest[place-1].attr.Name == "source" {
			place--
		}
		if it.at != place {
			return "place of " + it.attr.Name
		}
		if it.at > 0 && items[it.at-1].attr.Name != "source" && (it.blank > 0) != f.blankBelowRepeat(owner) || it.at > 0 && items[it.at-1].attr.Name == "source" && it.blank > 0 {
			return "blank line above it"
		}
		return below(false)
	case "provider", "providers":
		if place = first("count", "for_each", "source", "version"); it.at != place {
			return "place of " + it.attr.Name
		}
		if it.at > 0 && (it.blank > 0) != (afterRepeat(items[it.at-1]) && f.blankBelowRepeat(owner)) {
			return "blank line above it"
		}
		return below(f.most(owner, func(other *layoutItem) (has, is bool) {
			for i, c := range other.body.items {
				if c.attr != nil && c.attr.Name == it.attr.Name && i+1 < len(other.body.items) && other.body.items[i+1].attr != nil {
					return true, other.body.items[i+1].blank > 0
				}
			}
			return false, false
		}, false))
	}
	block := slices.IndexFunc(rest, func(c *layoutItem) bool { return c.block != nil })
	if block >= 0 && f.dependsAmongArguments(owner) {
		if place = block; it.at != place {
			return "place of depends_on"
		}
		if it.at == 0 || it.blank > 0 {
			return "blank line above it"
		}
		return ""
	}
	if it.at != place {
		return "place of depends_on"
	}
	if it.at > 0 && (it.blank > 0) != (block >= 0) {
		return "blank line above it"
	}
	return ""
}

// most returns what most of the siblings of a top-level block have that have it at all;
// without a majority most of the file's blocks, and otherwise what is usual.
func (f *layoutFile) most(owner *layoutItem, has func(*layoutItem) (has, is bool), usual bool) bool {
	for _, same := range []func(a, b *layoutItem) bool{kin, func(a, b *layoutItem) bool { return b.block != nil }} {
		yes, all := 0, 0
		for _, other := range f.body.items {
			if other == owner || !same(owner, other) {
				continue
			}
			if has, is := has(other); has {
				all++
				if is {
					yes++
				}
			}
		}
		if 2*yes > all {
			return true
		}
		if 2*yes < all {
			return false
		}
	}
	return usual
}

func (f *layoutFile) blankBelowRepeat(owner *layoutItem) bool {
	return f.most(owner, func(other *layoutItem) (has, is bool) {
		for i, c := range other.body.items {
			if afterRepeat(c) && i+1 < len(other.body.items) && other.body.items[i+1].attr != nil && !afterRepeat(other.body.items[i+1]) {
				return true, other.body.items[i+1].blank > 0
			}
		}
		return false, false
	}, true)
}

func (f *layoutFile) repeatAfterSource(owner *layoutItem) bool {
	return f.most(owner, func(other *layoutItem) (has, is bool) {
		if other.block.Type != "module" {
			return false, false
		}
		repeat, source := -1, -1
		for i, c := range other.body.items {
			switch {
			case afterRepeat(c):
				repeat = i
			case c.attr != nil && c.attr.Name == "source":
				source = i
			}
		}
		return repeat >= 0 && source >= 0, repeat > source
	}, false)
}

func (f *layoutFile) dependsAmongArguments(owner *layoutItem) bool {
	return f.most(owner, func(other *layoutItem) (has, is bool) {
		depends, block := -1, -1
		for i, c := range other.body.items {
			switch {
			case c.attr != nil && c.attr.Name == "depends_on":
				depends = i
			case c.block != nil && block < 0:
				block = i
			}
		}
		return depends >= 0 && block >= 0, depends < block
	}, false)
}
