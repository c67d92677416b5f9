package bodies_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/internal/engine/bodies"
	"iacedit/internal/engine/render"
	"iacedit/internal/engine/tree"
	"iacedit/syntax"
	"iacedit/value"
)

var (
	types  = []string{"resource", "data", "locals"}
	labels = []string{"a", "b", "*"}
	names  = []string{"n0", "n1", "n2", "n3"}
)

// indexOf returns an index of a draft's file, for so many expected searches.
func indexOf(d *render.Draft, searches int) *bodies.Index {
	x := new(bodies.Index)
	x.Start(d.File, nil, new(value.Classes), new(syntax.Expr), searches)
	return x
}

// containers returns the bodies, objects and lists of a file.
func containers(d *render.Draft) (all []syntax.ItemID) {
	var walk func(id syntax.ItemID)
	walk = func(id syntax.ItemID) {
		if !d.Expand(id) {
			return
		}
		all = append(all, id)
		for c := d.FirstItem(id); c != syntax.NoItem; c = d.NextItem(c) {
			walk(c)
		}
	}
	walk(syntax.Root)
	return all
}

// answers returns what an index says of a file.
func answers(d *render.Draft, x *bodies.Index) (all []string) {
	say := func(of syntax.ItemID, what string, is any) {
		all = append(all, fmt.Sprint(of, " ", what, ": ", is))
	}
	say(syntax.Root, "attributes", x.HasRootAttributes())
	for i, typ := range types {
		for _, label := range labels {
			either := []string{typ, types[(i+1)%len(types)]}
			say(syntax.Root, "at "+typ+"."+label, x.At(nil, either, []string{label}, label == "*"))
		}
	}
	for _, id := range containers(d) {
		switch d.Inside(id) {
		case syntax.InsideBody:
			for _, name := range names {
				say(id, name, x.Attribute(id, name))
			}
			for i, typ := range types {
				say(id, typ, x.Blocks(nil, id, types[i:i+1]))
				say(id, "has "+typ, x.HasBlock(id, types[i:i+1]))
				say(id, "last "+typ, x.LastBlock(id, typ))
			}
			say(id, "all", x.Blocks(nil, id, types))
		case syntax.InsideObject:
			for _, name := range names {
				say(id, name, x.Pair(id, name, value.Template))
			}
		case syntax.InsideList:
			for i := range 30 {
				e, n := x.Element(id, i)
				if e != syntax.NoItem {
					n = 0 // which is said for a number out of range alone
				}
				say(id, fmt.Sprint(i), [2]any{e, n})
			}
		}
	}
	return all
}

// large is a body, an object and a list that are too large to be looked through.
func large() string {
	var b strings.Builder
	b.WriteString("n0 = {\n")
	for i := range 20 {
		fmt.Fprintf(&b, "  k%d = %d\n", i, i)
	}
	b.WriteString("  n1 = 1\n}\nn1 = [\n")
	for i := range 20 {
		fmt.Fprintf(&b, "  %d,\n", i)
	}
	b.WriteString("]\n")
	for i := range 20 {
		fmt.Fprintf(&b, "\nresource \"r%d\" {\n  n0 = [1, 2]\n}\n", i)
	}
	b.WriteString("\nlocals {\n")
	for i := range 20 {
		fmt.Fprintf(&b, "  l%d = %d\n", i, i)
	}
	return b.String() + "  data \"a\" {}\n  resource \"b\" {}\n}\n"
}

// edit makes one edit of a draft at random. One that the draft refuses is none.
func edit(r *rand.Rand, d *render.Draft) {
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	all := containers(d)
	in := all[r.IntN(len(all))]
	var children []syntax.ItemID
	for c := d.FirstItem(in); c != syntax.NoItem; c = d.NextItem(c) {
		children = append(children, c)
	}
	child, other := syntax.NoItem, syntax.NoItem
	if len(children) > 0 {
		child, other = children[r.IntN(len(children))], children[r.IntN(len(children))]
	}
	place := render.Place{After: other}
	if r.IntN(2) == 0 {
		place = render.Place{Before: other}
	}
	text := []byte(pick([]string{"1", "[1, 2]", "{ n0 = 1 }", "{}", "[\n]"}))
	body := d.Inside(in) == syntax.InsideBody
	switch n := r.IntN(10); {
	case n == 0 && child != syntax.NoItem:
		_ = d.Delete(child)
	case n == 1 && child != syntax.NoItem:
		_ = d.SetValue(child, text)
	case n == 2 && body:
		_ = d.MoveTo(child, place)
	case n == 2:
		_ = d.Move(child, other)
	case n == 3 && child != syntax.NoItem && d.Kind(child) != syntax.KindElement:
		name := pick(names)
		if d.Kind(child) == syntax.KindBlock {
			name = pick(types)
		}
		_ = d.SetNames(map[syntax.ItemID]string{child: name})
	case n == 4 && child != syntax.NoItem && d.Kind(child) == syntax.KindBlock:
		_ = d.SetLabels(child, []string{pick(labels[:2])})
	case n == 5 && r.IntN(4) == 0:
		_ = d.Clear(in)
	case body && n < 7:
		_, _ = d.Attribute(in, pick(names), text)
	case body && n < 8:
		_, _ = d.Block(in, pick(types), []string{pick(labels[:2])})
	case body:
		_, _ = d.BlockAt(in, place, pick(types), []string{pick(labels[:2])})
	case d.Inside(in) == syntax.InsideObject:
		_, _ = d.Pair(in, pick(names), text)
	default:
		_, _ = d.Element(in, other, text)
	}
}

// Whatever is edited, an index that watches says what one says that is made afterwards, and
// what the children say that are looked through one by one.
func TestWatchingIndexIsTrue(t *testing.T) {
	for seed := range uint64(15) {
		r := rand.New(rand.NewPCG(seed, 1))
		expected := bodies.Many
		if seed%4 == 0 {
			expected = 0 // it is found out that they are many
		}
		f, err := syntax.Parse([]byte(large()))
		if err != nil {
			t.Fatal(err)
		}
		d := render.NewDraft(f)
		watching := indexOf(d, expected)
		tree.Of(f).Watch(watching)
		for step := range 40 {
			edit(r, d)
			if r.IntN(3) > 0 {
				continue // what is not asked for is not known yet
			}
			got := answers(d, watching)
			for name, searches := range map[string]int{"looking": 0, "fresh": bodies.Many} {
				if diff := cmp.Diff(answers(d, indexOf(d, searches)), got); diff != "" {
					t.Fatalf("seed %d, step %d, %s (-want +got):\n%s\n%s", seed, step, name, diff, d.Append(nil))
				}
			}
		}
	}
}
