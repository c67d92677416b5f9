package docs

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// few is how many files a package may have without a list of them in its comment.
const few = 8

// aFile finds the names of Go files in a comment, without folders.
var aFile = regexp.MustCompile(`(^|[\s(])([a-z0-9_]+\.(go|s))\b`)

// TestCharts: the comment of a package with many files names each file, and names no file that does
// not exist.
func TestCharts(t *testing.T) {
	for _, p := range typed(t).all {
		comment := packageComment(p)
		for _, m := range aFile.FindAllStringSubmatch(comment, -1) {
			if name := m[2]; !slices.Contains(p.names, name) && !slices.Contains(p.others, name) {
				t.Errorf("%s: the package's comment names %s, which is not there", p.path, name)
			}
		}
		if len(p.names) <= few {
			continue
		}
		var missing []string
		for _, name := range p.names {
			if name != "doc.go" && !strings.Contains(comment, name) {
				missing = append(missing, name)
			}
		}
		if len(missing) > 0 {
			t.Errorf("%s: the package's comment does not say what is in %s", p.path, strings.Join(missing, ", "))
		}
	}
}

// packageComment returns the comments before the package clauses of a package.
func packageComment(p *source) (comment string) {
	for _, f := range p.files {
		if f.Doc != nil {
			comment += f.Doc.Text()
		}
	}
	return comment
}

// anOwnName matches an identifier that cannot be an English word: it starts with a small letter and
// contains a capital.
var anOwnName = regexp.MustCompile(`^[a-z]+[A-Z][A-Za-z0-9]*$`)

// TestCommentsNameWhatIsThere: identifiers that comments name exist.
func TestCommentsNameWhatIsThere(t *testing.T) {
	all := typed(t)
	known := map[string]bool{}
	for _, p := range all.all {
		for _, f := range p.files {
			for n := range ast.Preorder(f) {
				if id, ok := n.(*ast.Ident); ok {
					known[id.Name] = true
				}
			}
		}
	}
	for _, p := range all.all {
		for i, f := range p.files {
			for _, comment := range f.Comments {
				for _, word := range strings.FieldsFunc(comment.Text(), func(r rune) bool { return strings.ContainsRune(" \n\t,;:()", r) }) {
					word = strings.TrimSuffix(strings.TrimRight(word, ".?!"), "'s")
					if anOwnName.MatchString(word) && !known[word] {
						t.Errorf("%s/%s: a comment names %s, which is not there", p.path, p.names[i], word)
					}
				}
			}
		}
	}
}
