package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"

	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
)

// hclReferences returns the references in a file as hcl/v2 and its dynamic blocks see
// them, each as its offset, root and static steps, in order.
func hclReferences(src []byte) []string {
	file, _ := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	body := file.Body.(*hclsyntax.Body)
	var all []hcl.Traversal
	for _, a := range body.Attributes {
		all = append(all, a.Expr.Variables()...)
	}
	for _, b := range body.Blocks {
		all = append(all, inBody(dynblock.WalkVariables(b.Body), b.Body)...)
	}
	slices.SortStableFunc(all, func(a, b hcl.Traversal) int { return a.SourceRange().Start.Byte - b.SourceRange().Start.Byte })
	return each(all, func(t hcl.Traversal) string {
		return fmt.Sprint(t.SourceRange().Start.Byte, " ", shapeOfSteps(t.RootName(), t[1:]))
	})
}

// inBody returns what dynblock finds in a body and in all that is in it, by a schema
// that the body itself gives.
func inBody(node dynblock.WalkVariablesNode, body *hclsyntax.Body) []hcl.Traversal {
	var schema hcl.BodySchema
	for name := range body.Attributes {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}
	seen := map[string]bool{"dynamic": true}
	for _, b := range body.Blocks {
		if seen[b.Type] {
			continue
		}
		seen[b.Type] = true
		schema.Blocks = append(schema.Blocks, hcl.BlockHeaderSchema{Type: b.Type, LabelNames: make([]string, len(b.Labels))})
	}
	all, inner := node.Visit(&schema)
	for _, child := range inner {
		all = append(all, inBody(child.Node, child.Body().(*hclsyntax.Body))...)
	}
	return all
}

// judgeable reports whether dynblock can look into everything in a body: nested blocks of
// a type have the same number of labels, and dynamic blocks are as they should be.
func judgeable(body *hclsyntax.Body) bool {
	labels := map[string]int{}
	for _, b := range body.Blocks {
		n, ok := labels[b.Type]
		if labels[b.Type] = len(b.Labels); ok && n != len(b.Labels) || !judgeable(b.Body) {
			return false
		}
		if b.Type == "dynamic" && !judgeableDynamic(b) {
			return false
		}
	}
	return true
}

func judgeableDynamic(b *hclsyntax.Block) bool {
	for name := range b.Body.Attributes {
		if name != "for_each" && name != "labels" && name != "iterator" {
			return false
		}
	}
	for _, inner := range b.Body.Blocks {
		if inner.Type != "content" {
			return false
		}
	}
	return len(b.Labels) == 1
}

// ourReferences returns the references that package refs finds, written alike.
func ourReferences(f *syntax.File, role refs.Role) (out []string) {
	for r := range refs.All(f, role) {
		out = append(out, writeReference(f, r))
	}
	return out
}

func writeReference(f *syntax.File, r *refs.Reference) string {
	shape := string(f.At(r.Root))
	for _, name := range []syntax.Span{r.Type, r.Name} {
		if name.Len() > 0 && name != r.Root {
			shape = list("attr", shape, string(f.At(name)))
		}
	}
	for _, s := range r.Steps {
		if !s.Static {
			break
		}
		switch name := f.At(s.Name); s.Kind {
		case refs.StepAttribute:
			shape = list("attr", shape, string(name))
		case refs.StepString:
			text := norm.NFC.String(string(syntax.AppendUnescaped(nil, name)))
			shape = list("index", shape, list("template", shapeOfValue(cty.StringVal(text))))
		case refs.StepLiteral:
			shape = list("index", shape, shapeOfLiteral(string(name)))
		}
	}
	return fmt.Sprint(r.Root.From, " ", shape)
}

func shapeOfLiteral(text string) string {
	if v, err := cty.ParseNumberVal(text); err == nil {
		return shapeOfValue(v)
	}
	return text
}

