package syntax

import (
	"sync"

	"iacedit/internal/base/budget"
	"iacedit/internal/base/grow"
	"iacedit/internal/engine/tree"
	"iacedit/lexer"
)

// A File is the tree of a source. Its items are created on demand, so two goroutines must not use
// one File at once. The zero File has no items, and its methods find nothing.
type File struct {
	held    // the tree, which package tree gives to the packages of this module
	*memory // nil if there are no items
}

type held = tree.Holder

func (f *File) tree() *tree.Tree { return tree.In(&f.held) }

// A Depth tells ParseWithin which items of a file to create immediately. The other items are created
// when they are first needed.
type Depth uint8

// The depths.
const (
	Top    Depth = iota // the items of the top level, as Parse creates them
	Bodies              // the items of all bodies
	Whole               // the items of all bodies, and the trees of the values that readers mostly need, as ParseWhole creates them
)

// Parse parses src and checks every expression in it. The File refers to src, which must not change
// while the File is in use. Parse does not write to src. The error is an *Error.
//
// It accepts exactly what HashiCorp's hclsyntax.ParseConfig (hcl/v2 v2.25.0) accepts, except for
// code nested deeper than MaxDepth, names that are not UTF-8, and numbers of more than 1,000 digits
// with a huge exponent. Parse creates only the items of the top level. The items in a block, object
// or list are created on demand, and the nodes of an expression when Expr or ParseExpression is
// called.
func Parse(src []byte) (*File, error) { return ParseWithin(src, Top, nil) }

// ParseWithin is like Parse, but within a budget, and it creates the items of the given depth.
// Parsing ends when the time of the budget is up, and the memory of the tree is charged to it. If
// the budget is exceeded, the call ends as package budget describes.
func ParseWithin(src []byte, depth Depth, b *budget.Budget) (f *File, err error) {
	if err := checkLength(src); err != nil {
		return nil, err
	}
	m := memories.Get().(*memory)
	if f = &m.whole; depth == Top {
		f = newFile()
	}
	if err := f.parse(m, src, depth, b); err != nil {
		return nil, lexicalError(src, err)
	}
	return f, nil
}

// Check returns the error that Parse would return for src, or nil. It creates no tree. The error is
// an *Error.
func Check(src []byte) error { return CheckWithin(src, nil) }

// CheckWithin is like Check, but within a budget.
func CheckWithin(src []byte, b *budget.Budget) error {
	if err := checkLength(src); err != nil {
		return err
	}
	p := parserOf(src, lexer.BOMLen(src), true, b)
	p.file(nil)
	if err := p.free(); err != nil {
		return lexicalError(src, err)
	}
	return nil
}

// checkLength returns an error if src is too long for the offsets in spans.
func checkLength(src []byte) error {
	if len(src) > tree.Limit {
		return errorf(tree.Limit, "the source is %d bytes long: at most %d can be parsed", len(src), tree.Limit)
	}
	return nil
}

// memory is the part of a File that is reused for later Files. It is separate from the File because
// the File that Parse returns cannot be reused: the parser library participle allocates a new File
// for each source.
type memory struct {
	whole  File        // the File that ParseWithin returns unless the depth is Top
	items  []tree.Item // memory for the items, until it is passed to the tree
	inside Expr        // the tree of the last value that was expanded
	parsed Expr        // the last tree that ValueExpr had to parse
	lines  []int32     // where the source's lines start, computed on demand
	marks  []mark      // the marks in long lines, computed when a column far inside a long line is first needed
	origin Origin
	kept   *keptTrees // nil if only Parse has used the memory
}

// keptTrees are the trees of values that were parsed together with the items.
type keptTrees struct {
	value Expr       // memory for the tree that ValueExpr returned last
	trees []keptTree // indexed by tree.Item.Tree; the first is unused
	nodes []Node     // the memory of the trees
}

