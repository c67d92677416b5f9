package apply

import (
	"bytes"
	"slices"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/sequence"
	"iacedit/lexer"
	"iacedit/syntax"
)

// A link is an operand of a chain such as a && b && c, with the text before it and after it. One of
// these two texts may contain an operator, and both may contain comments.
type link struct {
	before, operand, after []byte
}

// hasComment reports whether code contains a comment. The code must not contain strings.
func hasComment(part []byte) bool {
	return bytes.IndexByte(part, '#') >= 0 || bytes.Contains(part, []byte("//")) || bytes.Contains(part, []byte("/*"))
}

// mostPairs is the largest number of pairs of an old and a new operand that are compared. Chains
// with more such pairs are replaced as a whole.
const mostPairs = 1 << 20

// An oldForm is an expression that changeForm changes until it has the same form as another
// expression. For example, a && b gets a third operand, as in a && b && c.
type oldForm struct {
	code          []byte // the text of the expression, and of the comment after it if it is in parentheses
	newline       string
	commentAfter  bool // another comment follows the expression
	commentBefore bool // a comment is between the opening parenthesis and the expression
	ownLine       bool // the expression starts on a line of its own
}

// changeOperands replaces the operands of an old chain, such as a && b, by those of a new chain
// with the same operator, such as a && c && d. The new chain is the expression at a node of e.
// changeOperands returns the text of the old chain with these changes. Operands that the new chain
// lacks are removed with their comments. If the old operands are on lines of their own, so are the
// new operands. If the old chain is in parentheses, end is the text between the chain and the
// closing parenthesis: a comment or nothing. changeOperands returns false if it cannot keep the
// layout, or if a comment would end up beside another operand.
func changeOperands(b *budget.Budget, was, e *syntax.Expr, node syntax.NodeID, r *oldForm, end []byte) ([]byte, bool) {
	old, now := was.ExpressionParts(nil, was.Root), e.ExpressionParts(nil, node)
	if len(old)*len(now) > mostPairs {
		return nil, false
	}
	links, ok := linksOf(was, old)
	if !ok {
		return nil, false
	}
	like := modelOf(links)
	if hasComment(like.before) || hasComment(like.after) {
		return nil, false
	}
	links[len(links)-1].after = end
	b.Step(len(old) * len(now))
	all := make([]link, len(now))
	kept := pairOperands(tokensOf(b, was, old), tokensOf(b, e, now)) // the old operand of each new operand, or -1
	for j, i := range kept {
		if i >= 0 {
			all[j] = links[i]
		} else {
			all[j] = link{like.before, e.Source(now[j]), like.after}
		}
	}
	operator := was.Node(was.Root).Op
	if kept[0] != 0 {
		first := &all[0]
		if r.commentBefore || hasComment(first.before) && !r.ownLine {
			return nil, false
		}
		if i := slices.Index(kept, 0); i > 0 {
			all[i].before = like.before
		}
		first.before = withoutOperator(first.before, operator)
	}
	if at := len(links) - 1; kept[len(kept)-1] != at {
		last := &all[len(all)-1]
		oneLine := !bytes.HasSuffix(like.after, []byte{'\n'})
		if r.commentAfter || oneLine && hasComment(end) {
			return nil, false
		}
		if i := slices.Index(kept, at); i >= 0 {
			all[i].after = like.after
			if comment := bytes.TrimSpace(end); len(comment) > 0 {
				b.Grow(len(like.after) + len(comment))
				ends := bytes.TrimRight(like.after, "\r\n")
				all[i].after = slices.Concat(ends, []byte{' '}, comment, like.after[len(ends):])
			}
		}
		if last.after = bytes.TrimRight(last.after, " \t\r\n"); len(last.after) > 0 {
			last.after = withoutOperator(last.after, operator)
		}
	}
	return joinLinks(b, all, indentOf(links))
}

// withoutOperator returns the comment in the text before or after an operand, without the operator
// and the blanks around the operator.
func withoutOperator(part []byte, operator lexer.Kind) []byte {
	for at := 0; at < len(part); {
		kind, start, next := lexer.Next(part, at)
		if kind == operator {
			before, behind := bytes.TrimRight(part[:start], " \t"), bytes.TrimLeft(part[next:], " \t")
			switch {
			case len(before) > 0: // a comment above the operand keeps its line
				return slices.Concat(bytes.TrimLeft(before, " \t"), part[len(before):start], behind)
			case len(behind) > 0 && hasComment(behind):
				return slices.Concat([]byte{' '}, behind)
			}
			return nil
		}
		at = next
	}
	if hasComment(part) {
		return part
	}
	return nil
}

