package apply

import (
	"bytes"
	"slices"

	"iacedit/lexer"
	"iacedit/syntax"
	"iacedit/value"
)

// A chain is the text of operands with one operator between them, cut into pieces.
type chain struct {
	start    []byte // before the first operand's own lines
	op       []byte
	indent   []byte // before an operand that starts a line
	leads    bool   // the operator starts a line
	broken   bool   // most operands start a line
	newline  []byte
	operands []operand
	end      []byte // behind the last operand's comment
}

// An operand is one operand of a chain with its comments. gap is all that stands between the
// operand before it and itself.
type operand struct {
	lead, text, tail, gap []byte
}

// chain gives a chain of operators the operands of the chain at a node. Operands that stay keep
// their comments and lines. outer is the item with the parentheses around the chain, or id.
func (p *parts) chain(outer, id syntax.ItemID, node syntax.NodeID) bool {
	if !p.x.AreAlike(id, p.schema, p.e, node) || !p.x.ExpandParts(id) {
		return false
	}
	nodes := p.e.ExpressionParts(nil, node)
	if len(p.children(id)) == len(nodes) {
		return p.inOrder(p.children(id), nodes)
	}
	text, ok := p.rechained(outer, nodes)
	if !ok || p.setValue(outer, text, 0) != nil {
		return false
	}
	p.x.End()
	p.x = p.Compare()
	id, _ = p.unwrap(outer, node)
	return p.x.AreAlike(id, p.schema, p.e, node) && p.x.ExpandParts(id) && p.inOrder(p.children(id), nodes)
}

// rechained returns the text of an item that is a chain, with as many operands as nodes, the
// operands of another chain. An operand that is only changed keeps its old text.
func (p *parts) rechained(id syntax.ItemID, nodes []syntax.NodeID) ([]byte, bool) {
	code := p.Draft.At(p.Draft.Item(id).Content)
	p.Budget.Step(len(code) / 4)
	p.Budget.Grow(2 * len(code))
	text := slices.Concat([]byte{'('}, code, []byte("\n)"))
	e, err := syntax.ParseExpression(nil, text, syntax.Span{To: int32(len(text))})
	if err != nil || bytes.Contains(text, []byte("<<")) {
		return nil, false // the lines of heredocs stay where they are
	}
	root := e.Root
	for e.Node(root).Kind == syntax.NodeParen {
		root = e.Node(root).First
	}
	old := e.ExpressionParts(nil, root)
	c, ok := cutChain(e, old, p.Draft.Newline())
	if !ok {
		return nil, false
	}
	from := p.pairOperands(p.Module.Classes.Expr(nil, e, p.schema), old, nodes)
	lastChanges := from[len(from)-1] != len(old)-1
	if lastChanges && c.broken && e.Node(e.Node(e.Root).First).Kind != syntax.NodeParen && bytes.ContainsAny(p.Draft.At(p.Draft.Item(id).Tail), "#/") {
		return nil, false // the comment behind the chain may be the last operand's
	}
	for _, n := range nodes {
		source := p.e.Source(n)
		p.Budget.Grow(len(source) + len(c.indent) + len(c.op) + 2)
		if bytes.Contains(source, []byte("<<")) {
			return nil, false
		}
	}
	made, ok := c.with(from, func(j int) []byte { return p.e.Source(nodes[j]) })
	if !ok {
		return nil, false
	}
	made = made[1:] // the parentheses added above
	return made[:len(made)-len("\n)")], true
}

// pairOperands returns for each new operand the old one that it keeps or replaces, or -1.
func (p *parts) pairOperands(classes []value.Class, old, new []syntax.NodeID) []int {
	l := pairing{f: p.File, old: make([]syntax.ItemID, len(old)), from: make([]int, len(new)), taken: make([]bool, len(old))}
	p.Budget.Hold(bytesPerPaired * (len(old) + len(new)))
	for _, n := range old {
		l.classes = append(l.classes, classes[n])
	}
	for j, n := range new {
		l.new = append(l.new, value.Classified{Class: p.classes[n]})
		l.from[j] = -1
	}
	l.pairCommon()
	l.pairEqual()
	for j := 0; j < len(new); j++ { // as many new operands as old ones between two that stay are those
		first := j
		for j < len(new) && l.from[j] < 0 {
			j++
		}
		before := -1
		if first > 0 {
			before = l.from[first-1]
		}
		free := 0
		for i := before + 1; i < len(old) && !l.taken[i]; i++ {
			free++
		}
		if free == j-first {
			for k := first; k < j; k++ {
				l.take(before+1+k-first, k)
			}
		}
	}
	return l.from
}

