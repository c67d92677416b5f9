// Package lexer turns the bytes of HCL2 native syntax into tokens.
//
// The tokens are, byte for byte, those that HashiCorp's hclsyntax.LexConfig returns. A scan never
// fails: bytes that form no valid token become a token of the kind Invalid, BadUTF8 or
// QuotedNewline. Offsets count bytes from the start of the source; a token's text is a slice of
// the source. Nothing is copied.
//
// # What to use
//
//   - A Scanner yields all tokens of a source, and keeps track of the templates, heredocs,
//     interpolations and braces that are open. Most programs need only this.
//   - A Cursor is for parsers: it skips comments everywhere, and line ends inside brackets.
//   - Next, NextQuoted and NextHeredoc scan one token at an offset; a negative offset counts as 0.
//     They keep no state: the caller must know whether the offset is in code, in a quoted
//     template or in a heredoc, as a recursive descent parser does.
//
// # Words
//
//   - blank: a space or a tab. Blanks are not tokens; line ends and comments are.
//   - line end: LF or CR LF. A comment that starts with "#" or "//" includes its line end.
//   - template: a quoted string ("…") or a heredoc (<<EOT). Its literal text is QuotedLit or
//     StringLit, as written: the lexer does not decode escapes.
//   - sequence: an interpolation ("${…}") or a directive ("%{…}") in a template. The text
//     between its opening and its closing token is code.
//   - marker: the word that starts and ends a heredoc. A flush heredoc ("<<-EOT") loses the
//     indentation that all its lines share.
//
// # Files
//
//	kind.go        Kind: the kind of a token, and whether it opens or closes brackets
//	span.go        Span: a range of bytes
//	class.go       the bytes that start or end tokens
//	code.go        Next: the token at an offset of code
//	quoted.go      NextQuoted: in a quoted template; heredoc.go: NextHeredoc
//	ident.go       identifiers; ident_tables.go: the characters in them
//	sequence.go    the start of a sequence in a template's text
//	scanner.go     Scanner: all tokens, one after the other
//	cursor.go      Cursor: the tokens of code, for a recursive descent
//	units.go       where tokens of code start, for 4 KB of source at a time; units_amd64.go,
//	               units_amd64.s and units_other.go: how units are found
package lexer
