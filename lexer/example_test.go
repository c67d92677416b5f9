package lexer_test

import (
	"fmt"

	"iacedit/lexer"
)

// All comments of a file, wherever they stand.
func ExampleScanner() {
	src := []byte(`# The network.
locals {
  ports = [
    80,  # plain
    443, /* TLS */
  ]
  note = "# none"
}
`)
	var s lexer.Scanner
	s.Reset(src, 0)
	for tok := s.Next(); tok.Kind != lexer.EOF; tok = s.Next() {
		if tok.Kind == lexer.Comment {
			fmt.Printf("%d: %q\n", tok.Start, tok.Span().Of(src))
		}
	}
	// Output:
	// 0: "# The network.\n"
	// 45: "# plain\n"
	// 62: "/* TLS */"
}
