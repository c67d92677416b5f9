package format

import (
	"errors"
	"testing"

	"iacedit/syntax"
)

func TestFormatTerraform(t *testing.T) {
	for _, c := range casesIn(t, "testdata/rewrite/*.txtar") {
		got, err := FormatTerraform(nil, []byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s\n%v", c.name, got, c.want, err)
		}
		if again, err := FormatTerraform(nil, got); err != nil || string(again) != string(got) {
			t.Errorf("%s: formatted again it is\n%s\n%v", c.name, again, err)
		}
	}
}

// FormatTerraform appends, and touches neither what was there nor the source.
func TestFormatTerraformAppends(t *testing.T) {
	src := []byte(`a="${b}"`)
	got, err := FormatTerraform([]byte("# "), src)
	if err != nil || string(got) != "# a = b" || string(src) != `a="${b}"` {
		t.Errorf("got %q from %q, %v", got, src, err)
	}
}

func TestFormatTerraformRefusesWhatDoesNotParse(t *testing.T) {
	got, err := FormatTerraform([]byte("# "), []byte("a = \"${b}\"\nb=\n"))
	if fault, ok := errors.AsType[*syntax.Error](err); !ok || fault.Offset != 13 || string(got) != "# " {
		t.Errorf("got %q, %v", got, err)
	}
}

// FormatTerraform removes a byte order mark, as terraform fmt does. Format keeps it.
func TestByteOrderMark(t *testing.T) {
	src := []byte("\xEF\xBB\xBFa=1\n")
	if got, err := FormatTerraform([]byte("# "), src); err != nil || string(got) != "# a = 1\n" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Format(nil, src); err != nil || string(got) != "\xEF\xBB\xBFa = 1\n" {
		t.Errorf("%q, %v", got, err)
	}
}
