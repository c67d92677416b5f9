package oracle

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/edit"
)

// A trial is a change applied to a file.
type trial struct {
	in      *code
	change  *change
	request string
	plan    plan
	out     *code

	before, after int // how many words at the start and at the end are those of in
}

// A plan is what a change may touch of a file.
type plan struct {
	first, end int      // the words of the construct: what is set or deleted
	wide       int      // how far before first comments may go with it
	wideEnd    int      // how far after end
	guards     bool     // what comes to stand first starts with "for", which is a keyword there
	anywhere   bool     // which of several equal elements is meant does not show
	whole      [][2]int // the words of elements that stay, whole, beside one that is added
	opens      [2]int   // the words of a body on one line that opens up; their leads change
	replaced   bool     // what had one member is replaced by an empty one
	restores   bool     // to delete what was added gives the file back
}

var hclOptions = edit.Options{Dialect: edit.HCL}

func apply(src []byte, request string) ([]byte, error) {
	return hclOptions.Apply(nil, src, []byte(request))
}

// A law is something that holds for every trial.
type law struct {
	name  string
	holds func(*trial) error
}

var laws = []law{
	{"the value read back is the one sent", (*trial).readBack},
	{"set what is there: no byte changes", (*trial).unchanged},
	{"tokens outside the edited construct are the same", (*trial).sameWords},
	{"a new item stands where docs/layout.md says", (*trial).placed},
	{"other lines are the same but for aligned columns", (*trial).sameLines},
	{"deleting leaves no doubled blank lines", (*trial).blankLines},
	{"formatter-clean stays formatter-clean", (*trial).staysClean},
	{"the style of line ends, mark and last line is kept", (*trial).sameStyle},
	{"set twice is set once", (*trial).twice},
	{"deleting what was added restores the file", (*trial).restored},
}

// A failure is a law that did not hold.
type failure struct {
	law string
	err error
}

// try applies a change to a file and checks all laws. ok is false where the change
// cannot be made of that file.
func try(c *code, ch *change) (f *failure, ok bool) {
	t := &trial{in: c, change: ch, request: requestOf(ch)}
	if t.plan, ok = planFor(c, ch); !ok {
		return nil, false
	}
	src := bytes.Clone(c.src)
	out, err := apply(src, t.request)
	switch {
	case err != nil:
		return &failure{"the edit is made", err}, true
	case !bytes.Equal(src, c.src):
		return &failure{"the source is not written to", fmt.Errorf("it is now\n%s", src)}, true
	}
	if t.out = readCode(out); t.out == nil {
		return &failure{"the result parses", fmt.Errorf("it does not:\n%s", out)}, true
	}
	for _, l := range laws {
		if err := l.holds(t); err != nil {
			return &failure{l.name, err}, true
		}
	}
	return nil, true
}

// adds says whether a change adds something.
func (ch *change) adds() bool {
	return ch.kind == addAttribute || ch.kind == addMember || ch.kind == addBlock
}

func (ch *change) deletes() bool {
	return ch.kind == delAttribute || ch.kind == delMember || ch.kind == delBlock
}

// planFor finds what a change may touch.
func planFor(c *code, ch *change) (p plan, ok bool) {
	body, block := c.at(ch.in)
	if body == nil {
		return p, false
	}
	for i := range ch.in { // the file may be another than the one that the change was made for
		outer, _ := c.at(ch.in[:i])
		if stepTo(outer, ch.in[i].block(outer)).of != ch.in[i].of || outer.Attributes[ch.in[i].typ] != nil {
			return p, false
		}
	}
	attr := body.Attributes[ch.attr]
	p.restores = true
	switch ch.kind {
	case addAttribute, addBlock:
		p.restores = block == nil && endsLine(c.src) && !(ch.kind == addBlock && endsBlank(c.src)) || block != nil && c.opened(block)
		if block != nil && !c.opened(block) {
			p.opens[0], p.opens[1] = c.span(block.OpenBraceRange.Start.Byte, block.CloseBraceRange.End.Byte)
		}
		p.anywhere = true
		return p, attr == nil && (ch.kind == addAttribute || body.Attributes[ch.block.typ] == nil)
	case delAttribute:
		if attr == nil {
			return p, false
		}
		return c.planDelete(attr.SrcRange.Start.Byte, attr.Expr.Range().End.Byte), true
	case delBlock:
		return c.planDelete(block.TypeRange.Start.Byte, block.CloseBraceRange.End.Byte), true
	}
	if attr == nil {
		return p, false
	}
	p, ok = c.planValue(p, attr, ch)
	if block != nil && !c.opened(block) && ch.value.hasLines() {
		p.opens[0], p.opens[1] = c.span(block.OpenBraceRange.Start.Byte, block.CloseBraceRange.End.Byte)
	}
	return p, ok
}

