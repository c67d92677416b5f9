package address

import "testing"

// An address leads to nothing in a file that is nil.
func TestResolveWithoutFile(t *testing.T) {
	a, err := Parse("resource.aws_instance.web.tags.Owner")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Resolve(nil, Language{}); err != nil {
		t.Error(err)
	}
}
