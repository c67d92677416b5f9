package syntax

import (
	"bytes"
	"math"
	"math/big"
	"strconv"

	"iacedit/internal/base/excerpt"
	"iacedit/lexer"
)

// precedence maps each binary operator to its precedence: 1 binds loosest. Other tokens are mapped
// to 0.
var precedence = [...]uint8{
	lexer.Or: 1, lexer.And: 2,
	lexer.EqualOp: 3, lexer.NotEqual: 3,
	lexer.Less: 4, lexer.LessEq: 4, lexer.Greater: 4, lexer.GreaterEq: 4,
	lexer.Plus: 5, lexer.Minus: 5,
	lexer.Star: 6, lexer.Slash: 6, lexer.Percent: 6,
	lexer.Invalid: 0,
}

// follows marks the tokens that continue an expression after an operand.
var follows = [lexer.Invalid + 1]bool{
	lexer.Or: true, lexer.And: true,
	lexer.EqualOp: true, lexer.NotEqual: true,
	lexer.Less: true, lexer.LessEq: true, lexer.Greater: true, lexer.GreaterEq: true,
	lexer.Plus: true, lexer.Minus: true,
	lexer.Star: true, lexer.Slash: true, lexer.Percent: true,
	lexer.Question: true,
}

// expr parses an expression.
func (p *expressionParser) expr() NodeID {
	p.enter()
	start := p.Start
	n := p.operand()
	if follows[p.Kind] {
		n = p.exprFrom(start, n)
	}
	p.leave()
	return n
}

// exprFrom parses the rest of an expression after its first operand n, which starts at the offset
// start.
func (p *expressionParser) exprFrom(start int, n NodeID) NodeID {
	if precedence[p.Kind] > 0 {
		n = p.operators(start, n, 1)
	}
	if p.Kind == lexer.Question {
		p.Next()
		yes := p.expr()
		if p.Kind != lexer.Colon {
			p.expected("\":\" and the other result of the conditional")
		}
		p.Next()
		n = p.node(NodeConditional, start, n, yes, p.expr())
	}
	return n
}

// operators parses operators and their right operands, given the first left operand. It stops
// before an operator whose precedence is lower than least.
func (p *expressionParser) operators(start int, left NodeID, least uint8) NodeID {
	for {
		op := p.Kind
		tight := precedence[op]
		if tight < least {
			return left
		}
		p.Next()
		at := p.Start
		right := p.operators(at, p.operand(), tight+1)
		left = p.node(NodeBinary, start, left, right)
		p.setOp(left, op)
	}
}

// operand parses a term and its accesses, such as a.b[0].
func (p *expressionParser) operand() NodeID {
	start := p.Start
	var n NodeID
	switch {
	case p.Kind == lexer.OQuote: // the usual case
		n = p.quoted()
	case !p.building && p.Kind == lexer.Ident && p.Names():
		p.Next()
	default:
		n = p.term()
	}
	return p.accessed(start, n)
}

// accessed parses the accesses that follow the term n, if any.
func (p *expressionParser) accessed(start int, n NodeID) NodeID {
	if p.Kind == lexer.Dot || p.Kind == lexer.OBrack {
		return p.traversal(start, n)
	}
	return n
}

// term parses an operand without its accesses.
func (p *expressionParser) term() NodeID {
	start := p.Start
	switch p.Kind {
	case lexer.OQuote:
		return p.quoted()
	case lexer.Ident:
		return p.identifier()
	case lexer.Number:
		p.number()
		p.Next()
		return p.node(NodeNumber, start)
	case lexer.OBrack:
		return p.tuple()
	case lexer.OBrace:
		return p.object()
	case lexer.OParen:
		newlines := p.Newlines
		p.NextAs(false)
		inner := p.expr()
		p.close(lexer.CParen, newlines)
		return p.node(NodeParen, start, inner)
	case lexer.Minus, lexer.Bang:
		op := p.Kind
		p.enter()
		p.Next()
		operand := p.operand()
		p.leave()
		n := p.node(NodeUnary, start, operand)
		p.setOp(n, op)
		return n
	case lexer.OHeredoc:
		return p.heredoc()
	case lexer.Less:
		if bytes.HasPrefix(p.Src[p.End:], []byte{'<'}) {
			p.fail(p.Start, "a heredoc opens with a name after \"<<\" or \"<<-\" and nothing else on the line")
		}
	}
	p.expected("an expression")
	return 0
}

