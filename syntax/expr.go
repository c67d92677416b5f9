package syntax

import (
	"bytes"
	"math"
	"math/big"
	"strconv"

	"iacedit/internal/excerpt"
	"iacedit/lexer"
)

// precedence of the binary operators, loosest first; 0 for no operator.
var precedence = [...]uint8{
	lexer.Or: 1, lexer.And: 2,
	lexer.EqualOp: 3, lexer.NotEqual: 3,
	lexer.Less: 4, lexer.LessEq: 4, lexer.Greater: 4, lexer.GreaterEq: 4,
	lexer.Plus: 5, lexer.Minus: 5,
	lexer.Star: 6, lexer.Slash: 6, lexer.Percent: 6,
	lexer.Invalid: 0,
}

// expr parses an expression.
func (p *parser) expr() NodeID {
	p.enter()
	start := p.start
	n := p.binary(1)
	if p.kind == lexer.Question {
		p.next()
		yes := p.expr()
		if p.kind != lexer.Colon {
			p.expected("\":\" and the other result of the conditional")
		}
		p.next()
		n = p.node(NodeConditional, start, n, yes, p.expr())
	}
	p.leave()
	return n
}

// binary parses operands joined by operators that bind at least as tight as least.
func (p *parser) binary(least uint8) NodeID {
	start := p.start
	left := p.operand()
	for {
		op := p.kind
		tight := precedence[op]
		if tight < least {
			return left
		}
		p.next()
		right := p.binary(tight + 1)
		left = p.node(NodeBinary, start, left, right)
		p.setOp(left, op)
	}
}

// operand parses a term and what is accessed of it.
func (p *parser) operand() NodeID {
	start := p.start
	n := p.term()
	if p.kind == lexer.Dot || p.kind == lexer.OBrack {
		return p.traversal(start, n)
	}
	return n
}

// term parses an operand without its accesses.
func (p *parser) term() NodeID {
	start := p.start
	switch p.kind {
	case lexer.OQuote:
		return p.quoted()
	case lexer.Ident:
		return p.identifier()
	case lexer.Number:
		p.number()
		p.next()
		return p.node(NodeNumber, start)
	case lexer.OBrack:
		return p.tuple()
	case lexer.OBrace:
		return p.object()
	case lexer.OParen:
		newlines := p.newlines
		p.nextAs(false)
		inner := p.expr()
		p.close(lexer.CParen, newlines)
		return p.node(NodeParen, start, inner)
	case lexer.Minus, lexer.Bang:
		op := p.kind
		p.enter()
		p.next()
		operand := p.operand()
		p.leave()
		n := p.node(NodeUnary, start, operand)
		p.setOp(n, op)
		return n
	case lexer.OHeredoc:
		return p.heredoc()
	case lexer.Less:
		if bytes.HasPrefix(p.src[p.end:], []byte{'<'}) {
			p.fail(p.start, "a heredoc opens with a name after \"<<\" or \"<<-\" and nothing else on the line")
		}
	}
	p.expected("an expression")
	return 0
}

// close expects a closing bracket under the cursor and moves past it, back to
// where line ends are tokens or not as they were before the opening one.
func (p *parser) close(bracket lexer.Kind, newlines bool) {
	if p.kind != bracket {
		p.expected(excerpt.Quote([]byte(bracket.String())))
	}
	p.nextAs(newlines)
}

// identifier parses a variable, a keyword literal or a function call.
func (p *parser) identifier() NodeID {
	start, end := p.start, p.end
	p.next()
	if p.kind == lexer.OParen || p.kind == lexer.DoubleColon {
		return p.call(start)
	}
	if !p.building {
		return 0
	}
	kind := NodeVariable
	switch string(p.src[start:end]) {
	case "true":
		kind = NodeTrue
	case "false":
		kind = NodeFalse
	case "null":
		kind = NodeNull
	}
	return p.node(kind, start)
}

