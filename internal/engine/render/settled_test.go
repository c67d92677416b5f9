package render

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/syntax"
)

// What is taken for settled is what the restyler makes of it: whatever layout the code
// has around a value, whatever the value was and becomes.
func TestSettledIsAsTheRestylerLeavesIt(t *testing.T) {
	values := []string{`"s"`, `""`, `12`, `1.5e3`, `true`, `a.b.c`, `a-b`, `"a b"`, `-1`, `a+b`, `[1,2]`, `{a=1}`, `f( x )`, `"${a}"`, `"\u00e9"`, `!x`, `a ? b:c`}
	lines := []string{"%s = V", "%s=V", "\t%s  =   V", "  %s = V", "    %s = V  ", "%s = V # c", "%s =V // c", "%s = /* c */ V", "# lead\n  %s = V", "\n  %s = V"}
	restyled := 0
	for _, end := range []string{"\n", "\r\n"} {
		for i := range lines {
			for j := range lines {
				for _, old := range values {
					body := fmt.Sprintf(lines[i]+"\n"+lines[j]+"\n", "x", "longer")
					code := strings.ReplaceAll("b {\n"+strings.ReplaceAll(body, "V", old)+"}\n"+fmt.Sprintf(lines[j], "last"), "V", "1")
					code = strings.ReplaceAll(code, "\n", end)
					for _, to := range values {
						want, looked := revalued(t, code, to, true), revalued(t, code, to, false)
						if want != looked {
							t.Fatalf("%q with %s: %q, want %q", code, to, looked, want)
						}
						restyled++
					}
				}
			}
		}
	}
	t.Log(restyled, "edits")
}

// revalued returns the code after x in every block "b", and the top-level attribute last, are
// set to value.
func revalued(t *testing.T, code, value string, restyle bool) string {
	t.Helper()
	defer func() { restyleAll = false }()
	restyleAll = restyle
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatalf("%q: %v", code, err)
	}
	d := NewDraft(f)
	for block := range f.Blocks(syntax.Root, "b") {
		if err := d.SetValue(f.Attribute(block, "x"), []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.SetValue(f.Attribute(syntax.Root, "last"), []byte(value)); err != nil {
		t.Fatal(err)
	}
	return string(d.Append(nil))
}

// Names for names are what the restyler and the parser make of them, wherever they are.
func TestRenamedIsAsTheRestylerLeavesIt(t *testing.T) {
	values := []string{
		"a", "a.b[a]", "  a", "( a )", "[a,  a]", "[\n  a,\n a\n]", "[\n  a, # c\n  bb   # c\n]", "{\n  x = a\n  longer = a\n}", "{\n  x      = a\n  longer = a\n}",
		"{\n  (a) = 1\n  longer = 2\n}", "{\n  (a)    = 1\n  longer = 2\n}", "{\n  x = a // c\n  longer = 1 // c\n}", "\"${a}-${ a }\"", "\"a a\"", "\"\\a\"", "f(a,\n  a)", "f( a, /* c\n */ a )",
		"<<E\n  ${a} = 1\nE", "a == a", "a ? a:a", "[for a in a: a if a]", "{for a in a : a => a}", "-a", "!a", "a*a", "a /* a */ + a", "{ a = a }", "{\n a = a\n bb = a }", "1 + a", "{\n  x = [a,\n  a] # c\n  y = 1 # c\n}", "ba + ab + a1", "\"ab${ba}\"", "1e5 + a",
	}
	lines := []string{"x = V", "x=V", "\tx  =   V", "  x = V # c", "  x = V // c\n  longer = 1 // c", "  x      = V\n  longer = V", "  # a\n  x = V\n\n  y   = 1"}
	quick := 0
	for _, value := range values {
		for _, line := range lines {
			for _, to := range []string{"b", "longer", "in", "true", "b-c", "b.c", "x[0]", "endif", "1"} {
				code := []byte("b {\n" + strings.ReplaceAll(line, "V", value) + "\n}\n")
				want, err := renamedBy(code, to, true)
				got, gotErr := renamedBy(code, to, false)
				if want != got || (err == nil) != (gotErr == nil) {
					t.Fatalf("%q with %q: %q %v, want %q %v", code, to, got, gotErr, want, err)
				}
				if err == nil {
					quick++
				}
			}
		}
	}
	t.Log(quick, "renames")
	if quick < 500 {
		t.Error("too few renames are possible")
	}
}

// renamedBy returns code with every word "a" in the values of its block replaced.
func renamedBy(code []byte, to string, restyle bool) (string, error) {
	defer func() { restyleAll = false }()
	restyleAll = restyle
	f, err := syntax.Parse(code)
	if err != nil {
		return "", err
	}
	var new []Replacement
	for block := range f.Blocks(syntax.Root, "b") {
		for id := range f.Attributes(block) {
			at := f.Value(id)
			for i := at.From; i < at.To; i++ {
				if code[i] == 'a' {
					new = append(new, Replacement{syntax.Span{From: i, To: i + 1}, to})
				}
			}
		}
	}
	d := NewDraft(f)
	if err := d.Replace(new); err != nil {
		return "", err
	}
	return string(d.Append(nil)), nil
}
