// Package lexer turns the bytes of HCL2 native syntax into tokens.
//
// There are three ways in, one on top of the other:
//
//   - Next, NextQuoted and NextHeredoc scan one token at an offset. They keep no
//     state: who calls them knows whether the offset is in code, in a quoted
//     template or in a heredoc. A recursive descent parser does.
//   - A Scanner yields all tokens of a source, and keeps track of the templates,
//     heredocs, interpolations and braces that it is in.
//   - Tokens and Items are lexer definitions for participle grammars: Tokens of
//     every token that a Scanner yields, Items of a token for each item of the
//     top level, which is what package syntax builds its tree from.
//
// The tokens are those of HashiCorp's hclsyntax.LexConfig, byte for byte, errors
// included: what is no token comes as Invalid, BadUTF8 or QuotedNewline, and no
// function here fails. Blanks (spaces and tabs) are no tokens; line ends and
// comments are. Offsets count bytes from the start of the source; a token's text is
// a slice of the source, and nothing is ever copied.
//
// A template is quoted ("…") or a heredoc (<<EOT). Its literal text comes as
// QuotedLit or StringLit, as written: escapes are not decoded here. A sequence in
// it is an interpolation ("${…}") or a directive ("%{…}"); between its opening and
// its closing token stands code again.
package lexer
