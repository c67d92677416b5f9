package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dump describes the items in a body, and the trees of their values.
func dump(f *File, body ItemID, depth int, out *strings.Builder) {
	for id := range f.Children(body) {
		it := f.Item(id)
		fmt.Fprintf(out, "%*s%s %v %v %v %v\n", 2*depth, "", it.Kind, it.Name, it.Head, it.Content, it.Tail)
		switch it.Kind {
		case KindBlock:
			dump(f, id, depth+1, out)
		case KindAttribute:
			dumpNode(f.ValueExpr(id), f.ValueExpr(id).Root, depth+1, out)
		}
	}
}

func dumpNode(e *Expr, id NodeID, depth int, out *strings.Builder) {
	n := e.Node(id)
	fmt.Fprintf(out, "%*s%s %s %d %v\n", 2*min(depth, 20), "", n.Kind, n.Op, n.Flags, n.Span())
	for c := range e.Children(id) {
		dumpNode(e, c, depth+1, out)
	}
}

// checkWhole checks that a parse of any depth makes of a source what Parse makes of it, step by
// step.
func checkWhole(t *testing.T, src []byte) {
	t.Helper()
	checkDepth(t, src, Bodies)
	checkDepth(t, src, Whole)
}

func checkDepth(t *testing.T, src []byte, depth Depth) {
	t.Helper()
	f, err := Parse(src)
	whole, wholeErr := ParseWithin(src, depth, nil)
	if err != nil || wholeErr != nil {
		if diff := cmp.Diff(fmt.Sprint(err), fmt.Sprint(wholeErr)); diff != "" {
			t.Errorf("%q: %s", src, diff)
		}
		return
	}
	var want, got strings.Builder
	dump(f, Root, 0, &want)
	dump(whole, Root, 0, &got)
	if diff := cmp.Diff(want.String(), got.String()); diff != "" {
		t.Errorf("%q: %s", src, diff)
	}
	whole.Release()
}

func TestParseWhole(t *testing.T) {
	for _, name := range []string{"valid.txtar", "items.txtar", "invalid.txtar"} {
		for _, file := range table(t, name) {
			checkWhole(t, file.Data)
		}
	}
	long := strings.Repeat("b \"l\" {\n  # c\n  x = [1, \"a${b}\", <<-E\n  c\n  E\n  ]\n  n { y = -1 }\r\n}\n", 300) // more nodes than there is room for at first
	checkWhole(t, []byte(long))
	checkWhole(t, []byte("x = ["+strings.Repeat("1,", 5000)+"]\ny = \"z\"\n"))
}

// FuzzParseWhole: so it is for any source.
func FuzzParseWhole(f *testing.F) {
	for _, file := range table(f, "items.txtar") {
		f.Add(file.Data)
	}
	f.Add([]byte("a { b = \"${c}\" } \n"))
	f.Add([]byte("a {\n  b {\n"))
	f.Fuzz(func(t *testing.T, src []byte) { checkWhole(t, src) })
}
