package oracle

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"
)

// A value is what an expression says, or a JSON value: one form for both, read by
// hcl/v2 alone.
type value struct {
	kind valueKind
	text string // of a string; the shape of an expression; true or false
	num  *big.Float
	keys []string // of an object; those that are expressions as "(shape)"
	vals []value
}

type valueKind int

const (
	nullValue valueKind = iota
	boolValue
	numberValue
	stringValue
	listValue
	objectValue
	otherValue // any other expression
)

// valueOf reads an expression.
func valueOf(x hclsyntax.Expression, src []byte) value {
	switch x := x.(type) {
	case *hclsyntax.LiteralValueExpr:
		return valueOfCty(x.Val)
	case *hclsyntax.UnaryOpExpr:
		if lit, ok := x.Val.(*hclsyntax.LiteralValueExpr); ok && x.Op == hclsyntax.OpNegate && lit.Val.Type() == cty.Number {
			return numberOf(new(big.Float).Neg(lit.Val.AsBigFloat()))
		}
	case *hclsyntax.ParenthesesExpr:
		return valueOf(x.Expression, src)
	case *hclsyntax.TemplateWrapExpr:
		return valueOf(x.Wrapped, src)
	case *hclsyntax.TemplateExpr:
		if text, ok := textOf(x); ok {
			return value{kind: stringValue, text: text}
		}
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		return valueOfMembers(x, src)
	}
	return value{kind: otherValue, text: positions.ReplaceAllString(shapeOfHCL(x, src), "")}
}

// positions are the offsets in a shape, which the same expression elsewhere has not.
var positions = regexp.MustCompile(`\d+–\d+:`)

func valueOfCty(v cty.Value) value {
	switch {
	case v.IsNull():
		return value{}
	case v.Type() == cty.Number:
		return numberOf(v.AsBigFloat())
	case v.Type() == cty.Bool:
		return value{kind: boolValue, text: strconv.FormatBool(v.True())}
	}
	return value{kind: stringValue, text: norm.NFC.String(v.AsString())}
}

func numberOf(n *big.Float) value {
	return value{kind: numberValue, num: n, text: n.Text('f', -1)}
}

// textOf returns the text of a template without sequences.
func textOf(t *hclsyntax.TemplateExpr) (text string, ok bool) {
	for _, part := range t.Parts {
		lit, ok := part.(*hclsyntax.LiteralValueExpr)
		if !ok {
			return "", false
		}
		text += lit.Val.AsString()
	}
	return norm.NFC.String(text), true
}

func valueOfMembers(x hclsyntax.Expression, src []byte) value {
	if list, ok := x.(*hclsyntax.TupleConsExpr); ok {
		return value{kind: listValue, vals: mapped(list.Exprs, func(e hclsyntax.Expression) value { return valueOf(e, src) })}
	}
	v := value{kind: objectValue}
	for _, it := range x.(*hclsyntax.ObjectConsExpr).Items {
		name, ok := literalKey(it.KeyExpr)
		if !ok {
			k := valueOf(it.KeyExpr.(*hclsyntax.ObjectConsKeyExpr).Wrapped, src)
			name = "(" + k.text + ")"
		}
		v.keys = append(v.keys, name)
		v.vals = append(v.vals, valueOf(it.ValueExpr, src))
	}
	return v
}

// String writes a value for a message.
func (v value) String() string {
	switch v.kind {
	case listValue, objectValue:
		return fmt.Sprintf("%q%s", v.keys, v.vals)
	}
	return fmt.Sprintf("%q", v.text)
}

// same compares two values as docs/edits.md, "Selectors" does: a string and a number or
// boolean as Terraform converts them, objects in any order.
func (v value) same(w value) bool {
	if v.kind != w.kind {
		return v.converted(w) || w.converted(v)
	}
	switch v.kind {
	case nullValue:
		return true
	case numberValue:
		return v.num.Cmp(w.num) == 0
	case listValue:
		return slices.EqualFunc(v.vals, w.vals, value.same)
	case objectValue:
		return v.sameMembers(w, value.same)
	}
	return v.text == w.text
}

