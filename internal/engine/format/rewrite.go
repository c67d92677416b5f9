package format

import (
	"bytes"
	"fmt"
	"sync"
	"unicode"
	"unicode/utf8"

	"iacedit/internal/languages/terraform"
	"iacedit/lexer"
	"iacedit/syntax"
)

// FormatTerraform implements the function of the same name in the public package iacedit/format.
func FormatTerraform(dst, src []byte) ([]byte, error) {
	f, err := syntax.Parse(src)
	if err != nil {
		return dst, err
	}
	r := rewriters.Get().(*rewriter)
	text := r.rewrite(f)
	dst = format(dst, text[lexer.BOMLen(text):])
	f.Release()
	r.f, r.expr.Text = nil, nil
	r.scan.Reset(nil, 0)
	rewriters.Put(r)
	return dst, nil
}

// A rewriter rewrites a file in Terraform's current spelling. It can be used for several files, and
// reuses its memory.
type rewriter struct {
	f      *syntax.File
	out    []byte      // the rewritten beginning of the source
	done   int32       // the length of that beginning in the source
	expr   syntax.Expr // the expression of the current value
	inside []byte      // the code that was unwrapped
	scan   lexer.Scanner
}

var rewriters = sync.Pool{New: func() any { return new(rewriter) }}

// rewrite returns the rewritten text of a file. If nothing changes, the result is the file's own
// text. Otherwise the result is valid until the next call of rewrite.
func (r *rewriter) rewrite(f *syntax.File) []byte {
	r.f, r.out, r.done = f, r.out[:0], 0
	r.body(syntax.Root, false)
	if r.done == 0 {
		return f.Text()
	}
	return append(r.out, f.Text()[r.done:]...)
}

// replace replaces a span by text. The spans of successive calls must be in order.
func (r *rewriter) replace(at syntax.Span, text ...[]byte) {
	r.out = append(r.out, r.f.Text()[r.done:at.From]...)
	for _, t := range text {
		r.out = append(r.out, t...)
	}
	r.done = at.To
}

// body rewrites the contents of a body. The argument variable must be true for the body of a
// variable block.
func (r *rewriter) body(body syntax.ItemID, variable bool) {
	for id := range r.f.Children(body) {
		switch it := r.f.Item(id); it.Kind {
		case syntax.KindAttribute:
			if variable && string(r.f.At(it.Name)) == "type" {
				r.variableType(it.Content)
			} else {
				r.unwrap(it.Content)
			}
		case syntax.KindBlock:
			r.labels(it.Name.To)
			r.body(id, body == syntax.Root && string(r.f.At(it.Name)) == "variable")
		}
	}
}

func (r *rewriter) variableType(value syntax.Span) {
	if full, ok := terraform.TypeInFull[string(r.f.At(value))]; ok {
		r.replace(value, []byte(full))
	}
}

// labels rewrites the labels of a block from an offset on.
func (r *rewriter) labels(from int32) {
	for r.scan.Reset(r.f.Text(), int(from)); ; {
		switch t := r.scan.Next(); t.Kind {
		case lexer.Ident:
			r.replace(syntax.Span{From: t.Start, To: t.End}, quote, r.f.Text()[t.Start:t.End], quote)
		case lexer.OQuote:
			end := t
			for end.Kind != lexer.CQuote {
				end = r.scan.Next()
			}
			r.label(syntax.Span{From: t.Start, To: end.End})
		case lexer.OBrace:
			return
		}
	}
}

var quote = []byte{'"'}

// label rewrites a quoted label. It leaves a label with a "$" or "%" unchanged.
func (r *rewriter) label(at syntax.Span) {
	quoted := r.f.At(at)
	inner := quoted[1 : len(quoted)-1]
	if plainLabel(inner) || bytes.IndexByte(inner, '$') >= 0 || bytes.IndexByte(inner, '%') >= 0 {
		return
	}
	text := syntax.AppendUnescaped(nil, inner)
	if !utf8.Valid(text) {
		return
	}
	if want := appendLabel(nil, string(text)); !bytes.Equal(want, quoted) {
		r.replace(at, want)
	}
}

// plainLabel reports whether a label has only printable ASCII characters and no escapes, so that
// it needs no rewriting.
func plainLabel(inner []byte) bool {
	for _, c := range inner {
		if c < ' ' || c >= 0x7F || c == '\\' {
			return false
		}
	}
	return true
}

// labelEscapes maps characters with a short escape to the character after the backslash.
var labelEscapes = map[rune]byte{'\n': 'n', '\r': 'r', '\t': 't', '"': '"', '\\': '\\'}

// appendLabel appends text as a quoted label, written as terraform fmt would write it. Unlike
// AppendString of package value, it escapes all characters that are not printable.
func appendLabel(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for i, c := range text {
		switch {
		case labelEscapes[c] != 0:
			dst = append(dst, '\\', labelEscapes[c])
		case lexer.Sequence(text, i) == len("${"):
			dst = append(dst, byte(c), byte(c))
		case unicode.IsPrint(c):
			dst = utf8.AppendRune(dst, c)
		case c < 0x10000:
			dst = fmt.Appendf(dst, `\u%04x`, c)
		default:
			dst = fmt.Appendf(dst, `\U%08x`, c)
		}
	}
	return append(dst, '"')
}
