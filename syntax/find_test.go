package syntax

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustParse(t testing.TB, src string) *File {
	t.Helper()
	f, err := Parse([]byte(src))
	if err != nil {
		t.Fatalf("%s: %s", src, errorAt([]byte(src), err))
	}
	return f
}

// parts writes what the children of an item are made of, a line for each.
func parts(f *File, id ItemID, indent string) string {
	var b strings.Builder
	for c := range f.Children(id) {
		fmt.Fprintf(&b, "%s%s", indent, f.Kind(c))
		value := string(f.At(f.Value(c)))
		if f.Expand(c) {
			value = value[:1] + "…" + value[len(value)-1:]
		}
		for _, part := range [...]struct{ name, text string }{
			{"comments", string(f.At(f.Comments(c)))}, {"header", string(f.At(f.Header(c)))},
			{"value", value}, {"line", string(f.At(f.LineComment(c)))},
		} {
			if part.text != "" {
				fmt.Fprintf(&b, " %s %q", part.name, part.text)
			}
		}
		b.WriteString("\n" + parts(f, c, indent+"  "))
	}
	return b.String()
}

func TestParts(t *testing.T) {
	files := table(t, "parts.txtar")
	for i := 0; i < len(files); i += 2 {
		for _, end := range []string{"\n", "\r\n"} {
			src := strings.ReplaceAll(string(files[i].Data), "\n", end)
			want := strings.ReplaceAll(string(files[i+1].Data), `\n`, strings.Trim(fmt.Sprintf("%q", end), `"`))
			if diff := cmp.Diff(want, parts(mustParse(t, src), Root, "")); diff != "" {
				t.Errorf("%s, lines end in %q: -want +got\n%s", files[i].Name, end, diff)
			}
		}
	}
}

const manyItems = `a = 1
resource "aws_instance" "web" {
  ami = "x"
  a   = 2
  dynamic "disk" {
    content {}
  }
}
resource "aws_instance" "db" {}
resource aws_vpc "main" {}
locals {
  list = [1, [2, 3], { k = 4 }]
  tags = { Name = "n", "a b" = 1, a.b = 2, (c) = 3, "${d}" = 4, true = 5, 6 = 6, "\u00e9$${" = 8, "k$k" = 9, Name = "again" }
}
module "vpc" {}
`