// cutChain cuts the text of an expression, a chain in parentheses, at its operands. It reports
// false for comments that belong to no operand for certain.
func cutChain(e *syntax.Expr, operands []syntax.NodeID, newline string) (*chain, bool) {
	c := &chain{newline: []byte(newline)}
	at, broken := 0, 0
	for i, id := range operands {
		n := e.Node(id)
		o := operand{text: e.Text[n.Start:n.End], gap: e.Text[at:n.Start]}
		if bytes.Contains(o.gap, []byte("/*")) {
			return nil, false
		}
		at = int(n.End)
		if i == 0 {
			c.start = o.gap
			if first, last := bytes.IndexByte(o.gap, '\n'), bytes.LastIndexByte(o.gap, '\n'); first >= 0 {
				c.start, o.lead = o.gap[:first+1], o.gap[first+1:last+1]
			}
			c.operands = append(c.operands, o)
			continue
		}
		if !c.cutGap(&o) {
			return nil, false
		}
		if bytes.IndexByte(o.gap, '\n') >= 0 {
			broken++
		}
		c.operands = append(c.operands, o)
	}
	c.broken = 2*broken > len(operands)-1
	c.end = e.Text[at:]
	if kind, _, end := lexer.Next(c.end, 0); kind == lexer.Comment {
		tail := bytes.TrimRight(c.end[:end], " \t\r\n")
		c.operands[len(operands)-1].tail, c.end = tail, c.end[len(tail):]
	}
	return c, !bytes.Contains(c.end, []byte("/*"))
}

// cutGap cuts the text between the last operand and o, and notes how it is laid out.
func (c *chain) cutGap(o *operand) bool {
	gap := o.gap
	var start, end int
	for kind := lexer.Comment; kind == lexer.Comment || kind == lexer.Newline; {
		kind, start, end = lexer.Next(gap, end)
	}
	c.op = gap[start:end]
	line := bytes.IndexByte(gap, '\n')
	if line < 0 {
		return true
	}
	tail, rest := gap[:line], gap[line+1:]
	if leads := start > line; leads {
		if rest = gap[line+1 : start]; len(bytes.TrimSpace(gap[end:])) > 0 || bytes.IndexByte(gap[end:], '\n') >= 0 {
			return false
		}
		c.leads = true
	} else {
		if len(bytes.TrimSpace(gap[:start])) > 0 {
			return false
		}
		tail, c.leads = gap[end:line], false
	}
	c.operands[len(c.operands)-1].tail = bytes.TrimRight(tail, " \t\r")
	last := bytes.LastIndexByte(rest, '\n') + 1
	o.lead, c.indent = rest[:last], rest[last:]
	return true
}

// with returns the text with other operands: the old operand from[j], or a new one's text.
func (c *chain) with(from []int, text func(j int) []byte) ([]byte, bool) {
	var made []byte
	var prev operand
	for j, i := range from {
		o := operand{text: nil}
		if i >= 0 {
			o = c.operands[i]
		} else {
			o.text = text(j)
		}
		switch {
		case j == 0 && i == 0:
			made = append(made, o.gap...)
		case j == 0:
			if len(o.lead) > 0 && !bytes.HasSuffix(c.start, []byte{'\n'}) {
				return nil, false
			}
			made = append(append(made, c.start...), o.lead...)
			if first := c.operands[0].gap; bytes.HasSuffix(c.start, []byte{'\n'}) {
				made = append(made, first[bytes.LastIndexByte(first, '\n')+1:]...)
			}
		case i > 0 && from[j-1] == i-1:
			made = append(made, o.gap...)
		default:
			made = c.appendGap(made, prev, o)
		}
		made = append(made, o.text...)
		prev = o
	}
	return append(append(made, prev.tail...), c.end...), true
}

// appendGap appends what stands between two operands that were not neighbours.
func (c *chain) appendGap(made []byte, a, b operand) []byte {
	switch {
	case !c.broken && len(a.tail) == 0 && len(b.lead) == 0:
		return append(append(append(made, ' '), c.op...), ' ')
	case c.leads:
		return append(append(slices.Concat(made, a.tail, c.newline, b.lead, c.indent), c.op...), ' ')
	}
	return slices.Concat(append(append(made, ' '), c.op...), a.tail, c.newline, b.lead, c.indent)
}
