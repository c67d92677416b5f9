package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// errorAt returns an error of Parse as "line:column: message".
func errorAt(src []byte, err error) string {
	if err == nil {
		return "no error"
	}
	line, column := Position(src, err.(*Error).Offset)
	return fmt.Sprintf("%d:%d: %v", line, column, err)
}

func TestValid(t *testing.T) {
	for _, f := range table(t, "valid.txtar") {
		if _, err := Parse(f.Data); err != nil {
			t.Errorf("%s: %s", f.Name, errorAt(f.Data, err))
		}
		if err := Check(f.Data); err != nil {
			t.Errorf("Check: %s: %s", f.Name, errorAt(f.Data, err))
		}
	}
}

func TestInvalid(t *testing.T) {
	files := table(t, "invalid.txtar")
	for i := 0; i < len(files); i += 2 {
		code, want := files[i], strings.TrimSuffix(string(files[i+1].Data), "\n")
		_, err := Parse(code.Data)
		if got := errorAt(code.Data, err); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", code.Name, got, want)
		}
		if got := errorAt(code.Data, Check(code.Data)); got != want {
			t.Errorf("Check: %s:\n%s\nwant\n%s", code.Name, got, want)
		}
	}
}

// What a text file cannot show.
func TestInvalidBytes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"a = 1\rb = 2", `1:6: invalid character '\r': a line ends with LF or CR LF`},
		{"a = <<E\nx\ry\nE\n", `2:2: invalid character '\r': a line ends with LF or CR LF`},
		{"a = 1\n\xEF\xBB\xBFb = 2\n", `2:1: invalid character '\ufeff': a byte order mark may stand only at the start of the file`},
		{"\xEF\xBB\xBF\xEF\xBB\xBF", `1:1: invalid character '\ufeff': a byte order mark may stand only at the start of the file`},
		{"a = \xff", `1:5: byte 0xFF is not UTF-8: save the file in that encoding`},
		{"a = \"\xe9 \"", `1:6: byte 0xE9 is not UTF-8: save the file in that encoding`},
		{"\x00", `1:1: invalid character '\x00'`},
		{"a", `1:1: expected "=" or a block after "a", found the end of file`},
		{"a =", `1:4: expected an expression, found the end of file`},
		{"a \"x", `1:3: this string is not closed: expected a quote before the end of the file`},
		{"a = \"x", `1:5: this string is not closed: expected a quote before the end of the file`},
		{"a = \"x$", `1:7: invalid character '$': the file ends in the middle of a string`},
		{"a = \"${b $\"", `1:10: invalid character '$': names have no "$", and "${" begins an expression in a string only`},
		{"a = $b\n", `1:5: invalid character '$': names have no "$", and "${" begins an expression in a string only`},
		{"a = <<E\n${b}$", `2:5: invalid character '$': the file ends in the middle of a string`},
		{"a = \"x\\", `1:7: invalid character '\\': an escape belongs in a quoted string, where a character must follow it`},
		{"a = \"${x", `1:6: this "${" is not closed: expected "}", found the end of the file`},
		{"a = <<E\nE", `1:5: this heredoc is not closed: expected "E" on a line by itself before the end of the file`},
		{"a {", `1:3: this "{" is not closed: expected "}", found the end of the file`},
		{"a { b = 1", `1:3: this "{" is not closed: expected "}", for a block on one line holds one argument and ends on that line, found the end of the file`},
		{"a = [" + strings.Repeat("long", 20) + " " + strings.Repeat("é", 50), `1:87: expected "," or "]" after the element, found identifier "` + strings.Repeat("é", 40) + `"…`},
	} {
		_, err := Parse([]byte(c.src))
		if got := errorAt([]byte(c.src), err); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.src, got, c.want)
		}
	}
}

// An attribute given twice is found in a body of any size, wherever the two are,
// also where names look much alike.
func TestDuplicates(t *testing.T) {
	for _, n := range []int{2, 3, smallBody - 1, smallBody, smallBody + 1, smallBody + 2, 1000} {
		for _, first := range []int{0, n / 3, (n - 1) / 2, n - 2} {
			for _, wrap := range []string{"%s", "outer {\n%s}\n", "a0x = 1\no {\na0x = 1\n}\np {\n%s}\n"} {
				var body strings.Builder
				for i := range n - 1 {
					fmt.Fprintf(&body, "a%dx = 1\n", i)
				}
				src := fmt.Sprintf(wrap, body.String())
				if _, err := Parse([]byte(src)); err != nil {
					t.Fatalf("%d attributes in %q: %v", n, wrap, err)
				}
				fmt.Fprintf(&body, "a%dx = 2\n", first)
				src = fmt.Sprintf(wrap, body.String())
				before := strings.Count(wrap[:strings.Index(wrap, "%s")], "\n")
				want := fmt.Sprintf("%d:1: argument \"a%dx\" was already set on line %d: it may be set only once", before+n, first, before+first+1)
				_, err := Parse([]byte(src))
				if got := errorAt([]byte(src), err); got != want {
					t.Fatalf("%d attributes in %q: %s, want %s", n, wrap, got, want)
				}
			}
		}
	}
}

// A block may have the name of an attribute, and an attribute its name in another body.
func TestNamesInOtherPlaces(t *testing.T) {
	src := "a = 1\na {\n  a = 1\n  a {\n    a = 1\n  }\n}\na {\n  a = 1\n}\nb = { a = 1, a = 2 }\n"
	if _, err := Parse([]byte(src)); err != nil {
		t.Error(err)
	}
}

func TestCheckExpression(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"1 + a[\n0\n]", ""},
		{" 1 /* c */", ""},
		{"{\n}", ""},
		{"(<<E\nx\nE\n)", ""},
		{"", "expected an expression, found the end of file"},
		{"1\n", "expected the end of the expression, found the line end"},
		{"1\n+ 2", "expected the end of the expression, found the line end"},
		{"1 # c\n", "expected the end of the expression, found the line end"},
		{"1, 2", `expected the end of the expression, found ","`},
		{"1 }", `expected the end of the expression, found "}"`},
		{"<<E\nx\nE", `this heredoc is not closed: expected "E" on a line by itself before the end of the file`},
	} {
		got := ""
		if err := CheckExpression([]byte(c.src)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}