// sameReferences fails t where hcl/v2 accepts src and finds other references in it. It
// returns how many there are, -1 where there was nothing to compare.
func sameReferences(t *testing.T, name string, src []byte) int {
	t.Helper()
	f, err := syntax.Parse(src)
	if err != nil || !parses(src) {
		return -1
	}
	file, _ := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		if !judgeable(b.Body) {
			return -1
		}
	}
	got, want := ourReferences(f, refs.Generic), hclReferences(src)
	if !slices.Equal(got, want) {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		t.Errorf("%s: the references from %d on are\n%q\nwant\n%q\nof %.3000q", name, i, got[i:min(i+3, len(got))], want[i:min(i+3, len(want))], src)
	}
	return len(got)
}

func TestReferencesInFiles(t *testing.T) {
	files, skipped, found := 0, 0, 0
	for _, s := range accepted(samples(t)) {
		n := sameReferences(t, s.name, s.src)
		if n < 0 {
			skipped++
			continue
		}
		files++
		found += n
	}
	t.Logf("%d references in %d files are hcl/v2's; %d files have blocks of one type with other numbers of labels", found, files, skipped)
	if found < 100 || skipped*10 > files {
		t.Error("too few")
	}
}

// What a Terraform file refers to is what hcl/v2 sees in it, but for the places where
// Terraform has a rule of its own.
func TestReferencesInTerraformFiles(t *testing.T) {
	files, found := 0, 0
	for _, s := range accepted(samples(t)) {
		f, err := syntax.Parse(s.src)
		if err != nil || !strings.HasSuffix(s.name, ".tf") {
			continue
		}
		files++
		var generic, terraform []string
		for r := range refs.All(f, refs.Generic) {
			if !hasOwnRule(f, r) {
				generic = append(generic, writeReference(f, r))
			}
		}
		for r := range refs.All(f, refs.Configuration) {
			if !r.Quoted && !hasOwnRule(f, r) {
				terraform = append(terraform, writeReference(f, r))
			}
		}
		if !slices.Equal(generic, terraform) {
			t.Errorf("%s:\n%q\nwant\n%q", s.name, terraform, generic)
		}
		found += len(terraform)
	}
	t.Logf("%d references in %d files", found, files)
}

// hasOwnRule reports whether a reference stands in an argument in which not every name
// is one.
func hasOwnRule(f *syntax.File, r *refs.Reference) bool {
	switch string(f.At(r.In)) {
	case "type", "when", "on_failure", "events", "experiments", "ignore_changes", "providers", "iterator":
		return true
	}
	return false
}

// otherWords gives the names in an expression other texts, some of them those of the
// local names around it.
func otherWords(g generator, src string) string {
	var out strings.Builder
	pos := 0
	for _, tok := range scan([]byte(src)) {
		text := src[tok.Start:tok.End]
		out.WriteString(src[pos:tok.Start])
		pos = int(tok.End)
		if tok.Kind == lexer.Ident && slices.Contains([]string{"a", "b", "each", "é", "x"}, text) {
			text = g.pick("x", "x", "k", "v", "y", text, "in")
		}
		out.WriteString(text)
	}
	return out.String() + src[pos:]
}

