package render

import (
	"errors"
	"testing"

	"iacedit/syntax"
)

func draft(t testing.TB, code string) *Draft {
	t.Helper()
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatalf("%q: %v", code, err)
	}
	return NewDraft(f)
}

// place makes a Place beside an item that a path leads to: before it, or after it.
func place(d *Draft, before bool, path ...int) Place {
	if id := reach(d, path...); before {
		return Place{Before: id}
	} else {
		return Place{After: id}
	}
}

func TestPlacedAndDeleted(t *testing.T) {
	for _, c := range []struct {
		name, in string
		body     []int
		block    bool
		before   bool
		path     []int
		want     string
	}{
		{"an attribute before", "b {\n  # c\n  a  = 1\n  bc = 2\n}\n", []int{0}, false, true, []int{0, 0}, "b {\n  new = 0\n  # c\n  a  = 1\n  bc = 2\n}\n"},
		{"an attribute between", "b {\n  a  = 1\n  bc = 2\n}\n", []int{0}, false, false, []int{0, 0}, "b {\n  a   = 1\n  new = 0\n  bc  = 2\n}\n"},
		{"an attribute before a blank line", "b {\n  a = 1\n\n  b = 2\n}\n", []int{0}, false, false, []int{0, 0}, "b {\n  a   = 1\n  new = 0\n\n  b = 2\n}\n"},
		{"an attribute after a blank line", "b {\n  a = 1\n\n  b = 2\n}\n", []int{0}, false, true, []int{0, 1}, "b {\n  a = 1\n\n  new = 0\n  b   = 2\n}\n"},
		{"an attribute at the end", "b {\n  a = 1\n\n  c {}\n}\n", []int{0}, false, false, []int{0, 0}, "b {\n  a   = 1\n  new = 0\n\n  c {}\n}\n"},
		{"an attribute at the top", "a = 1\n", nil, false, true, []int{0}, "new = 0\na   = 1\n"},
		{"a block first", "# A.\na {}\n\nb {}\n", nil, true, true, []int{0}, "new {}\n\n# A.\na {}\n\nb {}\n"},
		{"a block between", "a {}\n\nb {}\n", nil, true, false, []int{0}, "a {}\n\nnew {}\n\nb {}\n"},
		{"a block before", "a {}\n\n# B.\nb {}\n", nil, true, true, []int{1}, "a {}\n\nnew {}\n\n# B.\nb {}\n"},
		{"a block last", "a {}\n\nb {}\n", nil, true, false, []int{1}, "a {}\n\nb {}\n\nnew {}\n"},
		{"a block below a licence", "# Copyright\n\na {}\n", nil, true, true, []int{0}, "# Copyright\n\nnew {}\n\na {}\n"},
		{"a block above blank lines", "a {}\n\n\n", nil, true, false, []int{0}, "a {}\n\nnew {}\n\n\n"},
		{"a nested block first", "a {\n  x = 1\n\n  b {}\n}\n", []int{0}, true, true, []int{0, 1}, "a {\n  x = 1\n\n  new {}\n\n  b {}\n}\n"},
		{"a nested block last", "a {\n  x = 1\n\n  b {}\n}\n", []int{0}, true, false, []int{0, 1}, "a {\n  x = 1\n\n  b {}\n\n  new {}\n}\n"},
		{"a nested block among others without blank lines", "a {\n  b {}\n  c {}\n}\n", []int{0}, true, false, []int{0, 0}, "a {\n  b {}\n  new {}\n  c {}\n}\n"},
		{"a nested block at the end of such", "a {\n  b {}\n  c {}\n}\n", []int{0}, true, false, []int{0, 1}, "a {\n  b {}\n  c {}\n  new {}\n}\n"},
		{"CR LF", "a {}\r\n\r\nb {}\r\n", nil, true, false, []int{0}, "a {}\r\n\r\nnew {}\r\n\r\nb {}\r\n"},
		{"a mark at the start", "\ufeffa {}\n", nil, true, true, []int{0}, "\ufeffnew {}\n\na {}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := draft(t, c.in)
			body := reach(d, c.body...)
			p := place(d, c.before, c.path...)
			var id syntax.ItemID
			var err error
			if c.block {
				id, err = d.BlockAt(body, p, "new", nil)
			} else {
				id, err = d.AttributeAt(body, p, "new", []byte("0"))
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := checked(t, d); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if err := d.Delete(id); err != nil {
				t.Fatal(err)
			}
			if got := checked(t, d); got != c.in {
				t.Errorf("deleted again: got\n%s\nwant\n%s", got, c.in)
			}
		})
	}
}

