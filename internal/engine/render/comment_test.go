package render

import (
	"strings"
	"testing"

	"iacedit/syntax"
)

// reach returns the item that indexes among the items of a file lead to.
func reach(d *Draft, path ...int) syntax.ItemID {
	id := syntax.Root
	for _, n := range path {
		d.Expand(id)
		id = d.FirstItem(id)
		for range n {
			id = d.NextItem(id)
		}
	}
	return id
}

func TestComments(t *testing.T) {
	for _, c := range []struct {
		name, in string
		path     []int
		text     string // "-" to remove
		want     string
	}{
		{"made", "a = 1\n", []int{0}, "one\n\ntwo", "# one\n#\n# two\na = 1\n"},
		{"its style", "// x\na = 1\n", []int{0}, "y", "// y\na = 1\n"},
		{"lines of a block comment", "/* x */\na = 1\n", []int{0}, "y", "# y\na = 1\n"},
		{"the first line's style", "// x\n# y\na = 1\n", []int{0}, "z\nw", "// z\n// w\na = 1\n"},
		{"what is there", "#x\n/* y */\na = 1\n", []int{0}, "x\ny\n", "#x\n/* y */\na = 1\n"},
		{"what is there, a line that is empty at the end", "# x\n#\na = 1\n", []int{0}, "x\n\n", "# x\n#\na = 1\n"},
		{"what is there, not UTF-8", "# x\xffy\na = 1\n", []int{0}, "x\ufffdy", "# x\xffy\na = 1\n"},
		{"an empty one", "a = 1\n", []int{0}, "", "#\na = 1\n"},
		{"blanks at the ends of lines", "a = 1\n", []int{0}, "x \t\r\n  y ", "# x\n#   y\na = 1\n"},
		{"removed", "x = 1\n\n# one\n# two\na = 1\n", []int{1}, "-", "x = 1\n\na = 1\n"},
		{"none removed", "a = 1\n", []int{0}, "-", "a = 1\n"},
		{"on its line", "/* x */ a = 1\n", []int{0}, "y", "# y\na = 1\n"},
		{"removed on its line", "b {\n  /* x */ a = 1\n}\n", []int{0, 0}, "-", "b {\n  a = 1\n}\n"},
		{"aligned anew", "b {\n  a   = 1\n  bcd = 2\n}\n", []int{0, 1}, "x", "b {\n  a = 1\n  # x\n  bcd = 2\n}\n"},
		{"aligned together", "b {\n  a = 1\n  # x\n  bcd = 2\n}\n", []int{0, 1}, "-", "b {\n  a   = 1\n  bcd = 2\n}\n"},
		{"a block on one line", "b { a = 1 }\n", []int{0, 0}, "x", "b {\n  # x\n  a = 1\n}\n"},
		{"an object on one line", "a = { b = 1, cd = 2 }\n", []int{0, 1}, "x", "a = {\n  b = 1\n  # x\n  cd = 2\n}\n"},
		{"a list on one line", "a = [1, 2]\n", []int{0, 1}, "x", "a = [\n  1,\n  # x\n  2,\n]\n"},
		{"a list with blanks and a comma", "a = [ 1, 2, ]\n", []int{0, 0}, "x", "a = [\n  # x\n  1,\n  2,\n]\n"},
		{"comments on one line", "a = [ /* i */ 1 /* j */, /* k */ 2 /* l */ ]\n", []int{0, 1}, "x", "a = [\n  /* i */ 1 /* j */,\n  # x\n  2 /* l */,\n]\n"},
		{"removed in a list", "a = [/* i */ 1, /* k */ 2]\n", []int{0, 1}, "-", "a = [/* i */ 1, 2]\n"},
		{"a list in a list", "a = [[1, 2], [3]]\n", []int{0, 0, 1}, "x", "a = [\n  [\n    1,\n    # x\n    2,\n  ],\n  [3],\n]\n"},
		{"an object in a block on one line", "b { a = { c = 1 } }\n", []int{0, 0, 0}, "x", "b {\n  a = {\n    # x\n    c = 1\n  }\n}\n"},
		{"objects in a list", "a = [{\n  b = 1\n  }, {\n  b = 2\n}]\n", []int{0, 1}, "x", "a = [\n  {\n    b = 1\n  },\n  # x\n  {\n    b = 2\n  },\n]\n"},
		{"in an object that stands beside another", "a = [{\n  b = 1\n  }, {\n  b = 2\n}]\n", []int{0, 1, 0}, "x", "a = [{\n  b = 1\n  }, {\n  # x\n  b = 2\n}]\n"},
		{"several on a line", "a = [\n  1, 2,\n  3\n]\n", []int{0, 1}, "x", "a = [\n  1,\n  # x\n  2,\n  3\n]\n"},
		{"a heredoc on one line", "a = [<<E\nx\nE\n, 2]\n", []int{0, 1}, "x", "a = [\n  <<E\nx\nE\n  ,\n  # x\n  2,\n]\n"},
		{"below a licence", "# Copyright\na = 1\n", []int{0}, "x", "# Copyright\n\n# x\na = 1\n"},
		{"below a licence and a blank line", "# Copyright\n\na = 1\n", []int{0}, "x", "# Copyright\n\n# x\na = 1\n"},
		{"a licence that is none", "\na = 1\n", []int{0}, "Copyright", "\n# Copyright\na = 1\n"},
		{"CR LF", "a = 1\r\n", []int{0}, "x\ny", "# x\r\n# y\r\na = 1\r\n"},
		{"a mark at the start", "\ufeffa = 1\n", []int{0}, "x", "\ufeff# x\na = 1\n"},
		{"tabs", "b {\n\ta = 1\n}\n", []int{0, 0}, "x", "b {\n\t# x\n\ta = 1\n}\n"},
		{"a block", "a {}\n\nb {}\n", []int{1}, "x", "a {}\n\n# x\nb {}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := syntax.Parse([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			d := NewDraft(f)
			id := reach(d, c.path...)
			if c.text == "-" {
				err = d.RemoveComment(id)
			} else {
				err = d.SetComment(id, c.text)
			}
			if err != nil {
				t.Fatal(err)
			}
			got := checked(t, d)
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			again, err := syntax.Parse([]byte(got))
			if err != nil {
				t.Fatal(err)
			}
			text, ok := NewDraft(again).Comment(reach(NewDraft(again), c.path...))
			if want := strings.Join(commentLines(c.text), "\n"); c.text != "-" && (!ok || asUTF8(text) != want && text != c.text) || c.text == "-" && ok {
				t.Errorf("the comment read is %q, %t", text, ok)
			}
		})
	}
}

func TestCommentsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		item func(d *Draft) syntax.ItemID
	}{
		"a licence":   {"a = 1\n", func(d *Draft) syntax.ItemID { return reach(d, 0) }},
		"the file":    {"a = 1\n", func(*Draft) syntax.ItemID { return syntax.Root }},
		"a gap":       {"\na = 1\n", func(d *Draft) syntax.ItemID { return d.item(syntax.Root).First }},
		"nothing":     {"a = 1\n", func(*Draft) syntax.ItemID { return syntax.NoItem }},
		"what is not": {"a = 1\n", func(*Draft) syntax.ItemID { return 99 }},
	} {
		d, _, _ := draftOf(t, "x = 1\n")
		if c.in != "" {
			f, _ := syntax.Parse([]byte(c.in))
			d = NewDraft(f)
		}
		if err := d.SetComment(c.item(d), "words\nLicensed to all"); err == nil {
			t.Errorf("%s: no error", name)
		}
		if got := checked(t, d); got != c.in {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
