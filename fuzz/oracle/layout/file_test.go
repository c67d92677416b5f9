package layout

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// A layoutFile is a file as hcl/v2 reads it, with the lines that its items have.
type layoutFile struct {
	name   string
	values bool // it is a file of variable values
	src    []byte
	starts []int // where each line starts
	body   *layoutBody

	hashes, slashes int  // lead comments of either sign
	clean           bool // the formatter leaves it alone
	comments        []span
	lists, noComma  int // lists over lines, and those without a comma behind the last element
	heredocs        []string
}

type span struct{ from, to int }

// A layoutBody is the top level of a file, or the body of a block.
type layoutBody struct {
	owner *layoutItem // nil for the top level
	items []*layoutItem
	end   int // the line of its closing brace, or after the last line
}

// A layoutItem is an attribute or a block of a body.
type layoutItem struct {
	in    *layoutBody
	at    int // its number in the body
	attr  *hclsyntax.Attribute
	block *hclsyntax.Block
	body  *layoutBody

	from, code, last int      // the lines of its first lead comment, its code and its end
	blank            int      // blank lines directly above it
	apart            bool     // a comment stands between it and the item above, or the start
	comment          []string // its lead comment
	sign             string   // "#", "//", or "/*" for a comment that cannot be written
}

func (it *layoutItem) name() string {
	if it.attr != nil {
		return it.attr.Name
	}
	return it.block.Type
}

// kind is the type that a nested block counts as: that of what a dynamic block makes.
func (it *layoutItem) kind() string {
	if it.block.Type == "dynamic" && len(it.block.Labels) == 1 {
		return it.block.Labels[0]
	}
	return it.block.Type
}

func (it *layoutItem) oneLine() bool { return it.code == it.last }

func newLayoutFile(name string, src []byte) *layoutFile {
	parsed, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	if diags.HasErrors() || bytes.ContainsAny(src, "\r\ufeff") || !bytes.HasSuffix(src, []byte{'\n'}) {
		return nil
	}
	f := &layoutFile{name: name, src: src, values: strings.HasSuffix(name, ".tfvars"), clean: bytes.Equal(hclwrite.Format(src), src)}
	f.starts = append(f.starts, 0)
	for i, c := range src {
		if c == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
	tokens, _ := hclsyntax.LexConfig(src, name, hcl.InitialPos)
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenComment:
			f.comments = append(f.comments, span{t.Range.Start.Byte, t.Range.End.Byte})
		case hclsyntax.TokenOHeredoc:
			f.heredocs = append(f.heredocs, strings.TrimSpace(string(t.Bytes)))
		}
	}
	f.body = f.newBody(nil, parsed.Body.(*hclsyntax.Body), 0, len(f.starts)-1)
	f.countLists(parsed.Body.(*hclsyntax.Body))
	return f
}

func (f *layoutFile) lineText(n int) string {
	if n+1 < len(f.starts) {
		return string(f.src[f.starts[n] : f.starts[n+1]-1])
	}
	return string(f.src[f.starts[n]:])
}

func (f *layoutFile) isBlank(n int) bool { return strings.TrimSpace(f.lineText(n)) == "" }

// isComment reports whether a line has a comment and no code.
func (f *layoutFile) isComment(n int) bool {
	for _, c := range f.comments {
		if c.from < f.starts[n]+len(f.lineText(n)) && c.to > f.starts[n] {
			before := f.src[min(f.starts[n], c.from):max(c.from, f.starts[n])]
			return len(bytes.TrimSpace(before)) == 0
		}
	}
	return false
}

// hasComment reports whether a comment is in a range of the source.
func (f *layoutFile) hasComment(from, to int) bool {
	return slices.ContainsFunc(f.comments, func(c span) bool { return c.from < to && c.to > from })
}

