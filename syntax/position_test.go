package syntax

import (
	"strings"
	"testing"

	"iacedit/internal/testkit/measure"
)

func TestPosition(t *testing.T) {
	const src = "\xEF\xBB\xBFa = 1\r\nb = \"é👩\u200d👩e\u0301\" # c\r\n\tz\n\xff\xfex"
	for _, c := range []struct{ at, want string }{
		{"a", "1:1"}, {"=", "1:3"}, {"\r\nb", "1:6"}, {"b", "2:1"}, {"\"é", "2:5"}, {"é", "2:6"}, {"👩", "2:7"}, {"e\u0301", "2:8"}, {"\" #", "2:9"}, {"#", "2:11"},
		{"\tz", "3:1"}, {"z", "3:2"}, {"\xff", "4:1"}, {"\xfe", "4:2"}, {"x", "4:3"},
	} {
		i := 0
		for src[i:i+len(c.at)] != c.at {
			i++
		}
		if got := errorAt([]byte(src), &Error{Offset: i}); got != c.want+": " {
			t.Errorf("%q is at %s, want %s", c.at, got, c.want)
		}
	}
	for _, c := range []struct {
		src          string
		offset       int
		line, column int
	}{{"", 0, 1, 1}, {"a", 1, 1, 2}, {"a", 100, 1, 2}, {"a\n", 2, 2, 1}, {"\xEF\xBB\xBF", 0, 1, 1}, {"\xEF\xBB\xBF", 3, 1, 1}, {"\r\n", 1, 1, 2}} {
		if line, column := Position([]byte(c.src), c.offset); line != c.line || column != c.column {
			t.Errorf("%d in %q is at %d:%d, want %d:%d", c.offset, c.src, line, column, c.line, c.column)
		}
	}
}

// A File counts as the function does, in any order, in and outside its text.
func TestFilePosition(t *testing.T) {
	mixed := strings.Repeat("é👩\u200d👩e\u0301plain 🇫🇷🇫🇷", 60)
	for _, src := range []string{
		"", "\n", "a = 1", "\xEF\xBB\xBFa = 1\r\nb = \"é👩\u200d👩e\u0301\" # c\r\n\n\tz = 2\n",
		"\xEF\xBB\xBFa = \"" + mixed + "\"\r\nb = \"" + strings.Repeat("plain", 300) + "e\u0301" + mixed + "\"\nc = \"" + mixed + "\"",
	} {
		f := mustParse(t, src)
		for offset := len(src) + 3; offset >= -2; offset-- {
			line, column := Position([]byte(src), offset)
			if l, c := f.Position(int32(offset)); l != line || c != column || f.Line(int32(offset)) != line {
				t.Errorf("%d in %q is at %d:%d, line %d, want %d:%d", offset, src, l, c, f.Line(int32(offset)), line, column)
			}
		}
	}
}

// TestLinesAreCountedOnce: the cost of the lines of all items is proportional to their number.
func TestLinesAreCountedOnce(t *testing.T) {
	measure.Linear(t, 25_000, func(n int) func() {
		src := strings.Repeat("a {}\n", n)
		return func() {
			f := mustParse(t, src)
			want := 1
			for id := range f.Children(Root) {
				if line, _ := f.Position(f.Item(id).Name.From); line != want {
					t.Fatalf("line %d, want %d", line, want)
				}
				want++
			}
		}
	})
}
