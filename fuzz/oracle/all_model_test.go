package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// A model is what a module says, as hcl/v2 reads it: blocks, values down to the last
// member, comments. Edits are made of it by the rules of docs/edits.md, and the result
// is compared with what the edited files say.

type mBlock struct {
	file, typ  string
	labels     []string
	lead, tail string // comments
	items      []*mItem
	blocks     []*mBlock
	from, to   int  // lines of the file, comments included; to is past the last
	fresh      bool // made by the edits
}

// An mItem is an attribute, a pair, an element or an argument.
type mItem struct {
	name       string // of an attribute; the literal key of a pair, or "(shape)"
	literal    bool
	spread     bool
	lead, tail string
	v          *mValue
	from, to   int
	fresh      bool
}

type mValue struct {
	kind  mKind
	call  string
	items []*mItem
	leaf  value
}

type mKind int

const (
	mLeaf mKind = iota
	mObject
	mList
	mCall
	mParens
)

// modelFile is a file, and what is in it.
type modelFile struct {
	name   string
	blocks []*mBlock
	loose  []mLoose // comments that are nobody's
}

type mLoose struct {
	file, text string
	line       int
}

// reader reads a file.
type modelReader struct {
	c    *code
	used map[int]bool // the comments, by word
}

func modelOf(name string, c *code) *modelFile {
	r := modelReader{c, map[int]bool{}}
	f := &modelFile{name: name}
	for _, n := range nodes(c.body) {
		f.blocks = append(f.blocks, r.block(name, n.block))
	}
	for i, w := range c.words {
		if w.kind == hclsyntax.TokenComment && !r.used[i] {
			f.loose = append(f.loose, mLoose{name, w.text, strings.Count(string(c.src[:w.start]), "\n")})
		}
	}
	return f
}

func (r *modelReader) block(file string, b *hclsyntax.Block) *mBlock {
	m := &mBlock{file: file, typ: b.Type, labels: b.Labels}
	m.lead, m.tail, m.from, m.to = r.around(b.TypeRange.Start.Byte, b.CloseBraceRange.End.Byte)
	for _, n := range nodes(b.Body) {
		if n.block != nil {
			m.blocks = append(m.blocks, r.block(file, n.block))
			continue
		}
		it := &mItem{name: n.attr.Name, literal: true, v: r.value(n.attr.Expr)}
		it.lead, it.tail, it.from, it.to = r.around(n.from, n.to)
		m.items = append(m.items, it)
	}
	return m
}

// around returns the comments of what stands between two offsets, and its lines.
func (r *modelReader) around(from, to int) (lead, tail string, first, end int) {
	words := r.c.words
	i, after := r.c.span(from, to)
	last := to
	if words[after-1].kind == hclsyntax.TokenCHeredoc && after < len(words) {
		last = words[after-1].end
	}
	if w := words[after]; w.kind == hclsyntax.TokenComment && w.lines() == 0 {
		tail, r.used[after] = w.text, true
	}
	if words[i].startsLine {
		for i > 0 && words[i].lines() == 1 && words[i-1].kind == hclsyntax.TokenComment && words[i-1].startsLine {
			i--
			lead, r.used[i] = words[i].text+"\n"+lead, true
		}
	}
	line := func(at int) int { return strings.Count(string(r.c.src[:at]), "\n") }
	return lead, tail, line(words[i].start), line(last) + 1
}

