package value

// Code is the place of an expression inside a JSON string: in "${a.b}", the place of a.b.
type Code struct {
	From, To int  // the expression, without the blanks and comments around it
	End      int  // the offset after the closing brace of the sequence, or the end of the string
	Wrapped  bool // the expression needs parentheses outside the string
	Heredoc  bool // the last token is a heredoc's marker, after which a line end is needed
}

func codeOf(q *sequence) Code {
	return Code{From: q.from, To: q.to, End: q.end, Wrapped: q.lineBreaks || q.heredoc, Heredoc: q.heredoc}
}

// SoleCode returns the expression of a template that is exactly one interpolation, and reports
// whether s is such a template. The text of an error says what is wrong with s, such as "is not
// UTF-8".
func SoleCode(s string) (c Code, ok bool, err error) {
	q, ok, err := scanSole([]byte(s))
	return codeOf(&q), ok, err
}

// CodeIn returns the expression in s, with or without "${…}" around it. The text of an error says
// what is wrong with s.
func CodeIn(s string) (Code, error) {
	_, q, err := unwrap(s)
	return codeOf(&q), err
}

// SequenceCode returns the code in a sequence of a template, given the offset after the sequence's
// opening "${" or "%{". The text of an error says what is wrong with the template.
func SequenceCode(template []byte, at int) (Code, error) {
	q, err := scanSequence(template, max(0, min(at, len(template))))
	return codeOf(&q), err
}
