package oracle

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	addresses "iacedit/address"
	"iacedit/edit"
	"iacedit/read"
	"iacedit/syntax"
)

// What is read of code means what the code means: hcl/v2's reader of JSON evaluates it to
// what hclsyntax evaluates the code to, in any context; and setting it changes no byte.

// contexts is how many contexts each value is evaluated in.
const contexts = 3

// A readCount counts what has been read.
type readCount struct {
	files, values, wrapped, unreadable, compared int
	set, refused, made, got                      int // contents set and made again, and values got after set
}

// valuesRead is how many values TestReading reads, where the environment variable
// IACEDIT_READ does not say: those of the corpus, once. More are those of the corpus after
// random edits; 100000 take a few minutes, and IACEDIT_SEED makes other edits.
const valuesRead = 5000

func TestReading(t *testing.T) {
	n, total := readCount{}, fromEnv(t, "IACEDIT_READ", valuesRead)
	if testing.Short() {
		total = 1
	}
	rnd := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), 2))
	files := accepted(samples(t))
	for _, s := range files {
		n.file(t, rnd, s.name, s.src)
	}
	t.Logf("the corpus as it is: %s", &n)
	for n.values < total && !t.Failed() {
		for _, s := range files {
			if src := edited(rnd, s.src); parses(src) {
				n.file(t, rnd, s.name+", edited", src)
			}
		}
	}
	t.Logf("all: %s", &n)
}

func (n *readCount) String() string {
	return fmt.Sprintf("%d files, %d values, %.2f%% of them wrapped, %.3f%% unreadable; %d pairs of results compared; %d contents set again, %d without an address; %d made anew; %d values set and got",
		n.files, n.values, 100*float64(n.wrapped)/float64(n.values), 100*float64(n.unreadable)/float64(n.values), n.compared, n.set, n.refused, n.made, n.got)
}

// FuzzReadingMeansTheSame asks the same of any code.
func FuzzReadingMeansTheSame(f *testing.F) {
	for _, s := range []string{
		"a = \"x ${b ~}\\n  c\"\n", "a = <<-E\n    %{ for x in y ~}\n    ${x}\n    %{ endfor ~}\n  E\n", "a = <<-E\n    a\n  ${~ x ~}\n  b\nE\n",
		`a = "\u0024${x}"` + "\n", "a = {\"$${k}\" = 1, (k) = \"%%{b}\"}\n", "a = 007.5e01\n", "a = \"$$$${x}$\"\n", "a = \"%%$${x}%${y}\"\n",
		"a = {b = 1, \"b\" = 2}\n", "a = \"${[1, \"${2}\"]}\"\n", "a = <<E\n$${x}${y ~}\n\n  z\nE\n", "a = \"${~ x ~}\"\n", "a = \"${x}${\n[for a in b : a]\n}\"\n",
	} {
		f.Add([]byte(s), uint64(1))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		if len(src) > 4096 || !parses(src) || syntax.Check(src) != nil {
			return // who accepts what is asked elsewhere
		}
		new(readCount).file(t, rand.New(rand.NewPCG(seed, 1)), "fuzzed", src)
	})
}

// file reads a file and holds it against the laws.
func (n *readCount) file(t *testing.T, ch *rand.Rand, name string, src []byte) {
	n.files++
	o := read.Options{Dialect: addresses.HCL}
	content, err := o.Read(nil, src, nil)
	if err != nil {
		t.Errorf("%s: not read: %v", name, err)
		return
	}
	file, _ := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	body := file.Body.(*hclsyntax.Body)
	var tree map[string]json.RawMessage
	var values []readEntry
	if err := json.Unmarshal(content, &tree); err != nil {
		t.Errorf("%s: %v: %s", name, err, content)
		return
	}
	if text, ok := tree["iacvars"]; ok {
		if err := json.Unmarshal(text, &values); err != nil {
			return // the code has blocks of a type "iacvars", which have no address
		}
		n.attributes(t, ch, name, body, &values[0])
	}
	n.blocks(t, ch, name, body, tree)
	for _, dialect := range []edit.Dialect{edit.HCL, edit.Terraform} {
		n.setAgain(t, name, src, dialect)
		n.makeAgain(t, name, src, dialect)
	}
	n.getAfterSet(t, ch, name, src)
}

type readEntry struct {
	Attributes map[string]json.RawMessage
	Unreadable []string
	BlockTypes map[string][]readEntry
}

// blocks finds the entries of the top-level blocks, one after the other.
func (n *readCount) blocks(t *testing.T, ch *rand.Rand, name string, body *hclsyntax.Body, tree map[string]json.RawMessage) {
	seen := map[string]int{}
	for _, b := range body.Blocks {
		at, key := tree[b.Type], b.Type
		for _, label := range b.Labels {
			var inner map[string]json.RawMessage
			if json.Unmarshal(at, &inner) != nil {
				break
			}
			at, key = inner[label], key+"\x00"+label
		}
		var entries []readEntry
		if err := json.Unmarshal(at, &entries); err != nil || seen[key] >= len(entries) {
			t.Errorf("%s: no entry for %s %q in %s", name, b.Type, b.Labels, at)
			return
		}
		n.body(t, ch, name, b.Body, &entries[seen[key]])
		seen[key]++
	}
}

