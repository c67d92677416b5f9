package oracle

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"golang.org/x/tools/txtar"

	"iacedit/format"
	"iacedit/lexer"
)

// sameFormat fails t where we format src, which parses, otherwise than hcl/v2.
func sameFormat(t *testing.T, name string, src []byte) bool {
	t.Helper()
	mark := lexer.BOMLen(src)
	got, err := format.Format(nil, src)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return false
	}
	if !bytes.Equal(got[:mark], src[:mark]) {
		t.Errorf("%s: the byte order mark is gone", name)
		return false
	}
	// hclwrite makes blanks of the mark where no token follows.
	if want := hclwrite.Format(src[mark:]); !bytes.Equal(got[mark:], want) {
		g, w := firstDifference(got[mark:], want)
		t.Errorf("%s: got\n%s\nwant\n%s\nfor\n%q", name, g, w, clip(src))
		return false
	}
	return true
}

// The tables of package format are what hcl/v2 says, too.
func TestFormatTablesAreRight(t *testing.T) {
	paths, err := filepath.Glob("../../internal/engine/format/testdata/format/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	visible := strings.NewReplacer("␍", "\r", "␉", "\t", "␠", " ", "␂", "\xEF\xBB\xBF", "␄\n", "")
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			sameFormat(t, filepath.Base(path)+": "+f.Name, []byte(visible.Replace(string(f.Data))))
		}
	}
}

// Every accepted file is formatted as hcl/v2 formats it.
func TestFormatIsThatOfHCL(t *testing.T) {
	files := accepted(samples(t))
	for _, s := range files {
		sameFormat(t, s.name, s.src)
	}
	t.Logf("%d files", len(files))
}

// And so are files whose blanks, comments and line ends came from anywhere.
func TestFormatOfMutations(t *testing.T) {
	files := accepted(samples(t))
	rounds := 60
	if testing.Short() {
		rounds = 4
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	tried, checked := 0, 0
	for range rounds {
		for _, s := range files {
			if len(s.src) > 4000 {
				continue // the whole-file test has it, and parsing it is slow
			}
			src := atEdges(rnd, s.src, 1+rnd.IntN(4))
			tried++
			if parses(src) {
				checked++
				if !sameFormat(t, s.name, src) {
					t.FailNow()
				}
			}
		}
	}
	t.Logf("%d mutations parse, of %d, and are formatted as hcl/v2 formats them", checked, tried)
}