// joinLinks returns the text of the links one after the other. Each new line starts with the given
// blanks. joinLinks returns false if a comment above an operand would follow another comment on the
// same line.
func joinLinks(b *budget.Budget, links []link, indent []byte) ([]byte, bool) {
	var pieces [][]byte
	size, begins := 0, false
	for i, l := range links {
		switch bare := bytes.TrimLeft(l.before, " \t"); {
		case begins && len(bare) == len(l.before):
			pieces = append(pieces, indent)
			size += len(indent)
		case !begins && i > 0 && hasComment(l.before):
			return nil, false
		case !begins:
			l.before = bare
		}
		pieces = append(pieces, l.before, l.operand, l.after)
		size += len(l.before) + len(l.operand) + len(l.after)
		begins = bytes.HasSuffix(l.after, []byte{'\n'})
	}
	b.Grow(size)
	return slices.Concat(pieces...), true
}

// indentOf returns the blanks before the first operand or operator that starts a line.
func indentOf(links []link) []byte {
	for _, l := range links {
		if blanks := len(l.before) - len(bytes.TrimLeft(l.before, " \t")); blanks > 0 {
			return l.before[:blanks]
		}
	}
	return nil
}

// linksOf returns the links of a chain. It returns false if some operators end lines and others
// begin lines, or if an operator is on a line of its own.
func linksOf(e *syntax.Expr, operands []syntax.NodeID) (links []link, ok bool) {
	operator := e.Node(e.Root).Op
	gaps := make([]gap, len(operands)-1)
	begins, ends := false, false // operators begin or end lines
	for i := range gaps {
		if gaps[i], ok = gapOf(e.Text[e.Node(operands[i]).End:e.Node(operands[i+1]).Start], operator); !ok {
			return nil, false
		}
		begins, ends = begins || gaps[i].begins, ends || gaps[i].ends
	}
	if begins && ends {
		return nil, false
	}
	for _, id := range operands {
		links = append(links, link{operand: e.Source(id)})
	}
	for i, g := range gaps {
		at := g.line
		if at == 0 && begins {
			at = g.operator
		} else if at == 0 {
			at = len(g.text)
		}
		links[i].after, links[i+1].before = g.text[:at], g.text[at:]
	}
	return links, true
}

// A gap is the text between two operands.
type gap struct {
	text         []byte
	operator     int  // the offset of the operator
	line         int  // the offset of the second line, 0 if there is only one line
	begins, ends bool // the operator begins or ends a line
}

// gapOf parses the text of a gap. It returns false if the operator is on a line of its own.
func gapOf(text []byte, operator lexer.Kind) (g gap, ok bool) {
	g = gap{text: text, line: bytes.IndexByte(text, '\n') + 1, operator: -1}
	for at := 0; at < len(text); {
		kind, start, next := lexer.Next(text, at)
		if kind == operator {
			g.operator = start
			g.ends = g.line > start
			g.begins = g.line > 0 && !g.ends
			last := bytes.LastIndexByte(text, '\n')
			return g, !g.begins || start > last
		}
		at = next
	}
	return g, false
}

// modelOf returns a link that serves as the model for the links of new operands. It has the layout
// of the last link, but no operand. The caller must check that the returned link contains no
// comment.
func modelOf(links []link) (like link) {
	n := len(links)
	trail, lead := links[n-2].after, links[n-1].before
	newline := ""
	if bytes.HasSuffix(trail, []byte("\r\n")) {
		newline = "\r\n"
	} else if bytes.HasSuffix(trail, []byte("\n")) {
		newline = "\n"
	}
	if newline == "" {
		return link{before: lead, after: trail}
	}
	lead = lead[bytes.LastIndexByte(lead, '\n')+1:]
	if code := bytes.TrimSpace(lead); len(code) > 0 { // the operator is at the start of the line
		return link{before: lead, after: []byte(newline)}
	}
	code := bytes.TrimLeft(trail, " \t")
	end := bytes.IndexAny(code, " \t\r\n#/")
	return link{before: lead, after: slices.Concat([]byte(" "), code[:end], []byte(newline))}
}

// pairOperands pairs the operands of an old and a new chain. For each new operand it returns the
// index of the old operand that stays or is replaced, or -1 for an added operand. Equal operands
// are paired even if their positions differ. Between two such pairs, the new operands replace the
// old operands if there are equally many of both.
func pairOperands(old, now []string) []int {
	p := sequence.NewPairing(len(old), len(now))
	sequence.Common(new(sequence.Finder), old, now, p.Take)
	sequence.PairEqual(&p, old, func(j int) string { return now[j] }, "")
	for gap := range p.Gaps {
		for k, j := range gap.New {
			if gap.To-gap.From == len(gap.New) {
				p.Take(gap.From+k, j)
			}
		}
	}
	return p.From
}

// tokensOf returns the tokens of each operand, separated by spaces, without comments.
func tokensOf(b *budget.Budget, e *syntax.Expr, operands []syntax.NodeID) []string {
	all := make([]string, len(operands))
	for i, id := range operands {
		code := e.Source(id)
		var tokens [][]byte
		for at := 0; at < len(code); {
			kind, start, next := lexer.Next(code, at)
			if kind == lexer.EOF {
				break
			}
			if kind != lexer.Newline && kind != lexer.Comment {
				tokens = append(tokens, code[start:next])
			}
			at = next
		}
		b.Grow(len(code) + len(tokens))
		all[i] = string(bytes.Join(tokens, []byte{' '}))
	}
	return all
}
