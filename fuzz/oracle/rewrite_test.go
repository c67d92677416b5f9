package oracle

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/format"
	"iacedit/lexer"
)

// rewriteCase is a file and what "terraform fmt" makes of it. Where terraform is
// wrong, broken says how, and want is nothing to go by.
type rewriteCase struct {
	name      string
	src, want []byte
	broken    string
}

// brokenExperiments are the experiments in which "terraform fmt" destroys something.
var brokenExperiments = map[string]string{
	"F06":  "loses one wrapping a run, not all",
	"F09":  "its output does not parse: ( and ) are no pair",
	"F10":  "its output does not parse: it starts with a comment",
	"F12":  "its output does not parse: a comment stands after a heredoc's marker",
	"F16":  "labels with a $ are lost",
	"F16b": "labels with a % are lost",
	"F16c": "labels with a $ or % are lost",
	"F16d": "labels with a $ are lost",
	"F17":  "comments between labels are lost",
	"F23":  "keys true, false and null are lost",
	"F24":  "keys true, false and null are lost",
	"F37":  "labels with a $ or % are lost",
	"F39":  "its output does not parse: ( and ) are no pair",
	"F40":  "comments between labels are lost",
}

// rewriteCases reads the accepted files of the corpus and of the experiments.
func rewriteCases(t testing.TB) (all []rewriteCase) {
	t.Helper()
	root := sharedDir(t)
	for _, corpus := range []string{"real", "synthetic"} {
		dir := filepath.Join(root, "corpus", corpus)
		broken := brokenFiles(t, filepath.Join(dir, "fmt-broken.tsv"))
		for _, name := range filesIn(t, filepath.Join(dir, "valid")) {
			c := rewriteCase{name: corpus + "/" + name, src: mustRead(t, filepath.Join(dir, "valid", name)), broken: broken[name]}
			c.want = mayRead(t, filepath.Join(dir, "fmt-expected", name), c.src)
			all = append(all, c)
		}
	}
	dir := filepath.Join(root, "fmt", "experiments")
	for _, name := range filesIn(t, dir) {
		base, ok := strings.CutSuffix(name, ".in.tf")
		if !ok {
			continue
		}
		id, _, _ := strings.Cut(name, "-")
		c := rewriteCase{name: base, src: mustRead(t, filepath.Join(dir, name)), broken: brokenExperiments[id]}
		c.want = mayRead(t, filepath.Join(dir, base+".out.tf"), c.src)
		if parses(c.src) {
			all = append(all, c)
		}
	}
	return all
}

// brokenFiles reads the list of files that "terraform fmt" makes something wrong of.
func brokenFiles(t testing.TB, path string) map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(string(mayRead(t, path, nil))) {
		file, problem, _ := strings.Cut(strings.TrimSpace(line), "\t")
		list[file] = problem
	}
	return list
}

