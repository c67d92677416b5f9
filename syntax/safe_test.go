package syntax

import "testing"

// askAll asks a File everything there is to ask about an item and a span.
func askAll(f *File, id ItemID, s Span) {
	for range f.Children(id) {
	}
	for range f.Blocks(id, "a", "b") {
	}
	for range f.Labels(id) {
	}
	f.Attribute(id, "a")
	f.Pair(id, "a")
	f.Key(id)
	f.HasLabels(id, nil)
	f.Item(id)
	for _, part := range []Span{f.Comments(id), f.Header(id), f.Value(id), f.LineComment(id), s} {
		f.At(part)
		f.Position(part.From)
	}
	e := f.Expr(s)
	for node := NodeID(-1); node < 10; node++ {
		e.Parts(nil, node)
		e.PlainString(node)
		e.Source(node)
		for range e.Children(node) {
		}
	}
}

// Whatever is asked of a File, it answers: no item and no span makes it panic, and none
// changes what it is.
func TestNothingPanics(t *testing.T) {
	for _, name := range []string{"items.txtar", "parts.txtar"} {
		for _, file := range table(t, name) {
			f, err := Parse(file.Data)
			if err != nil {
				continue // an outline
			}
			n := int32(len(file.Data))
			for id := ItemID(-2); int(id) < f.tree().Len()+2; id++ {
				for i := int32(-1); i <= n; i++ {
					askAll(f, id, Span{From: i, To: min(i+int32(id), n+1)})
				}
			}
			fresh := mustParse(t, string(file.Data))
			expandAll(f, Root)
			expandAll(fresh, Root)
			if got, want := outline(f, Root, ""), outline(fresh, Root, ""); got != want {
				t.Errorf("%s: it is\n%swas\n%s", file.Name, got, want)
			}
		}
	}
}
