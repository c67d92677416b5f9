package syntax

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"iacedit/lexer"
)

// lexicalError returns the error to report for src. If src has a token that no valid code contains,
// the result is an error about the first such token, which is usually the cause: a stray quote, for
// example, turns all strings after it into code. Otherwise the result is err, the parser's error.
func lexicalError(src []byte, err *Error) error { return lexicalErrorIn(src, 0, -1, err) }

// lexicalErrorIn is like lexicalError, but only for the tokens between two offsets. If the second
// offset is -1, it means the end of src.
func lexicalErrorIn(src []byte, from, to int, err *Error) *Error {
	if to < 0 {
		to = len(src)
	}
	var s lexer.Scanner
	var open opened
	s.Reset(src, from)
	for tok := s.Next(); tok.Kind != lexer.EOF && int(tok.Start) < to; tok = s.Next() {
		start, end := int(tok.Start), int(tok.End)
		open.take(tok.Kind, tok.Start)
		if at := open.sequence(src); at >= 0 && tok.Kind == lexer.QuotedNewline {
			return notClosed(src, at)
		}
		if message := lexicalMessage(tok.Kind, src[start:end], open.inText(src)); message != "" {
			return &Error{Offset: start, Message: message}
		}
		if tok.Kind == lexer.Slash && bytes.HasPrefix(src[end:], []byte{'*'}) {
			if err.Offset >= start {
				return &Error{Offset: start, Message: "this comment is not closed: expected */ before the end of the file"}
			}
			return err // stop here: each further "/*" would cost a search to the end of src
		}
	}
	return err
}

// opened lists the offsets of the strings, heredocs and template sequences that are open at a
// token, from the outermost to the innermost.
type opened []int32

// take updates o for the next token, which may open or close a string, heredoc or
// sequence.
func (o *opened) take(kind lexer.Kind, start int32) {
	switch kind {
	case lexer.OQuote, lexer.OHeredoc, lexer.TemplateInterp, lexer.TemplateControl:
		*o = append(*o, start)
	case lexer.CQuote, lexer.CHeredoc, lexer.TemplateSeqEnd:
		*o = (*o)[:max(0, len(*o)-1)]
	}
}

// inText reports whether the token is in the text of a string or heredoc, and not in code.
func (o opened) inText(src []byte) bool {
	return len(o) > 0 && (src[o[len(o)-1]] == '"' || src[o[len(o)-1]] == '<')
}

// sequence finds a template sequence that is probably not closed. In the code x = "${a(b" the
// second quote seems to open a string in the sequence, but it probably closes the first string. So
// if o ends with a quoted string, a sequence and a quoted string, the result is the offset of that
// sequence. Otherwise the result is -1.
func (o opened) sequence(src []byte) int {
	if n := len(o); n >= 3 && src[o[n-1]] == '"' && src[o[n-2]] != '"' && src[o[n-3]] == '"' {
		return int(o[n-2])
	}
	return -1
}

// notClosed returns the error that the "${" or "%{" at an offset is not closed before the quote
// that ends its string.
func notClosed(src []byte, at int) *Error {
	return &Error{Offset: at, Message: fmt.Sprintf(`this "%c{" is not closed: expected "}" before the quote`, src[at])}
}

// lexicalMessage returns a message about an invalid token, or "" if the token is valid. The argument
// inText says that the token is in a string or heredoc.
func lexicalMessage(kind lexer.Kind, text []byte, inText bool) string {
	switch kind {
	case lexer.QuotedNewline:
		return "a quoted string cannot go over lines: use \\n, or a heredoc"
	case lexer.BadUTF8:
		return fmt.Sprintf("byte 0x%02X is not UTF-8: save the file in that encoding", text[0])
	case lexer.Invalid:
		return invalidCharacter(text, inText)
	}
	return ""
}

// instead maps a character that HCL does not have to a hint on what to write in its place.
var instead = map[rune]string{
	'\'':     "use double quotes for strings",
	'`':      "use double quotes for strings, or a heredoc for text over several lines",
	'“':      "use straight double quotes for strings",
	'”':      "use straight double quotes for strings",
	'„':      "use straight double quotes for strings",
	'‘':      "use straight double quotes for strings",
	'’':      "use straight double quotes for strings",
	';':      "arguments and blocks end where the line ends, elements are separated by commas",
	'&':      "the operator is &&",
	'|':      "the operator is ||",
	'\\':     "an escape belongs in a quoted string, where a character must follow it",
	'\r':     "a line ends with LF or CR LF",
	'$':      "names have no \"$\", and \"${\" begins an expression in a string only",
	'\uFEFF': "a byte order mark may stand only at the start of the file",
}

func invalidCharacter(text []byte, inText bool) string {
	r, _ := utf8.DecodeRune(text)
	hint := instead[r]
	if inText && (r == '$' || r == '%') {
		hint = "the file ends in the middle of a string"
	}
	if hint == "" && unicode.IsSpace(r) {
		hint = "only spaces and tabs are allowed as blanks"
	}
	if hint != "" {
		hint = ": " + hint
	}
	return fmt.Sprintf("invalid character %q%s", r, hint)
}
