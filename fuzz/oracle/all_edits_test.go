package oracle

import (
	"slices"
	"strings"
)

// An mEntry is a random entry: as JSON, and as what it does to a model.
type mEntry struct {
	op     string
	typ    string
	labels []string
	json   string
	do     func(*mModule) error // a refusal; several may be expected
}

// An mModule is the model of a module while edits are applied to it.
type mModule struct {
	files   []*modelFile
	touched map[string][]mTouch // by file
	wrong   []refusal           // of the edits that are refused
	moved   bool                // the order of what was there has changed
	places  []mPlace
}

// An mTouch is what lines of a file may change, and how.
type mTouch struct {
	from, to int
	exact    bool // all of it; else only its blanks, and lines may come into it
}

func (m *mModule) touch(file string, from, to int, exact bool) {
	m.touched[file] = append(m.touched[file], mTouch{from, to, exact})
}

// all returns the blocks at an address, in the order in which the module is loaded.
func (m *mModule) all(typ string, labels []string) (found []*mBlock) {
	for _, f := range m.files {
		for _, b := range f.blocks {
			if b.typ == typ && len(b.labels) == len(labels) && !slices.ContainsFunc(labels, func(string) bool { return false }) && fits(b.labels, labels) {
				found = append(found, b)
			}
		}
	}
	return found
}

func fits(is, asked []string) bool {
	for i := range asked {
		if asked[i] != "*" && asked[i] != is[i] {
			return false
		}
	}
	return true
}

// A mSelector keeps some blocks.
type mSelector struct {
	json string
	keep func(*mBlock) bool
}

// A mEditor makes random entries for a module.
type mEditor struct {
	moduleMaker
	*chooser
	m *mModule
}

func (e *mEditor) pick(n int) int { return e.moduleMaker.IntN(n) }

// path makes a path from an attribute of a block: of what is there, or nearly.
func (e *mEditor) path(b *mBlock) (attr string, keys []key, last lastStep) {
	if len(b.items) == 0 || e.pick(12) == 0 {
		attr = e.one(append(slices.Clone(mNames), "fresh", "other")...)
	} else {
		attr = b.items[e.pick(len(b.items))].name
	}
	it, seen := b.at(attr, nil)
	for seen == mThere && e.pick(4) > 0 && len(keys) < 5 {
		v := it.v
		for v.kind == mParens {
			v = v.items[0].v
		}
		k := key{name: e.one(mKeys...), index: -1}
		switch {
		case v.kind == mCall && (e.pick(3) == 0 || v.call == "f"):
			k = key{index: e.pick(len(v.items)*5/4 + 1), argument: true}
		case v.kind == mList, v.kind == mCall && v.call == "concat":
			k = key{index: e.pick(3)}
		case v.kind == mLeaf && e.pick(6) > 0:
			return attr, keys, plainStep
		case v.kind == mObject && len(v.items) > 0 && e.pick(4) > 0:
			k.name = v.items[e.pick(len(v.items))].name
		}
		in, i, s := it.v.follow(k)
		if keys, seen = append(keys, k), s; s == mThere {
			it = in.items[i]
		}
	}
	if seen == mThere {
		if lists, _ := it.v.lists(); lists != nil && e.pick(2) == 0 {
			last = []lastStep{appendStep, equalStep}[e.pick(2)]
		}
	} else if e.pick(8) == 0 {
		keys = append(keys, key{name: e.one(mKeys...), index: -1})
	}
	return attr, keys, last
}

func pathText(attr string, keys []key, last lastStep) string {
	text := attr
	for _, k := range keys {
		text += k.String()
	}
	return text + []string{"", "[+]", "[=]"}[last]
}

// sent makes a value to send.
func (e *mEditor) sent() doc {
	switch e.pick(8) {
	case 0:
		return text("two\nlines\n")
	case 1:
		return text(e.one("${var.other}", "${merge(var.z, { k = 1 })}", "a ${var.z}", "$${no}", "one\n${var.z}\n", "  in\n\n\ttwo\n", "${~var.z~}", "EOT\nEOT\n"))
	case 2:
		return doc{kind: objectValue, keys: []string{"Owner", "new"}, items: []doc{text("me"), number("7")}}
	case 3:
		return doc{kind: listValue, items: []doc{number("1"), text("s")}}
	case 4:
		return doc{kind: boolValue, text: "true"}
	case 5:
		return doc{}
	}
	return []doc{number("80"), number("1"), text("s"), text("me"), number("12345678901234567890")}[e.pick(5)]
}

