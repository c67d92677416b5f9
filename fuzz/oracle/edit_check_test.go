package oracle

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"iacedit/lexer"
)

// readBack looks for the value in the result by hcl/v2.
func (t *trial) readBack() error {
	ch := t.change
	switch ch.kind {
	case addBlock:
		return t.readBackBlock()
	case delBlock:
		body, _ := t.out.at(ch.in[:len(ch.in)-1])
		was, _ := t.in.at(ch.in[:len(ch.in)-1])
		if len(body.Blocks) != len(was.Blocks)-1 {
			return errorf("%d blocks, %d before", len(body.Blocks), len(was.Blocks))
		}
		return nil
	}
	body, _ := t.out.at(ch.in)
	attr := body.Attributes[ch.attr]
	if ch.kind == delAttribute {
		if attr != nil {
			return errorf("%s is still there", ch.attr)
		}
		return nil
	}
	if attr == nil {
		return errorf("no attribute %s", ch.attr)
	}
	x, _, ok := inside(attr.Expr, ch.keys[:ch.split])
	if ch.kind == delMember && ch.split == len(ch.keys) {
		return t.memberGone(attr)
	}
	if !ok {
		return errorf("%v leads nowhere", ch.keys[:ch.split])
	}
	if got, want := valueOf(x, t.out.src), ch.value.value(); !got.is(want) {
		return errorf("it is %s, sent was %s", got, want)
	}
	return nil
}

func (t *trial) memberGone(attr *hclsyntax.Attribute) error {
	n := len(t.change.keys) - 1
	was, _ := t.in.at(t.change.in)
	x, _, _ := inside(was.Attributes[t.change.attr].Expr, t.change.keys[:n])
	before, _ := members(x)
	x, _, ok := inside(attr.Expr, t.change.keys[:n])
	after, _ := members(x)
	if !ok || len(after) != len(before)-1 {
		return errorf("%d members, %d before", len(after), len(before))
	}
	return nil
}

// readBackBlock compares a new block with what was sent.
func (t *trial) readBackBlock() error {
	body, _ := t.out.at(t.change.in)
	was, _ := t.in.at(t.change.in)
	if len(body.Blocks) != len(was.Blocks)+1 {
		return errorf("%d blocks, %d before", len(body.Blocks), len(was.Blocks))
	}
	return t.out.isBlock(t.newBlock(), &t.change.block)
}

// newBlock returns the block that was added: the last of its type and labels, for
// those come after the others.
func (t *trial) newBlock() *hclsyntax.Block {
	body, _ := t.out.at(t.change.in)
	s := step{typ: t.change.block.typ, labels: t.change.block.labels}
	for ; s.block(body) != nil; s.index++ {
	}
	s.index--
	return s.block(body)
}

func (c *code) isBlock(b *hclsyntax.Block, want *newBlock) error {
	if b == nil || b.Type != want.typ || !slices.Equal(b.Labels, want.labels) {
		return errorf("no block %s %q", want.typ, want.labels)
	}
	all := nodes(b.Body)
	if len(all) != len(want.attrs)+len(want.blocks) {
		return errorf("%d items in %s, want %d", len(all), want.typ, len(want.attrs)+len(want.blocks))
	}
	for i, name := range want.attrs {
		if all[i].attr == nil || all[i].attr.Name != name {
			return errorf("item %d of %s is not %s", i, want.typ, name)
		}
		if got, sent := valueOf(all[i].attr.Expr, c.src), want.values[i].value(); !got.is(sent) {
			return errorf("%s is %s, sent was %s", name, got, sent)
		}
	}
	for i := range want.blocks {
		if err := c.isBlock(all[len(want.attrs)+i].block, &want.blocks[i]); err != nil {
			return err
		}
	}
	return nil
}

// unchanged: a value that is there already changes nothing.
func (t *trial) unchanged() error {
	same := t.change.kind == sameValue
	if t.change.kind == setValue {
		body, _ := t.in.at(t.change.in)
		x, _, _ := inside(body.Attributes[t.change.attr].Expr, t.change.keys[:t.change.split])
		same = valueOf(x, t.in.src).is(t.change.value.value()) && valueOf(x, t.in.src).kind != otherValue
	}
	if same && !bytes.Equal(t.in.src, t.out.src) {
		a, b := firstDifference(t.in.src, t.out.src)
		return errorf("from\n%s\nto\n%s", a, b)
	}
	return nil
}

