package mcpserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The tool ls gives the names alone, by type, of many blocks, and all of them as data.
func TestManyBlocksByName(t *testing.T) {
	code := "terraform {\n}\n\nresource \"a\" \"b.c\" {\n}\n\n"
	for i := range 120 {
		code += fmt.Sprintf("variable \"name_%03d\" {\n}\n", i)
	}
	code += "output \"last\" {\n}\nvariable \"name_late\" {\n}\n"
	s, _ := serve(t, map[string]string{"main.tf": code, "other.tf": "locals {\n}\n"})
	text, data, err := s.call(t.Context(), named("ls"), []byte(`{}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text, "\n")
	var heads []string
	for _, line := range lines {
		head, names, _ := strings.Cut(line, ": ")
		if strings.HasPrefix(names, "name_") {
			head += fmt.Sprintf(" %d", strings.Count(names, ",")+1)
		}
		heads = append(heads, head)
	}
	heads = heads[:len(heads)-1] // the version
	want := []string{
		"125 blocks, so only their names, by type; an address or a path of less gives the lines",
		"main.tf", "  terraform", `  resource.a["b.c"]`, "  variable 19", "  variable 19", "  variable 19", "  variable 19", "  variable 19", "  variable 19", "  variable 7", "  output", "other.tf", "  locals",
	}
	if diff := cmp.Diff(want, heads); diff != "" {
		t.Errorf("-want +got\n%s\n%s", diff, text)
	}
	if got := len(data["items"].([]any)); got != 125 {
		t.Errorf("%d items as data", got)
	}
}