// selectors makes selectors for blocks like one.
func (e *mEditor) selectors(like *mBlock, seldom int) (all []mSelector) {
	for e.pick(seldom) == 0 {
		attr, keys, last := e.path(like)
		path := pathText(attr, keys, last)
		switch e.pick(3) {
		case 0:
			if last != plainStep {
				continue
			}
			all = append(all, mSelector{`"has": [` + quoteJSON(path) + `]`, func(b *mBlock) bool { _, seen := b.at(attr, keys); return seen == mThere }})
		case 1:
			if last != plainStep {
				continue
			}
			all = append(all, mSelector{`"lacks": [` + quoteJSON(path) + `]`, func(b *mBlock) bool { _, seen := b.at(attr, keys); return seen != mThere }})
		case 2:
			if last == appendStep {
				continue
			}
			d := e.sent()
			want := valueOfDoc(d).whole()
			all = append(all, mSelector{`"where": {` + quoteJSON(path) + `: ` + d.JSON() + `}`, func(b *mBlock) bool {
				it, seen := b.at(attr, keys)
				if last == equalStep {
					if seen != mThere {
						return false
					}
					lists, _ := it.v.lists()
					return slices.ContainsFunc(lists, func(l *mValue) bool {
						return slices.ContainsFunc(l.items, func(it *mItem) bool { return it.v.whole().same(want) })
					})
				}
				return seen == mAbsent && want.kind == nullValue || seen == mThere && it.v.whole().same(want)
			}})
		}
		slices.SortFunc(all, func(a, b mSelector) int { return strings.Compare(a.json, b.json) })
		all = slices.CompactFunc(all, func(a, b mSelector) bool { return a.json[:6] == b.json[:6] })
	}
	return all
}

// A chosenEntry is what is common to entries.
type chosenEntry struct {
	members  []string
	narrow   func([]*mBlock) ([]*mBlock, error)
	optional bool
}

// choose makes the selectors of an entry for blocks like one. any is whether the address
// stands for all that it fits.
func (e *mEditor) choose(op string, like *mBlock, any, nested bool) chosenEntry {
	var c chosenEntry
	selectors := e.selectors(like, 7)
	for _, s := range selectors {
		c.members = append(c.members, s.json)
	}
	index := -1
	if e.pick(14) == 0 {
		index = e.pick(3)
		c.members = append(c.members, `"index": `+itoa(index))
	}
	all := any
	if e.pick(3) == 0 {
		all = true
		c.members = append(c.members, `"all": true`)
	}
	if c.optional = (op == "update" || op == "delete") && e.pick(4) == 0; c.optional {
		c.members = append(c.members, `"optional": true`)
	}
	file := ""
	if !nested && e.pick(10) == 0 {
		file = like.file
		c.members = append(c.members, `"file": `+quoteJSON(file))
	}
	c.narrow = func(from []*mBlock) ([]*mBlock, error) {
		var kept []*mBlock
		for _, b := range from {
			if (file == "" || b.file == file) && !slices.ContainsFunc(selectors, func(s mSelector) bool { return !s.keep(b) }) {
				kept = append(kept, b)
			}
		}
		if index >= 0 {
			if index >= len(kept) {
				kept = nil
			} else {
				kept = kept[index : index+1]
			}
		}
		switch {
		case len(kept) == 0 && (c.optional || op == "set" && any && index < 0 && len(from) > 0):
			return nil, nil // set: nothing is left to do
		case len(kept) == 0:
			return nil, noBlock
		case len(kept) > 1 && !all:
			return nil, ambiguous
		}
		return kept, nil
	}
	return c
}

// entry makes an entry for what is there.
func (e *mEditor) entry(blocks []*mBlock) (mEntry, bool) {
	like := blocks[e.pick(len(blocks))]
	op := e.one("update", "update", "set", "set", "delete")
	if like.typ == "locals" && op == "set" {
		op = "update" // set would make another where the selectors leave none
	}
	labels := slices.Clone(like.labels)
	any := false
	for i := range labels {
		if e.pick(4) == 0 {
			labels[i], any = "*", true
		}
	}
	c := e.choose(op, like, any, false)
	contents, do := e.contents(op, like, c.optional, 1)
	if contents == nil {
		return mEntry{}, false
	}
	members := append(c.members, contents...)
	e.pick(2)
	return mEntry{op, like.typ, labels, "{" + strings.Join(members, ", ") + "}", func(m *mModule) error {
		found, err := c.narrow(m.all(like.typ, labels))
		if err != nil {
			return err
		}
		for _, b := range found {
			do(m, b, b)
		}
		return nil
	}}, true
}

