package render

import (
	"math/rand/v2"
	"testing"

	"iacedit/internal/engine/tree"
	"iacedit/syntax"
)

const anyCode = "# c\na = 1\nt = \"x ${a} y\"\n\nb \"l\" {\n  c = [1, [2], { q = 3 }]\n  o = { k = 1, \"l\" = f(1, 2) }\n\n  # apart\n\n  n {}\n  h = <<E\ntext\nE\n}\nm { x = (1) }\n"

// TestAnyCalls: whatever is called, in any order and with any arguments, the output parses. After an
// error the output is what it was.
func TestAnyCalls(t *testing.T) {
	runs := 10000
	if testing.Short() {
		runs = 1000
	}
	for seed := range runs {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		d := draftOf(t, anyCode)
		id := func() syntax.ItemID { return syntax.ItemID(r.IntN(40) - 2) }
		text := func() string {
			texts := []string{"", "x", "c", "not a name", "1", "<<E\nE", "[<<E\nE\n]", "[1,\n2]", "oops }", "{}", "\"s\"", "(k)", "<<E\nl\nE", "\xff", "# c", "a\nb", "n"}
			return texts[r.IntN(len(texts))]
		}
		place := func() Place {
			return []Place{{}, {Before: id()}, {After: id()}, {Before: id(), After: id()}}[r.IntN(4)]
		}
		for range 1 + r.IntN(12) {
			before := string(d.Append(nil))
			call := r.IntN(12)
			var err error
			switch call {
			case 0:
				_, err = d.Attribute(id(), place(), text(), []byte(text()))
			case 1:
				_, err = d.Block(id(), place(), text(), text())
			case 2:
				_, err = d.Pair(id(), text(), []byte(text()))
			case 3:
				_, err = d.Element(id(), id(), []byte(text()))
			case 4:
				err = d.SetValue(id(), []byte(text()))
			case 5:
				err = d.SetNames(map[syntax.ItemID]string{id(): text(), id(): text()})
			case 6:
				err = d.SetLabels(id(), text())
			case 7:
				err = d.SetComment(id(), text())
			case 8:
				err = d.RemoveComment(id())
			case 9:
				err = d.Delete(id())
			case 10:
				err = d.MoveTo(id(), place())
			case 11:
				err = d.MoveAfter(id(), id())
			}
			d.AppendValue(nil, id())
			d.Indent(id())
			d.Comment(id())
			after := string(d.Append(nil))
			if parsed := syntax.Check([]byte(after)); parsed != nil {
				t.Fatalf("seed %d: after call %d: %v\n%s", seed, call, parsed, after)
			}
			if err != nil && after != before {
				t.Fatalf("seed %d: call %d: %v, but the output was\n%s\nand is\n%s", seed, call, err, before, after)
			}
		}
	}
}

// TestNoDraft: what New did not make has no contents, and cannot be edited.
func TestNoDraft(t *testing.T) {
	for _, d := range []*Draft{nil, new(Draft)} {
		if _, err := d.Attribute(syntax.Root, Place{}, "a", []byte("1")); err == nil {
			t.Error("an attribute was added to nothing")
		}
		if err := d.Delete(1); err == nil {
			t.Error("an item of nothing was deleted")
		}
		if text := d.Append(nil); len(text) > 0 || d.Changed() || d.Has(syntax.Root) {
			t.Errorf("nothing has the text %q", text)
		}
	}
	for _, f := range []*syntax.File{nil, new(syntax.File)} {
		if _, err := New(f); err == nil {
			t.Error("there is a draft of a file that was not parsed")
		}
	}
}

// TestTooLong: an edit is refused if the text would become too long for a Span, and so are later
// edits.
func TestTooLong(t *testing.T) {
	d := draftOf(t, "a = 1\n")
	defer func(n int) { tree.Limit = n }(tree.Limit)
	tree.Limit = len("a = 1\n") + 3
	if _, err := d.Attribute(syntax.Root, Place{}, "name", []byte("1")); err == nil {
		t.Fatal("the text has become longer than a Span can say")
	}
	tree.Limit = 1 << 20
	if err := d.Delete(1); err == nil || d.Has(syntax.Root) {
		t.Error("the draft was edited after an edit that did not end")
	}
}

func draftOf(t *testing.T, code string) *Draft {
	t.Helper()
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
