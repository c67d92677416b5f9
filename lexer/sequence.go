package lexer

// Sequence returns the length of the start of a template sequence, or of its escape, at an offset
// of a text: 2 for "${" and "%{", which start a sequence, 3 for the escapes "$${" and "%%{", and
// 0 for any other text.
func Sequence[T ~string | ~[]byte](text T, i int) int {
	if uint(i) >= uint(len(text)) {
		return 0
	}
	if c := text[i]; c != '$' && c != '%' {
		return 0
	}
	switch rest := text[i+1:]; {
	case len(rest) > 0 && rest[0] == '{':
		return 2
	case len(rest) > 1 && rest[0] == text[i] && rest[1] == '{':
		return 3
	}
	return 0
}