// number checks the number literal under the cursor.
func (p *parser) number() {
	if text := p.src[p.start:p.end]; !validNumber(text) {
		p.fail(p.start, "%s is not a number", excerpt.Quote(text))
	}
}

// validNumber reports whether a number token is a number: one dot at most, before the
// exponent if there is one, and an exponent that a number can have.
func validNumber(text []byte) bool {
	mantissa, exponent := text, []byte(nil)
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	if bytes.IndexByte(mantissa, '.') != bytes.LastIndexByte(mantissa, '.') || bytes.ContainsAny(exponent, ".eE") {
		return false
	}
	const surelyFine = 5 // bytes of an exponent
	return len(exponent) <= surelyFine || finite(mantissa, exponent)
}

// finite reports whether math/big, and so hcl/v2, can hold the number: its exponent of
// two must have 32 bits, without what the fives in the power of ten add. It does not
// look closely at a number of more than a thousand digits: to convert one of
// millions takes minutes.
func finite(mantissa, exponent []byte) bool {
	power, err := strconv.Atoi(string(exponent))
	if err != nil {
		return false
	}
	const mostBits = 4 // of a decimal digit
	if math.Abs(float64(power))+float64(mostBits*len(mantissa)) < big.MaxExp {
		return true
	}
	if len(mantissa) > 1000 {
		return false
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte{'.'})
	digits, _ := new(big.Int).SetString(string(whole)+string(fraction), 10)
	power += digits.BitLen() - len(fraction)
	return digits.Sign() == 0 || big.MinExp <= power && power <= big.MaxExp
}

// traversal parses accesses: attributes, indexes and splats, one after the other.
func (p *parser) traversal(start int, n NodeID) NodeID {
	for {
		switch p.kind {
		case lexer.Dot:
			n = p.dot(start, n)
		case lexer.OBrack:
			newlines := p.newlines
			p.next()
			if p.kind == lexer.Star {
				return p.fullSplat(start, n)
			}
			p.newlines = false
			if p.kind == lexer.Newline {
				p.next()
			}
			key := p.expr()
			p.close(lexer.CBrack, newlines)
			n = p.node(NodeIndex, start, n, key)
		default:
			return n
		}
	}
}

// dot parses ".name", the legacy index ".0", and the attribute splat ".*" with the
// names and legacy indexes after it.
func (p *parser) dot(start int, n NodeID) NodeID {
	p.next()
	if p.kind != lexer.Star {
		return p.step(start, n)
	}
	p.next()
	each := p.node(NodeEach, p.prev)
	from := p.start
	for p.kind == lexer.Dot {
		p.next()
		if p.kind == lexer.Star {
			p.fail(p.start, "a splat cannot be used inside another attribute splat")
		}
		each = p.step(from, each)
	}
	return p.node(NodeAttrSplat, start, n, each)
}

// step parses the name or number after a dot.
func (p *parser) step(start int, n NodeID) NodeID {
	switch p.kind {
	case lexer.Ident:
		key := p.leaf(NodeName)
		p.next()
		return p.node(NodeGetAttr, start, n, key)
	case lexer.Number:
		if bytes.IndexByte(p.src[p.start:p.end], '.') >= 0 {
			p.fail(p.start, "two legacy indexes in a row read as the number %s: write them as [0][1]", p.src[p.start:p.end])
		}
		p.number()
		key := p.leaf(NodeNumber)
		p.next()
		return p.node(NodeLegacyIndex, start, n, key)
	default:
		p.expected("an attribute name after the dot")
		return n
	}
}

// fullSplat parses "[*]" from its star on, and every access after it, which apply
// to each element.
func (p *parser) fullSplat(start int, n NodeID) NodeID {
	p.enter()
	p.next()
	if p.kind != lexer.CBrack {
		p.expected("\"]\" after the \"*\" of a splat")
	}
	p.next()
	each := p.node(NodeEach, p.prev)
	each = p.traversal(p.start, each)
	p.leave()
	return p.node(NodeFullSplat, start, n, each)
}
