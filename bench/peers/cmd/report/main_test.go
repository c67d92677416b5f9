package main

import (
	"strings"
	"testing"
)

func TestReplaceWritesTheSectionAgainAndAgain(t *testing.T) {
	readme := []byte("# x\n\n## Performance\n\n## Limits\n")
	for _, text := range []string{"first\n", "second\n"} {
		var err error
		if readme, err = replace(readme, text); err != nil {
			t.Fatal(err)
		}
	}
	got := string(readme)
	if strings.Contains(got, "first") || !strings.Contains(got, begin+"second\n"+end+"\n## Limits\n") {
		t.Errorf("the README is now\n%s", got)
	}
	if _, err := replace([]byte("# x\n"), "text"); err == nil {
		t.Error("a README without a place for it is taken")
	}
}
