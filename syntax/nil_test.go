package syntax

import "testing"

// TestNoExprAndNoSpan gives functions no expression, and spans outside the text.
func TestNoExprAndNoSpan(t *testing.T) {
	f := mustParse(t, "a = [1]\n")
	for id := range f.Children(Root) {
		if f.ExpandNode(id, nil, 0) || f.ExpandPartsNode(id, nil, 0) {
			t.Error("a value was expanded by no expression")
		}
	}
	for _, at := range []Span{{From: 5, To: 9}, {From: -1, To: 1}, {From: 2, To: 1}} {
		if CheckValue([]byte("abc"), at) == nil {
			t.Errorf("%v is a value of a text of 3 bytes", at)
		}
	}
}
