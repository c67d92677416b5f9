package pattern

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"iacedit/syntax"
)

// table reads a txtar archive in testdata. Each of its cases is a few files in a row,
// called NAME/PART.
func table(t testing.TB, name string) (names []string, cases map[string]map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	cases = map[string]map[string]string{}
	for _, f := range archive.Files {
		name, part, _ := strings.Cut(f.Name, "/")
		if cases[name] == nil {
			names = append(names, name)
			cases[name] = map[string]string{}
		}
		cases[name][part] = string(f.Data)
	}
	return names, cases
}

// Each case: a pattern a line, and the matches of all of them in an expression, a line each.
func TestMatch(t *testing.T) {
	names, cases := table(t, "match.txtar")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			c := cases[name]
			e := expression(t, c["code"])
			var hidden []string
			if c["hidden"] != "" {
				hidden = strings.Fields(c["hidden"])
			}
			var m Matcher
			m.Reset(e, hidden)
			var got strings.Builder
			for text := range strings.Lines(c["pattern"]) {
				p, err := Parse(strings.TrimSuffix(text, "\n"))
				if err != nil {
					t.Fatal(err)
				}
				for id := range m.Places() {
					if match, ok := m.Match(p, id); ok {
						got.WriteString(show(e, p, match) + "\n")
						if !mayMatch(p, e.Text) {
							t.Errorf("%s: there is a match, but its word %q is not found", text, p.word.text)
						}
					}
				}
			}
			if diff := cmp.Diff(c["want"], got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func expression(t testing.TB, code string) *syntax.Expr {
	t.Helper()
	src := []byte(code)
	e, err := syntax.ParseExpression(nil, src, syntax.Span{To: int32(len(strings.TrimRight(code, "\n")))})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// show writes a match on a line.
func show(e *syntax.Expr, p *Pattern, match Match) string {
	line := oneLine(e.Source(match.At))
	for i, n := range p.Names() {
		c := match.Captures[i]
		if c.In == 0 {
			line += fmt.Sprintf(" | %s=%s", n.Text, oneLine(e.Source(c.Node)))
			continue
		}
		var texts []string
		for _, id := range c.Nodes {
			texts = append(texts, oneLine(e.Source(id)))
		}
		line += fmt.Sprintf(" | %s=<%s>", n.Text, strings.Join(texts, "; "))
	}
	return line
}

func oneLine(text []byte) string { return strings.ReplaceAll(string(text), "\n", "⏎") }

// What is no pattern is refused, with the place.
func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		text, message string
		offset        int
	}{
		{"lookup($m, ", "not closed", 6},
		{"", "expected an expression", 1},
		{"$x", "matches everything", 0},
		{"($x)", "matches everything", 1},
		{"$$x", "must be in a list, call or object", 0},
		{"f($$x, $$y)", "only one $$name", 7},
		{"{ $k = 1 }", "literal", 2},
		{"{ (a) = 1 }", "literal", 2},
		{"{ $$k = 1 }", "stands for whole members", 2},
		{"{ a = 1, $$k = 0 }", "stands for whole members", 9},
		{"{ $$k: 0 }", "stands for whole members", 2},
		{"a.$x", "a name is expected", 2},
		{"$f(1)", "a name is expected", 0},
		{"[for $x in y : 1]", "a name is expected", 5},
		{"f($x, $$x)", "both for one", 6},
		{"[$$x, { $$x }]", "both for members", 8},
		{"1 + $", "expected", 4},
		{"f($ x)", "expected", 2},
		{"{ a = 1, $$r } + ", "expected", 18},
		{"${var.x}", "expected", 0},
		{strings.Repeat("a", MaxSize+1), "longer", 0},
	} {
		_, err := Parse(c.text)
		var fault *syntax.Error
		if !errors.As(err, &fault) || !strings.Contains(fault.Message, c.message) || fault.Offset != c.offset {
			t.Errorf("%.40s: %#v", c.text, err)
		}
	}
}

// mayMatch reports whether code has one of the clues of a pattern.
func mayMatch(p *Pattern, code []byte) bool {
	clues := p.Clues()
	return len(clues) == 0 || slices.ContainsFunc(clues, func(clue []byte) bool { return bytes.Contains(code, clue) })
}
