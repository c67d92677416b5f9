package syntax

import "iacedit/lexer"

// call parses the rest of a function call, after the first part of the function's name: the other
// parts, each after "::", and the arguments, perhaps with "..." after the last argument. The call
// starts at the offset start.
func (p *expressionParser) call(start int) NodeID {
	for p.Kind == lexer.DoubleColon {
		p.Next()
		if p.Kind != lexer.Ident {
			p.expected("a function name after \"::\"")
		}
		p.Next()
	}
	args := list{first: p.nodeTo(NodeName, start, p.Prev)}
	args.last = args.first
	if p.Kind != lexer.OParen {
		p.expected("\"(\" after the function name")
	}
	newlines := p.Newlines
	p.NextAs(false)
	expanded := false
	for p.Kind != lexer.CParen && p.err == nil {
		p.link(&args, p.expr())
		if p.Kind == lexer.Ellipsis {
			expanded = true
			p.Next()
			break
		}
		if p.Kind == lexer.Comma {
			p.Next()
		} else if p.Kind != lexer.CParen {
			p.expected("\",\" or \")\" after the argument")
		}
	}
	p.close(lexer.CParen, newlines)
	n := p.parent(NodeCall, start, args)
	if expanded {
		p.setFlag(n, FlagExpanded)
	}
	return n
}

// tuple parses "[…]": a tuple, or a for expression whose result is a tuple.
func (p *expressionParser) tuple() NodeID {
	start, newlines := p.Start, p.Newlines
	p.NextAs(false)
	if p.is("for") {
		return p.forExpr(start, lexer.CBrack, newlines)
	}
	var elements list
	for p.Kind != lexer.CBrack && p.err == nil {
		p.link(&elements, p.expr())
		if p.Kind == lexer.Comma {
			p.Next()
		} else if p.Kind != lexer.CBrack {
			p.expected("\",\" or \"]\" after the element")
		}
	}
	p.close(lexer.CBrack, newlines)
	return p.parent(NodeTuple, start, elements)
}

// object parses "{…}": an object, or a for expression whose result is an object.
func (p *expressionParser) object() NodeID {
	start, newlines := p.Start, p.Newlines
	p.NextAs(true)
	p.skipNewlines()
	if p.is("for") {
		return p.forExpr(start, lexer.CBrace, newlines)
	}
	var items list
	for p.Kind != lexer.CBrace && p.err == nil {
		p.link(&items, p.pair())
		if p.Kind == lexer.Comma || p.Kind == lexer.Newline {
			p.Next()
			p.skipNewlines()
		} else if p.Kind != lexer.CBrace {
			p.expected("a line end, \",\" or \"}\" after the item")
		}
	}
	p.close(lexer.CBrace, newlines)
	return p.parent(NodeObject, start, items)
}

// pair parses a pair of an object: a key, "=" or ":", and a value.
func (p *expressionParser) pair() NodeID {
	start := p.Start
	key := p.expr()
	if p.Kind != lexer.Equal && p.Kind != lexer.Colon {
		p.expected("\"=\" after the key")
	}
	p.Next()
	return p.node(NodePair, start, key, p.expr())
}

// forExpr parses a for expression from its keyword on. The opening bracket is at the offset start.
// The argument bracket is the kind of the closing bracket. If newlines is true, line ends after the
// closing bracket are tokens.
func (p *expressionParser) forExpr(start int, bracket lexer.Kind, newlines bool) NodeID {
	p.NextAs(false)
	parts, named := p.forIntro()
	if p.Kind != lexer.Colon {
		p.expected("\":\" after the collection of the for expression")
	}
	p.Next()
	at := p.Start
	p.link(&parts, p.expr())
	keyed := p.Kind == lexer.FatArrow
	if keyed {
		p.Next()
		p.link(&parts, p.expr())
	}
	if keyed && bracket == lexer.CBrack {
		p.fail(at, "a for expression that makes a tuple has no key")
	} else if !keyed && bracket == lexer.CBrace {
		p.fail(at, "a for expression that makes an object needs a key and \"=>\"")
	}
	kind := NodeForTuple
	if bracket == lexer.CBrace {
		kind = NodeForObject
	}
	flags := named
	if p.Kind == lexer.Ellipsis {
		if !keyed {
			p.fail(p.Start, "\"...\" groups by key: it cannot be used to make a tuple")
		}
		flags |= FlagExpanded
		p.Next()
	}
	if p.is("if") {
		p.Next()
		p.link(&parts, p.expr())
		flags |= FlagCondition
	}
	p.close(bracket, newlines)
	n := p.parent(kind, start, parts)
	p.setFlag(n, flags)
	return n
}

// forIntro parses "x in …" or "k, v in …", after the keyword "for".
func (p *expressionParser) forIntro() (parts list, flags Flag) {
	p.link(&parts, p.forName())
	if p.Kind == lexer.Comma {
		p.Next()
		p.link(&parts, p.forName())
		flags = FlagKeyName
	}
	if !p.is("in") {
		p.expected("\"in\"")
	}
	p.Next()
	p.link(&parts, p.expr())
	return parts, flags
}

func (p *expressionParser) forName() NodeID {
	if p.Kind != lexer.Ident {
		p.expected("a name after \"for\"")
	}
	n := p.leaf(NodeName)
	p.Next()
	return n
}
