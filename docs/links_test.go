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
	// link finds the links of Markdown, and what they lead to.
	link = regexp.MustCompile(`\[[^\]]*\]\(([^)\s]+)\)`)
	// code finds what is no text of a page: fenced blocks, and code in a line.
	code = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")
	// heading finds the headings of a page.
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	// dropped is what the anchor of a heading leaves out.
	dropped = regexp.MustCompile(`[^\pL\pN _-]`)
)

// Every link from a page to another file of this repository leads to one, and to a
// heading that is there.
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
