package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"iacedit/internal/base/nearest"
	"iacedit/internal/languages/terraform"
)

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFile reports whether an argument is probably a path: a file or directory with that name exists,
// or the name ends like that of a Terraform file.
func isFile(name string) bool {
	return exists(name) || terraform.IsTerraform(name)
}

// exists reports whether there is a file or directory with the given name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// looksLikeFile reports whether a name has an extension of files that users pass to commands.
func looksLikeFile(name string) bool {
	switch filepath.Ext(name) {
	case ".tf", ".tofu", ".tfvars", ".hcl", ".json", ".nomad", ".yaml", ".yml", ".txt", ".md":
		return true
	}
	return false
}

// likeFile returns the end of a message about a file that does not exist: the most similar name in
// its directory, or else names with the same extension, or "".
func likeFile(path string) string {
	entries, _ := os.ReadDir(filepath.Dir(path))
	name := filepath.Base(path)
	near := nearest.Name(name, func(yield func(string) bool) {
		for _, e := range entries {
			if !yield(e.Name()) {
				return
			}
		}
	})
	if near != "" {
		return fmt.Sprintf("; did you mean %q?", filepath.Join(filepath.Dir(path), near))
	}
	if !looksLikeFile(path) {
		return ""
	}
	var alike []string
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == filepath.Ext(name) {
			alike = append(alike, e.Name())
		}
	}
	if len(alike) == 0 {
		return ""
	}
	return "; the directory has " + strings.Join(alike[:min(len(alike), 6)], ", ")
}