// sameWords finds out how many words at the start and the end are the same, which
// the laws after it use.
func (t *trial) sameWords() error {
	in, out := t.in.words, t.out.words
	same := func(a, b word) bool { return a.kind == b.kind && a.text == b.text }
	most := min(len(in), len(out))
	for t.before < most && same(in[t.before], out[t.before]) {
		t.before++
	}
	for _, words := range t.plan.whole { // one that begins as the new one does is not part of it
		if words[0] < t.before && t.before < words[1] {
			t.before = words[0]
			break
		}
	}
	for t.after < most-t.before && same(in[len(in)-1-t.after], out[len(out)-1-t.after]) {
		t.after++
	}
	p := t.plan
	if p.guards {
		return nil
	}
	if p.anywhere {
		if gone, most := len(in)-t.before-t.after, p.wideEnd-p.wide; gone > most {
			return errorf("%d words changed, at most %d may:\n%s\nto\n%s", gone, most, show(in[t.before:]), show(out[t.before:]))
		}
		return nil
	}
	if t.before < p.wide {
		return errorf("at\n%s\nthere is now\n%s", show(in[t.before:]), show(out[t.before:]))
	}
	first, end := p.first, p.end
	if t.change.deletes() && !p.replaced {
		first, end = t.wideEnough()
		if len(out) != len(in)-(end-first) {
			return errorf("%d words went, want %d:\n%s", len(in)-len(out), end-first, show(in[p.wide:]))
		}
	}
	t.before = min(t.before, first)
	t.after = min(len(in)-end, len(out)-t.before)
	for i := range t.after {
		if a, b := in[len(in)-1-i], out[len(out)-1-i]; !same(a, b) {
			return errorf("%q is now %q", a.text, b.text)
		}
	}
	return nil
}

// wideEnough returns the words that must go with a deleted item: those of an item on
// its own lines are known, of others any of the comments beside it may.
func (t *trial) wideEnough() (first, end int) {
	p := t.plan
	gone := len(t.in.words) - len(t.out.words)
	if t.in.ownLine(p.wide, p.wideEnd) {
		// A comment above the item may stay, if it is not about this item alone (docs/layout.md,
		// "Whose comment it is").
		stay := max(0, min(p.wideEnd-p.wide-gone, p.first-p.wide))
		return p.wide + stay, p.wideEnd
	}
	for first = p.wide; first <= p.first; first++ {
		if end = first + gone; end >= p.end && end <= p.wideEnd && t.before >= first && t.sameEnd(len(t.in.words)-end) {
			return first, end
		}
	}
	return p.first, p.end
}

// sameEnd says whether the last n words are the same.
func (t *trial) sameEnd(n int) bool {
	in, out := t.in.words, t.out.words
	return n <= len(out) && slices.EqualFunc(in[len(in)-n:], out[len(out)-n:], func(a, b word) bool { return a.text == b.text })
}

// sameLines compares what stands between the words that are the same.
func (t *trial) sameLines() error {
	for i := range t.before {
		if err := t.sameLead(i, i, false); err != nil {
			return err
		}
	}
	for i := range t.after {
		j, k := len(t.in.words)-1-i, len(t.out.words)-1-i
		if err := t.sameLead(j, k, i == t.after-1); err != nil {
			return err
		}
	}
	return nil
}

func (t *trial) sameLead(i, j int, next bool) error {
	a, b := t.in.words[i], t.out.words[j]
	switch {
	case a.lead == b.lead || next && t.before+t.after < max(len(t.in.words), len(t.out.words)):
		return nil
	case t.plan.opens[0] < i && i < t.plan.opens[1]:
		return nil
	}
	was, before := gap(a.lead)
	is, after := gap(b.lead)
	wanted, _ := gap(t.in.tidy[i])
	wants, _ := gap(t.out.tidy[j])
	switch {
	case before != after && !(t.beside(i) && strings.ReplaceAll(before, ",", "") == strings.ReplaceAll(after, ",", "")):
	case was == is:
		return nil
	case t.column(a) && was == wanted && (is == wants || !t.in.clean):
		return nil // it was where the formatter wants it, and is; by columns that are not the formatter's where the file is not
	case (t.around(i) || t.in.quirk) && was == wanted && is == wants:
		return nil // the formatter counts the brackets in such a heredoc, which is about the lines after it
	}
	return errorf("before %q was %q, is %q", a.text, a.lead, b.lead)
}

// column says whether a word is one that is aligned with those of other lines.
func (t *trial) column(w word) bool {
	return (w.text == "=" || w.kind == hclsyntax.TokenComment) && !w.startsLine
}

// around says whether a word is of the attribute in which the change is.
func (t *trial) around(i int) bool {
	body, _ := t.in.at(t.change.in)
	attr := body.Attributes[t.change.attr]
	return attr != nil && attr.SrcRange.Start.Byte <= t.in.words[i].start && t.in.words[i].end <= attr.Expr.Range().End.Byte
}

// beside says whether a word is a comment right before what was edited: a comma may
// come and go there.
func (t *trial) beside(i int) bool {
	for ; i < t.before; i++ {
		if t.in.words[i].kind != hclsyntax.TokenComment {
			return false
		}
	}
	return true
}

