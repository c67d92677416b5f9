package lexer

// Kind is the kind of a token of HCL2 native syntax.
type Kind uint8

// The kinds of token. The names follow the HCL2 native syntax specification; the names of opening
// brackets start with O, and those of closing brackets with C.
const (
	EOF     Kind = iota
	Newline      // LF or CR LF
	Comment      // "# …" and "// …" with their line end, "/* … */"
	Ident
	Number

	Equal // =
	EqualOp
	NotEqual
	Less
	LessEq
	Greater
	GreaterEq
	And
	Or
	Bang
	Plus
	Minus
	Star
	Slash
	Percent
	Question
	Colon
	DoubleColon
	Comma
	Dot
	Ellipsis
	FatArrow // =>

	OParen
	CParen
	OBrack
	CBrack
	OBrace
	CBrace

	OQuote    // the quote that opens a quoted template
	CQuote    // the quote that closes a quoted template
	QuotedLit // literal text in a quoted template, with its escapes

	OHeredoc  // "<<EOT" or "<<-EOT" with its line end
	CHeredoc  // the closing marker's line, with its blanks, without its line end
	StringLit // literal text in a heredoc: at most a line, with its line end

	TemplateInterp  // "${" or "${~"
	TemplateControl // "%{" or "%{~"
	TemplateSeqEnd  // "}" or "~}" that ends an interpolation or directive

	QuotedNewline // a line end in a quoted template, where it is not allowed
	BadUTF8       // a byte that belongs to no UTF-8 sequence
	Invalid       // a character that HCL does not use

	kindCount
)

var kindNames = [kindCount]string{
	EOF: "end of file", Newline: "line end", Comment: "comment", Ident: "identifier", Number: "number",
	Equal: "=", EqualOp: "==", NotEqual: "!=", Less: "<", LessEq: "<=", Greater: ">", GreaterEq: ">=",
	And: "&&", Or: "||", Bang: "!", Plus: "+", Minus: "-", Star: "*", Slash: "/", Percent: "%",
	Question: "?", Colon: ":", DoubleColon: "::", Comma: ",", Dot: ".", Ellipsis: "...", FatArrow: "=>",
	OParen: "(", CParen: ")", OBrack: "[", CBrack: "]", OBrace: "{", CBrace: "}",
	OQuote: "opening quote", CQuote: "closing quote", QuotedLit: "quoted text",
	OHeredoc: "heredoc", CHeredoc: "heredoc marker", StringLit: "heredoc text",
	TemplateInterp: "${", TemplateControl: "%{", TemplateSeqEnd: "end of a template sequence",
	QuotedNewline: "line end in a quoted string", BadUTF8: "invalid UTF-8", Invalid: "invalid character",
}

// String returns the name of the kind for an error message.
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "unknown token"
}

var nesting = [kindCount]int8{
	OBrace: 1, OBrack: 1, OParen: 1, TemplateInterp: 1, TemplateControl: 1,
	CBrace: -1, CBrack: -1, CParen: -1, TemplateSeqEnd: -1,
}

// Nesting returns by how much a token of the kind changes the number of open brackets: 1 for a
// token that opens parentheses, brackets, braces or a template's sequence, -1 for a token that
// closes them, else 0.
func (k Kind) Nesting() int {
	if k < kindCount {
		return int(nesting[k])
	}
	return 0
}