// contents makes what an entry does in a block, at the top level and nested in it. What it
// returns does it to a block, in one of the top level, and notes what is refused.
func (e *mEditor) contents(op string, like *mBlock, optional bool, depth int) (members []string, do func(m *mModule, b, top *mBlock)) {
	action := op
	if op != "delete" && e.pick(2) == 0 {
		action = e.one("set", "update", "delete", "add")
	}
	if op == "update" && action == "update" && e.pick(2) == 0 {
		action = "set"
	}
	var steps []func(m *mModule, b, top *mBlock)
	var attributes, names []string
	for range 1 + e.pick(2) {
		attr, keys, last := e.path(like)
		d := e.sent()
		if slices.Contains(names, attr) || attr == "rule" || attr == "setting" || last == appendStep && (action == "delete" || action == "update") {
			continue
		}
		if it, seen := like.at(attr, keys); seen == mThere && action != "delete" && d.kind == listValue && last == plainStep && it != nil {
			continue // which comments go with which elements is the law of another test
		}
		names = append(names, attr)
		path := pathText(attr, keys, last)
		attributes = append(attributes, quoteJSON(path)+": "+d.JSON())
		steps = append(steps, func(m *mModule, b, top *mBlock) {
			b.mark(m, top, action, attr, keys, last)
			err := b.apply(action, attr, keys, last, d)
			lenient := optional && (action == "update" || action == "delete")
			if err == notFound && lenient || err == unreached && optional && action != "add" {
				err = nil
			}
			m.refuse(err)
		})
	}
	if len(attributes) == 0 {
		return nil, nil
	}
	object := `"attributes": {` + strings.Join(attributes, ", ") + `}`
	if action != op || op == "update" || e.pick(2) == 0 {
		object = quoteJSON(action) + `: {` + object + `}`
	}
	members = append(members, object)
	if op == "delete" && depth == 0 {
		return members, sequence(steps)
	}
	if len(like.blocks) > 0 && depth > 0 && e.pick(3) == 0 && op != "delete" {
		inner := like.blocks[e.pick(len(like.blocks))]
		nested := e.one("update", "set", "delete")
		c := e.choose(nested, inner, false, true)
		contents, do := e.contents(nested, inner, c.optional || optional && nested != "set", 0)
		if contents != nil && nested != action {
			c.optional = c.optional || optional && nested != "set"
			members = append(members, quoteJSON(nested)+`: {"blockTypes": {`+quoteJSON(inner.typ)+`: [{`+strings.Join(append(c.members, contents...), ", ")+`}]}}`)
			if nested == "set" { // where nothing is left it makes one: the law of another test
				return members[:len(members)-1], sequence(steps)
			}
			nest := func(m *mModule, b, top *mBlock) {
				var of []*mBlock
				for _, n := range b.blocks {
					if n.typ == inner.typ {
						of = append(of, n)
					}
				}
				found, err := c.narrow(of)
				if err == noBlock && c.optional {
					err = nil
				}
				m.refuse(err)
				for _, n := range found {
					do(m, n, top)
				}
			}
			order := map[string]int{"add": 0, "update": 1, "set": 2, "delete": 3}
			if order[nested] < order[action] {
				steps = append([]func(m *mModule, b, top *mBlock){nest}, steps...)
			} else {
				steps = append(steps, nest)
			}
		}
	}
	if op != "delete" && e.pick(3) == 0 {
		attr, keys, last := e.path(like)
		if last == plainStep {
			comment, said := e.one(`"Said."`, `"Two\nlines."`, "null"), ""
			path := pathText(attr, keys, last)
			members = append(members, `"comments": {`+quoteJSON(path)+`: `+comment+`}`)
			steps = append(steps, func(m *mModule, b, top *mBlock) {
				it, seen := b.at(attr, keys)
				switch {
				case seen == mThere:
				case optional && op == "update" && seen == mAbsent:
					return
				case seen == mUnknown:
					if no := b.noWay(attr, keys); no != unreached || !optional {
						m.refuse(no)
					}
					return
				default:
					m.refuse(notFound)
					return
				}
				b.mark(m, top, "update", attr, nil, last) // what is on one line opens for a comment in it
				was := it.lead
				sign := "# "
				if strings.HasPrefix(was, "//") || was == "" && m.slashes(top.file) {
					sign = "// "
				}
				switch comment {
				case "null":
					said = ""
				case `"Said."`:
					said = sign + "Said.\n"
				default:
					said = sign + "Two\n" + sign + "lines.\n"
				}
				it.lead = said
			})
		}
	}
	return members, sequence(steps)
}

func sequence(steps []func(m *mModule, b, top *mBlock)) func(m *mModule, b, top *mBlock) {
	return func(m *mModule, b, top *mBlock) {
		for _, step := range steps {
			step(m, b, top)
		}
	}
}

func (m *mModule) refuse(err error) {
	if r, ok := err.(refusal); ok {
		if r == unreached {
			r = invalid
		}
		m.wrong = append(m.wrong, r)
	}
}

// mark notes which lines a change may touch.
func (b *mBlock) mark(m *mModule, top *mBlock, action, attr string, keys []key, last lastStep) {
	m.touch(top.file, top.from, top.to, false)
	m.touch(top.file, b.from, b.to, false)
	it, _ := b.at(attr, nil)
	if it == nil {
		return
	}
	for _, k := range keys {
		in, i, seen := it.v.follow(k)
		if seen != mThere {
			break
		}
		if k.index < 0 && action == "delete" { // of merge, in all its literals
			if call := it.v.enter(k); call != in {
				break
			}
		}
		it = in.items[i]
	}
	if it.to > 0 {
		m.touch(top.file, it.from, it.to, true)
	}
}