// is compares two values as docs/layout.md, "Untouched bytes" does: as same, but a string
// is no number or boolean.
func (v value) is(w value) bool {
	switch {
	case v.kind != w.kind:
		return false
	case v.kind == listValue:
		return slices.EqualFunc(v.vals, w.vals, value.is)
	case v.kind == objectValue:
		return v.sameMembers(w, value.is)
	}
	return v.same(w)
}

func (v value) sameMembers(w value, same func(value, value) bool) bool {
	if len(v.keys) != len(w.keys) {
		return false
	}
	for i, k := range v.keys {
		j := slices.Index(w.keys, k)
		if j < 0 || !same(v.vals[i], w.vals[j]) {
			return false
		}
	}
	return true
}

// converted says whether a string is the same as a number or boolean.
func (v value) converted(w value) bool {
	if v.kind != stringValue {
		return false
	}
	switch w.kind {
	case boolValue:
		return v.text == w.text
	case numberValue:
		n, err := cty.ParseNumberVal(v.text)
		return err == nil && n.AsBigFloat().Cmp(w.num) == 0
	}
	return false
}

// A doc is a JSON value whose members keep their order.
type doc struct {
	kind  valueKind // otherValue never
	text  string    // of a string; a number digit for digit; true or false
	keys  []string
	items []doc
}

func text(s string) doc   { return doc{kind: stringValue, text: s} }
func number(s string) doc { return doc{kind: numberValue, text: s} }

// JSON writes the value.
func (d doc) JSON() string {
	var b strings.Builder
	d.write(&b)
	return b.String()
}

func (d doc) write(b *strings.Builder) {
	switch d.kind {
	case nullValue:
		b.WriteString("null")
	case stringValue:
		b.WriteString(quoteJSON(d.text))
	case listValue:
		b.WriteByte('[')
		for i, it := range d.items {
			b.WriteString([]string{"", ", "}[min(i, 1)])
			it.write(b)
		}
		b.WriteByte(']')
	case objectValue:
		b.WriteByte('{')
		for i, it := range d.items {
			b.WriteString([]string{"", ", "}[min(i, 1)] + quoteJSON(d.keys[i]) + ": ")
			it.write(b)
		}
		b.WriteByte('}')
	default:
		b.WriteString(d.text)
	}
}

