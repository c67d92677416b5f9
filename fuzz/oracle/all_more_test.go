package oracle

import (
	"slices"
	"strings"
)

// Entries that make, move and rename.

// added makes an entry that makes a block.
func (e *mEditor) added(n int) mEntry {
	labels := []string{e.one(mTypes...), "added" + itoa(n)}
	var members, attributes, names []string
	var docs []doc
	for _, i := range e.moduleMaker.Perm(len(mNames))[:e.pick(3)] {
		names, docs = append(names, mNames[i]), append(docs, e.sent())
		attributes = append(attributes, quoteJSON(mNames[i])+": "+docs[len(docs)-1].JSON())
	}
	if len(attributes) > 0 {
		members = append(members, `"attributes": {`+strings.Join(attributes, ", ")+`}`)
	}
	lead, nested, file := "", e.pick(3) == 0, ""
	if e.pick(3) == 0 {
		members, lead = append(members, `"comment": "New."`), "New.\n"
	}
	if nested {
		members = append(members, `"blockTypes": {"rule": [{"attributes": {"port": 1}}, {}]}`)
	}
	place := e.one("", "", `"first"`, `"last"`)
	if place != "" {
		members = append(members, `"place": `+place)
	}
	if e.pick(2) == 0 {
		file = e.m.files[e.pick(len(e.m.files))].name
		members = append(members, `"file": `+quoteJSON(file))
	}
	return mEntry{"add", "resource", labels, "{" + strings.Join(members, ", ") + "}", func(m *mModule) error {
		f := m.home(file, "resource", labels[0])
		b := &mBlock{file: f.name, typ: "resource", labels: labels, fresh: true}
		switch {
		case lead != "" && m.slashes(f.name):
			b.lead = "// " + lead
		case lead != "":
			b.lead = "# " + lead
		}
		for i, name := range names {
			b.items = append(b.items, &mItem{name: name, literal: true, v: valueOfDoc(docs[i])})
		}
		if nested {
			port := &mItem{name: "port", literal: true, v: valueOfDoc(number("1"))}
			b.blocks = []*mBlock{{typ: "rule", labels: []string{}, items: []*mItem{port}}, {typ: "rule", labels: []string{}}}
		}
		if f.blocks = append(f.blocks, b); place == `"first"` {
			f.blocks = append([]*mBlock{b}, f.blocks[:len(f.blocks)-1]...)
		}
		m.touch(f.name, 0, 1<<30, false)
		return nil
	}}
}

// home returns the file that a new block goes into: the one named, else the one that has most
// blocks of its type and first label, of several the last, else the last that has its type.
func (m *mModule) home(named, typ, label string) *modelFile {
	home, most, any := m.files[0], 0, m.files[0]
	for _, f := range m.files {
		if f.name == named {
			return f
		}
		siblings := 0
		for _, b := range f.blocks {
			if b.typ != typ {
				continue
			}
			any = f
			if b.labels[0] == label {
				siblings++
			}
		}
		if siblings > 0 && siblings >= most {
			home, most = f, siblings
		}
	}
	if most == 0 {
		return any
	}
	return home
}

// placed makes an entry that makes an attribute in a place.
func (e *mEditor) placed(blocks []*mBlock) (mEntry, bool) {
	b := blocks[e.pick(len(blocks))]
	d := e.sent()
	where, beside := e.one(`"first"`, `"last"`), ""
	if len(b.items) > 0 && e.pick(2) == 0 {
		beside = b.items[e.pick(len(b.items))].name
		where = `{` + e.one(`"before"`, `"after"`) + `: ` + quoteJSON(beside) + `}`
	}
	json := `{"attributes": {"placed": ` + d.JSON() + `}, "places": {"placed": ` + where + `}}`
	return mEntry{"set", b.typ, b.labels, json, func(m *mModule) error {
		found := m.all(b.typ, b.labels)
		if len(found) != 1 {
			return ambiguous
		}
		to := found[0]
		m.touch(to.file, to.from, to.to, false)
		m.places = append(m.places, mPlace{to, where, beside})
		if beside != "" && !slices.ContainsFunc(to.items, func(it *mItem) bool { return it.name == beside }) {
			return notFound
		}
		return to.apply("set", "placed", nil, plainStep, d)
	}}, b.typ == "resource"
}