// blankLines checks what is left where an item went.
func (t *trial) blankLines() error {
	if !t.change.deletes() || t.plan.anywhere || t.before+t.after != len(t.out.words) || t.before == 0 && t.after == 0 {
		return nil
	}
	in, out := t.in.words, t.out.words
	next := len(in) - t.after
	was, follows := in[t.before].lines(), in[next].lines()
	if !t.in.ownLine(t.before, next) {
		return nil
	}
	most := max(was, follows)
	first := t.before == 0 || strings.ContainsAny(in[t.before-1].text, "{[") && in[t.before-1].kind != hclsyntax.TokenComment
	last := strings.ContainsAny(in[next].text, "}]") && in[next].kind != hclsyntax.TokenComment || in[next].kind == hclsyntax.TokenEOF
	switch {
	case first && !last:
		most = max(was, 1)
	case last && !first:
		most = max(follows, 1)
	}
	if got := out[t.before].lines(); got > most {
		return errorf("%d line ends, were %d before and %d after it", got, was, follows)
	}
	return nil
}

func (t *trial) staysClean() error {
	if t.in.clean && !t.out.clean && !t.in.quirk && !t.out.quirk {
		for i, w := range t.out.words {
			if w.lead != t.out.tidy[i] {
				return errorf("before %q is %q, should be %q", w.text, w.lead, t.out.tidy[i])
			}
		}
		return errorf("it is not")
	}
	return nil
}

// sameStyle checks line ends, the byte order mark and the end of the file.
func (t *trial) sameStyle() error {
	in, out := t.in.src, t.out.src
	switch {
	case lexer.BOMLen(in) != lexer.BOMLen(out):
		return errorf("the byte order mark changed")
	case endsLine(in) && !endsLine(out) && len(out) > lexer.BOMLen(out):
		return errorf("the line end at the end went")
	case len(in) == 0 && !endsLine(out):
		return errorf("the new file does not end in a line end")
	case !endsLine(in) && endsLine(out) && t.after > 1:
		return errorf("a line end came at the end")
	}
	lines := bytes.Count(in, []byte{'\n'})
	returns := bytes.Count(in, []byte("\r\n"))
	for _, w := range t.out.words[t.before : len(t.out.words)-t.after] {
		n := strings.Count(w.lead, "\n")
		switch {
		case n == 0:
		case returns == lines && lines > 0 && strings.Count(w.lead, "\r\n") != n && !strings.Contains(t.request, `<<`):
			return errorf("a line before %q ends in LF", w.text)
		case returns == 0 && strings.Contains(w.lead, "\r"):
			return errorf("a line before %q ends in CRLF", w.text)
		}
	}
	return nil
}

// twice applies the same edit to the result.
func (t *trial) twice() error {
	ch := *t.change
	if ch.deletes() && ch.split == len(ch.keys) || ch.kind == addBlock {
		return nil
	}
	if ch.kind == addAttribute || ch.kind == addMember {
		if n := len(ch.keys); n > 0 && ch.keys[n-1].index >= 0 && ch.split == n {
			return nil // another element
		}
		ch.form.strict = false
	}
	again, err := apply(t.out.src, requestOf(&ch))
	if err != nil {
		return err
	}
	if !bytes.Equal(again, t.out.src) {
		a, b := firstDifference(t.out.src, again)
		return errorf("from\n%s\nto\n%s", a, b)
	}
	return nil
}

// restored deletes what was added.
func (t *trial) restored() error {
	if !t.change.adds() || !t.plan.restores || t.doubled() {
		return nil
	}
	undo := *t.change
	switch undo.kind {
	case addAttribute:
		undo.kind, undo.keys, undo.split = delAttribute, nil, 0
	case addMember:
		undo.kind, undo.split = delMember, len(undo.keys)
	case addBlock:
		body, _ := t.out.at(undo.in)
		undo.kind = delBlock
		undo.in = append(slices.Clone(undo.in), stepTo(body, t.newBlock()))
	}
	back, err := apply(t.out.src, requestOf(&undo))
	if err != nil {
		return err
	}
	if !bytes.Equal(back, t.in.src) && !t.straightened(back) {
		a, b := firstDifference(t.in.src, back)
		return errorf("was\n%s\nis\n%s", a, b)
	}
	return nil
}

// doubled says whether an element was added beside an equal one: which of them is the
// new one does not show in the list that was sent.
func (t *trial) doubled() bool {
	ch := t.change
	n := len(ch.keys) - 1
	if ch.kind != addMember || ch.split > n || ch.keys[n].index < 0 {
		return false
	}
	body, _ := t.out.at(ch.in)
	x, _, _ := inside(body.Attributes[ch.attr].Expr, ch.keys[:n])
	all, _ := members(x)
	i := ch.keys[n].index
	added := valueOf(all[i].value, t.out.src)
	return i > 0 && added.same(valueOf(all[i-1].value, t.out.src)) || i+1 < len(all) && added.same(valueOf(all[i+1].value, t.out.src))
}

// straightened says whether what should be the file again is it but for columns that
// were not aligned, and that an item added between made look aligned.
func (t *trial) straightened(back []byte) bool {
	return !t.in.clean && bytes.Equal(hclwrite.Format(back), hclwrite.Format(t.in.src)) && len(wordsOf(back)) == len(t.in.words)
}