func filesIn(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Skipf("SKIPPED, no judge was asked: %v", err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func mustRead(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mayRead returns the contents of a file, or other where there is none.
func mayRead(t testing.TB, path string, other []byte) []byte {
	t.Helper()
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return other
	}
	return mustRead(t, path)
}

// Files come out as "terraform fmt" has them, but for those that it breaks; and
// whatever comes out keeps what a formatter must keep.
func TestRewritesAreThoseOfTerraform(t *testing.T) {
	agree, broken := 0, 0
	for _, c := range rewriteCases(t) {
		got, ok := keepsAll(t, c.name, c.src)
		if c.broken != "" {
			broken++
			continue
		}
		want := c.want[lexer.BOMLen(c.want):]
		if lexer.BOMLen(c.src) == len(c.src) {
			want = nil // instead of blanks in the place of the mark
		}
		if ok && !bytes.Equal(got, want) {
			g, w := firstDifference(got, want)
			t.Errorf("%s: got\n%s\nwant\n%s\nfor\n%q", c.name, g, w, clip(c.src))
			continue
		}
		agree++
	}
	t.Logf("%d files as terraform fmt has them, %d not compared with what it breaks", agree, broken)
}

// What terraform fmt has formatted, it leaves; and so do we.
func TestRewritesLeaveWhatTerraformFormatted(t *testing.T) {
	for _, c := range rewriteCases(t) {
		if got, err := format.FormatTerraform(nil, c.want); c.broken == "" && !bytes.Equal(got, c.want) {
			g, w := firstDifference(got, c.want)
			t.Errorf("%s: got\n%s\nwant\n%s\n%v", c.name, g, w, err)
		}
	}
}

// Whatever stands between the tokens, and whichever values are wrapped, nothing is lost.
func TestRewritesOfMutations(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 4
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	cases := rewriteCases(t)
	tried, checked := 0, 0
	for range rounds {
		for _, c := range cases {
			if len(c.src) > 4000 {
				continue // parsing it is slow
			}
			src := atEdges(rnd, wrapSome(rnd, c.src), 1+rnd.IntN(4))
			tried++
			if parses(src) {
				checked++
				if _, ok := keepsAll(t, c.name, src); !ok {
					t.FailNow()
				}
			}
		}
	}
	t.Logf("%d mutations parse, of %d, and are rewritten without loss", checked, tried)
}

// Where the installed terraform makes something right of a mutation, we make the same.
// Left out are values wrapped more than once, which it unwraps once, and those with a
// comment at the end of the wrapping and one more, which then gets its own line.
func TestRewritesBesideTerraform(t *testing.T) {
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Skipf("SKIPPED, terraform was not asked: %v", err)
	}
	rnd := rand.New(rand.NewPCG(7, 8))
	dir := t.TempDir()
	var sources [][]byte
	rounds := 8
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		for _, c := range rewriteCases(t) {
			src := atEdges(rnd, wrapSome(rnd, c.src[lexer.BOMLen(c.src):]), rnd.IntN(3))
			if len(src) < 4000 && parses(src) && !doublyWrapped(src) && !twoComments.Match(src) {
				mustWrite(t, filepath.Join(dir, fmt.Sprintf("%05d.tf", len(sources))), src)
				sources = append(sources, src)
			}
		}
	}
	command := exec.Command(terraform, "fmt", "-list=false", dir)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	same, wrong := 0, 0
	for i, src := range sources {
		want := mustRead(t, filepath.Join(dir, fmt.Sprintf("%05d.tf", i)))
		if lossOf(want, src) != "" || !bytes.Equal(formatted(want), want) {
			wrong++
			continue
		}
		if got := formatted(src); !bytes.Equal(got, want) {
			g, w := firstDifference(got, want)
			t.Errorf("got\n%s\nwant\n%s\nfor\n%s", g, w, src)
			continue
		}
		same++
	}
	t.Logf("%d mutations as terraform fmt has them, %d not compared that it breaks or has to format again", same, wrong)
}

// twoComments finds a comment to the line's end in a wrapping where only comments follow
// it in there, or one follows the wrapping.
var twoComments = regexp.MustCompile(`(#|//).*\n\s*(((#|//).*\n\s*|/\*(?s:.*?)\*/\s*)+~?\}"|~?\}"[ \t]*(#|//|/\*))`)

// doublyWrapped says whether a value is an interpolation and nothing else, twice.
func doublyWrapped(src []byte) (found bool) {
	file, _ := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(n hclsyntax.Node) hcl.Diagnostics {
		if outer, ok := n.(*hclsyntax.TemplateWrapExpr); ok {
			_, inner := outer.Wrapped.(*hclsyntax.TemplateWrapExpr)
			found = found || inner
		}
		return nil
	})
	return found
}

func mustWrite(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// formatted is what render makes of a source that parses.
func formatted(src []byte) []byte {
	out, err := format.FormatTerraform(nil, src)
	if err != nil {
		return []byte(err.Error())
	}
	return out
}

// wrapSome wraps some attributes' values, and does so again with some of those.
func wrapSome(rnd *rand.Rand, src []byte) []byte {
	file, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		return src
	}
	var values []hcl.Range
	hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(n hclsyntax.Node) hcl.Diagnostics {
		if a, ok := n.(*hclsyntax.Attribute); ok && rnd.IntN(3) == 0 {
			values = append(values, a.Expr.Range())
		}
		return nil
	})
	slices.SortFunc(values, func(a, b hcl.Range) int { return b.Start.Byte - a.Start.Byte })
	for _, v := range values {
		from, to := v.Start.Byte, v.End.Byte
		if from > to || to > len(src) || lexer.BOMLen(src) > 0 {
			continue // the range of a heredoc, or of a for expression, can be off
		}
		wrapping := wrappings[rnd.IntN(len(wrappings))]
		src = replace(replace(src, to, to, wrapping[1]), from, from, wrapping[0])
	}
	return src
}

