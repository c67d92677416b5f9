package lexer

import "unicode/utf8"

// NextQuoted scans the token at pos in src. The offset pos must be inside a quoted template, but
// outside its interpolations and directives. The kind of the token is QuotedLit, TemplateInterp,
// TemplateControl, CQuote, or one of QuotedNewline, BadUTF8, Invalid and EOF, which a valid
// template does not contain.
func NextQuoted(src []byte, pos int) (kind Kind, end int) { return nextQuoted(src, max(pos, 0)) }

// nextQuoted implements NextQuoted for offsets that are not negative.
func nextQuoted(src []byte, pos int) (kind Kind, end int) {
	start := pos
	for pos < len(src) {
		c := src[pos]
		if class[c]&quotedStop == 0 {
			pos++
			continue
		}
		if c >= utf8.RuneSelf {
			n := sequence(src[pos:])
			if n == 0 {
				return orBefore(QuotedLit, start, pos, BadUTF8, 1)
			}
			pos += n
			continue
		}
		if c == '\\' && pos+1 < len(src) && src[pos+1] != '\n' && src[pos+1] != '\r' {
			n := sequence(src[pos+1:])
			if n > 0 {
				pos += 1 + n
				continue
			}
		}
		switch c {
		case '"':
			return orBefore(QuotedLit, start, pos, CQuote, 1)
		case '$', '%':
			if pos > start {
				return QuotedLit, pos
			}
			return dollar(src, pos, QuotedLit)
		case '\\':
			return orBefore(QuotedLit, start, pos, Invalid, 1)
		default:
			if pos > start {
				return QuotedLit, pos
			}
			for pos < len(src) && (src[pos] == '\n' || src[pos] == '\r') {
				pos++
			}
			return QuotedNewline, pos
		}
	}
	if pos > start {
		return QuotedLit, pos
	}
	return EOF, pos
}

// orBefore returns the literal text from start to pos as a token. If that text is empty, it returns
// the token that starts at pos and has n bytes.
func orBefore(lit Kind, start, pos int, kind Kind, n int) (Kind, int) {
	if pos > start {
		return lit, pos
	}
	return kind, pos + n
}

// dollar scans a "$" or "%" at pos in template text. The token is the start of a sequence, or
// literal text: an escape ("$${", "%%{") or the character alone. A "~" directly after the start of
// a sequence, or after an escape, belongs to the token. A "$" or "%" that is the last byte of the
// source is Invalid.
func dollar(src []byte, pos int, lit Kind) (kind Kind, end int) {
	c := src[pos]
	next := byteAt(src, pos+1)
	switch {
	case next == '{':
		kind, end = TemplateInterp, pos+2
		if c == '%' {
			kind = TemplateControl
		}
	case next == c && byteAt(src, pos+2) == '{':
		kind, end = lit, pos+3
	case pos+1 >= len(src):
		return Invalid, pos + 1
	default:
		return lit, pos + 1
	}
	if byteAt(src, end) == '~' {
		end++
	}
	return kind, end
}