// hasLines reports whether a string in a value is written as a heredoc where one can
// stand: a block on one line opens for it (docs/edits.md, "Values").
func (d doc) hasLines() bool {
	return d.kind == stringValue && strings.HasSuffix(d.text, "\n") || slices.ContainsFunc(d.items, doc.hasLines)
}

// planValue finds what a change inside an attribute's value may touch.
func (c *code) planValue(p plan, attr *hclsyntax.Attribute, ch *change) (plan, bool) {
	keys := ch.keys
	if ch.kind == addMember || ch.kind == delMember {
		keys = keys[:len(keys)-1]
	}
	x, _, ok := inside(attr.Expr, keys)
	if !ok {
		return p, false
	}
	if ch.split < len(ch.keys) && !c.still(attr.Expr, ch) {
		return p, false
	}
	at := x.Range()
	p.first, p.end = c.span(at.Start.Byte, at.End.Byte)
	p.wide, p.wideEnd = p.first, p.end
	if ch.kind == sameValue {
		d, ok := c.docOf(x)
		return p, ok && d.value().is(ch.value.value())
	}
	if ch.kind == setValue {
		i := slices.IndexFunc(ch.keys[ch.split:], func(k key) bool { return k.index >= 0 })
		if p.anywhere = i >= 0; p.anywhere { // another element may come, and this one go with its comments
			if e, _, ok := inside(attr.Expr, ch.keys[:ch.split+i+1]); ok {
				whole := c.planDelete(e.Range().Start.Byte, e.Range().End.Byte)
				p.wide, p.wideEnd = whole.wide, whole.wideEnd
			}
		}
		return p, true
	}
	all, ok := members(x)
	last := ch.keys[len(ch.keys)-1]
	_, list := bare(x).(*hclsyntax.TupleConsExpr)
	_, call := bare(x).(*hclsyntax.FunctionCallExpr)
	if !ok || call != last.argument || call && ch.kind == addMember || !call && list != (last.index >= 0) {
		return p, false
	}
	found := slices.IndexFunc(all, func(m member) bool { return m.named && m.key == last })
	if ch.kind == addMember {
		if list && (last.index > len(all) || ch.split == len(ch.keys) && last.index != len(all)) || !list && found >= 0 {
			return p, false
		}
		p.restores = len(all) > 0
		if len(all) > 0 {
			p = plan{restores: true, anywhere: true, whole: mapped(all, func(m member) (words [2]int) {
				words[0], words[1] = c.span(m.from, m.value.Range().End.Byte)
				return words
			})}
		}
		return p, true
	}
	if found < 0 {
		return p, false
	}
	if len(all) == 1 && ch.split < len(ch.keys) {
		p.replaced = true
		return p, true
	}
	p = c.planDelete(all[found].from, all[found].value.Range().End.Byte)
	if found == 0 && len(all) > 1 {
		next, _ := c.span(all[1].from, len(c.src))
		p.guards = c.words[next].text == "for" && !call
	}
	p.anywhere = list && ch.split < len(ch.keys)
	c.planElement(&p, attr, ch)
	return p, true
}

