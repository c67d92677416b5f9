// Package lexer turns the bytes of HCL2 native syntax into tokens.
//
// The tokens are those of HashiCorp's hclsyntax.LexConfig, byte for byte, errors
// included: what is no token comes as Invalid, BadUTF8 or QuotedNewline, and no
// scan fails. Offsets count bytes from the start of the source; a token's text is a
// slice of the source, and nothing is ever copied.
//
// # Ways in
//
//   - A Scanner yields all tokens of a source, and keeps track of the templates,
//     heredocs, interpolations and braces that it is in. Most want this one.
//   - A Cursor goes over code as a parser wants it: without comments, and without line
//     ends where they do not count.
//   - Next, NextQuoted and NextHeredoc scan one token at an offset, which may not be
//     negative. They keep no state: who calls them knows whether the offset is in code,
//     in a quoted template or in a heredoc. A recursive descent parser does.
//
// # Words
//
//   - blank: a space or a tab. Blanks are no tokens; line ends and comments are.
//   - line end: LF or CR LF. A comment that starts with "#" or "//" takes its line
//     end along.
//   - template: a quoted string ("…") or a heredoc (<<EOT). Its literal text comes as
//     QuotedLit or StringLit, as written: escapes are not decoded here.
//   - sequence: an interpolation ("${…}") or a directive ("%{…}") in a template.
//     Between its opening and its closing token stands code again.
//   - marker: the word that a heredoc opens and ends with. A flush heredoc ("<<-EOT")
//     loses the indentation that all its lines have.
//
// # Files
//
//	kind.go        Kind: what a token is, and whether it opens or closes something
//	span.go        Span: a range of bytes
//	class.go       what a byte may start or end
//	code.go        Next: the token at an offset of code
//	quoted.go      NextQuoted: the same in a quoted template; heredoc.go: NextHeredoc
//	ident.go       identifiers; ident_tables.go: the characters in them
//	sequence.go    what begins a sequence in a template's text
//	scanner.go     Scanner: all tokens, one after the other
//	cursor.go      Cursor: those of code, for a recursive descent
//	units.go       where tokens of code start, 4 KB of source at a time; units_amd64.go,
//	               units_amd64.s and units_other.go: how that is found
package lexer
