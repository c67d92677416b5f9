package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every part of a string, cut anywhere between two characters, is escaped from the
// text that was sent as it is from the string itself.
func TestRawIsWhatQuotingWrites(t *testing.T) {
	long := strings.Repeat("a = \"b\\c\"\t# é😀\r\n", 100)
	asciiOnly := func(s string) string { // as clients write it that escape all but ASCII
		text, _ := json.Marshal(s)
		var b strings.Builder
		for _, c := range string(text) {
			if c < utf8.RuneSelf {
				b.WriteRune(c)
			} else {
				b.WriteString(`\ud83d\ude00`)
			}
		}
		return b.String()
	}
	for _, text := range []string{
		`""`, `"plain"`, string(AppendQuote(nil, []byte(long))), asciiOnly(long),
		`"a\/b"`, `"\u0041\n"`, `"\b\f\n\r\t\"\\"`, `"` + strings.Repeat(`\n`, 1000) + `"`, `"` + strings.Repeat(`x`, 1000) + `"`,
	} {
		var r Reader
		var raw Raw
		r.Reset([]byte(text))
		s, err := r.AppendUnquoted([]byte("before"), &raw)
		if err != nil {
			t.Fatalf("%.40s: %v", text, err)
		}
		s = s[len("before"):]
		for from := 0; from <= len(s); from += 1 + len(s)/50 {
			for to := from; to <= len(s); to += 1 + len(s)/50 {
				if from < len(s) && !utf8.RuneStart(s[from]) || to < len(s) && !utf8.RuneStart(s[to]) {
					continue
				}
				want := string(AppendEscaped(nil, s[from:to]))
				if got := string(part(&raw, s, from, to)); got != want {
					t.Fatalf("%.40s from %d to %d:\n%s\nwant\n%s", text, from, to, got, want)
				}
			}
		}
	}
}

// part returns what a Writer writes of a part of a string.
func part(raw *Raw, s []byte, from, to int) []byte {
	var w Writer
	w.Part(raw, s, from, to)
	return w.Finish()
}
