package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
)

// Inside returns the path of a directory relative to a base directory, and whether the directory is
// inside the base directory.
func Inside(base, path string) (string, bool) {
	rel, err := filepath.Rel(base, path)
	return rel, err == nil && filepath.IsLocal(rel)
}

// CommonDir returns the deepest directory that contains both paths, or is one of them. Both are
// absolute.
func CommonDir(a, b string) string {
	for a != b {
		if len(a) < len(b) {
			a, b = b, a
		}
		up := filepath.Dir(a)
		if up == a {
			return a
		}
		a = up
	}
	return a
}

// realPath returns the absolute path of a directory, with links resolved.
func realPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// checkPath refuses a path that is not that of a file or directory below the journal's directory, or
// that is in a hidden directory.
func checkPath(text string) error {
	refuse := func(why string) error { return fmt.Errorf("the name %q %s", text, why) }
	if !filepath.IsLocal(filepath.FromSlash(text)) || path.Clean(text) != text || runtime.GOOS == "windows" && strings.ContainsAny(text, `\:`) {
		return refuse("is not a valid relative path")
	}
	names := strings.Split(text, "/")
	for i, name := range names {
		switch {
		case i < len(names)-1 && strings.HasPrefix(name, "."):
			return refuse("is in a hidden directory")
		case isGit(name):
			return refuse("is reserved for Git")
		}
	}
	return nil
}

// isGit reports whether some operating system may treat a name as ".git".
func isGit(name string) bool {
	name = strings.ToLower(strings.TrimRight(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name), " ."))
	short, ok := strings.CutPrefix(name, "git~") // the short name on Windows
	return name == ".git" || ok && short != "" && strings.Trim(short, "0123456789") == ""
}
