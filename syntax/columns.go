package syntax

import "github.com/apparentlymart/go-textseg/v15/textseg"

// Columns returns the number of columns of a text. A column is a character (grapheme cluster), as
// in HashiCorp's parser and formatter. A line end counts as one column.
func Columns(b []byte) int {
	if isASCII(b) { // false for a text with CR, because CR LF is one column
		return len(b)
	}
	return clusters(b)
}

func clusters(b []byte) (n int) {
	for ; len(b) > 0; n++ {
		b = b[clusterLen(b):]
	}
	return n
}

// clusterLen returns the length of the first character of a nonempty text, in bytes.
func clusterLen(b []byte) int {
	if isOneColumn(b) {
		return 1
	}
	size, _, err := textseg.ScanGraphemeClusters(b, true)
	if err != nil || size == 0 {
		return len(b)
	}
	return size
}

// isOneColumn is a fast test that needs no tables. If it returns true, the first byte of the text
// is a character by itself. If it returns false, the first byte may nevertheless be a character.
func isOneColumn(b []byte) bool {
	return b[0] < 0x80 && b[0] != '\r' && (len(b) == 1 || b[1] < 0x80)
}