// listed returns how items start, in one line.
func listed(f *File, ids func(func(ItemID) bool)) string {
	var out []string
	for id := range ids {
		name := string(f.Name(id))
		for label := range f.Labels(id) {
			name += "." + string(label)
		}
		if name == "" {
			name = string(f.At(f.Value(id)))
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

func TestFind(t *testing.T) {
	f := mustParse(t, manyItems)
	first := func(ids func(func(ItemID) bool)) ItemID {
		for id := range ids {
			return id
		}
		return NoItem
	}
	web, locals := first(f.Blocks(Root, "resource")), first(f.Blocks(Root, "locals"))
	list, tags := f.Attribute(locals, "list"), f.Attribute(locals, "tags")
	for _, c := range []struct {
		what string
		ids  func(func(ItemID) bool)
		want string
	}{
		{"attributes", f.Attributes(Root), "a"},
		{"attributes of a block", f.Attributes(web), "ami, a"},
		{"attributes of an attribute", f.Attributes(tags), ""},
		{"blocks", f.Blocks(Root, ""), "resource.aws_instance.web, resource.aws_instance.db, resource.aws_vpc.main, locals, module.vpc"},
		{"resources", f.Blocks(Root, "resource"), "resource.aws_instance.web, resource.aws_instance.db, resource.aws_vpc.main"},
		{"resources of a type", f.Blocks(Root, "resource", "aws_instance"), "resource.aws_instance.web, resource.aws_instance.db"},
		{"a resource", f.Blocks(Root, "resource", "aws_vpc", "main"), "resource.aws_vpc.main"},
		{"too many labels", f.Blocks(Root, "resource", "aws_vpc", "main", "x"), ""},
		{"any type with a label", f.Blocks(Root, "", "vpc"), "module.vpc"},
		{"another label", f.Blocks(Root, "resource", "aws_instance", "x"), ""},
		{"blocks in a block", f.Blocks(web, ""), "dynamic.disk"},
		{"blocks in it", f.Blocks(first(f.Blocks(web, "dynamic")), "content"), "content"},
		{"pairs", f.Pairs(tags), `Name, "a b", a.b, (c), "${d}", true, 6, "\u00e9$${", "k$k", Name`},
		{"pairs of a list", f.Pairs(list), ""},
		{"elements", f.Elements(list), "1, [2, 3], { k = 4 }"},
		{"elements of an element", f.Elements(slices.Collect(f.Elements(list))[1]), "2, 3"},
		{"pairs of an element", f.Pairs(slices.Collect(f.Elements(list))[2]), "k"},
		{"elements of a block", f.Elements(web), ""},
	} {
		if got := listed(f, c.ids); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		for range c.ids {
			break
		}
	}
	if id := f.Attribute(web, "dynamic"); id != NoItem {
		t.Errorf("a block is an attribute: %s", f.Name(id))
	}
	if it := f.Item(f.Attribute(web, "a")); it.Parent != web || it.Kind != KindAttribute || string(f.At(it.Content)) != "2" {
		t.Errorf("the attribute is %+v", it)
	}
}

func TestKeys(t *testing.T) {
	f := mustParse(t, manyItems)
	var tags ItemID
	for locals := range f.Blocks(Root, "locals") {
		tags = f.Attribute(locals, "tags")
	}
	var got []string
	for pair := range f.Pairs(tags) {
		key, literal := f.Key(pair)
		got = append(got, fmt.Sprintf("%q %t", key, literal))
	}
	want := []string{`"Name" true`, `"a b" true`, `"" false`, `"" false`, `"" false`, `"true" true`, `"" false`, `"é${" true`, `"k$k" true`, `"Name" true`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for key, want := range map[string]string{"Name": `"n"`, "a b": "1", "é${": "8", "k$k": "9", "c": "", "": "", "6": ""} {
		if got := string(f.At(f.Value(f.Pair(tags, key)))); got != want {
			t.Errorf("%q is %s, want %s", key, got, want)
		}
	}
	if key, literal := f.Key(tags); key != "" || literal {
		t.Errorf("an attribute has the key %q", key)
	}
}

// Looking inside one item while going through others changes nothing for either.
func TestChildrenOfChildren(t *testing.T) {
	f := mustParse(t, manyItems)
	whole := mustParse(t, manyItems)
	expandAll(whole, Root)
	if got, want := parts(f, Root, ""), parts(whole, Root, ""); got != want {
		t.Errorf("on the way\n%s, before\n%s", got, want)
	}
}

// Where nothing is, nothing is found.
func TestNothing(t *testing.T) {
	empty := mustParse(t, "")
	for _, f := range []*File{new(File), empty, mustParse(t, manyItems)} {
		for _, id := range []ItemID{NoItem, Root, -1, 1 << 30, 20} {
			if f.tree().Len() > 2 && id > NoItem && id < 1<<30 {
				continue // is something
			}
			for range f.Children(id) {
				t.Errorf("%d has children", id)
			}
			for range f.Blocks(id, "", "x") {
				t.Errorf("%d has blocks", id)
			}
			for range f.Labels(id) {
				t.Errorf("%d has labels", id)
			}
			if f.Attribute(id, "a") != NoItem || f.Pair(id, "a") != NoItem || f.HasLabels(id, []string{"x"}) {
				t.Errorf("something was found in %d", id)
			}
			if it := f.Item(id); (f != empty || id != Root) && it != (Item{}) {
				t.Errorf("%d is %+v", id, it)
			}
			if _, literal := f.Key(id); literal {
				t.Errorf("%d has a key", id)
			}
			for _, s := range []Span{f.Comments(id), f.Header(id), f.Value(id), f.LineComment(id)} {
				if len(f.At(s))+len(f.Name(id))+s.Len() != 0 {
					t.Errorf("%d has text", id)
				}
			}
		}
		for _, s := range []Span{{}, {From: -1, To: 0}, {From: 5, To: 2}, {From: 1, To: 1 << 30}, {From: 1 << 30, To: 1 << 30}} {
			if e := f.Expr(s); e.Root != 0 || f.At(s) != nil && s.Len() > 0 {
				t.Errorf("there is something at %v: %q", s, e.Text)
			}
		}
	}
	f := new(File)
	line, column := f.Position(7)
	if f.Line(7) != 1 || line != 1 || column != 1 || len(f.Text()) > 0 {
		t.Errorf("the zero File has text: %d:%d", line, column)
	}
	f.Release()
}
