package edit

import (
	"os"
	"testing"

	"iacedit/internal/languages/schema"
)

// With the schemas of a provider, what only the provider sets and what is empty goes. Twice is once.
func TestTidyWithSchemas(t *testing.T) {
	text, err := os.ReadFile("testdata/schemas/provider.json")
	if err != nil {
		t.Fatal(err)
	}
	known, err := schema.Read(text, "provider.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range readCases(t, "testdata/schemas/tidy.txtar") {
		t.Run(c.name, func(t *testing.T) {
			o := &Options{Schemas: known}
			c.run(t, o)
			c.parts["in.tf"] = c.parts["want.tf"]
			c.run(t, o)
		})
	}
}