// close expects a closing bracket under the cursor and moves past it. If newlines is true, line
// ends after the bracket are tokens.
func (p *expressionParser) close(bracket lexer.Kind, newlines bool) {
	if p.Kind != bracket {
		p.expected(excerpt.Quote([]byte(bracket.String())))
	}
	p.NextAs(newlines)
}

// identifier parses a variable, a keyword literal or a function call.
func (p *expressionParser) identifier() NodeID {
	start, end := p.Start, p.End
	p.Next()
	if p.Kind == lexer.OParen || p.Kind == lexer.DoubleColon {
		return p.call(start)
	}
	if !p.building {
		return 0
	}
	kind := NodeVariable
	switch string(p.Src[start:end]) {
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
func (p *expressionParser) number() {
	if text := p.Src[p.Start:p.End]; !validNumber(text) {
		p.fail(p.Start, "%s is not a number", excerpt.Quote(text))
	}
}

// validNumber reports whether a token of the kind Number is a number. It must have at most one
// dot, no dot in the exponent, and an exponent within range.
func validNumber(text []byte) bool {
	digits := 0
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	if digits == len(text) {
		return true // the usual case
	}
	mantissa, exponent := text, []byte(nil)
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	if bytes.IndexByte(mantissa, '.') != bytes.LastIndexByte(mantissa, '.') || bytes.ContainsAny(exponent, ".eE") {
		return false
	}
	const surelyFine = 5 // an exponent of at most this many bytes is within range
	return len(exponent) <= surelyFine || finite(mantissa, exponent)
}

// finite reports whether math/big, and so hcl/v2, accepts the number. To multiply by 10^n, math/big
// multiplies by 2^n and then by 5^n. The binary exponent must fit into 32 bits after the first of
// these steps. For a number of more than a thousand digits the result is approximate, because it
// takes minutes to convert millions of digits.
func finite(mantissa, exponent []byte) bool {
	power, err := strconv.Atoi(string(exponent))
	if err != nil {
		return false
	}
	const mostBits = 4 // the greatest number of bits of a decimal digit
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

// traversal parses the accesses after the term n: attributes, indexes and splats, one after the
// other.
func (p *expressionParser) traversal(start int, n NodeID) NodeID {
	for {
		switch p.Kind {
		case lexer.Dot:
			n = p.dot(start, n)
		case lexer.OBrack:
			newlines := p.Newlines
			p.Next()
			if p.Kind == lexer.Star {
				return p.fullSplat(start, n)
			}
			p.Newlines = false
			if p.Kind == lexer.Newline {
				p.Next()
			}
			key := p.expr()
			p.close(lexer.CBrack, newlines)
			n = p.node(NodeIndex, start, n, key)
		default:
			return n
		}
	}
}

// dot parses ".name", the legacy index ".0", or the attribute splat ".*" with the names and
// legacy indexes after the splat.
func (p *expressionParser) dot(start int, n NodeID) NodeID {
	p.Next()
	if p.Kind != lexer.Star {
		return p.step(start, n)
	}
	p.Next()
	each := p.node(NodeEach, p.Prev)
	from := p.Start
	for p.Kind == lexer.Dot {
		p.Next()
		if p.Kind == lexer.Star {
			p.fail(p.Start, "a splat cannot be used inside another attribute splat")
		}
		each = p.step(from, each)
	}
	return p.node(NodeAttrSplat, start, n, each)
}

// step parses the name or number after a dot.
func (p *expressionParser) step(start int, n NodeID) NodeID {
	switch p.Kind {
	case lexer.Ident:
		key := p.leaf(NodeName)
		p.Next()
		return p.node(NodeGetAttr, start, n, key)
	case lexer.Number:
		if bytes.IndexByte(p.Src[p.Start:p.End], '.') >= 0 {
			p.fail(p.Start, "two legacy indexes in a row read as the number %s: write them as [0][1]", p.Src[p.Start:p.End])
		}
		p.number()
		key := p.leaf(NodeNumber)
		p.Next()
		return p.node(NodeLegacyIndex, start, n, key)
	default:
		p.expected("an attribute name after the dot")
		return n
	}
}

// fullSplat parses "[*]" from its star on, and all following accesses, which apply to each element.
func (p *expressionParser) fullSplat(start int, n NodeID) NodeID {
	p.enter()
	p.Next()
	if p.Kind != lexer.CBrack {
		p.expected("\"]\" after the \"*\" of a splat")
	}
	p.Next()
	each := p.node(NodeEach, p.Prev)
	each = p.traversal(p.Start, each)
	p.leave()
	return p.node(NodeFullSplat, start, n, each)
}
