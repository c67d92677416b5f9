package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// expandAll expands all that is below an item, at every depth.
func expandAll(f *File, id ItemID) {
	if !f.Expand(id) {
		return
	}
	for c := range f.Children(id) {
		expandAll(f, c)
	}
}

// outline writes an item, a line for each child: its kind, and its Head, Content and
// Tail as they are in the text; its children in brackets, those of a call in its own.
func outline(f *File, id ItemID, indent string) string {
	it := f.item(id)
	line := fmt.Sprintf("%s%s %q", indent, it.Kind, f.At(it.Head))
	switch {
	case it.Kind < KindAttribute && it.Kind != KindRoot:
	case !it.Expanded():
		line += fmt.Sprintf(" %q %q", f.At(it.Content), f.At(it.Tail))
	default:
		between := [2]string{"[", "]"}
		if it.Inside() > InsideList {
			opening, closing := f.Brackets(id)
			between = [2]string{string(f.At(opening)), string(f.At(closing))}
		}
		line += " " + between[0]
		for c := it.First; c != NoItem; c = f.item(c).Next {
			line += "\n" + outline(f, c, indent+"  ")
		}
		line += fmt.Sprintf("\n%s%s %q", indent, between[1], f.At(it.Tail))
	}
	return line
}

// tiled returns the text of an item, put together from the items in it.
func tiled(f *File, id ItemID) []byte {
	it := f.item(id)
	text := append([]byte(nil), f.At(it.Head)...)
	if it.First == NoItem {
		return append(append(text, f.At(it.Content)...), f.At(it.Tail)...)
	}
	opening, closing := f.Brackets(id)
	text = append(text, f.At(opening)...)
	for c := it.First; c != NoItem; c = f.item(c).Next {
		text = append(text, tiled(f, c)...)
	}
	text = append(text, f.At(closing)...)
	return append(text, f.At(it.Tail)...)
}

// The items of a file tile it, at every depth.
func TestItemsTile(t *testing.T) {
	sources := []string{"\xEF\xBB\xBF", "\xEF\xBB\xBFa = 1\r\n", "\xEF\xBB\xBF\n# c\n", "a = [\r\n1, # c\r\n]\r\n\r\nb {\r\n}\r\n", "a=1#", "a {}\t", "a = <<E\r\nE\r\n", "a = [<<E\r\nE\r\n]"}
	for _, f := range append(table(t, "valid.txtar"), table(t, "items.txtar")...) {
		sources = append(sources, string(f.Data), strings.ReplaceAll(string(f.Data), "\n", "\r\n"), strings.TrimSuffix(string(f.Data), "\n"))
	}
	for _, src := range sources {
		own := append([]byte(src), "spare"...)
		f, err := Parse(own[:len(src)])
		if err != nil {
			continue // no line end after a heredoc, or an outline
		}
		expandAll(f, Root)
		if got := tiled(f, Root); string(got) != src {
			t.Errorf("the items of %q are %q", src, got)
		}
		if string(own) != src+"spare" {
			t.Errorf("%q was written to: %q", src, own)
		}
	}
}

func TestItems(t *testing.T) {
	files := table(t, "items.txtar")
	for i := 0; i < len(files); i += 2 {
		f, err := Parse(files[i].Data)
		if err != nil {
			t.Fatalf("%s: %v", files[i].Name, err)
		}
		expandAll(f, Root)
		if got, want := outline(f, Root, "")+"\n", string(files[i+1].Data); got != want {
			t.Errorf("%s is\n%swant\n%s", files[i].Name, got, want)
		}
	}
}

// Items keep their places when some before them are expanded, and expanding twice is
// expanding once.
func TestExpandInAnyOrder(t *testing.T) {
	src := []byte("a = { b = [1, 2] }\nc {\n  d {\n    e = 1\n  }\n}\n")
	forward, _ := Parse(src)
	expandAll(forward, Root)
	expandAll(forward, Root)
	backward, _ := Parse(src)
	for id := backward.item(Root).Last; id != NoItem; id = backward.item(id).Prev {
		expandAll(backward, id)
	}
	if a, b := outline(forward, Root, ""), outline(backward, Root, ""); a != b {
		t.Errorf("forward\n%s\nbackward\n%s", a, b)
	}
}

func TestExpandLeavesOtherValuesAlone(t *testing.T) {
	for _, value := range []string{"1", `"x"`, "f({}).a", "(1) + 1", "-f(1)", "[][0]", "[for x in y : x]", "{for x in y : x => x}"} {
		f, err := Parse([]byte("a = " + value))
		if err != nil {
			t.Fatal(err)
		}
		if id := f.item(Root).First; f.Expand(id) || f.item(id).Expanded() || f.item(id).First != NoItem {
			t.Errorf("%s was expanded", value)
		}
	}
}

// What stands between items has nothing to expand.
func TestExpandLeavesGapsAlone(t *testing.T) {
	f, err := Parse([]byte("a { # open\n  # gap\n\n  b = 1\n  }\n"))
	if err != nil {
		t.Fatal(err)
	}
	block := f.item(Root).First
	seen := ""
	for c := range f.Children(block) {
		seen += f.Kind(c).String() + " "
		if f.Expand(c) {
			t.Errorf("%s was expanded", f.Kind(c))
		}
	}
	if seen != "open gap attribute close " {
		t.Errorf("the items are %s", seen)
	}
}

func TestLabels(t *testing.T) {
	for _, c := range []struct {
		header string
		labels []string
	}{
		{"a ", []string{}},
		{"a b ", []string{"b"}},
		{`a "b" c "d"`, []string{"b", "c", "d"}},
		{`a"b""c"`, []string{"b", "c"}},
		{`a "" `, []string{""}},
		{`a "b" "c" `, []string{"b", "c"}},
		{`a "b" "c"`, []string{"b", "c"}},
		{`a "b"  "c"	"d" `, []string{"b", "c", "d"}},
		{`a "b" "$${c" "\\" "d{" e `, []string{"b", "${c", `\`, "d{", "e"}},
		{`a "\u00e9\n$${x} %%{y} $ 100%" `, []string{"é\n${x} %{y} $ 100%"}},
		{`a /* "b" */ "c{" /*
		*/ d `, []string{"c{", "d"}},
		{"# lead \"x\" {\na b ", []string{"b"}},
		{`a "` + strings.Repeat(`\"`, 100) + `" `, []string{strings.Repeat(`"`, 100)}},
	} {
		f, err := Parse([]byte(c.header + "{}"))
		if err != nil {
			t.Fatalf("%q: %v", c.header, err)
		}
		id := f.item(Root).First
		got := []string{}
		for label := range f.Labels(id) {
			got = append(got, string(label))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.labels) {
			t.Errorf("%q has the labels %q, want %q", c.header, got, c.labels)
		}
		for _, other := range [][]string{append([]string{"z"}, c.labels...), append(c.labels[:len(c.labels):len(c.labels)], "z"), append(c.labels[:max(len(c.labels)-1, 0):max(len(c.labels)-1, 0)], "z")} {
			if f.HasLabels(id, other) {
				t.Errorf("%q has the labels %q", c.header, other)
			}
		}
		if !f.HasLabels(id, c.labels) {
			t.Errorf("%q has not the labels %q", c.header, c.labels)
		}
		for range f.Labels(id) {
			break
		}
	}
}
