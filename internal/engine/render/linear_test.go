package render

import (
	"fmt"
	"strings"
	"testing"

	"iacedit/internal/base/budget"
	"iacedit/internal/testkit/measure"
	"iacedit/syntax"
)

// work is n edits of a draft, for which a file is made that has a length in proportion
// to n.
type work struct {
	code string
	edit func(d *Draft)
}

// list joins what format makes of the numbers from 0 to n.
func list(n int, format, separator string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(separator)
		}
		if strings.Contains(format, "%") {
			fmt.Fprintf(&b, format, i)
		} else {
			b.WriteString(format)
		}
	}
	return b.String()
}

func spaces(n int) string { return strings.Repeat(" ", n) }

// first returns the first item of the file, expanded.
func first(d *Draft) syntax.ItemID {
	x := d.FirstItem(syntax.Root)
	d.Expand(x)
	return x
}

// must returns what was added.
func must(id syntax.ItemID, err error) syntax.ItemID {
	if err != nil {
		panic(err)
	}
	return id
}

// each calls do with the items that are in another.
func each(d *Draft, id syntax.ItemID, do func(i int, id syntax.ItemID)) {
	var all []syntax.ItemID
	for c := d.FirstItem(id); c != syntax.NoItem; c = d.NextItem(c) {
		all = append(all, c)
	}
	for i, c := range all {
		do(i, c)
	}
}

