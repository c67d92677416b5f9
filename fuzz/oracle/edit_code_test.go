package oracle

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"iacedit/lexer"
)

// A code is a file as hcl/v2 sees it: its tree, and its words.
type code struct {
	src   []byte
	body  *hclsyntax.Body
	words []word
	tidy  []string // the leads of the words as hclwrite.Format would have them
	clean bool     // hclwrite.Format changes nothing
	quirk bool     // a heredoc has an interpolation over several lines
}

// A word is a token that says something: no line end and no comma. What stands
// before it since the word before, blanks, commas and line ends, is its lead; the
// blanks right before it are its gap.
type word struct {
	kind       hclsyntax.TokenType
	text, lead string
	start, end int
	startsLine bool // only blanks stand before it on its line
}

// gap returns the blanks that a lead ends in, and what comes before them.
func gap(lead string) (blanks, rest string) {
	rest = strings.TrimRight(lead, " \t")
	return lead[len(rest):], rest
}

// readCode returns nil for a source that hcl/v2 does not accept.
func readCode(src []byte) *code {
	file, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	c := &code{src: src, body: file.Body.(*hclsyntax.Body), words: wordsOf(src)}
	mark := lexer.BOMLen(src)
	formatted := hclwrite.Format(src[mark:])
	c.clean = bytes.Equal(formatted, src[mark:]) && !endsInBlanks(src)
	c.quirk = hasQuirk(src)
	for _, w := range wordsOf(formatted) {
		c.tidy = append(c.tidy, w.lead)
	}
	return c
}

// hasQuirk says whether a heredoc has an interpolation that goes over several lines:
// the formatter then dedents all that follows it in its block, and undents new lines.
func hasQuirk(src []byte) bool {
	toks, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	heredocs, sequences := 0, 0
	for _, t := range toks {
		switch t.Type {
		case hclsyntax.TokenOHeredoc:
			heredocs++
		case hclsyntax.TokenCHeredoc:
			heredocs--
		case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			sequences++
		case hclsyntax.TokenTemplateSeqEnd:
			sequences--
		case hclsyntax.TokenNewline:
			if heredocs > 0 && sequences > 0 {
				return true
			}
		}
	}
	return false
}

// wordsOf returns the words of a source, the last of which is its end. The line end
// that a comment's token takes along belongs to the next word's lead.
func wordsOf(src []byte) (words []word) {
	toks, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	last := lexer.BOMLen(src)
	for _, t := range toks {
		if t.Type == hclsyntax.TokenNewline || t.Type == hclsyntax.TokenComma {
			continue
		}
		start, end := t.Range.Start.Byte, t.Range.End.Byte
		if t.Type == hclsyntax.TokenComment {
			end = start + len(bytes.TrimRight(src[start:end], "\r\n"))
		}
		lead := string(src[last:start])
		_, rest := gap(lead)
		words = append(words, word{t.Type, string(src[start:end]), lead, start, end, strings.HasSuffix(rest, "\n") || len(words) == 0})
		last = end
	}
	return words
}

// span returns the words from one offset of the source to another, as a range.
func (c *code) span(from, to int) (first, end int) {
	first, _ = slices.BinarySearchFunc(c.words, from, func(w word, at int) int { return w.start - at })
	for end = first; end < len(c.words) && c.words[end].end <= to && c.words[end].kind != hclsyntax.TokenEOF; end++ {
	}
	return first, end
}

// lines says how many lines a word stands below the word before it.
func (w *word) lines() int { return strings.Count(w.lead, "\n") }

// A node is an attribute or block of a body.
type node struct {
	attr  *hclsyntax.Attribute
	block *hclsyntax.Block
	from  int
	to    int
}

// nodes returns what is in a body, in code order.
func nodes(b *hclsyntax.Body) (all []node) {
	for _, a := range b.Attributes {
		all = append(all, node{attr: a, from: a.SrcRange.Start.Byte, to: a.Expr.Range().End.Byte})
	}
	for _, n := range b.Blocks {
		all = append(all, node{block: n, from: n.TypeRange.Start.Byte, to: n.CloseBraceRange.End.Byte})
	}
	slices.SortFunc(all, func(a, b node) int { return a.from - b.from })
	return all
}

// A step leads from a body to a block in it: the one at that place among those of
// its type and labels.
type step struct {
	typ    string
	labels []string
	index  int
	of     int // how many there are
}

func (s *step) names(b *hclsyntax.Block) bool {
	return b.Type == s.typ && slices.Equal(b.Labels, s.labels)
}

// stepTo returns the step from a body to a block in it.
func stepTo(body *hclsyntax.Body, block *hclsyntax.Block) step {
	s := step{typ: block.Type, labels: block.Labels}
	for _, b := range body.Blocks {
		if b == block {
			s.index = s.of
		}
		if s.names(b) {
			s.of++
		}
	}
	return s
}