// An mPlace is where an attribute has to be.
type mPlace struct {
	block         *mBlock
	where, beside string
}

// moved makes an entry that moves a block to a file, or an attribute in its block.
func (e *mEditor) moved(blocks []*mBlock) (mEntry, bool) {
	b := blocks[e.pick(len(blocks))]
	if b.typ != "resource" {
		return mEntry{}, false
	}
	if e.pick(2) == 0 && len(b.items) > 0 {
		name := b.items[e.pick(len(b.items))].name
		return mEntry{"move", b.typ, b.labels, `{"attributes": {` + quoteJSON(name) + `: ` + e.one(`"first"`, `"last"`) + `}}`, func(m *mModule) error {
			found := m.all(b.typ, b.labels)
			if len(found) != 1 {
				return noBlock
			}
			if _, seen := found[0].at(name, nil); seen != mThere {
				return notFound
			}
			m.moved = true
			m.touch(found[0].file, found[0].from, found[0].to, true)
			return nil
		}}, true
	}
	to := e.one(append(slices.Clone(mFiles), "new.tf")...)
	return mEntry{"move", b.typ, b.labels, `{"file": ` + quoteJSON(to) + `}`, func(m *mModule) error {
		found := m.all(b.typ, b.labels)
		if len(found) != 1 {
			return noBlock
		}
		moved := found[0]
		if moved.file == to {
			return nil
		}
		m.moved = true
		m.touch(moved.file, moved.from, moved.to, true)
		m.touch(to, 0, 1<<30, false)
		var target *modelFile
		for _, f := range m.files {
			f.blocks = slices.DeleteFunc(f.blocks, func(b *mBlock) bool { return b == moved })
			if f.name == to {
				target = f
			}
		}
		if target == nil {
			target = &modelFile{name: to}
			m.files = append(m.files, target)
		}
		target.blocks, moved.file = append(target.blocks, moved), to
		return nil
	}}, true
}

// renamed makes an entry that renames a resource to which nothing refers, or an attribute
// or key.
func (e *mEditor) renamed(blocks []*mBlock, n int) (mEntry, bool) {
	b := blocks[e.pick(len(blocks))]
	if b.typ != "resource" {
		return mEntry{}, false
	}
	if attr, keys, last := e.path(b); e.pick(2) == 0 && last == plainStep && (len(keys) == 0 || keys[len(keys)-1].index < 0) {
		to := "renamed" + itoa(n)
		return mEntry{"rename", b.typ, b.labels, `{"attributes": {` + quoteJSON(pathText(attr, keys, last)) + `: ` + quoteJSON(to) + `}}`, func(m *mModule) error {
			found := m.all(b.typ, b.labels)
			if len(found) != 1 {
				return noBlock
			}
			it, seen := found[0].at(attr, keys)
			if seen != mThere {
				return notFound
			}
			found[0].mark(m, found[0], "update", attr, keys, last)
			it.name = to
			return nil
		}}, true
	}
	to := "renamed" + itoa(n)
	keep := e.pick(2) == 0
	json := `{"to": ` + quoteJSON(to)
	if keep {
		json += `, "moved": false`
	}
	return mEntry{"rename", b.typ, b.labels, json + "}", func(m *mModule) error {
		found := m.all(b.typ, b.labels)
		if len(found) != 1 {
			return noBlock
		}
		r := found[0]
		m.touch(r.file, r.from, r.to, true)
		from := r.labels
		r.labels = []string{from[0], to}
		if !keep {
			f := m.files[slices.IndexFunc(m.files, func(f *modelFile) bool { return f.name == r.file })]
			for _, other := range m.files {
				if slices.ContainsFunc(other.blocks, func(b *mBlock) bool { return b.typ == "moved" }) {
					f = other
				}
			}
			m.touch(f.name, 0, 1<<30, false)
			address := func(labels []string) *mItem {
				return &mItem{literal: true, v: valueOfDoc(text("${" + labels[0] + "." + labels[1] + "}"))}
			}
			block := &mBlock{file: f.name, typ: "moved", labels: []string{}, items: []*mItem{address(from), address(r.labels)}, fresh: true}
			block.items[0].name, block.items[1].name = "from", "to"
			f.blocks = append(f.blocks, block)
		}
		return nil
	}}, true
}