// body compares the attributes of a body, and of the blocks in it.
func (n *readCount) body(t *testing.T, ch *rand.Rand, name string, body *hclsyntax.Body, e *readEntry) {
	n.attributes(t, ch, name, body, e)
	seen := map[string]int{}
	for _, b := range body.Blocks {
		if i := seen[b.Type]; i < len(e.BlockTypes[b.Type]) {
			n.body(t, ch, name, b.Body, &e.BlockTypes[b.Type][i])
		} else {
			t.Errorf("%s: no entry for a nested block %s", name, b.Type)
		}
		seen[b.Type]++
	}
}

func (n *readCount) attributes(t *testing.T, ch *rand.Rand, name string, body *hclsyntax.Body, e *readEntry) {
	if len(e.Attributes)+len(e.Unreadable) != len(body.Attributes) {
		t.Errorf("%s: %d attributes, read are %d", name, len(body.Attributes), len(e.Attributes))
	}
	n.unreadable += len(e.Unreadable)
	for key, text := range e.Attributes {
		n.values++
		if isWrapped(text) {
			n.wrapped++
			n.needed(t, name, body.Attributes[key].Expr, text)
		}
		n.compare(t, ch, name, body.Attributes[key].Expr, text)
	}
}

// compare evaluates an expression and the JSON value that was read of it.
func (n *readCount) compare(t *testing.T, ch *rand.Rand, name string, x hclsyntax.Expression, text []byte) {
	if strings.Contains(string(text), "\ufeff") {
		return // hcl/v2 takes a byte order mark at the start of a JSON string for none of its text
	}
	file, diags := hcljson.Parse([]byte(`{"a": `+string(text)+`}`), "read.json")
	if diags.HasErrors() {
		t.Errorf("%s: %v: %s", name, diags, text)
		return
	}
	attributes, _ := file.Body.JustAttributes()
	for range contexts {
		ctx := randomContext(ch, x)
		want, bad := x.Value(ctx)
		got, wrong := attributes["a"].Expr.Value(ctx)
		n.compared++
		if bad.HasErrors() || strings.Contains(wrong.Error(), "Duplicate object attribute") {
			continue // what JSON's reader refuses only where two keys happen to be the same
		}
		if wrong.HasErrors() || !got.RawEquals(want) {
			t.Errorf("%s: read as %s\nwhich evaluates to %#v (%v)\ninstead of %#v (%v)", name, text, got, wrong, want, bad)
			return
		}
	}
}

// randomContext returns a context with values for all that an expression refers to.
func randomContext(ch *rand.Rand, x hclsyntax.Expression) *hcl.EvalContext {
	ctx := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: map[string]function.Function{}}
	paths := map[string]any{}
	for _, traversal := range x.Variables() {
		at := paths
		name := traversal.RootName()
		for _, step := range traversal[1:] {
			next, ok := step.(hcl.TraverseAttr)
			if !ok {
				break
			}
			inner, ok := at[name].(map[string]any)
			if !ok {
				inner = map[string]any{}
				at[name] = inner
			}
			at, name = inner, next.Name
		}
		if at[name] == nil {
			at[name] = true
		}
	}
	for name, inside := range paths {
		ctx.Variables[name] = randomValue(ch, inside)
	}
	hclsyntax.VisitAll(x, func(node hclsyntax.Node) hcl.Diagnostics {
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok {
			ctx.Functions[call.Name] = echo
		}
		return nil
	})
	return ctx
}

// echo is a function of any arguments: a tuple of them.
var echo = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "x", Type: cty.DynamicPseudoType, AllowNull: true, AllowDynamicType: true},
	Type: func(args []cty.Value) (cty.Type, error) {
		types := make([]cty.Type, len(args))
		for i := range args {
			types[i] = args[i].Type()
		}
		return cty.Tuple(types), nil
	},
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return cty.TupleVal(args), nil },
})

func randomValue(ch *rand.Rand, inside any) cty.Value {
	if paths, ok := inside.(map[string]any); ok {
		members := map[string]cty.Value{}
		for name, inner := range paths {
			members[name] = randomValue(ch, inner)
		}
		return cty.ObjectVal(members)
	}
	switch ch.IntN(7) {
	case 0:
		return cty.NumberIntVal(ch.Int64N(100))
	case 1:
		return cty.BoolVal(ch.IntN(2) == 0)
	case 2:
		return cty.ListVal([]cty.Value{cty.StringVal("p"), cty.StringVal(" q\n")})
	case 3:
		return cty.TupleVal([]cty.Value{cty.StringVal(""), cty.True})
	case 4:
		return cty.NullVal(cty.String)
	}
	return cty.StringVal([]string{"", "a", " b ", "${c}", "\n"}[ch.IntN(5)])
}
