package syntax

import (
	"strings"
	"testing"

	"iacedit/lexer"
)

// Going through items and nodes, and finding one by name, allocates nothing once they
// are made.
func TestLookingUpAllocatesNothing(t *testing.T) {
	f := mustParse(t, manyItems)
	expandAll(f, Root)
	e := f.Expr(f.Value(f.Attribute(Root, "a")))
	for name, look := range map[string]func(){
		"Children": func() {
			for range f.Children(Root) {
			}
		},
		"Attributes": func() {
			for range f.Attributes(Root) {
			}
		},
		"Blocks": func() {
			for range f.Blocks(Root, "resource", "aws_instance") {
			}
		},
		"Attribute": func() { f.Attribute(Root, "z") },
		"HasLabels": func() { f.HasLabels(3, []string{"aws_instance", "web"}) },
		"Expr.Children": func() {
			for range e.Children(e.Root) {
			}
		},
		"Line": func() { f.Line(10) },
	} {
		if n := testing.AllocsPerRun(50, look); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestParseReservesWhatItNeeds checks that the room for nodes is foreseen from what was parsed,
// though the parents at the start of a text are made after their children.
func TestParseReservesWhatItNeeds(t *testing.T) {
	refs := strings.Repeat("var.a, ", 200)
	src := []byte(strings.Repeat("{ k = ", 30) + "[" + refs + "]" + strings.Repeat(" }", 30))
	e, err := ParseExpression(nil, src, lexer.Span{To: int32(len(src))})
	if err != nil {
		t.Fatal(err)
	}
	if n, room := len(e.nodes), cap(e.nodes); room > 2*n {
		t.Errorf("%d nodes have room for %d", n, room)
	}
}