func (r *modelReader) value(x hclsyntax.Expression) *mValue {
	v := &mValue{}
	add := func(name string, literal, spread bool, from int, x hclsyntax.Expression) {
		it := &mItem{name: name, literal: literal, spread: spread, v: r.value(x)}
		if r.used != nil {
			it.lead, it.tail, it.from, it.to = r.around(from, x.Range().End.Byte)
		}
		v.items = append(v.items, it)
	}
	switch x := x.(type) {
	case *hclsyntax.ObjectConsExpr:
		v.kind = mObject
		for _, it := range x.Items {
			name, literal := literalKey(it.KeyExpr)
			if !literal {
				name = "(" + valueOf(it.KeyExpr.(*hclsyntax.ObjectConsKeyExpr).Wrapped, r.c.src).text + ")"
			}
			add(name, literal, false, it.KeyExpr.Range().Start.Byte, it.ValueExpr)
		}
	case *hclsyntax.TupleConsExpr:
		v.kind = mList
		for _, e := range x.Exprs {
			add("", true, false, e.Range().Start.Byte, e)
		}
	case *hclsyntax.FunctionCallExpr:
		v.kind, v.call = mCall, x.Name
		for i, e := range x.Args {
			add("", true, x.ExpandFinal && i == len(x.Args)-1, e.Range().Start.Byte, e)
		}
	case *hclsyntax.ParenthesesExpr:
		v.kind = mParens
		add("", true, false, x.Expression.Range().Start.Byte, x.Expression)
	default:
		v.leaf = valueOf(x, r.c.src)
	}
	return v
}

// valueOfDoc returns the value in code that a JSON value becomes.
func valueOfDoc(d doc) *mValue {
	v := &mValue{}
	switch d.kind {
	case stringValue:
		x, diags := hclsyntax.ParseTemplate([]byte(d.text), "", hcl.InitialPos)
		if wrap, ok := x.(*hclsyntax.TemplateWrapExpr); ok && !diags.HasErrors() {
			r := modelReader{c: &code{src: []byte(d.text)}}
			return r.value(wrap.Wrapped)
		}
		v.leaf = d.value()
	case listValue:
		v.kind = mList
		for _, it := range d.items {
			v.items = append(v.items, &mItem{literal: true, v: valueOfDoc(it), fresh: true})
		}
	case objectValue:
		v.kind = mObject
		for i, it := range d.items {
			v.items = append(v.items, &mItem{name: d.keys[i], literal: true, v: valueOfDoc(it), fresh: true})
		}
	default:
		v.leaf = d.value()
	}
	return v
}

// whole is a value as one that can be compared: parentheses do not count.
func (v *mValue) whole() value {
	switch v.kind {
	case mParens:
		return v.items[0].v.whole()
	case mLeaf:
		return v.leaf
	case mList:
		return value{kind: listValue, vals: mapped(v.items, func(it *mItem) value { return it.v.whole() })}
	case mObject:
		o := value{kind: objectValue}
		for _, it := range v.items {
			o.keys, o.vals = append(o.keys, it.name), append(o.vals, it.v.whole())
		}
		return o
	}
	return value{kind: otherValue, text: v.dump(false)}
}

// dump writes a value, its comments included where they are asked for.
func (v *mValue) dump(comments bool) string {
	var b strings.Builder
	switch v.kind {
	case mLeaf:
		return fmt.Sprintf("%d%s", v.leaf.kind, v.leaf)
	case mParens:
		inner := v.items[0]
		if !comments {
			return inner.v.dump(false)
		}
		return inner.lead + inner.v.dump(true) + inner.tail
	}
	var all []string
	for _, it := range v.items {
		all = append(all, it.dump(comments))
	}
	if v.kind == mObject {
		slices.Sort(all)
	}
	fmt.Fprintf(&b, "%s%s%s%s", [...]string{"", "{", "[", v.call + "("}[v.kind], "\n", strings.Join(all, ""), "}\n")
	return b.String()
}

func (it *mItem) dump(comments bool) string {
	text := it.name + "=" + it.v.dump(comments)
	if it.spread {
		text += "..."
	}
	if comments {
		text = it.lead + text + " " + it.tail
	}
	return text + "\n"
}

func (b *mBlock) dump(comments bool) string {
	var all []string
	for _, it := range b.items {
		all = append(all, it.dump(comments))
	}
	slices.Sort(all)
	text := fmt.Sprintf("%s %q {\n%s", b.typ, b.labels, strings.Join(all, ""))
	for _, n := range b.blocks {
		text += n.dump(comments)
	}
	if comments {
		text = b.lead + text + "} " + b.tail
	}
	return text + "\n"
}
