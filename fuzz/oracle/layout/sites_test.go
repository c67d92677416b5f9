package layout

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The kinds of sites, as docs/layout.md has them.
const (
	topBlocks    = "top-level blocks"
	nestedBlocks = "nested blocks"
	metaArgs     = "meta-arguments"
	arguments    = "arguments"
	keys         = "keys"
	elements     = "elements"
	values       = "variable values"
)

// A layoutSite is something that is taken out and put back.
type layoutSite struct {
	kind     string
	line     int    // counted from 1
	what     string // its name
	cut, put string // the edits
	untold   string // why the rules cannot tell how it stood; "" if they can
}

// sitesOf returns the sites of a file.
func sitesOf(f *layoutFile) (sites []layoutSite) {
	s := siteFinder{f: f}
	if f.values {
		for _, it := range f.body.items {
			if it.attr != nil {
				if it.at == len(it.in.items)-1 || isOrdered(it) {
					s.attribute(it, nil, values)
				} else {
					s.inValues(it)
				}
			}
		}
		return s.sites
	}
	s.bodies(f.body, nil)
	return s.sites
}

type siteFinder struct {
	f       *layoutFile
	sites   []layoutSite
	literal bool // the value at hand is of a variable block, where text is no template
}

// An entryWrapper makes an edit of what stands in an entry for a block.
type entryWrapper func(inner string) string

func (s *siteFinder) bodies(b *layoutBody, wrap entryWrapper) {
	for _, it := range b.items {
		if it.attr != nil {
			if wrap != nil {
				s.argument(it, wrap)
			}
			continue
		}
		inner := s.entry(it, wrap)
		if isSite(it) {
			s.block(it, wrap)
		}
		s.bodies(it.body, inner)
	}
}

// entry returns the wrapper for what is in a block.
func (s *siteFinder) entry(it *layoutItem, outer entryWrapper) entryWrapper {
	if outer == nil {
		return func(inner string) string {
			entry := fmt.Sprintf(`[{"index": %d, %s}]`, s.number(it), inner)
			return `{"update": {` + address(it, entry) + `}}`
		}
	}
	return func(inner string) string {
		return outer(fmt.Sprintf(`"update": {"blockTypes": {%s: [{"index": %d, %s}]}}`, quoted(it.block.Type), s.number(it), inner))
	}
}

// number counts the blocks before one at its address.
func (s *siteFinder) number(it *layoutItem) (n int) {
	for _, other := range it.in.items[:it.at] {
		if other.block != nil && other.block.Type == it.block.Type && (it.in.owner != nil || slices.Equal(other.block.Labels, it.block.Labels)) {
			n++
		}
	}
	return n
}

func address(it *layoutItem, entry string) string {
	out := quoted(it.block.Type) + ": "
	for _, label := range it.block.Labels {
		out += "{" + quoted(label) + ": "
	}
	return out + entry + strings.Repeat("}", len(it.block.Labels))
}

// block notes the site of a block.
func (s *siteFinder) block(it *layoutItem, wrap entryWrapper) {
	contents, ok := s.contents(it)
	site := layoutSite{line: it.from + 1, what: strings.Join(append([]string{it.block.Type}, it.block.Labels...), ".")}
	entry := strings.TrimPrefix(contents, ", ")
	if wrap == nil {
		site.kind = topBlocks
		site.cut = `{"delete": {` + address(it, fmt.Sprintf(`[{"index": %d}]`, s.number(it))) + `}}`
		site.put = `{"add": {` + address(it, "[{"+entry+"}]") + `}}`
	} else {
		site.kind = nestedBlocks
		site.cut = wrap(fmt.Sprintf(`"delete": {"blockTypes": {%s: [{"index": %d}]}}`, quoted(it.block.Type), s.number(it)))
		site.put = wrap(fmt.Sprintf(`"add": {"blockTypes": {%s: [{%s}]}}`, quoted(it.block.Type), labelled(it, entry)))
	}
	site.untold = s.f.untoldBlock(it)
	if !ok {
		site.untold = "order of nested blocks"
	}
	s.sites = append(s.sites, site)
}

func labelled(it *layoutItem, entry string) string {
	if len(it.block.Labels) == 0 {
		return entry
	}
	labels, _ := json.Marshal(it.block.Labels)
	return strings.TrimSuffix(`"labels": `+string(labels)+", "+entry, ", ")
}

