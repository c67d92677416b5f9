package syntax

import "testing"

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