func TestMovedThereAndBack(t *testing.T) {
	for _, c := range []struct {
		name, in string
		id       []int
		before   bool
		path     []int
		want     string
	}{
		{"to the start", "# A.\na {}\n\n# B.\nb {\n    odd =1\n} # b\n\nc {}\n", []int{1}, true, []int{0}, "# B.\nb {\n    odd =1\n} # b\n\n# A.\na {}\n\nc {}\n"},
		{"from the end", "a {}\n\nb {}\n\nc {}\n", []int{2}, true, []int{0}, "c {}\n\na {}\n\nb {}\n"},
		{"to the end", "a {}\n\nb {}\n\nc {}\n", []int{0}, false, []int{2}, "b {}\n\nc {}\n\na {}\n"},
		{"without a last line end", "a {}\n\nb {}", []int{1}, true, []int{0}, "b {}\n\na {}"},
		{"to an end without a line end", "a {}\n\nb {}", []int{0}, false, []int{1}, "b {}\n\na {}"},
		{"with a last line that needs its end", "a {}\n\nb = <<E\nx\nE\n", []int{1}, true, []int{0}, "b = <<E\nx\nE\na {}\n"},
		{"with blank lines at the end", "a {}\n\nb {}\n\n\n", []int{1}, true, []int{0}, "b {}\n\na {}\n\n\n"},
		{"past comments that stand apart", "a {}\n\n# apart\n\nb {}\n", []int{1}, true, []int{0}, "b {}\n\na {}\n\n# apart\n"},
		{"an attribute", "m {\n  version = \"1\"\n  # Where from.\n  source = \"./m\"\n}\n", []int{0, 1}, true, []int{0, 0}, "m {\n  # Where from.\n  source  = \"./m\"\n  version = \"1\"\n}\n"},
		{"an attribute down", "m {\n  a    = 1 # a\n  bcde = 2 # b\n  c    = 3 # c\n}\n", []int{0, 0}, false, []int{0, 2}, "m {\n  bcde = 2 # b\n  c    = 3 # c\n  a    = 1 # a\n}\n"},
		{"attributes that are not aligned", "m {\n  a =  1\n  bcde = 2\n  c   = [\n 1]\n}\n", []int{0, 2}, true, []int{0, 0}, "m {\n  c   = [\n 1]\n  a =  1\n  bcde = 2\n}\n"},
		{"a nested block", "r {\n  a = 1\n\n  x {\n    n = 1\n  }\n\n  y {\n    n = 2\n  }\n}\n", []int{0, 2}, true, []int{0, 1}, "r {\n  a = 1\n\n  y {\n    n = 2\n  }\n\n  x {\n    n = 1\n  }\n}\n"},
		{"CR LF", "a {}\r\n\r\nb {\r\n  c = 1\r\n}\r\n", []int{1}, true, []int{0}, "b {\r\n  c = 1\r\n}\r\n\r\na {}\r\n"},
		{"a mark at the start", "\ufeffa {}\n\nb {}\n", []int{1}, true, []int{0}, "\ufeffb {}\n\na {}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := draft(t, c.in)
			id := reach(d, c.id...)
			next, prev := d.NextItem(id), d.PrevItem(id)
			if err := d.MoveTo(id, place(d, c.before, c.path...)); err != nil {
				t.Fatal(err)
			}
			got := checked(t, d)
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			back := Place{Before: next}
			if next == syntax.NoItem {
				back = Place{After: prev}
			}
			if err := d.MoveTo(id, back); err != nil {
				t.Fatal(err)
			}
			in := c.in
			if c.name == "past comments that stand apart" {
				in = "a {}\n\nb {}\n\n# apart\n"
			}
			if again := checked(t, d); again != in && c.name != "with a last line that needs its end" {
				t.Errorf("moved back: got\n%s\nwant\n%s", again, in)
			}
		})
	}
}

func TestPlacesThatAreNone(t *testing.T) {
	d := draft(t, "a {}\n\n# Copyright\nb {\n  c = 1\n}\n")
	a, b, c := reach(d, 0), reach(d, 1), reach(d, 1, 0)
	for name, p := range map[string]Place{
		"none": {}, "two": {Before: a, After: b}, "in another body": {Before: c}, "the file": {After: syntax.Root}, "gone": {After: 99},
	} {
		if _, err := d.AttributeAt(syntax.Root, p, "x", []byte("1")); err == nil {
			t.Errorf("%s: an attribute was made", name)
		}
		if _, err := d.BlockAt(syntax.Root, p, "x", nil); err == nil {
			t.Errorf("%s: a block was made", name)
		}
		if err := d.MoveTo(b, p); err == nil {
			t.Errorf("%s: it was moved", name)
		}
	}
	if err := d.MoveTo(b, Place{Before: b}); err == nil {
		t.Error("moved beside itself")
	}
	if err := d.MoveTo(b, Place{Before: a}); !errors.Is(err, ErrLicence) {
		t.Errorf("a comment became the licence: %v", err)
	}
	if err := d.MoveTo(a, Place{Before: b}); err != nil {
		t.Error(err)
	}
	if got, want := checked(t, d), "a {}\n\n# Copyright\nb {\n  c = 1\n}\n"; got != want {
		t.Errorf("got %q", got)
	}
}
