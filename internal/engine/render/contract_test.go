package render

import (
	"testing"

	"iacedit/syntax"
)

// No method of a draft writes code that does not parse, panics, or does nothing and
// returns no error.
func TestDraftsCheckWhatTheyTake(t *testing.T) {
	const code = "a = 1\n\nb \"l\" {\n  c = [1, 2]\n  o = { k = 1 }\n}\n"
	for name, call := range map[string]func(d *Draft, a, b, c, o syntax.ItemID) error{
		"a value that closes a brace": func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.SetValue(a, []byte("oops }")) },
		"no value":                    func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.SetValue(a, nil) },
		"a value and a comment":       func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.SetValue(a, []byte("1 # c")) },
		"a comment and a value":       func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.SetValue(a, []byte("/* c */ 1")) },
		"a value and a line":          func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.SetValue(a, []byte("1\nx = 2")) },
		"a value over lines":          func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.SetValue(a, []byte("1 +\n2")) },
		"the value of a block":        func(d *Draft, _, b, _, _ syntax.ItemID) error { return d.SetValue(b, []byte("1")) },
		"the value of the file":       func(d *Draft, _, _, _, _ syntax.ItemID) error { return d.SetValue(syntax.Root, []byte("1")) },
		"the value of nothing":        func(d *Draft, _, _, _, _ syntax.ItemID) error { return d.SetValue(syntax.NoItem, []byte("1")) },
		"the value of what is not":    func(d *Draft, _, _, _, _ syntax.ItemID) error { return d.SetValue(9999, []byte("1")) },
		"a name that is none": func(d *Draft, _, b, _, _ syntax.ItemID) error {
			_, err := d.Attribute(b, "not a name", []byte("1"))
			return err
		},
		"a name that is there": func(d *Draft, _, b, _, _ syntax.ItemID) error {
			_, err := d.Attribute(b, "c", []byte("1"))
			return err
		},
		"a name that another has": func(d *Draft, _, _, c, o syntax.ItemID) error {
			return d.SetNames(map[syntax.ItemID]string{o: "c"})
		},
		"one name for two": func(d *Draft, _, _, c, o syntax.ItemID) error {
			return d.SetNames(map[syntax.ItemID]string{c: "x", o: "x"})
		},
		"an attribute in a value": func(d *Draft, a, _, _, _ syntax.ItemID) error {
			_, err := d.Attribute(a, "x", []byte("1"))
			return err
		},
		"a block in a value":  func(d *Draft, a, _, _, _ syntax.ItemID) error { _, err := d.Block(a, "x", nil); return err },
		"a type that is none": func(d *Draft, _, b, _, _ syntax.ItemID) error { _, err := d.Block(b, "x {", nil); return err },
		"a label that is none": func(d *Draft, _, b, _, _ syntax.ItemID) error {
			_, err := d.Block(b, "x", []string{"\xff"})
			return err
		},
		"a value that is opened": func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.Open(a) },
		"a pair in a number":     func(d *Draft, a, _, _, _ syntax.ItemID) error { _, err := d.Pair(a, "x", []byte("1")); return err },
		"a pair in a tuple":      func(d *Draft, _, _, c, _ syntax.ItemID) error { _, err := d.Pair(c, "x", []byte("1")); return err },
		"a key that is two": func(d *Draft, _, _, _, o syntax.ItemID) error {
			_, err := d.Pair(o, "x = 1, y", []byte("1"))
			return err
		},
		"a key with a comment": func(d *Draft, _, _, _, o syntax.ItemID) error { _, err := d.Pair(o, "x # c", []byte("1")); return err },
		"an element in an object": func(d *Draft, _, _, _, o syntax.ItemID) error {
			_, err := d.Element(o, syntax.NoItem, []byte("1"))
			return err
		},
		"an element after another's": func(d *Draft, _, _, c, o syntax.ItemID) error {
			_, err := d.Element(c, d.FirstItem(o), []byte("1"))
			return err
		},
		"the file deleted":       func(d *Draft, _, _, _, _ syntax.ItemID) error { return d.Delete(syntax.Root) },
		"a gap deleted":          func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.Delete(d.item(a).Next) },
		"a number emptied":       func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.Clear(a) },
		"an attribute moved":     func(d *Draft, a, _, _, _ syntax.ItemID) error { return d.Move(a, syntax.NoItem) },
		"moved behind another's": func(d *Draft, _, _, c, o syntax.ItemID) error { return d.Move(d.FirstItem(c), d.FirstItem(o)) },
	} {
		d, a, _ := draftOf(t, code)
		b := d.LastItem(syntax.Root)
		d.Expand(b)
		c, o := d.FirstItem(b), d.LastItem(b)
		d.Expand(c)
		d.Expand(o)
		if err := call(d, a, b, c, o); err == nil {
			t.Errorf("%s: no error", name)
		}
		if got := checked(t, d); got != code {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
}

// Two attributes may change names.
func TestNamesSwapped(t *testing.T) {
	d, a, _ := draftOf(t, "a = 1\nb = 2\n")
	if err := d.SetNames(map[syntax.ItemID]string{a: "b", d.LastItem(syntax.Root): "a"}); err != nil {
		t.Fatal(err)
	}
	if got := checked(t, d); got != "b = 1\na = 2\n" {
		t.Errorf("got %s", got)
	}
}

func TestDeletedTwice(t *testing.T) {
	d, x, items := draftOf(t, "x = [1, 2, 3]\n")
	if d.Delete(items[1]) != nil || d.Delete(items[1]) == nil || d.SetValue(items[1], []byte("4")) == nil || d.Move(items[1], syntax.NoItem) == nil {
		t.Error("what is gone was changed")
	}
	if _, err := d.Element(x, items[1], []byte("4")); err == nil {
		t.Error("an element was added after one that is gone")
	}
	if got := checked(t, d); got != "x = [1, 3]\n" {
		t.Errorf("got %s", got)
	}
}

// What is added to something empty parses, too.
func TestAddToEmpty(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"x = []\n", "x = [true]\n"},
		{"x = [ ]\n", ""},
		{"x = [\n]\n", "x = [\n  true,\n]\n"},
		{"x = [ /* c */ ]\n", ""},
	} {
		d, x, _ := draftOf(t, c.in)
		must(d.Element(x, syntax.NoItem, []byte("true")))
		if got := checked(t, d); c.want != "" && got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
	for _, key := range []string{"for", "\"for\"", "(a.b)", "a"} {
		for _, in := range []string{"x = {}\n", "x = {\n  # c\n}\n", "x = { k : 1 }\n"} {
			d, x, _ := draftOf(t, in)
			must(d.Pair(x, key, []byte("1")))
			checked(t, d)
		}
	}
}