// reserve allocates the memory that a source of the given size usually needs, unless m has memory
// of an earlier File.
func (m *memory) reserve(size int, depth Depth, b *budget.Budget) {
	items := min(size/128+16, size/16+6)
	if depth > Top {
		items = min(size/24+16, size/4+6)
	}
	if m.items == nil {
		m.items = make([]tree.Item, 0, items) // not charged here, because Tree.Reset charges it
	}
	if depth == Whole && m.kept == nil {
		m.kept = &keptTrees{
			trees: grow.Make[[]keptTree](b, size/128+min(16, size/8+2), 0),
			nodes: grow.Make[[]Node](b, size/16+min(leastRoom, size), 0),
		}
	}
}

var memories = sync.Pool{New: func() any { return new(memory) }}

// mostKept is a number of items or nodes. The memory of a File that has room for more of them is
// not kept for later Files.
const mostKept = 1 << 18

// Release puts the memory of the file into a pool for later files, and empties the file. Calling it
// is optional, but makes a program allocate less. The File f, its Exprs and what was read from them
// must not be used afterwards, and f must not be released again, because f may be part of that
// memory. In builds with the race detector such a use panics.
func (f *File) Release() {
	m, items := f.memory, f.tree().Memory()
	*f = File{} // before the memory is put into the pool, because f may be part of that memory
	if tree.Released(&f.held) || m == nil || max(cap(items), cap(m.inside.nodes), cap(m.parsed.nodes)) > mostKept {
		return
	}
	if k := m.kept; k != nil {
		if cap(k.nodes) > mostKept {
			return
		}
		clear(k.trees)
		*k = keptTrees{trees: k.trees[:0], nodes: k.nodes[:0]}
	}
	*m = memory{items: items, inside: Expr{nodes: m.inside.nodes}, parsed: Expr{nodes: m.parsed.nodes}, kept: m.kept}
	memories.Put(m)
}

// parse parses a source into f, which must be empty. It uses the memory m for the tree.
func (f *File) parse(m *memory, src []byte, depth Depth, b *budget.Budget) *Error {
	m.reserve(len(src), depth, b)
	f.memory = m
	f.tree().Reset(src, m.items, b)
	p := parserOf(src, lexer.BOMLen(src), true, b)
	if depth == Whole {
		m.kept.trees = append(m.kept.trees[:0], keptTree{})
	}
	var top tiler
	t := &top
	if depth > Top {
		p.whole.f, p.whole.trees = f, depth == Whole
		p.grow, t = &p.whole, &p.whole.body
	}
	*t = newTiler(f.tree(), src, Root, lexer.BOMLen(src), len(src))
	if p.grow != nil {
		p.file(nil)
	} else {
		p.file(t)
	}
	if p.err == nil {
		t.gap(len(src))
	}
	if err := p.free(); err != nil {
		f.Release()
		return err
	}
	return nil
}

// file parses the items of a file's top level. It adds the items to the tiler t, unless t is nil.
func (p *parser) file(t *tiler) {
	var seen names
	for p.Kind != lexer.EOF {
		switch p.Kind {
		case lexer.Newline:
			p.NextLine()
		case lexer.Ident:
			it := p.item()
			if !it.block {
				p.define(&seen, it.name)
			}
			if t != nil && p.err == nil {
				t.bodyItem(it)
			}
		default:
			p.expectedItem()
		}
	}
}

// parsers is a pool of parsers, whose memory is reused.
var parsers = sync.Pool{New: func() any { return new(parser) }}

// parserOf returns a parser of src from an offset on, with the cursor on the first token. If
// newlines is true, line ends are tokens. The budget limits time and memory. Call free after the
// last use of the parser.
func parserOf(src []byte, from int, newlines bool, b *budget.Budget) *parser {
	p := parsers.Get().(*parser)
	p.from, p.building, p.depth, p.err = from, false, 0, nil
	p.nodes, p.names, p.directives, p.grow = nil, p.names[:0], p.directives[:0], nil
	p.budget = b
	p.Reset(src, from, newlines)
	if b != nil {
		p.Watch(b)
	}
	p.Next()
	return p
}

// free returns the parser's error and puts the parser back into the pool.
func (p *parser) free() *Error {
	err := p.err
	if p.grow != nil {
		p.grow, p.whole = nil, grower{}
	}
	if p.Src, p.nodes, p.budget = nil, nil, nil; cap(p.names) <= mostKept {
		parsers.Put(p)
	}
	return err
}
