package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// link finds the links of Markdown, and their targets.
	link = regexp.MustCompile(`\[[^\]]*\]\(([^)\s]+)\)`)
	// code finds the code of a page: fenced blocks, and code in a line.
	code = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")
	// heading finds the headings of a page.
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	// printed finds the names of files in deploy, also in commands.
	printed = regexp.MustCompile(`\bdeploy/[\w@./-]+`)
	// dropped finds the characters of a heading that its anchor omits.
	dropped = regexp.MustCompile(`[^\pL\pN _-]`)
)

// TestLinks: the files and headings to which the pages link exist, and so do the named files of
// deploy.
func TestLinks(t *testing.T) {
	pages := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != ".."):
			return filepath.SkipDir
		case filepath.Ext(path) == ".md":
			text, err := os.ReadFile(path)
			pages[path] = string(text)
			return err
		}
		return nil
	})
	if err != nil || len(pages) < 8 {
		t.Fatal(len(pages), err)
	}
	count := 0
	for path, text := range pages {
		for _, name := range printed.FindAllString(text, -1) {
			count++
			if _, err := os.Stat(filepath.Join("..", strings.TrimRight(name, "."))); err != nil {
				t.Errorf("%s tells of %s, which is not there", path, name)
			}
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(text, "`"), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			count++
			file, anchor, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s, which is not there", path, m[1])
			} else if anchor != "" && !anchors(pages[target])[anchor] {
				t.Errorf("%s links to %s: there is no such heading", path, m[1])
			}
		}
	}
	if count < 50 {
		t.Errorf("only %d links", count)
	}
}

// anchors returns the anchors of a page's headings, as forges make them.
func anchors(page string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(page, ""), -1) {
		name := dropped.ReplaceAllString(strings.ToLower(m[1]), "")
		all[strings.ReplaceAll(name, " ", "-")] = true
	}
	return all
}

// TestPagesAreFound: links lead from the README to every page of docs.
func TestPagesAreFound(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) < 5 {
		t.Fatal(pages, err)
	}
	found, next := map[string]bool{}, []string{filepath.Join("..", "README.md")}
	for len(next) > 0 {
		page := next[0]
		next = next[1:]
		text, err := os.ReadFile(page)
		if err != nil {
			continue // TestLinks reports it
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			file, _, _ := strings.Cut(m[1], "#")
			target := filepath.Join(filepath.Dir(page), file)
			if strings.HasPrefix(target, filepath.Join("..", "docs")+string(filepath.Separator)) {
				target = filepath.Base(target)
			}
			if filepath.Ext(target) == ".md" && !found[target] {
				found[target] = true
				next = append(next, target)
			}
		}
	}
	for _, page := range pages {
		if !found[page] {
			t.Errorf("no link leads from the README to docs/%s", page)
		}
	}
}