// planElement widens the plan of a deletion in an element of a list that is sent whole, and
// that has not most of its members left: another element comes in its place (docs/layout.md,
// "The smallest change").
func (c *code) planElement(p *plan, attr *hclsyntax.Attribute, ch *change) {
	i := slices.IndexFunc(ch.keys[ch.split:], func(k key) bool { return k.index >= 0 })
	if i < 0 || ch.split+i+1 == len(ch.keys) {
		return
	}
	element, _, ok := inside(attr.Expr, ch.keys[:ch.split+i+1])
	if all, _ := members(element); !ok || len(all) > 2 {
		return
	}
	whole := c.planDelete(element.Range().Start.Byte, element.Range().End.Byte)
	p.wide, p.wideEnd, p.anywhere = whole.wide, whole.wideEnd, true
}

// still says whether the whole value that a change sends is made of what the file has
// at its place, as it was when the change was made.
func (c *code) still(root hclsyntax.Expression, ch *change) bool {
	x, _, ok := inside(root, ch.keys[:ch.split])
	if !ok {
		return false
	}
	d, ok := c.docOf(x)
	rest := ch.keys[ch.split:]
	last := rest[len(rest)-1]
	if !ok || !d.holds(rest[:len(rest)-1], last) || ch.kind != addMember && !d.has(rest) {
		return false
	}
	strip := func(d doc) doc {
		return d.with(rest[:len(rest)-1], func(d doc) doc {
			if !d.has([]key{last}) {
				return d
			}
			return d.without(last)
		})
	}
	switch ch.kind {
	case addMember:
		return ch.value.has(rest[:len(rest)-1]) && d.value().same(strip(ch.value).value())
	case delMember:
		return strip(d).value().same(ch.value.value())
	}
	return ch.value.has(rest) && strip(d).value().same(strip(ch.value).value())
}

// planDelete finds what goes with the item from one offset to another: comments
// directly above, and those after it on its last line.
func (c *code) planDelete(from, to int) plan {
	first, end := c.span(from, to)
	p := plan{first: first, end: end, wide: first, wideEnd: end, restores: true}
	for p.wide > 0 && c.words[p.wide-1].kind == hclsyntax.TokenComment && c.words[p.wide].lines() <= 1 {
		line := p.wide - 1 // the first comment on its line
		for c.words[line].lines() == 0 && line > 0 && c.words[line-1].kind == hclsyntax.TokenComment {
			line--
		}
		if c.words[p.wide].lines() == 1 && !c.words[line].startsLine {
			break
		}
		p.wide = line
	}
	for w := &c.words[p.wideEnd]; w.kind == hclsyntax.TokenComment && (w.lines() == 0 || strings.Contains(w.lead[strings.LastIndexByte(w.lead, '\n')+1:], ",")); w = &c.words[p.wideEnd] {
		p.wideEnd++
	}
	return p
}

// opened says whether a block's body has its lines for itself: only comments stand
// on the line of the opening brace.
func (c *code) opened(b *hclsyntax.Block) bool {
	first, end := c.span(b.OpenBraceRange.Start.Byte, b.CloseBraceRange.End.Byte)
	for _, w := range c.words[first+1 : end] {
		if w.lines() > 0 {
			return true
		}
		if w.kind != hclsyntax.TokenComment {
			return false
		}
	}
	return false
}

// endsBlank reports whether a file ends in a blank line, which is then the one before a
// block that is added.
func endsBlank(src []byte) bool {
	return len(src) == 0 || bytes.HasSuffix(bytes.ReplaceAll(src, []byte{'\r'}, nil), []byte("\n\n"))
}

func endsLine(src []byte) bool { return len(src) == 0 || bytes.HasSuffix(src, []byte{'\n'}) }

// ownLine says whether the words from first to end have their lines for themselves.
func (c *code) ownLine(first, end int) bool {
	return (first == 0 || c.words[first].lines() > 0) && (c.words[end].lines() > 0 || c.words[end].kind == hclsyntax.TokenEOF)
}

func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// show returns a short text around words, for a message.
func show(words []word) string {
	var b strings.Builder
	for i, w := range words {
		if i == 12 {
			b.WriteString(" …")
			break
		}
		b.WriteString(w.lead + w.text)
	}
	return b.String()
}
