package value

import "testing"

// What is not UTF-8 is refused where there is an error to tell, and else replaced: code
// that is not UTF-8 does not parse.
func TestNotUTF8(t *testing.T) {
	for _, m := range []Mode{Template, Literal, Reference, Expression} {
		if out, err := appendText(nil, "a\xff", m); err == nil {
			t.Errorf("mode %d: %q", m, out)
		}
		if out, err := AppendKeyText(nil, "a\xff", m); err == nil {
			t.Errorf("key, mode %d: %q", m, out)
		}
	}
	if got := string(AppendString(nil, "a\xffb")); got != `"a`+"\ufffd"+`b"` {
		t.Error(got)
	}
	if got := string(AppendKey(nil, "\xff")); got != `"`+"\ufffd"+`"` {
		t.Error(got)
	}
}
