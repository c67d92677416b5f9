package schemafile_test

import (
	"os"
	"path/filepath"
	"testing"

	"iacedit/internal/disk/schemafile"
)

// small is a file with one resource type.
const small = `{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/aws": {"resource_schemas": {"aws_x": {"block": {}}}}}}`

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	file, cache := filepath.Join(dir, "s.json"), filepath.Join(dir, "cache")
	if err := os.WriteFile(file, []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time from the cache
		s, err := schemafile.Load(file, cache)
		if err != nil || s.Providers[0].Source != file || s.Body("resource", "aws_x") == nil {
			t.Fatal(s, err)
		}
	}
	kept, _ := filepath.Glob(filepath.Join(cache, "*"))
	if len(kept) != 1 {
		t.Fatal(kept)
	}
	if err := os.WriteFile(kept[0], []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := schemafile.Load(file, cache); err != nil || s.Body("resource", "aws_x") == nil {
		t.Error("a cache that is broken is not passed over:", err)
	}
	if s, err := schemafile.Load(file, filepath.Join(file, "no directory")); err != nil || s == nil {
		t.Error("a cache that cannot be written is an error:", err)
	}
	if _, err := schemafile.Load(filepath.Join(dir, "none"), ""); err == nil {
		t.Error("a file that is not there is read")
	}
}
