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
//   - Next, NextQuoted and NextHeredoc scan one token at an offset, which may not be
//     negative. They keep no state: who calls them knows whether the offset is in code,
//     in a quoted template or in a heredoc. A recursive descent parser does.
//   - Tokens is a lexer definition for participle grammars: the tokens of a Scanner,
//     for whoever writes a grammar of HCL, or of a part of it.
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
//	kind.go      the kinds of token
//	span.go      a range of bytes of a text
//	scan.go      Next, NextQuoted and NextHeredoc: one token at an offset
//	ident.go     which characters are in an identifier; ident_tables.go: those that Go's tables lack
//	scanner.go   Scanner: all tokens, one after the other
//	tokens.go    Tokens, for participle
//
// # Files
//
//	kind.go        Kind: what a token is, and whether it opens or closes something
//	span.go        Span: a range of bytes
//	scan.go        Next, NextQuoted, NextHeredoc: one token, by where the source is
//	ident.go       identifiers; ident_tables.go: the characters in them
//	scanner.go     Scanner: token after token
//	tokens.go      Tokens: a definition for grammars of participle
//	sequence.go    what begins a sequence in a template's text
package lexer