// block returns the block that a step leads to, or nil.
func (s *step) block(body *hclsyntax.Body) *hclsyntax.Block {
	n := 0
	for _, b := range body.Blocks {
		if !s.names(b) {
			continue
		}
		if n == s.index {
			return b
		}
		n++
	}
	return nil
}

// at returns the body that steps lead to, and the block that it is of; nil where
// there is none.
func (c *code) at(steps []step) (*hclsyntax.Body, *hclsyntax.Block) {
	body, block := c.body, (*hclsyntax.Block)(nil)
	for i := range steps {
		if block = steps[i].block(body); block == nil {
			return nil, nil
		}
		body = block.Body
	}
	return body, block
}

// A key leads from an object to a value, from a list, or from a call to an argument.
type key struct {
	name     string
	index    int // of a list or call; -1 for a name
	argument bool
	clear    bool // the one argument of a call that a path may go through without its number
}

func (k key) String() string {
	if k.argument {
		return "(" + itoa(k.index) + ")"
	}
	if k.index >= 0 {
		return "[" + itoa(k.index) + "]"
	}
	if isPlainName(k.name) {
		return "." + k.name
	}
	return "[" + string(quoteHCL(k.name)) + "]"
}

// pathOf writes what keys lead to as a path from an attribute.
func pathOf(attr string, keys []key) string {
	for i, k := range keys {
		if !k.clear || i+1 == len(keys) || keys[i+1].argument {
			attr += k.String()
		}
	}
	return attr
}

// A member is an element, argument or pair: where it stands, and its value.
type member struct {
	key     key
	literal bool // its key is literal
	named   bool // and no other member has it
	from    int
	value   hclsyntax.Expression
}

// bare removes the parentheses around an expression.
func bare(x hclsyntax.Expression) hclsyntax.Expression {
	for {
		p, ok := x.(*hclsyntax.ParenthesesExpr)
		if !ok {
			return x
		}
		x = p.Expression
	}
}

// oneArgument holds the functions that a path goes through without a number.
var oneArgument = []string{"jsonencode", "yamlencode", "tomap", "toset", "tolist", "sensitive", "nonsensitive"}

// members returns what is in an object, list or call; ok says whether it is one.
func members(x hclsyntax.Expression) (all []member, ok bool) {
	switch x := bare(x).(type) {
	case *hclsyntax.TupleConsExpr:
		for i, e := range x.Exprs {
			all = append(all, member{key{index: i}, true, true, e.Range().Start.Byte, e})
		}
		return all, true
	case *hclsyntax.FunctionCallExpr:
		clear := len(x.Args) == 1 && slices.Contains(oneArgument, x.Name)
		for i, e := range x.Args {
			spread := x.ExpandFinal && i == len(x.Args)-1
			all = append(all, member{key{index: i, argument: true, clear: clear}, true, !spread, e.Range().Start.Byte, e})
		}
		return all, true
	case *hclsyntax.ObjectConsExpr:
		count := map[string]int{}
		for _, it := range x.Items {
			name, _ := literalKey(it.KeyExpr)
			count[name]++
		}
		for _, it := range x.Items {
			name, literal := literalKey(it.KeyExpr)
			all = append(all, member{key{name: name, index: -1}, literal, literal && count[name] == 1, it.KeyExpr.Range().Start.Byte, it.ValueExpr})
		}
		return all, true
	}
	return nil, false
}

// literalKey returns the text of a literal key of an object.
func literalKey(x hclsyntax.Expression) (string, bool) {
	if k, ok := x.(*hclsyntax.ObjectConsKeyExpr); ok {
		if name := hcl.ExprAsKeyword(k.Wrapped); name != "" && !k.ForceNonLiteral {
			return name, true
		}
		x = k.Wrapped
	}
	v := valueOf(x, nil)
	return v.text, v.kind == stringValue || v.kind == numberValue || v.kind == boolValue
}

// inside returns the value that keys lead to, and the member that it is of.
func inside(x hclsyntax.Expression, keys []key) (hclsyntax.Expression, member, bool) {
	var last member
	for _, k := range keys {
		all, ok := members(x)
		i := slices.IndexFunc(all, func(m member) bool { return m.named && m.key == k })
		if !ok || i < 0 {
			return nil, last, false
		}
		last = all[i]
		x = last.value
	}
	return x, last, true
}

// endsInBlanks says whether blanks stand after the last line end. The formatter takes
// them for clean, but not with a line end after them; and an edit takes none away.
func endsInBlanks(src []byte) bool {
	return bytes.HasSuffix(src, []byte(" ")) || bytes.HasSuffix(src, []byte("\t"))
}