// contents returns the members of an entry that says what is in a block; ok is whether
// blocks of one type stand together, so that the entry can say their order.
func (s *siteFinder) contents(it *layoutItem) (entry string, ok bool) {
	var attributes, comments, types []string
	blocks := map[string][]string{}
	ok = true
	last := ""
	for _, c := range it.body.items {
		if c.attr != nil {
			attributes = append(attributes, quoted(c.attr.Name)+": "+s.value(c))
			if c.comment != nil {
				comments = append(comments, quoted(c.attr.Name)+": "+quoted(strings.Join(c.comment, "\n")))
			}
			continue
		}
		typ := c.block.Type
		if blocks[typ] == nil {
			types = append(types, typ)
		} else if last != typ {
			ok = false
		}
		last = typ
		inner, innerOK := s.contents(c)
		ok = ok && innerOK
		blocks[typ] = append(blocks[typ], "{"+labelled(c, strings.TrimPrefix(inner, ", "))+"}")
	}
	if it.comment != nil {
		entry += `, "comment": ` + quoted(strings.Join(it.comment, "\n"))
	}
	if len(attributes) > 0 {
		entry += `, "attributes": {` + strings.Join(attributes, ", ") + "}"
	}
	if len(comments) > 0 {
		entry += `, "comments": {` + strings.Join(comments, ", ") + "}"
	}
	var all []string
	for _, typ := range types {
		all = append(all, quoted(typ)+": ["+strings.Join(blocks[typ], ", ")+"]")
	}
	if len(all) > 0 {
		entry += `, "blockTypes": {` + strings.Join(all, ", ") + "}"
	}
	return entry, ok
}

// argument notes the sites of an attribute of a block, and of what is in its value.
func (s *siteFinder) argument(it *layoutItem, wrap entryWrapper) {
	switch {
	case isMeta(it):
		s.attribute(it, wrap, metaArgs)
	case endsArguments(it), isOrdered(it):
		s.attribute(it, wrap, arguments)
	}
	if ofVariable(it) && it.name() == "type" {
		return
	}
	s.inside(it, it.attr.Expr, it.attr.Name, s.f.peersOf(it), wrap)
}

func (s *siteFinder) attribute(it *layoutItem, wrap entryWrapper, kind string) {
	put := fmt.Sprintf(`"attributes": {%s: %s}`, quoted(it.attr.Name), s.value(it))
	if it.comment != nil {
		put += fmt.Sprintf(`, "comments": {%s: %s}`, quoted(it.attr.Name), quoted(strings.Join(it.comment, "\n")))
	}
	cut := fmt.Sprintf(`"delete": {"attributes": [%s]}`, quoted(it.attr.Name))
	site := layoutSite{kind: kind, line: it.from + 1, what: it.attr.Name}
	if wrap == nil {
		site.cut = fmt.Sprintf(`{"delete": {"iacvars": {"attributes": [%s]}}}`, quoted(it.attr.Name))
		site.put = `{"set": {"iacvars": {` + put + `}}}`
	} else {
		site.cut, site.put = wrap(cut), wrap(put)
	}
	site.untold = s.f.untoldAttribute(it)
	s.sites = append(s.sites, site)
	if wrap == nil {
		s.inValues(it)
	}
}

// inValues notes the sites in the value of a variable.
func (s *siteFinder) inValues(it *layoutItem) {
	s.inside(it, it.attr.Expr, it.attr.Name, s.f.peersOf(it), func(inner string) string {
		if rest, ok := strings.CutPrefix(inner, `"delete": `); ok {
			return `{"delete": {"iacvars": ` + rest + `}}`
		}
		return `{"set": {"iacvars": {` + inner + `}}}`
	})
}

// inside notes the sites in an expression that a path leads to and that has peers.
func (s *siteFinder) inside(it *layoutItem, e hclsyntax.Expression, path string, peers []hclsyntax.Expression, wrap entryWrapper) {
	s.literal = ofVariable(it)
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		s.inside(it, e.Expression, path, peers, wrap)
	case *hclsyntax.FunctionCallExpr:
		for i, arg := range e.Args {
			s.inside(it, arg, fmt.Sprintf("%s(%d)", path, i), nil, wrap)
		}
	case *hclsyntax.TupleConsExpr:
		for i, c := range e.Exprs {
			s.inside(it, c, fmt.Sprintf("%s[%d]", path, i), slices.Delete(slices.Clone(e.Exprs), i, i+1), wrap)
		}
		if n := len(e.Exprs); n > 0 {
			s.sites = append(s.sites, layoutSite{
				kind: elements, line: e.Exprs[n-1].Range().Start.Line, what: path,
				cut:    wrap(fmt.Sprintf(`"delete": {"attributes": [%s]}`, quoted(fmt.Sprintf("%s[%d]", path, n-1)))),
				put:    wrap(fmt.Sprintf(`"attributes": {%s: %s}`, quoted(path+"[+]"), s.json(e.Exprs[n-1])) + s.lead(e.Exprs[n-1].Range().Start, fmt.Sprintf("%s[%d]", path, n-1))),
				untold: s.f.untoldElement(e, peers),
			})
		}
	case *hclsyntax.ObjectConsExpr:
		for i, item := range e.Items {
			key, ok := literalKey(item.KeyExpr)
			if !ok {
				continue
			}
			at := path + "[" + quoted(key) + "]"
			s.inside(it, item.ValueExpr, at, valuesOf(e, i), wrap)
			if i == len(e.Items)-1 || s.f.inOrder(e, i) {
				s.sites = append(s.sites, layoutSite{
					kind: keys, line: item.KeyExpr.Range().Start.Line, what: at,
					cut:    wrap(fmt.Sprintf(`"delete": {"attributes": [%s]}`, quoted(at))),
					put:    wrap(fmt.Sprintf(`"attributes": {%s: %s}`, quoted(at), s.json(item.ValueExpr)) + s.lead(item.KeyExpr.Range().Start, at)),
					untold: s.f.untoldKey(e, i, peers),
				})
			}
		}
	}
}

