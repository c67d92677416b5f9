package syntax

import (
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/tree"
	"iacedit/lexer"
)

// ParseWhole is like Parse, but for callers that read the whole file. In one pass over the code it
// creates the items of every body, and the trees that ValueExpr returns. It uses more memory than
// Parse.
func ParseWhole(src []byte) (*File, error) { return ParseWithin(src, Whole, nil) }

// ValueExpr returns the tree of the expression that is the value of an attribute, pair or element.
// The Expr is valid until the next call. For other items, and values that are not expressions, the
// Expr is empty.
func (f *File) ValueExpr(id ItemID) *Expr {
	it := f.item(id)
	if it.Tree != 0 {
		k := f.kept
		t := k.trees[it.Tree]
		k.value = Expr{Text: f.Text(), Root: t.root, nodes: t.nodes}
		return &k.value
	}
	if it.Kind < KindAttribute || it.Kind == KindBlock {
		return new(Expr)
	}
	e, err := ParseExpression(f.parsed.bounded(f.tree().Budget()), f.Text(), it.Content)
	if err != nil {
		return new(Expr)
	}
	return e
}

// A keptTree is the tree of a value, made when the file was parsed.
type keptTree struct {
	nodes []Node
	root  NodeID
}

// A grower creates the items of all bodies while the bodies are parsed, and may keep the trees of
// the items' values.
type grower struct {
	f     *File
	body  tiler    // adds the items of the current body
	trees bool     // whether to keep the trees of values
	kept  keptTree // the tree of the last value; zero if it is not kept
}

// keepsTree marks the tokens that start a value whose tree is kept. The trees of values that
// start with a name or a number are not kept, because readers mostly copy the code of such
// values. Nor are the trees of values that start with a plain string; see expr.
var keepsTree = [...]bool{
	lexer.OQuote: true, lexer.OHeredoc: true, lexer.OBrack: true, lexer.OBrace: true, lexer.OParen: true, lexer.Minus: true,
	lexer.Invalid: false,
}

// leastRoom is the least number of nodes for which there must be room before a value is parsed.
const leastRoom = 256

// expr parses the value under the parser's cursor.
func (g *grower) expr(p *parser) {
	g.kept = keptTree{}
	if start := p.Start; p.Kind == lexer.OQuote && p.Plain() { // no tree is kept if a plain string comes first
		p.Next()
		p.exprFrom(start, p.accessed(start, 0))
		return
	}
	if int(p.Kind) >= len(keepsTree) || !keepsTree[p.Kind] {
		p.expr()
		return
	}
	all := g.f.kept.nodes
	if cap(all)-len(all) < min(leastRoom, len(p.Src)-p.Start) {
		all = grow.Make[[]Node](p.budget, min(max(2*leastRoom, 2*cap(all)), len(p.Src)-p.Start+2), 0)
	}
	p.nodes, p.building = append(all[len(all):], Node{}), true
	root := p.expr()
	p.building = false
	g.kept = keptTree{p.nodes[:len(p.nodes):len(p.nodes)], root}
	if len(all)+len(p.nodes) <= cap(all) {
		g.f.kept.nodes = all[:len(all)+len(p.nodes)]
	} else {
		g.f.kept.nodes = p.nodes // the parser has moved them to new memory
	}
	p.nodes = nil
}

// attribute adds the attribute that was just parsed, and keeps the tree of its value if there is
// one.
func (g *grower) attribute(name, content Span) {
	id := g.body.bodyItem(parsed{name: name, content: content})
	if g.kept.root != 0 {
		k := g.f.kept
		k.trees = grow.Append(g.f.tree().Budget(), k.trees, g.kept)
		g.f.tree().Item(id).Tree = int32(len(k.trees) - 1)
	}
}

// open adds a block whose opening brace is at the offset brace, and continues in the body of that
// block. Pass the results to shut.
func (g *grower) open(name Span, brace int) (outer ItemID, opened bool) {
	lead := g.body.lead(int(name.From))
	if outer = g.body.parent; outer == Root {
		g.body.t.NoteType(name)
	}
	id, made := g.body.t.Append(outer, KindBlock)
	made.Name, made.Head = name, span(lead, brace)
	g.body.parent = id
	g.body.pos = brace + 1
	return outer, g.body.open()
}

// shut ends the current block, whose closing brace is at the offset brace, and continues in the
// body around it.
func (g *grower) shut(outer ItemID, opened bool, brace int) {
	if opened {
		g.body.close(brace)
	} else {
		g.body.gap(brace)
	}
	end := lineTail(g.body.text, brace+1)
	block := g.f.tree().Item(g.body.parent)
	block.Content, block.Tail = span(int(block.Head.To), brace+1), span(brace+1, end)
	g.f.tree().SetInside(g.body.parent, tree.InsideBody)
	g.body.parent, g.body.pos = outer, end
}
