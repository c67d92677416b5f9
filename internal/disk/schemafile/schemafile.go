// Package schemafile reads the schemas of providers from files, and caches what it has read.
package schemafile

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"iacedit/internal/languages/schema"
)

// Load reads the schemas in a file. It stores the result in the cache directory under the digest of
// the file, so that the next Load of the same bytes need not parse JSON. If the directory is "", it
// stores nothing. A failure to read or write the cache is not an error.
func Load(file, cache string) (*schema.Schemas, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	kept := ""
	if cache != "" {
		digest := sha256.Sum256(text)
		kept = filepath.Join(cache, "schema-"+hex.EncodeToString(digest[:])+".bin")
		if text, err := os.ReadFile(kept); err == nil {
			if s, err := schema.ReadAppended(text, file); err == nil {
				return s, nil
			}
		}
	}
	s, err := schema.Read(text, file)
	if err == nil && kept != "" {
		write(kept, s.Append(nil))
	}
	return s, err
}

// write writes a file completely or not at all. It ignores errors.
func write(name string, text []byte) {
	dir := filepath.Dir(name)
	if os.MkdirAll(dir, 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(dir, "schema-*.tmp")
	if err != nil {
		return
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
}

// CacheDir returns the directory in which schemas are cached for the user, or "" if the user has no
// cache directory.
func CacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "iacedit")
}
