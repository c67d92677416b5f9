package oracle

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/internal/engine/pattern"
	"iacedit/syntax"
)

// What a naive matcher over the trees of hcl/v2 finds is what package pattern finds: of
// patterns that are cut out of real expressions, with holes at random. Templates with
// directives are left to the tables of the package, since hcl/v2 makes other expressions of
// them.
func TestPatternsMatchAsNaively(t *testing.T) {
	codes := expressions(t)
	trials := 3000
	if *thorough {
		trials = 100_000
	}
	g := cutter{Rand: rand.New(rand.NewPCG(22, 4)), codes: codes}
	found, several := 0, 0
	for trial := range trials {
		ours, theirs, code := g.trial()
		p, err := pattern.Parse(ours)
		if err != nil {
			if strings.Contains(err.Error(), "matches everything") || strings.Contains(err.Error(), "only one $$name") || strings.Contains(err.Error(), "are literal") {
				continue
			}
			t.Fatalf("trial %d: %v\n%s", trial, err, ours)
		}
		want := naively(t, theirs, code)
		got := matches(t, p, code)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("trial %d: -naive +ours:\n%s\npattern %s\ncode    %s", trial, diff, ours, code)
		}
		if len(got) > 0 && !mayMatch(p, []byte(code)) {
			t.Fatalf("trial %d: Clues denies a match\npattern %s\ncode    %s", trial, ours, code)
		}
		if found += min(1, len(got)); len(got) > 1 {
			several++
		}
	}
	if found < trials/4 || several < trials/60 {
		t.Errorf("only %d of %d patterns matched, %d of them in several places", found, trials, several)
	}
	t.Logf("%d trials: %d matched, %d in several places", trials, found, several)
}

// knownRules are the rules of docs/rewrite.md that are compared with ast-grep's, and a word that
// code must have for a match.
var knownRules = [][2]string{
	{"lookup($m, $k)", "lookup"}, {"lookup($m, $k, $d)", "lookup"}, {"element($l, 0)", "element"}, {"concat($$x)", "concat"},
	{`"${$x}"`, `"${`}, {"$x ? true : false", "false"}, {"$x == true", "true"}, {"$x != null ? $x : $y", "null"}, {`join("", $l)`, "join"}, {"merge($x, {})", "merge"},
}

// What usual rules find in all real expressions is what the naive matcher finds.
func TestKnownRulesMatchAsNaively(t *testing.T) {
	codes := expressions(t)
	for _, rule := range knownRules {
		p, err := pattern.Parse(rule[0])
		if err != nil {
			t.Fatal(err)
		}
		theirs := strings.NewReplacer("$$", "METAROW_", "${$", "${METAONE_", "$", "METAONE_").Replace(rule[0])
		theirs = strings.ReplaceAll(theirs, "METAONE_{", "${")
		found := 0
		for _, code := range codes {
			if !strings.Contains(code, rule[1]) || testing.Short() && len(code) > 200 {
				continue
			}
			want, got := naively(t, theirs, code), matches(t, p, code)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("-naive +ours:\n%s\npattern %s\ncode    %s", diff, rule[0], code)
			}
			found += len(got)
		}
		t.Logf("%s: %d places", rule[0], found)
	}
}

// realExpressions are what expressions returned; reading them takes seconds.
var realExpressions []string

// expressions returns the values of the attributes of real files.
func expressions(t *testing.T) (codes []string) {
	t.Helper()
	if realExpressions != nil {
		return realExpressions
	}
	seen := map[string]bool{}
	add := func(src []byte) {
		file, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
		if diags.HasErrors() {
			return
		}
		hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(n hclsyntax.Node) hcl.Diagnostics {
			if a, ok := n.(*hclsyntax.Attribute); ok {
				r := a.Expr.Range()
				code := strings.TrimSpace(string(src[r.Start.Byte:r.End.Byte]))
				if len(code) > 12 && len(code) < 3000 && !seen[code] && !strings.Contains(code, "%{") && usable(code) {
					seen[code] = true
					codes = append(codes, code)
				}
			}
			return nil
		})
	}
	for _, s := range accepted(samples(t)) {
		add(s.src)
	}
	trees := filepath.Join(sharedDir(t), "corpus/trees")
	err := filepath.WalkDir(trees, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".tf" {
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			add(src)
		}
		return err
	})
	if err != nil || len(codes) < 1000 {
		t.Skipf("SKIPPED, no patterns were matched in real code: %v, %d expressions", err, len(codes))
	}
	realExpressions = codes
	return codes
}

// usable reports whether an expression parses alone; a heredoc needs the line end after it.
func usable(code string) bool {
	_, diags := hclsyntax.ParseExpression([]byte(code+"\n"), "", hcl.InitialPos)
	return !diags.HasErrors()
}

