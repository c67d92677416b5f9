package syntax

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each text has the errors below it, with their lines.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       []string
	}{
		{"none", "a = 1\n", nil},
		{"two blocks", "b {\n  x = = 1\n}\nc {\n  y = 1\n}\nd {\n  z = ]\n}\n", []string{
			`2: expected an expression, found "="`, `8: expected an expression, found "]"`}},
		{"attributes", "a = = 1\nb = 2\nc = ]\n", []string{
			`1: expected an expression, found "="`, `3: expected an expression, found "]"`}},
		{"a block that is not closed", "b {\n  x = 1\n\nc {\n  y = ]\n}\n", []string{
			`5: expected an expression, found "]"`}},
		{"only a block that is not closed", "b {\n  x = 1\n\nc {\n  y = 1\n}\n", []string{
			`1: this "{" is not closed: expected "}", found the end of the file; "}" may be missing before line 4`}},
		{"a nested block at the start of a line", "b {\n  x = = 1\nc {\n}\n}\nd {\n  z = ]\n}\n", []string{
			`2: expected an expression, found "="`, `7: expected an expression, found "]"`}},
		{"a heredoc is no code", "b {\n  x = = 1\n  y = <<E\nc {\n  z = ]\n}\nE\n}\n", []string{
			`2: expected an expression, found "="`}},
		{"a quote in each", "b {\n  x = 'a'\n}\nc {\n  y = 'b'\n}\n", []string{
			`2: invalid character '\'': use double quotes for strings`, `5: invalid character '\'': use double quotes for strings`}},
		{"a brace too many, thrice", "a = 1\n}\nb {\n  x = 1\n}\n}\nc {\n}\n}\n", []string{
			`2: expected an argument or block, found "}"`, `6: expected an argument or block, found "}"`, `9: expected an argument or block, found "}"`}},
		{"a brace too many, then a list that is not closed", "}\nb {\n  x = [1,\n}\nc {\n  y = ]\n}\n", []string{
			`1: expected an argument or block, found "}"`, `4: expected an expression, found "}"`, `6: expected an expression, found "]"`}},
		{"a brace that closes the block of an error, and one too many", "b {\n  x = = 1\nc {\n}\n}\nd {\n}\n}\n", []string{
			`2: expected an expression, found "="`, `8: expected an argument or block, found "}"`}},
	} {
		var got []string
		for _, e := range Errors([]byte(c.code), 100) {
			line, _ := Position([]byte(c.code), e.Offset)
			got = append(got, fmt.Sprintf("%d: %s", line, e.Message))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	if got := Errors(bytes.Repeat([]byte("b {\n  x = = 1\n}\n"), 9), 4); len(got) != 4 {
		t.Errorf("%d errors, and not 4", len(got))
	}
}

// There are errors where Check has one, and they are in the order of the code.
func FuzzErrors(f *testing.F) {
	f.Add([]byte("a = = 1\nb {\nc = ]\n}\n"))
	f.Add([]byte("b {\nc = \"${\n}\nd {"))
	f.Fuzz(func(t *testing.T, src []byte) {
		all := Errors(src, 10)
		if (len(all) > 0) != (Check(src) != nil) {
			t.Fatalf("%d errors, and Check has %v", len(all), Check(src))
		}
		for i := 1; i < len(all); i++ {
			if all[i].Offset <= all[i-1].Offset {
				t.Errorf("%d comes after %d", all[i].Offset, all[i-1].Offset)
			}
		}
	})
}
