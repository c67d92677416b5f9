package render

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"iacedit/syntax"
)

// draftOf returns a draft of "x = …", with the attribute's value expanded, and what is in
// that.
func draftOf(t testing.TB, code string) (d *Draft, x syntax.ItemID, items []syntax.ItemID) {
	t.Helper()
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		t.Fatalf("%q: %v", code, err)
	}
	d = NewDraft(f)
	x = d.FirstItem(syntax.Root)
	d.Expand(x)
	for id := d.FirstItem(x); id != syntax.NoItem; id = d.NextItem(id) {
		items = append(items, id)
	}
	return d, x, items
}

// checked returns a draft's text, which must parse.
func checked(t testing.TB, d *Draft) string {
	t.Helper()
	out := d.Append(nil)
	if err := syntax.Check(out); err != nil {
		t.Errorf("the result does not parse: %v\n%s", err, out)
	}
	return string(out)
}

func TestMove(t *testing.T) {
	for _, c := range []struct {
		in        string
		id, after int // after: -1 for first
		want      string
	}{
		{"x = [1, 2, 3]\n", 2, -1, "x = [3, 1, 2]\n"},
		{"x = [1, 2, 3]\n", 0, 2, "x = [2, 3, 1]\n"},
		{"x = [ 1, 2, 3, ]\n", 0, 1, "x = [ 2, 1, 3, ]\n"},
		{"x = [ 1, 2, 3 ]\n", 0, 2, "x = [ 2, 3, 1 ]\n"},
		{"x = [1 /* a */, /* b */ 2, 3 /* c */]\n", 2, -1, "x = [3 /* c */, 1 /* a */, /* b */ 2]\n"},
		{"x = [1 /* a */, /* b */ 2, 3 /* c */]\n", 1, -1, "x = [/* b */ 2, 1 /* a */, 3 /* c */]\n"},
		{"x = [1 /* a */, /* b */ 2, 3 /* c */]\n", 0, 2, "x = [/* b */ 2, 3 /* c */, 1 /* a */]\n"},
		{"x = { a = 1, b = 2 }\n", 1, -1, "x = { b = 2, a = 1 }\n"},
		{"x = [\n  1, # a\n  2, # b\n  3  # c\n]\n", 2, -1, "x = [\n  3, # c\n  1, # a\n  2  # b\n]\n"},
		{"x = [\n  1, # a\n  2, # b\n  3, # c\n]\n", 0, 2, "x = [\n  2, # b\n  3, # c\n  1, # a\n]\n"},
		{"x = [\n  # one\n  1,\n\n  # apart\n\n  # two\n  2\n]\n", 1, -1, "x = [\n  # two\n  2,\n  # one\n  1\n\n  # apart\n]\n"},
		{"x = {\n  a = 1 # a\n  b = 2 # b\n}\n", 1, -1, "x = {\n  b = 2 # b\n  a = 1 # a\n}\n"},
		{"x = {\n  a = 1, # a\n  b = 2  # b\n}\n", 1, -1, "x = {\n  b = 2, # b\n  a = 1  # a\n}\n"},
		{"x = [\n  <<E\na\nE\n  ,\n  2\n]\n", 0, 1, "x = [\n  2,\n  <<E\na\nE\n]\n"},
		{"x = [\n  1,\n  <<E\na\nE\n]\n", 1, -1, "x = [\n  <<E\na\nE\n  ,\n  1\n]\n"},
		{"x = [1, for, 2]\n", 1, -1, ""},
		{"x = [{\n  a = 1\n  }, {\n  b = 1\n}]\n", 1, -1, ""},
	} {
		d, _, items := draftOf(t, c.in)
		after := syntax.NoItem
		if c.after >= 0 {
			after = items[c.after]
		}
		if d.Move(items[c.id], after) != nil {
			t.Errorf("%q: not moved", c.in)
		}
		if got := checked(t, d); c.want != "" && got != c.want {
			t.Errorf("%q, %d after %d: got\n%s\nwant\n%s", c.in, c.id, c.after, got, c.want)
		}
	}
}

func TestMoveRefusesMixedLines(t *testing.T) {
	const code = "x = [\n  1, 2, # a\n  3, # b\n]\n"
	d, _, items := draftOf(t, code)
	if d.Move(items[1], syntax.NoItem) != ErrMixedLines || d.Move(items[2], items[0]) != ErrMixedLines {
		t.Error("moved")
	}
	if d.Move(d.FirstItem(syntax.Root), syntax.NoItem) == nil {
		t.Error("an attribute was moved")
	}
	if got := checked(t, d); got != code {
		t.Errorf("got %q", got)
	}
}

