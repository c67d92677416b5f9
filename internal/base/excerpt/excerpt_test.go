package excerpt

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	long := strings.Repeat("x", 79)
	for text, want := range map[string]string{
		"":                         `""`,
		"a\"b\n\xff":               `"a\"b\n\xff"`,
		long + "x":                 `"` + long + `x"`,
		long + "xy":                `"` + long + `x"…`,
		long + "éy":                `"` + long + `"…`,
		long + "\x82":              `"` + long + `\x82"`,
		strings.Repeat("\x82", 81): `"` + strings.Repeat(`\x82`, 76) + `"…`,
	} {
		if got := Quote(text); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got := Quote([]byte(text)); got != want {
			t.Errorf("bytes: got  %s\nwant %s", got, want)
		}
	}
}

func TestLine(t *testing.T) {
	long := strings.Repeat("x", 39)
	for text, want := range map[string]string{
		"":           "",
		`a = "b"`:    `a = "b"`,
		"a {\n}":     "a {…",
		long + "x":   long + "x",
		long + "xy":  long + "x…",
		long + "éyz": long + "…",
	} {
		if got := Line(text); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
