package syntax

import "github.com/apparentlymart/go-textseg/v15/textseg"

// Columns returns how many columns a text takes. A column is a character, that is a grapheme
// cluster, as HashiCorp's parser and formatter count. A line end takes one column, too.
func Columns(b []byte) int {
	for _, c := range b {
		if c >= 0x80 || c == '\r' { // CR LF is one column
			return clusters(b)
		}
	}
	return len(b)
}

func clusters(b []byte) (n int) {
	for ; len(b) > 0; n++ {
		if isOneColumn(b) {
			b = b[1:]
			continue
		}
		size, _, err := textseg.ScanGraphemeClusters(b, true)
		if err != nil || size == 0 {
			return n
		}
		b = b[size:]
	}
	return n
}

// isOneColumn reports whether the first byte of a text is certainly a character by itself,
// without a look into tables.
func isOneColumn(b []byte) bool {
	return b[0] < 0x80 && b[0] != '\r' && (len(b) == 1 || b[1] < 0x80)
}
