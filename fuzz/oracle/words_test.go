package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"iacedit/lexer"
	"iacedit/syntax"
)

// Every character starts an identifier here where it does in hcl/v2, and goes on
// with one.
func TestIdentifierCharacters(t *testing.T) {
	whole := func(name string) bool {
		kind, start, end := lexer.Next([]byte(name), 0)
		return kind == lexer.Ident && start == 0 && end == len(name)
	}
	starts, parts := 0, 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		first, later := string(r), "a"+string(r)
		want := hclsyntax.ValidIdentifier(first)
		if got := whole(first); got != want {
			t.Errorf("%U starts an identifier: %v, want %v", r, got, want)
		}
		if want {
			starts++
		}
		want = hclsyntax.ValidIdentifier(later)
		if got := whole(later); got != want {
			t.Errorf("%U goes on with an identifier: %v, want %v", r, got, want)
		}
		if want {
			parts++
		}
	}
	t.Logf("%d characters start an identifier, %d go on with one", starts, parts)
}

// A number literal is valid where cty can make a number of it.
func TestNumbers(t *testing.T) {
	checked := 0
	check := func(text string) {
		kind, start, end := lexer.Next([]byte(text), 0)
		if kind != lexer.Number || start != 0 || end != len(text) {
			return
		}
		checked++
		_, want := cty.ParseNumberVal(text)
		if got := syntax.CheckExpression([]byte(text)); (got == nil) != (want == nil) {
			t.Errorf("%s: we say %v, cty says %v", text, got, want)
		}
	}
	var every func(prefix string, left int)
	every = func(prefix string, left int) {
		check(prefix)
		if left > 0 {
			for _, c := range "01.e-" {
				every(prefix+string(c), left-1)
			}
		}
	}
	every("0", 6)
	every("9", 6)
	rnd := rand.New(rand.NewPCG(13, 14))
	for range 20_000 {
		mantissa := fmt.Sprint(rnd.Uint64()) + [...]string{"", ".5", "." + strings.Repeat("0", rnd.IntN(400)) + "1"}[rnd.IntN(3)]
		check(mantissa)
		check(fmt.Sprintf("%se%s%d", mantissa, [...]string{"", "-", "+"}[rnd.IntN(3)], rnd.Uint64()>>rnd.IntN(64)))
	}
	for _, exponent := range []string{"2147483647", "2147483648", "646456993", "646456994", "9223372036854775807", "9223372036854775808", "99999999999999999999", "00000000000000000001"} {
		for _, mantissa := range []string{"0", "0.0", "1", "9.9", "0.00001", "123456789"} {
			check(mantissa + "e" + exponent)
			check(mantissa + "E-" + exponent)
		}
	}
	t.Logf("%d number literals get cty's verdict", checked)
}
