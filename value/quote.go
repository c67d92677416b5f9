package value

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"iacedit/internal/base/nocopy"
	"iacedit/lexer"
)

// isSpecial marks the bytes that cannot always be copied to a quoted string: bytes with an escape,
// the first byte of a template sequence, and the first byte of the control characters U+0080 to
// U+009F.
var isSpecial = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	for _, c := range "\"\\$%\x7f" {
		t[c] = true
	}
	t[0xC2] = true
	return t
}()

// AppendString appends a quoted string whose value is the literal text s ("${" becomes "$${"). A
// byte that is not UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	return appendString(dst, strings.ToValidUTF8(s, "\ufffd"))
}

// appendString is like AppendString, but the text must be UTF-8.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; isSpecial[c] {
			if lexer.Sequence(s, i) == len("${") {
				dst = append(append(dst, s[done:i]...), c)
				done = i
				continue
			}
			dst, done = appendEscape(dst, s, done, i)
		}
	}
	return append(append(dst, s[done:]...), '"')
}

// appendEscape appends s[done:i], and then the escape of the character at i. If that character has
// no escape, it appends nothing. It returns the offset up to which s has been appended.
func appendEscape(dst []byte, s string, done, i int) ([]byte, int) {
	c, n := rune(s[i]), 1
	switch {
	case c == '"' || c == '\\':
		return append(append(dst, s[done:i]...), '\\', s[i]), i + 1
	case c == '\n':
		return append(append(dst, s[done:i]...), `\n`...), i + 1
	case c == '\r':
		return append(append(dst, s[done:i]...), `\r`...), i + 1
	case c == '\t':
		return append(append(dst, s[done:i]...), `\t`...), i + 1
	case c == 0xC2:
		if c, n = utf8.DecodeRuneInString(s[i:]); c > 0x9F || c == utf8.RuneError {
			return dst, done
		}
	case c == '$' || c == '%':
		return dst, done
	}
	return fmt.Appendf(append(dst, s[done:i]...), `\u%04x`, c), i + n
}

// keywords are the identifiers that need quotes as keys. Without quotes they would start a "for"
// expression or look like values.
var keywords = map[string]bool{"for": true, "null": true, "true": true, "false": true}

// AppendKey appends an object's key that is literal text. It uses AppendString unless the key is
// an identifier that needs no quotes.
func AppendKey(dst []byte, key string) []byte {
	if IsIdentifier(key) && !keywords[key] {
		return append(dst, key...)
	}
	return AppendString(dst, key)
}

// IsIdentifier reports whether s is an identifier of HCL, keywords included.
func IsIdentifier(s string) bool {
	if s == "" || s[0] == ' ' || s[0] == '\t' {
		return false
	}
	kind, _, end := lexer.Next(nocopy.Bytes(s), 0) // lexer.Next does not write
	return kind == lexer.Ident && end == len(s)
}

// StartsWithFor reports whether the first token of an expression is the name "for".
func StartsWithFor(expr []byte) bool {
	kind, _, end := lexer.Next(expr, 0)
	return kind == lexer.Ident && string(expr[:end]) == "for"
}

// appendUTF8 is like AppendString, but returns an error for text that is not UTF-8.
func appendUTF8(dst []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return dst, errEncoding
	}
	return appendString(dst, s), nil
}