func translated(t testing.TB, code string) *term {
	t.Helper()
	src := []byte(code + "\n")
	e, diags := hclsyntax.ParseExpression(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, code)
	}
	x := translator{src: src}
	return x.term(e)
}

// A cutter cuts patterns out of expressions.
type cutter struct {
	*rand.Rand
	codes []string
}

// trial returns a pattern, as package pattern and as the naive matcher read it, and an
// expression: mostly the one that it was cut out of.
func (g *cutter) trial() (ours, theirs, code string) {
	for {
		code = g.codes[g.IntN(len(g.codes))]
		x := translator{src: []byte(code + "\n")}
		e, _ := hclsyntax.ParseExpression(x.src, "", hcl.InitialPos)
		var places []*term
		x.term(e).all(func(t *term) {
			if t.place && t.to-t.from > 3 && t.to-t.from < 600 {
				places = append(places, t)
			}
		})
		if len(places) == 0 {
			continue
		}
		whole := places[g.IntN(len(places))]
		ours, theirs = g.punch(code, whole)
		if len(ours) < 4 || !usable(theirs) {
			continue
		}
		if g.IntN(4) == 0 {
			code = g.codes[g.IntN(len(g.codes))]
		}
		return ours, theirs, code
	}
}

// A hole is a metavariable that takes the place of a stretch of code.
type patternHole struct {
	from, to     int
	ours, theirs string
}

// punch returns a part of an expression with holes in it.
func (g *cutter) punch(code string, whole *term) (ours, theirs string) {
	var holes []patternHole
	names := map[string]string{} // what they stand for, by name
	free := func(from, to int) bool {
		return !slices.ContainsFunc(holes, func(h patternHole) bool { return from < h.to && h.from < to })
	}
	whole.all(func(t *term) {
		switch {
		case t == whole || g.IntN(5) > 0 || !free(t.from, t.to):
		case t.place && t.to > t.from:
			name := string(rune('a' + g.IntN(3)))
			text := code[t.from:t.to]
			if held, ok := names[name]; ok && held != text && g.IntN(5) > 0 {
				name = "_"
			}
			names[name] = text
			holes = append(holes, patternHole{t.from, t.to, "$" + name, "METAONE_" + name})
		}
	})
	whole.all(func(t *term) {
		if (t.kind != "tuple" && t.kind != "call" && t.kind != "object") || strings.HasSuffix(t.text, "...") || g.IntN(4) > 0 || len(t.kids) == 0 {
			return
		}
		from := g.IntN(len(t.kids))
		to := from + 1
		if t.kind != "object" {
			to = from + 1 + g.IntN(len(t.kids)-from)
		}
		if r := (patternHole{t.kids[from].from, t.kids[to-1].to, "$$r", "METAROW_r"}); r.to > r.from && free(r.from, r.to) {
			if t.kind == "object" {
				r.theirs += " = 0"
				r.ours = "$$m"
				r.theirs = "METAROW_m = 0"
			}
			holes = append(holes, r)
		}
	})
	slices.SortFunc(holes, func(a, b patternHole) int { return a.from - b.from })
	from := whole.from
	for _, h := range holes {
		ours += code[from:h.from] + h.ours
		theirs += code[from:h.from] + h.theirs
		from = h.to
	}
	return ours + code[from:whole.to], theirs + code[from:whole.to]
}

// matches returns what package pattern finds, a line a match.
func matches(t *testing.T, p *pattern.Pattern, code string) (lines []string) {
	t.Helper()
	src := []byte(code + "\n")
	e, err := syntax.ParseExpression(nil, src, syntax.Span{To: int32(len(code))})
	if err != nil {
		t.Fatal(err)
	}
	var m pattern.Matcher
	m.Reset(e, nil)
	for id := range m.Places() {
		match, ok := m.Match(p, id)
		if !ok {
			continue
		}
		at := e.Node(id)
		line := fmt.Sprintf("%d-%d", at.Start, at.End)
		var held []string
		for i, n := range p.Names() {
			c := match.Captures[i]
			text := n.Text + "="
			nodes := c.Nodes
			if c.In == 0 {
				nodes = []syntax.NodeID{c.Node}
			}
			for _, id := range nodes {
				text += fmt.Sprintf("%d-%d,", e.Node(id).Start, e.Node(id).End)
			}
			held = append(held, text)
		}
		slices.Sort(held)
		lines = append(lines, strings.TrimSpace(line+" "+strings.Join(held, " ")))
	}
	slices.Sort(lines)
	return lines
}

// mayMatch reports whether code has one of the clues of a pattern.
func mayMatch(p *pattern.Pattern, code []byte) bool {
	clues := p.Clues()
	return len(clues) == 0 || slices.ContainsFunc(clues, func(clue []byte) bool { return bytes.Contains(code, clue) })
}