// shapes write a list of n elements that each have their number in their comments.
var shapes = map[string]func(n int) string{
	"lines": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "  # %d\n  %d, # %d\n", i, i, i)
		}
		return "x = [\n" + b.String() + "]\n"
	},
	"lines without a last comma": func(n int) string {
		var b strings.Builder
		for i := range n - 1 {
			fmt.Fprintf(&b, "  # %d\n  %d, # %d\n", i, i, i)
		}
		return fmt.Sprintf("x = [\n%s  # %d\n  %d # %d\n]\n", b.String(), n-1, n-1, n-1)
	},
	"lines with gaps": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "\n  # apart\n\n  # %d\n  %d, # %d\n", i, i, i)
		}
		return "x = [\n" + b.String() + "]\n"
	},
	"one line": func(n int) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf("/* %d */ %d /* %d */", i, i, i))
		}
		return "x = [" + strings.Join(parts, ", ") + "]\n"
	},
	"one line, with a comma at the end": func(n int) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf("/* %d */ %d /* %d */", i, i, i))
		}
		return "x = [ " + strings.Join(parts, " , ") + " , ]\n"
	},
}

var numbers = regexp.MustCompile(`\d+`)

// Whatever moves, goes or comes: every comment stays with its element, and the comma
// after the last as it was.
func TestCommentsStayWithTheirElements(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, shape := range shapes {
		for range 300 {
			n := 2 + rnd.IntN(7)
			code := shape(n)
			d, x, items := draftOf(t, code)
			var steps []string
			for range 1 + rnd.IntN(6) {
				i := rnd.IntN(len(items))
				switch at := rnd.IntN(len(items)+1) - 1; {
				case rnd.IntN(4) == 0 && len(items) > 1:
					steps = append(steps, fmt.Sprint("delete ", i))
					d.Delete(items[i])
					items = slices.Delete(items, i, i+1)
				case rnd.IntN(4) == 0:
					steps = append(steps, fmt.Sprint("add at ", at+1))
					after := syntax.NoItem
					if at >= 0 {
						after = items[at]
					}
					id, err := d.Element(x, after, []byte("true"))
					if err != nil {
						t.Fatal(err)
					}
					items = slices.Insert(items, at+1, id)
				case at != i:
					steps = append(steps, fmt.Sprint("move ", i, " after ", at))
					after := syntax.NoItem
					if at >= 0 {
						after = items[at]
					}
					id := items[i]
					if d.Move(id, after) != nil {
						t.Fatalf("%s: %v: not moved in\n%s", name, steps, code)
					}
					items = slices.Delete(items, i, i+1)
					if at > i {
						at--
					}
					items = slices.Insert(items, at+1, id)
				}
			}
			out := checked(t, d)
			again, _, found := draftOf(t, out)
			if len(found) != len(items) {
				t.Fatalf("%s: %v: %d elements, want %d: of\n%s\ngot\n%s", name, steps, len(found), len(items), code, out)
			}
			for i, id := range found {
				if again.Item(id).Content.Len() != d.item(items[i]).Content.Len() || string(again.At(again.Item(id).Content)) != string(d.At(d.item(items[i]).Content)) {
					t.Fatalf("%s: %v: element %d is another: of\n%s\ngot\n%s", name, steps, i, code, out)
				}
				text := string(again.At(again.Item(id).Head)) + string(again.At(again.Item(id).Content)) + string(again.At(again.Item(id).Tail))
				all := numbers.FindAllString(text, -1)
				if len(all) != 0 && len(all) != 3 || len(slices.Compact(all)) > 1 {
					t.Fatalf("%s: %v: a comment of another: %q: of\n%s\ngot\n%s", name, steps, text, code, out)
				}
			}
			last := found[len(found)-1]
			before, _, was := draftOf(t, code)
			if again.hasComma(last) != before.hasComma(was[n-1]) {
				t.Fatalf("%s: %v: the comma after the last: of\n%s\ngot\n%s", name, steps, code, out)
			}
			if strings.Contains(out, "\n\n\n") || strings.Contains(code, "apart") && strings.Count(out, "apart") != n {
				t.Fatalf("%s: %v: of\n%s\ngot\n%s", name, steps, code, out)
			}
		}
	}
}

func TestClear(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"x = {\n  a = 1\n\n  # Put more here.\n}\n", "x = {\n  # Put more here.\n}\n"},
		{"x = [\n  # One.\n\n  # of 1\n  1, # of 1\n\n  # Two.\n\n  2,\n]\n", "x = [\n  # One.\n\n  # Two.\n]\n"},
		{"x = [\n  1,\n  2\n] # x\n", "x = [] # x\n"},
		{"x = [ 1, 2 ]\n", "x = []\n"},
		{"x = { a = 1, b = { c = 2 } }\n", "x = {}\n"},
		{"x = { # x\n  a = 1\n}\n", "x = { # x\n}\n"},
		{"x = [1 /* one */]\n", "x = []\n"},
		{"x = [ ]\n", "x = []\n"},
		{"x = {}\n", "x = {}\n"},
		{"x = [\n  <<E\na\nE\n  ,\n  2,\n]\n", "x = []\n"},
	} {
		d, x, _ := draftOf(t, c.in)
		if d.Clear(x) != nil {
			t.Errorf("%q: not cleared", c.in)
		}
		if got := checked(t, d); got != c.want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.in, got, c.want)
		}
	}
	for _, code := range []string{"x = 1\n", "x = ([1])\n", "x {\n  a = 1\n}\n"} {
		if d, x, _ := draftOf(t, code); d.Clear(x) == nil || checked(t, d) != code {
			t.Errorf("%q was cleared", code)
		}
	}
}
