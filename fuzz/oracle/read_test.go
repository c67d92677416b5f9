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
	values, wrapped, unreadable, compared int
	set, refused                          int // files whose content was set
}

func TestReadingMeansTheSame(t *testing.T) {
	var n readCount
	ch := rand.New(rand.NewPCG(1, 2))
	for _, s := range accepted(samples(t)) {
		n.file(t, ch, s.name, s.src)
	}
	t.Logf("%d values, %d of them wrapped, %d unreadable; %d pairs of results compared; %d files set again, %d not", n.values, n.wrapped, n.unreadable, n.compared, n.set, n.refused)
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
			return // blocks of that type: no address for them
		}
		n.attributes(t, ch, name, body, &values[0])
	}
	n.blocks(t, ch, name, body, tree)
	n.setAgain(t, name, src, edit.HCL)
	n.setAgain(t, name, src, edit.Terraform)
}

// setAgain sets what is read of a file, which changes no byte.
func (n *readCount) setAgain(t *testing.T, name string, src []byte, dialect edit.Dialect) {
	o := read.Options{Dialect: dialect}
	content, err := o.Read(nil, src, nil)
	if err != nil {
		t.Errorf("%s: not read: %v", name, err)
		return
	}
	if string(content) == "{}" || strings.Contains(string(content), `"unreadable"`) {
		return
	}
	e := edit.Options{Dialect: dialect, Unbounded: true, MaxEdits: 1 << 30}
	out, err := e.Apply(nil, src, fmt.Appendf(nil, `{"set": %s}`, content))
	switch {
	case err != nil && dialect == edit.Terraform && strings.Contains(err.Error(), "unknown block type"),
		err != nil && dialect == edit.Terraform && strings.Contains(err.Error(), "is not an identifier"),
		err != nil && dialect == edit.Terraform && strings.Contains(err.Error(), "expected an"),
		err != nil && strings.Contains(err.Error(), `"labels" are not those of the address`):
		n.refused++ // no address for a block in it
	case err != nil:
		t.Errorf("%s: what was read is not set: %v\n%s", name, err, clip(content))
	case string(out) != string(src):
		from, to := firstDifference(src, out)
		t.Errorf("%s: what was read is set, from\n%s\nto\n%s", name, from, to)
	default:
		n.set++
	}
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
		if strings.HasPrefix(string(text), `"${`) {
			n.wrapped++
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