// lead returns the member "comments" for a key or element with lead comments.
func (s *siteFinder) lead(start hcl.Pos, path string) string {
	line := start.Line - 1
	if before := s.f.src[s.f.starts[line]:start.Byte]; len(bytes.TrimSpace(before)) > 0 {
		return "" // what stands above the line is about what begins it
	}
	var text []string
	for n := line - 1; n >= 0 && s.f.isComment(n); n-- {
		text = append(text, strings.TrimPrefix(strings.TrimLeft(strings.TrimSpace(s.f.lineText(n)), "#/"), " "))
	}
	if text == nil {
		return ""
	}
	slices.Reverse(text)
	return fmt.Sprintf(`, "comments": {%s: %s}`, quoted(path), quoted(strings.Join(text, "\n")))
}

// literalKey returns the text of a key that is a name or a string without sequences.
func literalKey(e hclsyntax.Expression) (string, bool) {
	if k, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok && k.ForceNonLiteral {
		return "", false
	}
	v, diags := e.Value(nil)
	if diags.HasErrors() || v.Type() != cty.String {
		return "", false
	}
	return v.AsString(), true
}

// value returns the value of an attribute as JSON.
func (s *siteFinder) value(it *layoutItem) string {
	s.literal = ofVariable(it)
	if s.literal && it.attr.Name == "type" {
		return quoted(s.f.textOf(it.attr.Expr.Range()))
	}
	return s.json(it.attr.Expr)
}

// ofVariable reports whether an attribute is one of a variable block.
func ofVariable(it *layoutItem) bool {
	return it.in.owner != nil && it.in.owner.block.Type == "variable"
}

// json returns an expression as the JSON that means it: lists and objects as such, text as
// text, all else as one interpolation.
func (s *siteFinder) json(e hclsyntax.Expression) string {
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		var parts []string
		for _, c := range e.Exprs {
			parts = append(parts, s.json(c))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *hclsyntax.ObjectConsExpr:
		var parts []string
		for _, item := range e.Items {
			key, ok := literalKey(item.KeyExpr)
			if !ok {
				key = "${" + strings.TrimSuffix(strings.TrimPrefix(s.f.textOf(item.KeyExpr.Range()), "("), ")") + "}"
			} else {
				key = escapedTemplate(key)
			}
			parts = append(parts, quoted(key)+": "+s.json(item.ValueExpr))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *hclsyntax.TemplateExpr:
		if v, diags := e.Value(nil); !diags.HasErrors() && v.Type() == cty.String {
			if s.literal {
				return quoted(v.AsString())
			}
			return quoted(escapedTemplate(v.AsString()))
		}
		if text, ok := s.heredoc(e); ok {
			return quoted(text)
		}
	case *hclsyntax.LiteralValueExpr:
		return strings.TrimSpace(s.f.textOf(e.SrcRange))
	case *hclsyntax.UnaryOpExpr:
		if number, ok := e.Val.(*hclsyntax.LiteralValueExpr); ok && e.Op == hclsyntax.OpNegate && number.Val.Type() == cty.Number {
			return s.f.textOf(e.SrcRange)
		}
	}
	return quoted("${" + s.f.textOf(e.Range()) + "}")
}

// heredoc returns the text of a heredoc with sequences that are all interpolations.
func (s *siteFinder) heredoc(e *hclsyntax.TemplateExpr) (text string, ok bool) {
	if !strings.HasPrefix(s.f.textOf(e.SrcRange), "<<") {
		return "", false
	}
	for _, part := range e.Parts {
		switch part := part.(type) {
		case *hclsyntax.LiteralValueExpr:
			text += escapedTemplate(part.Val.AsString())
		case *hclsyntax.TemplateJoinExpr, *hclsyntax.ConditionalExpr:
			return "", false
		default:
			text += "${" + s.f.textOf(part.Range()) + "}"
		}
	}
	return text, true
}

func escapedTemplate(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "${", "$${"), "%{", "%%{")
}

func quoted(s string) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s)
	return strings.TrimSuffix(out.String(), "\n")
}