// works are the shapes of files and edits that are dear where the time or the memory of
// one edit depends on the length of the file or on the edits before it.
var works = map[string]func(n int) work{
	"elements added at the end of a line, before many blanks": func(n int) work {
		return work{"x = [1" + spaces(8*n) + "]\n", func(d *Draft) {
			for range n {
				d.ChildIndent(first(d))
				d.OneLine(first(d))
				d.Element(first(d), d.LastItem(first(d)), []byte("2"))
			}
		}}
	},
	"elements added at the start of a line, after many blanks": func(n int) work {
		return work{"x = [" + spaces(8*n) + "1]\n", func(d *Draft) {
			for range n {
				d.Element(first(d), syntax.NoItem, []byte("2"))
			}
		}}
	},
	"elements added on lines": func(n int) work {
		return work{"x = [\n  1,\n" + strings.Repeat("\n", 8*n) + "]\n", func(d *Draft) {
			for range n {
				d.Element(first(d), d.LastItem(first(d)), []byte("2"))
			}
		}}
	},
	"pairs added to an object on one line": func(n int) work {
		return work{"x = { a = 1" + spaces(8*n) + "}\n", func(d *Draft) {
			for i := range n {
				d.OneLine(first(d))
				d.Step(first(d))
				d.Pair(first(d), fmt.Sprint("k", i), []byte("2"))
			}
		}}
	},
	"pairs added with the colon of a wide one": func(n int) work {
		return work{"x = { a" + spaces(8*n) + ":" + spaces(8*n) + "1 }\n", func(d *Draft) {
			for i := range n {
				d.Pair(first(d), fmt.Sprint("k", i), []byte("2"))
			}
		}}
	},
	"elements of a line set": func(n int) work {
		return work{"x = [" + list(n, "%d", ", ") + "]\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) {
				d.OneLine(first(d))
				d.Indent(id)
				d.ChildIndent(first(d))
				d.SetValue(id, []byte("true"))
			})
		}}
	},
	"elements of a line deleted from the first on": func(n int) work {
		return work{"x = [" + spaces(8*n) + list(n, "%d", ", ") + "]\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) { d.Delete(id) })
		}}
	},
	"elements of a line deleted from the last on": func(n int) work {
		return work{"x = [" + list(n, "%d", ", ") + spaces(8*n) + "]\n", func(d *Draft) {
			for id := d.LastItem(first(d)); id != syntax.NoItem; id = d.LastItem(first(d)) {
				d.Delete(id)
			}
		}}
	},
	"elements between comments deleted from the first on": func(n int) work {
		return work{"x = [\n" + list(n, "  # apart\n\n  %d,\n", "\n") + "]\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) { d.Delete(id) })
		}}
	},
	"elements between comments deleted from the last on": func(n int) work {
		return work{"x = [\n" + list(n, "  # apart\n\n  %d,\n", "\n") + "]\n", func(d *Draft) {
			for id := d.LastItem(first(d)); id != syntax.NoItem; id = d.LastItem(first(d)) {
				d.Delete(id)
			}
		}}
	},
	"elements between comments deleted but for the first and the last": func(n int) work {
		return work{"x = [\n" + list(n, "  # apart\n\n  %d,\n", "\n") + "]\n", func(d *Draft) {
			last := d.LastItem(first(d))
			each(d, first(d), func(i int, id syntax.ItemID) {
				if i > 0 && id != last {
					d.Delete(id)
				}
			})
		}}
	},
	"an element added and deleted behind many comments": func(n int) work {
		return work{"x = [\n" + list(n, "  # apart\n\n  %d,\n", "\n") + "]\n", func(d *Draft) {
			d.Clear(first(d))
			for range n {
				d.Delete(must(d.Element(first(d), syntax.NoItem, []byte("1"))))
			}
		}}
	},
	"a comma that comes and goes before a long comment": func(n int) work {
		return work{"x = [\n  1 # c\n]\n", func(d *Draft) {
			for range n {
				x := first(d)
				d.Delete(must(d.Element(x, d.LastItem(x), []byte("2"))))
			}
		}}
	},
	"a list turned round on one line": func(n int) work {
		return work{"x = [" + list(n, "%d /* c */", ", ") + "]\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) { d.Move(id, syntax.NoItem) })
		}}
	},
	"a list turned round on lines": func(n int) work {
		return work{"x = [\n" + list(n, "  %d # c\n", "  ,\n") + "]\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) { d.Move(id, syntax.NoItem) })
		}}
	},
	"elements moved to the end": func(n int) work {
		return work{"x = [\n" + list(n, "  # of %d\n  1, # c\n\n  # apart\n\n", "") + "]\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) { d.Move(id, d.LastItem(first(d))) })
		}}
	},
	"a deep one-line value": func(n int) work {
		const depth = 50
		return work{"x = " + strings.Repeat("[", depth) + list(n, "%d", ", ") + strings.Repeat("]", depth) + "\n", func(d *Draft) {
			id := first(d)
			for range depth - 1 {
				id = d.FirstItem(id)
				d.Expand(id)
			}
			each(d, id, func(i int, c syntax.ItemID) {
				if i%16 == 0 {
					d.Indent(c)
					d.OneLine(id)
					d.Step(id)
					d.SetValue(c, []byte("true"))
				}
			})
		}}
	},
	"attributes added to two bodies in turn": func(n int) work {
		body := "{\n" + list(n, "  a%d = 1\n", "") + "}\n"
		return work{"b " + body + "c " + body, func(d *Draft) {
			b, c := d.FirstItem(syntax.Root), d.LastItem(syntax.Root)
			for i := range n {
				d.Attribute(b, fmt.Sprint("b", i), []byte("1"))
				d.Attribute(c, fmt.Sprint("b", i), []byte("1"))
			}
		}}
	},
	"attributes added and deleted in turn": func(n int) work {
		return work{"b {\n" + list(n, "  a%d = 1\n", "") + "}\n", func(d *Draft) {
			for i := range n {
				d.Delete(must(d.Attribute(first(d), fmt.Sprint("b", i), []byte("1"))))
			}
		}}
	},
	"attributes added before many comments": func(n int) work {
		return work{"b {\n  a = 1\n" + list(n, "\n  # apart\n\n  a%d = 1\n", "") + "}\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) {
				if i > 0 {
					d.Delete(id)
				}
			})
			for i := range n {
				d.Attribute(first(d), fmt.Sprint("b", i), []byte("1"))
			}
		}}
	},
	"attributes deleted before many blank lines": func(n int) work {
		return work{"b {\n" + list(n, "  a%d = 1\n", "") + strings.Repeat("\n", 4*n) + "}\n", func(d *Draft) {
			for id := d.LastItem(first(d)); id != syntax.NoItem; id = d.LastItem(first(d)) {
				d.Delete(id)
			}
		}}
	},
	"blocks of many types": func(n int) work {
		return work{"b {\n" + list(n, "  a%d {}\n", "") + "}\n", func(d *Draft) {
			for i := range n {
				d.Block(first(d), fmt.Sprint("c", i), nil)
				d.Block(first(d), fmt.Sprint("a", i), nil)
			}
		}}
	},
	"blocks added and deleted in turn": func(n int) work {
		return work{"b {\n  r {}\n" + list(n, "  a%d {}\n", "") + strings.Repeat("\n", 4*n) + "}\n", func(d *Draft) {
			for range n {
				d.Delete(must(d.Block(first(d), "r", nil)))
				d.Delete(must(d.Block(first(d), "z", nil)))
			}
		}}
	},
	"blocks added where a long one went": func(n int) work {
		return work{"b {\n  a = 1\n\n  c {\n" + list(n, "    a%d = 1\n", "") + "  }\n}\n", func(d *Draft) {
			d.Delete(d.LastItem(first(d)))
			for range n {
				d.Block(first(d), "d", nil)
			}
		}}
	},
	"lines of a long body set": func(n int) work {
		return work{"b {\n" + list(n, "  a%d = 1\n", "") + "}\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) { d.SetValue(id, []byte("2")) })
		}}
	},
	"every other line of a long body deleted": func(n int) work {
		return work{"b {\n" + list(n, "  a%d = 1\n\n", "") + "}\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) {
				if i%2 == 0 {
					d.Delete(id)
				}
			})
		}}
	},
	"inner attributes set between new blocks": func(n int) work {
		return work{"b {\n" + list(n, "  r {\n    a%d = 1\n  }\n\n", "") + "}\n", func(d *Draft) {
			each(d, first(d), func(i int, id syntax.ItemID) {
				d.Attribute(id, "c", []byte("1"))
				d.Block(first(d), "n", nil)
			})
		}}
	},
	"values on a line that is indented by much": func(n int) work {
		return work{"b {\n" + spaces(8*n) + "x = [" + list(n, "%d", ", ") + "]\n}\n", func(d *Draft) {
			x := d.FirstItem(first(d))
			d.Expand(x)
			each(d, x, func(i int, id syntax.ItemID) {
				d.Indent(id)
				d.ChildIndent(x)
				d.SetValue(id, []byte("true"))
			})
		}}
	},
	"a value set again and again": func(n int) work {
		return work{"x = 1\n", func(d *Draft) {
			for range n {
				d.SetValue(first(d), []byte("[1, 2]"))
				d.Element(first(d), d.LastItem(first(d)), []byte("3"))
			}
		}}
	},
	"blocks at the end of a file of blank lines": func(n int) work {
		return work{"# c" + strings.Repeat("\n", 4*n), func(d *Draft) {
			for range n {
				d.Delete(must(d.Block(syntax.Root, "b", nil)))
				d.Block(syntax.Root, "b", nil)
			}
		}}
	},
	"one-line blocks opened": func(n int) work {
		return work{list(n, "b%d { a = 1 }\n", ""), func(d *Draft) {
			each(d, syntax.Root, func(i int, id syntax.ItemID) { d.Attribute(id, "b", []byte("1")) })
		}}
	},
}

// TestDraftsAreLinear: steps, memory, text and time grow in proportion to the file and the
// edits.
func TestDraftsAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("costs are not measured in short runs: the race detector has its own, of time and of memory")
	}
	const n = 2000
	for name, work := range works {
		t.Run(name, func(t *testing.T) {
			text := map[int]int{} // how much the draft and its result have, by size
			measure.Linear(t, n, func(n int) func() {
				w := work(n)
				return func() { text[n] = w.do(t) }
			})
			if text[4*n] > 5*text[n] {
				t.Errorf("%d bytes of text for %d edits, %d for four times as many", text[n], n, text[4*n])
			}
		})
	}
}

// do makes the edits, and returns how much text the draft and its result have.
func (w work) do(t *testing.T) int {
	f, err := syntax.Parse([]byte(w.code))
	if err != nil {
		t.Fatal(err)
	}
	d := NewDraft(f)
	d.SetBudget(budget.New(budget.Limits{Steps: 1 << 40, Bytes: 1 << 40}))
	w.edit(d)
	out := d.Append(nil)
	if err := syntax.Check(out); err != nil {
		t.Fatalf("the result does not parse: %v", err)
	}
	return len(d.Text()) + len(out)
}