// Random expressions in which many names are local.
func TestReferencesInRandomExpressions(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(31, 32))}
	files, same, found := 20_000, 0, 0
	if *thorough {
		files *= 50
	}
	for range files {
		expr := g.expr(1 + g.IntN(4))
		switch g.IntN(4) {
		case 0:
			expr = g.forExpr(1 + g.IntN(3))
		case 1:
			expr = `"` + g.directive(1+g.IntN(3), quotedText) + g.template(1, quotedText) + `"`
		}
		if n := sameReferences(t, "random", []byte("q = "+otherWords(g, expr)+"\n")); n >= 0 {
			same++
			found += n
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d references in %d of %d random expressions are hcl/v2's", found, same, files)
	if same < files/3 {
		t.Error("too few")
	}
}

// body writes the body of a block with dynamic blocks in it, to a depth.
func (g generator) body(depth int) string {
	out := ""
	for i := range g.IntN(3) {
		out += string("qrs"[i]) + " = " + otherWords(g, g.expr(1+g.IntN(2))) + "\n"
	}
	if depth == 0 {
		return out
	}
	for range g.IntN(3) {
		label := g.pick("x", "k", "v", "y")
		if g.IntN(4) == 0 {
			out += label + "y {\n" + g.body(depth-1) + "}\n"
			continue
		}
		out += "dynamic " + g.pick(label, `"`+label+`"`) + " {\n"
		arguments := []string{"for_each = " + otherWords(g, g.expr(2)) + "\n", "content {\n" + g.body(depth-1) + "}\n"}
		if g.IntN(3) == 0 {
			arguments = append(arguments, "iterator = "+g.pick("x", "k", "in", "y")+"\n")
		}
		if g.IntN(3) == 0 {
			arguments = append(arguments, "labels = ["+otherWords(g, g.expr(2))+"]\n")
		}
		g.Shuffle(len(arguments), func(i, j int) { arguments[i], arguments[j] = arguments[j], arguments[i] })
		out += strings.Join(arguments, "") + "}\n"
	}
	return out
}

// Random dynamic blocks in dynamic blocks, judged by the package that Terraform expands
// them with.
func TestReferencesInDynamicBlocks(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(33, 34))}
	files, same, found := 5_000, 0, 0
	if *thorough {
		files *= 50
	}
	for range files {
		if n := sameReferences(t, "random", []byte("r t n {\n"+g.body(3)+"}\n")); n >= 0 {
			same++
			found += n
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d references in %d of %d random bodies are hcl/v2's", found, same, files)
	if same < files/3 {
		t.Error("too few")
	}
}

// A resource's type that gets another name is that other name for hcl/v2, but where it
// was reported to be captured: there a local name has it.
func TestCapturesInRandomExpressions(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(35, 36))}
	rounds, renamed, captured := 20_000, 0, 0
	if *thorough {
		rounds *= 50
	}
	for range rounds {
		src := []byte("r t n {\n" + g.body(2) + "q_ = " + otherWords(g, g.forExpr(3)) + "\n}\n")
		f, err := syntax.Parse(src)
		if err != nil || !parses(src) {
			continue
		}
		of := someResource(g, f)
		to := g.pick("x", "k", "v", "in")
		if of == (refs.Address{}) || of.Type == to {
			continue
		}
		renames, err := refs.NewRenames([]refs.Rename{{Of: of, Type: to, Name: of.Name}})
		if err != nil {
			t.Fatal(err)
		}
		list, captures := renames.Replacements(nil, f, refs.Configuration)
		after := slices.Clone(src)
		slices.Reverse(list)
		for _, r := range list {
			after = slices.Replace(after, int(r.At.From), int(r.At.To), []byte(r.Text)...)
		}
		var want []string
		for r := range refs.All(f, refs.Configuration) {
			_, shape, _ := strings.Cut(writeReference(f, r), " ")
			if r.Address(f) == of {
				renamed++
				if slices.ContainsFunc(captures, func(c refs.Capture) bool { return c.At == r.Root }) {
					captured++
					continue
				}
				old := beforeRoot(shape)
				shape = old + to + strings.TrimPrefix(shape[len(old):], of.Type)
			}
			want = append(want, shape)
		}
		got := each(hclReferences(after), func(s string) string { _, shape, _ := strings.Cut(s, " "); return shape })
		if !slices.Equal(got, want) {
			t.Fatalf("%v → %s: hcl/v2 sees\n%q\nwant\n%q\nof %q\nwhich was %q", of, to, got, want, after, src)
		}
	}
	t.Logf("%d references renamed, %d captured", renamed, captured)
	if captured*50 < renamed || captured*2 > renamed {
		t.Error("too one-sided")
	}
}

// someResource returns the address of some resource that a file refers to.
func someResource(g generator, f *syntax.File) (of refs.Address) {
	n := 0
	for r := range refs.All(f, refs.Configuration) {
		if r.Kind == refs.Resource && r.Type == r.Root {
			if n++; g.IntN(n) == 0 {
				of = r.Address(f)
			}
		}
	}
	return of
}

// beforeRoot returns the brackets and heads before the root in the shape of a reference.
func beforeRoot(shape string) string {
	rest := shape
	for {
		for _, head := range []string{"(attr ", "(index "} {
			rest = strings.TrimPrefix(rest, head)
		}
		if !strings.HasPrefix(rest, "(") {
			return shape[:len(shape)-len(rest)]
		}
	}
}