func quoteJSON(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// with returns the value with another one at the end of keys, or without it.
func (d doc) with(keys []key, change func(doc) doc) doc {
	if len(keys) == 0 {
		return change(d)
	}
	i := keys[0].index
	if i < 0 {
		i = slices.Index(d.keys, escapeTemplate(keys[0].name))
	}
	d.items = slices.Clone(d.items)
	d.items[i] = d.items[i].with(keys[1:], change)
	return d
}

// value reads a JSON value as Terraform's JSON syntax does.
func (d doc) value() value {
	switch d.kind {
	case boolValue:
		return value{kind: boolValue, text: d.text}
	case numberValue:
		return numberOf(cty.MustParseNumberVal(d.text).AsBigFloat())
	case stringValue:
		return templateValue(d.text)
	case listValue:
		return value{kind: listValue, vals: mapped(d.items, doc.value)}
	case objectValue:
		v := value{kind: objectValue, vals: mapped(d.items, doc.value)}
		for _, k := range d.keys {
			name := templateValue(k)
			if name.kind != stringValue {
				name.text = "(" + name.text + ")"
			}
			v.keys = append(v.keys, name.text)
		}
		return v
	}
	return value{}
}

func templateValue(s string) value {
	x, diags := hclsyntax.ParseTemplate([]byte(s), "", hcl.InitialPos)
	if diags.HasErrors() {
		return value{kind: otherValue, text: diags.Error()}
	}
	return valueOf(x, []byte(s))
}

// docOf returns the JSON value that an expression is written from; ok is false where
// JSON has none, as for bytes that are not UTF-8, and where hcl/v2 would read it in
// another Unicode normal form.
func (c *code) docOf(x hclsyntax.Expression) (d doc, ok bool) {
	source := string(c.src[x.Range().Start.Byte:x.Range().End.Byte])
	if !utf8.ValidString(source) || !norm.NFC.IsNormalString(source) {
		return d, false
	}
	expression := text("${" + source + "}")
	switch x := x.(type) {
	case *hclsyntax.LiteralValueExpr, *hclsyntax.UnaryOpExpr:
		if v := valueOf(x, c.src); v.kind <= boolValue && v.kind >= nullValue {
			return doc{kind: v.kind, text: v.text}, true
		}
		if json.Valid([]byte(source)) {
			return number(source), true
		}
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return c.docOfTemplate(x, source), true
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		return c.docOfMembers(x, expression)
	}
	return expression, true
}

func (c *code) docOfMembers(x hclsyntax.Expression, expression doc) (d doc, ok bool) {
	all, _ := members(x)
	d.kind = listValue
	if _, object := x.(*hclsyntax.ObjectConsExpr); object {
		d.kind = objectValue
	}
	for i, m := range all {
		item, ok := c.docOf(m.value)
		if !ok {
			return d, false
		}
		d.items = append(d.items, item)
		if d.kind == objectValue {
			name := escapeTemplate(m.key.name)
			if !m.literal {
				name = c.keyText(x.(*hclsyntax.ObjectConsExpr).Items[i].KeyExpr.(*hclsyntax.ObjectConsKeyExpr).Wrapped)
			}
			if slices.Contains(d.keys, name) || m.literal && !m.named {
				return expression, true
			}
			d.keys = append(d.keys, name)
		}
	}
	return d, true
}

// keyText returns the key that JSON has for one that is not literal: a template as it
// is, another expression in "${…}", without the parentheses around it.
func (c *code) keyText(x hclsyntax.Expression) string {
	if p, ok := x.(*hclsyntax.ParenthesesExpr); ok {
		x = p.Expression
	}
	source := string(c.src[x.Range().Start.Byte:x.Range().End.Byte])
	switch x.(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return c.docOfTemplate(x, source).text
	}
	return "${" + source + "}"
}

// docOfTemplate returns the JSON string of a template: what is literal in it
// decoded, what is not as it stands. Where that would say something else it is the
// template as an expression.
func (c *code) docOfTemplate(x hclsyntax.Expression, source string) doc {
	whole := "${" + source + "}"
	if strings.HasPrefix(source, "<<") {
		whole = "${" + source + "\n}"
	}
	plain := c.templateText(source)
	if t, ok := x.(*hclsyntax.TemplateExpr); ok {
		if s, ok := textOf(t); ok {
			plain = escapeTemplate(s)
		}
	}
	if templateValue(plain).same(valueOf(x, c.src)) {
		return text(plain)
	}
	return text(whole)
}

// templateText returns the inside of a quoted template or heredoc with its literal
// text decoded.
func (c *code) templateText(source string) (out string) {
	toks, _ := hclsyntax.LexExpression([]byte(source+"\n"), "", hcl.InitialPos)
	depth, last := 0, 0
	for _, t := range toks {
		start, end := t.Range.Start.Byte, t.Range.End.Byte
		if end > len(source) {
			break
		}
		switch t.Type {
		case hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			if depth == 0 {
				last = end
				continue
			}
		case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			depth++
		case hclsyntax.TokenTemplateSeqEnd:
			depth--
		case hclsyntax.TokenQuotedLit:
			if depth == 0 {
				out += source[last:start] + unescapeQuoted(source[start:end])
				last = end
				continue
			}
		}
		out += source[last:end]
		last = end
	}
	return out
}

// unescapeQuoted decodes backslash escapes, and leaves "$${" and "%%{".
func unescapeQuoted(lit string) string {
	if s, err := strconv.Unquote(`"` + lit + `"`); err == nil {
		return s
	}
	return lit
}

func escapeTemplate(s string) string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(s)
}

func mapped[T, U any](of []T, f func(T) U) []U {
	out := make([]U, len(of))
	for i, x := range of {
		out[i] = f(x)
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }

func isPlainName(s string) bool { return hclsyntax.ValidIdentifier(s) }

// quoteHCL quotes a key of a path.
func quoteHCL(s string) []byte {
	return []byte(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{").Replace(s) + `"`)
}
