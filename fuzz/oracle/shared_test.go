package oracle

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/internal/testkit/corpus"
)

// sample is one file to test on.
type sample struct {
	name string
	src  []byte
}

// samples reads the files that the tests run over: all of the corpus, accepted
// and rejected ones, and the inputs of the formatter's experiments. It skips t
// where they are not there.
func samples(t testing.TB) (all []sample) {
	t.Helper()
	root := sharedDir(t)
	for _, dir := range []string{"corpus/synthetic", "corpus/real", "fmt/experiments"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || skipped(path) {
				return err
			}
			src, err := os.ReadFile(path)
			all = append(all, sample{filepath.ToSlash(path[len(root)+1:]), src})
			return err
		})
		if err != nil {
			t.Skipf("SKIPPED, hcl/v2 was not asked about real files: %v", err)
		}
	}
	return all
}

func skipped(path string) bool {
	return strings.Contains(path, "fmt-expected") || filepath.Ext(path) == ".tsv" || strings.HasSuffix(path, ".out.tf")
}

// accepted keeps the samples that hcl/v2 parses without error.
func accepted(all []sample) (ok []sample) {
	for _, s := range all {
		if parses(s.src) {
			ok = append(ok, s)
		}
	}
	return ok
}

func parses(src []byte) bool {
	_, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	return !diags.HasErrors()
}

func sharedDir(t testing.TB) string {
	t.Helper()
	valid, err := corpus.Find()
	if err != nil {
		t.Skipf("SKIPPED, hcl/v2 was not asked about real files: %v", err)
	}
	return strings.TrimSuffix(filepath.ToSlash(valid), "/corpus/real/valid")
}

// firstDifference returns the two texts from a little before the byte in which
// they first differ.
func firstDifference(a, b []byte) (string, string) {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, bytes.LastIndexByte(a[:max(0, i-40)], '\n')+1)
	return clip(a[from:]), clip(b[from:])
}

func clip(b []byte) string { return string(b[:min(len(b), 160)]) }
