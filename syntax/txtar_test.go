package syntax

import (
	"testing"

	"golang.org/x/tools/txtar"
)

// table reads the files of a txtar archive in testdata.
func table(t testing.TB, name string) []txtar.File {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return archive.Files
}
