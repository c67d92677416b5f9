package judges

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// code makes random expressions.
type code struct {
	*rand.Rand
	roots []string // names that can be shadowed, such as "local"
}

// words are names and texts: few, so that a text, a key or a bound name is often the name of an object too.
var words = []string{"web", "base", "image", "env", "tag", "app", "name", "x1"}

func (g *code) name() string { return words[g.IntN(len(words))] }

// take returns n different names.
func (g *code) take(n int) (all []string) {
	for _, i := range g.Perm(len(words))[:n] {
		all = append(all, words[i])
	}
	return all
}

// line returns an expression for an attribute at a level of indentation: a heredoc now and then.
func (g *code) line(refs []string) string {
	if g.IntN(8) == 0 {
		return fmt.Sprintf("<<E\n%s ${%s} local.%s\n%%{ if %s == \"x\" }${%s}%%{ endif }\nE", g.name(), g.expr(refs, 1), g.name(), g.ref(refs), g.ref(refs))
	}
	return g.expr(refs, 2)
}

// ref returns a reference, or a text if there are none. Now and then the last name is an index.
func (g *code) ref(refs []string) string {
	if len(refs) == 0 {
		return `"` + g.name() + `"`
	}
	ref := refs[g.IntN(len(refs))]
	if i := strings.LastIndexByte(ref, '.'); i > 0 && !strings.HasSuffix(ref, ")") && g.IntN(6) == 0 {
		return ref[:i] + `["` + ref[i+1:] + `"]`
	}
	return ref
}

// expr returns an expression whose value is a string.
func (g *code) expr(refs []string, depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		if g.IntN(4) == 0 {
			return `"` + g.name() + `"`
		}
		return g.ref(refs)
	}
	inner := func() string { return g.expr(refs, depth-1) }
	bound := g.name()
	switch g.IntN(12) {
	case 0, 1:
		return fmt.Sprintf(`"%s-${%s}"`, g.name(), inner())
	case 2:
		return fmt.Sprintf(`%s == "%s" ? %s : %s`, g.ref(refs), g.name(), inner(), inner())
	case 3:
		return fmt.Sprintf(`join(",", [for %s in ["%s", %s] : "${%s}-%s"])`, bound, g.name(), inner(), bound, g.name())
	case 4:
		return fmt.Sprintf(`{ %s = %s }.%s`, bound, inner(), bound)
	case 5:
		return fmt.Sprintf(`{ "%s" = %s, (%s) = "k" }["%s"]`, bound, inner(), `"k"`, bound)
	case 6:
		return fmt.Sprintf(`"%%{ for %s in [%s] }${%s}%%{ endfor }"`, bound, inner(), bound)
	case 7:
		return fmt.Sprintf("upper(%s)", inner())
	case 8:
		return fmt.Sprintf(`[%s, "%s"][0]`, inner(), g.name())
	case 9:
		return "(" + inner() + ")"
	case 10:
		if len(g.roots) > 0 {
			root, name := g.roots[g.IntN(len(g.roots))], g.name()
			return fmt.Sprintf(`[for %s in [{ %s = "%s" }] : %s.%s][0]`, root, name, g.name(), root, name)
		}
	}
	return fmt.Sprintf(`"${%s}" /* %s */`, inner(), g.ref(refs))
}