var wrappings = [][2]string{
	{`"${`, `}"`}, {`"${`, `}"`}, {"\"${\n", "\n}\""}, {`"${~ `, ` ~}"`}, {`"${"${`, `}"}"`}, {"\"${ # c\n", `}"`},
	{`"${`, " # c\n}\""}, {`"${ /* c */ `, ` /* d */ }"`}, {"\"${(x) +\n", `}"`}, {`"${(x) + `, "\n+ (y)}\""}, {"\"${[\n1], ", `}"`},
	{"\"${f(\n1, ", `)}"`}, {"\"${x + # c\n", `}"`}, {"\"${<<E\nx\nE\n+ ", "}\""}, {"\"${ /*\n*/ \"${\r\n", "}\" }\""}, {`"${x}`, `"`},
}

// keepsAll returns what render makes of src, which parses. It fails t where that is
// not final, does not parse or lacks something.
func keepsAll(t *testing.T, name string, src []byte) (got []byte, ok bool) {
	t.Helper()
	got = formatted(src)
	if loss := lossOf(got, src); loss != "" {
		t.Errorf("%s: %s\nof\n%s", name, loss, src)
		return nil, false
	}
	if again := formatted(got); !bytes.Equal(again, got) {
		g, w := firstDifference(again, got)
		t.Errorf("%s: formatted again it is\n%s\nwhich was\n%s\nof\n%s", name, g, w, src)
		return nil, false
	}
	return got, true
}

// lossOf says what formatting src to got has destroyed: the syntax, a comment, a label,
// a block, an attribute or a part of its value; "" for nothing.
func lossOf(got, src []byte) string {
	if !parses(got) {
		return fmt.Sprintf("the result does not parse\n%s", got)
	}
	for _, of := range [...]func([]byte) string{comments, outline} {
		if g, w := of(got), of(src); g != w {
			g, w := firstDifference([]byte(g), []byte(w))
			return fmt.Sprintf("it holds\n%s\ninstead of\n%s", g, w)
		}
	}
	return ""
}

// comments returns a source's comments in order, without their line ends, a line each.
func comments(src []byte) string {
	var all []string
	for _, t := range scan(src) {
		if t.Kind == lexer.Comment {
			all = append(all, strings.TrimRight(string(src[t.Start:t.End]), "\r\n"))
		}
	}
	return strings.Join(all, "\n")
}

// outline returns what a source, which parses, holds apart from how it is written: a
// line for each attribute and block.
func outline(src []byte) string {
	file, _ := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	return strings.Join(outlineOfBody(file.Body.(*hclsyntax.Body), src, ""), "\n")
}

func outlineOfBody(body *hclsyntax.Body, src []byte, in string) (lines []string) {
	type item struct {
		at    int
		lines []string
	}
	var items []item
	for _, a := range body.Attributes {
		line := in + a.Name + " = " + places.ReplaceAllString(shapeOfHCL(unwrapped(a.Expr), src), "")
		if in == "variable " && a.Name == "type" {
			line = in + a.Name
		}
		items = append(items, item{a.SrcRange.Start.Byte, []string{line}})
	}
	for _, b := range body.Blocks {
		line := fmt.Sprintf("%s%s %q", in, b.Type, b.Labels)
		items = append(items, item{b.TypeRange.Start.Byte, append([]string{line}, outlineOfBody(b.Body, src, in+b.Type+" ")...)})
	}
	slices.SortFunc(items, func(a, b item) int { return a.at - b.at })
	for _, it := range items {
		lines = append(lines, it.lines...)
	}
	return lines
}

var places = regexp.MustCompile(`\d+–\d+:`)

// unwrapped returns an expression without the parentheses and interpolations around it.
func unwrapped(x hclsyntax.Expression) hclsyntax.Expression {
	for {
		switch inner := x.(type) {
		case *hclsyntax.ParenthesesExpr:
			x = inner.Expression
		case *hclsyntax.TemplateWrapExpr:
			x = inner.Wrapped
		default:
			return x
		}
	}
}