func (f *layoutFile) newBody(owner *layoutItem, b *hclsyntax.Body, first, end int) *layoutBody {
	body := &layoutBody{owner: owner, end: end}
	for _, a := range b.Attributes {
		body.items = append(body.items, &layoutItem{attr: a, code: a.SrcRange.Start.Line - 1, last: f.lastLine(a.SrcRange)})
	}
	for _, bl := range b.Blocks {
		body.items = append(body.items, &layoutItem{block: bl, code: bl.TypeRange.Start.Line - 1, last: bl.CloseBraceRange.End.Line - 1})
	}
	slices.SortFunc(body.items, func(a, b *layoutItem) int { return cmp.Compare(a.code, b.code) })
	for i, it := range body.items {
		it.in, it.at = body, i
		f.lead(it, first)
		first = it.last + 1
		if it.block != nil {
			it.body = f.newBody(it, it.block.Body, it.block.OpenBraceRange.Start.Line, it.last)
		}
	}
	return body
}

// lastLine returns the last line of an attribute, whose range may end behind a heredoc.
func (f *layoutFile) lastLine(r hcl.Range) int {
	if r.End.Column == 1 {
		return r.End.Line - 2
	}
	return r.End.Line - 1
}

// lead finds the lead comment of an item, and what stands above that: first is the line
// after the item above.
func (f *layoutFile) lead(it *layoutItem, first int) {
	it.from = it.code
	for it.from > first && f.isComment(it.from-1) {
		it.from--
	}
	if it.in.owner == nil && it.from == 0 && f.isLicence(0, it.code) {
		it.from = it.code
	}
	for n := it.from; n < it.code; n++ {
		text := strings.TrimSpace(f.lineText(n))
		sign := "/*"
		switch {
		case strings.HasPrefix(text, "//"):
			sign = "//"
		case strings.HasPrefix(text, "#"):
			sign = "#"
		}
		if it.sign != "" && it.sign != sign {
			sign = "/*"
		}
		it.sign = sign
		it.comment = append(it.comment, strings.TrimPrefix(strings.TrimPrefix(text, sign), " "))
	}
	switch it.sign {
	case "#", "/*":
		f.hashes++
	case "//":
		f.slashes++
	}
	n := it.from
	for ; n > first && f.isBlank(n-1); n-- {
		it.blank++
	}
	it.apart = n > first
}

// isLicence reports whether lines of comments at the start of the file are a licence.
func (f *layoutFile) isLicence(from, to int) bool {
	for n := from; n < to; n++ {
		text := strings.ToLower(strings.TrimLeft(f.lineText(n), " \t#/*"))
		if strings.HasPrefix(text, "copyright") || strings.HasPrefix(text, "spdx-") || strings.HasPrefix(text, "licensed") || strings.TrimSpace(text) == "license" || strings.TrimSpace(text) == "licence" {
			return true
		}
	}
	return false
}

// textOf returns the source of an expression.
func (f *layoutFile) textOf(r hcl.Range) string { return string(f.src[r.Start.Byte:r.End.Byte]) }

// countLists counts the lists over lines.
func (f *layoutFile) countLists(b *hclsyntax.Body) {
	hclsyntax.VisitAll(b, func(n hclsyntax.Node) hcl.Diagnostics {
		if l, ok := n.(*hclsyntax.TupleConsExpr); ok && len(l.Exprs) > 0 && f.overLines(l.SrcRange) {
			f.lists++
			if !f.commaBehind(l.Exprs[len(l.Exprs)-1].Range().End.Byte, l.SrcRange.End.Byte) {
				f.noComma++
			}
		}
		return nil
	})
}

// overLines reports whether the first line of a list or object holds its bracket alone.
func (f *layoutFile) overLines(r hcl.Range) bool {
	text := f.textOf(r)
	line, _, ok := strings.Cut(text, "\n")
	return ok && (strings.TrimSpace(line) == "[" || strings.TrimSpace(line) == "{")
}

// commaBehind reports whether a comma is the first thing in a range that ends in a bracket.
func (f *layoutFile) commaBehind(from, to int) bool {
	for _, c := range f.src[from:to] {
		switch c {
		case ' ', '\t', '\n', '\r':
		default:
			return c == ','
		}
	}
	return false
}
