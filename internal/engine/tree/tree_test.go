package tree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"iacedit/internal/base/budget"
)

func parsed(src string) *Tree {
	t := new(Tree)
	t.Reset([]byte(src), nil, nil)
	return t
}

// Text that edits add comes after the source; what else is in the memory of the source
// is not written to, unless it was given away.
func TestAdd(t *testing.T) {
	memory := []byte("a = 1\nspare")
	var tree Tree
	tree.Reset(memory[:6], nil, nil)
	at := tree.Add([]byte("b"), []byte("c"))
	if got := tree.At(at); string(got) != "bc" || tree.SourceLen() != 6 || string(tree.Text()) != "a = 1\nbc" || string(memory) != "a = 1\nspare" {
		t.Errorf("added %q to %q beside %q", got, tree.Text(), memory)
	}
	tree.Reset(memory[:6], nil, nil)
	tree.Own(memory[:6])
	tree.Add([]byte("xyz"))
	if string(tree.Text()) != "a = 1\nxyz" || string(memory) != "a = 1\nxyzre" || string(tree.Source()) != "a = 1\n" {
		t.Errorf("added to %q in %q", tree.Text(), memory)
	}
}

// Text that offsets cannot count is refused; other panics are no such refusal.
func TestAddTooMuch(t *testing.T) {
	defer func(n int) { Limit = n }(Limit)
	Limit = 8
	panics := func(f func()) bool {
		return func() (err error) {
			defer budget.Catch(&err)
			f()
			return nil
		}() != nil
	}
	tree := parsed("abc")
	if at := tree.Add([]byte("de"), []byte("fgh")); panics(func() { tree.Add([]byte("i")) }) == false || string(tree.At(at)) != "defgh" {
		t.Errorf("%q holds %q", tree.Text(), tree.At(at))
	}
	if panics(func() { tree.Add([]byte("")); tree.Add() }) {
		t.Error("nothing was too much")
	}
	defer func() {
		if recover() != "other" {
			t.Error("the panic is lost")
		}
	}()
	panics(func() { panic("other") })
}

// children returns the children of the root, by the text of their heads, forwards and
// backwards.
func children(t *Tree) (forward, backward []string) {
	for id := t.Item(Root).First; id != None; id = t.Item(id).Next {
		forward = append(forward, string(t.At(t.Item(id).Head)))
	}
	for id := t.Item(Root).Last; id != None; id = t.Item(id).Prev {
		backward = append(backward, string(t.At(t.Item(id).Head)))
	}
	return forward, backward
}

// Items put in and taken out in any order are those of a list treated the same way.
func TestLinks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		tree := parsed("")
		var ids []ID
		var want []string
		for step := range 30 {
			text := fmt.Sprint(step)
			at := random.IntN(len(ids) + 1)
			switch it := (Item{Kind: KindGap, Head: tree.Add([]byte(text))}); {
			case len(ids) > 0 && random.IntN(3) == 0:
				at = random.IntN(len(ids))
				tree.Remove(ids[at])
				ids, want = slices.Delete(ids, at, at+1), slices.Delete(want, at, at+1)
				continue
			case random.IntN(3) == 0:
				at = len(ids)
				id, made := tree.Append(Root, it.Kind)
				made.Head = it.Head
				ids = append(ids, id)
			case at == 0:
				ids = slices.Insert(ids, 0, tree.InsertAfter(Root, None, it))
			default:
				ids = slices.Insert(ids, at, tree.InsertAfter(Root, ids[at-1], it))
			}
			want = slices.Insert(want, at, text)
		}
		forward, backward := children(tree)
		slices.Reverse(backward)
		if !slices.Equal(forward, want) || !slices.Equal(backward, want) {
			t.Fatalf("%v forward, %v backward, want %v", forward, backward, want)
		}
	}
}

// What an item is in is touched with it; its neighbours are when it goes.
func TestTouch(t *testing.T) {
	tree := parsed("")
	block, _ := tree.Append(Root, KindBlock)
	var in [3]ID
	for i := range in {
		id, made := tree.Append(block, KindAttribute)
		made.Content = tree.Add([]byte("1"))
		in[i] = id
	}
	marks := func() string {
		var b strings.Builder
		for id := Root; int(id) < tree.Len(); id++ {
			it := tree.Item(id)
			fmt.Fprintf(&b, "%c", "-tcr"[btoi(it.Touched)+btoi(it.Changed)+btoi(it.Revalued)])
		}
		return b.String()
	}
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, "-----"},
		{func() { tree.SetContent(in[0], tree.Add([]byte("2"))) }, "ttr--"},
		{func() { tree.SetContent(in[0], tree.Add([]byte("[\n]"))) }, "ttc--"},
		{func() { tree.SetContent(in[0], tree.Add([]byte("3"))) }, "ttc--"},
		{func() { tree.Remove(in[1]) }, "ttc-c"},
		{func() { tree.Remove(in[0]); tree.Remove(in[2]) }, "tcc-c"},
	} {
		step.do()
		if got := marks(); got != step.want {
			t.Errorf("the items are %s, want %s", got, step.want)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestKindString(t *testing.T) {
	seen := map[string]bool{}
	for k := range kindCount {
		if name := k.String(); name == "" || seen[name] {
			t.Errorf("kind %d is %q", k, name)
		}
		seen[k.String()] = true
	}
	if got := kindCount.String(); got != "unknown item" {
		t.Error(got)
	}
}
