package oracle

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"iacedit/edit"
	"iacedit/internal/testkit/reshapes"
)

// reshapesPerRun is how many random reshapes TestReshapedValues tries, where the environment
// variable IACEDIT_RESHAPES does not say.
const reshapesPerRun = 400

// The attribute that nested blocks of real modules become has the value that the blocks have, with
// their dynamic blocks expanded; and references to it have the value that they had.
func TestReshapedValues(t *testing.T) {
	trees := filepath.Join(sharedDir(t), "corpus", "trees")
	ch := rand.New(rand.NewPCG(46, uint64(fromEnv(t, "IACEDIT_SEED", 0))))
	var all []*reshaped
	err := filepath.WalkDir(trees, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".tf" {
			return err
		}
		code, err := os.ReadFile(path)
		if err != nil || !parses(code) {
			return err
		}
		found, err := reshapes.Of(code)
		for i := range found {
			if typ := found[i].Labels[0]; typ == "resource" || typ == "data" {
				all = append(all, &reshaped{path: path, code: code, Reshape: found[i]})
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	ch.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	counts := map[string]int{}
	for i := range fromEnv(t, "IACEDIT_RESHAPES", reshapesPerRun) {
		all[i%len(all)].try(t, ch, counts)
	}
	if t.Log(counts); counts["compared"] < 2*counts["incomparable"] || counts["references"] == 0 {
		t.Error("too little was compared")
	}
}

// A reshaped is a reshape of a file.
type reshaped struct {
	path string
	code []byte
	reshapes.Reshape
}

// try compares the values before and after the reshape.
func (r *reshaped) try(t *testing.T, ch *rand.Rand, counts map[string]int) {
	code := r.code
	if r.Dynamic && ch.IntN(3) > 0 {
		code = withLiterals(ch, code)
	}
	before := r.body(code)
	names := referencesTo(&r.Reshape, before)
	if len(names) > 0 {
		code = append(slices.Clone(code), "\nlocals {\n"...)
		for i, name := range names {
			code = fmt.Appendf(code, "  reshaped_%d = %s\n", i, name)
		}
		code = append(code, "}\n"...)
	}
	out, err := new(edit.Options).Apply(nil, code, []byte(r.There()))
	if err != nil {
		if counts["refused"]++; !strings.Contains(err.Error(), "make it a local first") && !strings.Contains(err.Error(), "would be there twice") {
			t.Errorf("%s: %s: %v", r.path, r.There(), err)
		}
		return
	}
	after := r.body(out).Attributes[r.Form.Type]
	if after == nil {
		t.Errorf("%s: %s: there is no attribute in\n%s", r.path, r.There(), out)
		return
	}
	ctx := randomContext(ch, after.Expr)
	ctx.Functions["concat"], ctx.Functions["one"], ctx.Functions["length"] = concat, one, stdlib.LengthFunc
	e := evaluator{}
	want := e.blocks(before, &r.Form, ctx)
	got, diags := after.Expr.Value(ctx)
	if e.bad || diags.HasErrors() {
		if e.bad != diags.HasErrors() && !r.Dynamic {
			t.Errorf("%s: %s: evaluates: %v, before: %v\n%s", r.path, r.There(), diags, !e.bad, out)
		}
		counts["incomparable"]++
		return
	}
	counts["compared"]++
	if !equalValues(want, got) {
		t.Errorf("%s: %s: is\n%#v\nwas\n%#v\nin\n%s\nof\n%s", r.path, r.There(), got, want, out, code)
		return
	}
	e.lists = true
	r.references(t, out, names, ctx, e.blocks(before, &r.Form, ctx), got, counts)
}

// references compares the values of references before and after, given the value before, in which
// all nested blocks are lists, and the value after.
func (r *reshaped) references(t *testing.T, out []byte, names []string, ctx *hcl.EvalContext, was, is cty.Value, counts map[string]int) {
	file, _ := hclsyntax.ParseConfig(out, "", hcl.InitialPos)
	blocks := file.Body.(*hclsyntax.Body).Blocks
	for i, name := range names {
		now := blocks[len(blocks)-1].Body.Attributes[fmt.Sprintf("reshaped_%d", i)]
		old, _ := hclsyntax.ParseExpression([]byte(name), "", hcl.InitialPos)
		resource := func(v cty.Value) *hcl.EvalContext {
			inner := ctx.NewChild()
			inner.Variables = map[string]cty.Value{r.Labels[1]: cty.ObjectVal(map[string]cty.Value{r.Labels[2]: cty.ObjectVal(map[string]cty.Value{r.Form.Type: v})})}
			return inner
		}
		want, bad := old.Value(resource(was))
		got, diags := now.Expr.Value(resource(is))
		if counts["references"]++; bad.HasErrors() || diags.HasErrors() || !equalValues(want, got) {
			t.Errorf("%s: %s: %s is %#v (%v), was %#v (%v)\n%s", r.path, r.There(), name, got, diags, want, bad, out)
		}
	}
}

// referencesTo returns references to the first of the blocks, and to what is in it.
func referencesTo(r *reshapes.Reshape, body *hclsyntax.Body) (all []string) {
	if r.Labels[0] != "resource" || r.Dynamic || len(r.Path) > 0 || body.Attributes["count"] != nil || body.Attributes["for_each"] != nil {
		return nil
	}
	address := strings.Join(r.Labels[1:], ".") + "." + r.Form.Type
	if !r.Form.Object {
		all = append(all, "length("+address+")")
	}
	if !r.Form.Object && len(r.Form.Inside) == 0 {
		all = append(all, address+"[*]")
	}
	return append(all, referencesIn(&r.Form, address, body)...)
}

// referencesIn returns references to the arguments of the first block of a form in a body.
func referencesIn(form *reshapes.Form, address string, body *hclsyntax.Body) (all []string) {
	var first *hclsyntax.Body
	n := 0
	for _, b := range body.Blocks {
		if b.Type == form.Type {
			if n++; first == nil {
				first = b.Body
			}
		}
	}
	if first == nil {
		return nil
	}
	starts := []string{address + "[0]", address + ".0"}
	if n == 1 && form.Object {
		starts = append(starts, "one("+address+")")
	}
	for i, start := range starts {
		for _, name := range slices.Sorted(maps.Keys(first.Attributes)) {
			all = append(all, start+"."+name)
		}
		if i == 0 {
			for k := range form.Inside {
				all = append(all, referencesIn(&form.Inside[k], start+"."+form.Inside[k].Type, first)...)
			}
		}
	}
	return all
}

// body returns the body with the blocks or the attribute.
func (r *reshaped) body(code []byte) *hclsyntax.Body {
	file, _ := hclsyntax.ParseConfig(code, "", hcl.InitialPos)
	body := file.Body.(*hclsyntax.Body)
	n := 0
	for _, b := range body.Blocks {
		if b.Type == r.Labels[0] && slices.Equal(b.Labels, r.Labels[1:]) {
			if n == r.Index {
				body = b.Body
				break
			}
			n++
		}
	}
	for _, typ := range r.Path {
		i := slices.IndexFunc(body.Blocks, func(b *hclsyntax.Block) bool { return b.Type == typ })
		body = body.Blocks[i].Body
	}
	return body
}

// An evaluator evaluates nested blocks.
type evaluator struct {
	lists bool // all nested blocks are lists
	bad   bool // something had no value
}

// blocks returns the value of the blocks of a form in a body.
func (e *evaluator) blocks(body *hclsyntax.Body, form *reshapes.Form, ctx *hcl.EvalContext) cty.Value {
	var all []cty.Value
	for _, b := range body.Blocks {
		switch {
		case b.Type == form.Type:
			all = append(all, e.object(b.Body, form, ctx))
		case b.Type == "dynamic" && b.Labels[0] == form.Type:
			all = append(all, e.dynamic(b.Body, form, ctx)...)
		}
	}
	switch {
	case !form.Object || e.lists:
		return cty.TupleVal(all)
	case len(all) == 0:
		return cty.NullVal(cty.DynamicPseudoType)
	case len(all) > 1:
		e.bad = true
	}
	return all[0]
}

// dynamic returns the values of the blocks that a dynamic block makes.
func (e *evaluator) dynamic(body *hclsyntax.Body, form *reshapes.Form, ctx *hcl.EvalContext) (all []cty.Value) {
	iterator := form.Type
	if a := body.Attributes["iterator"]; a != nil {
		iterator = hcl.ExprAsKeyword(a.Expr)
	}
	each := e.value(body.Attributes["for_each"].Expr, ctx)
	if !each.IsKnown() || each.IsNull() || !each.CanIterateElements() {
		e.bad = true
		return nil
	}
	for it := each.ElementIterator(); it.Next(); {
		k, v := it.Element()
		inner := ctx.NewChild()
		inner.Variables = map[string]cty.Value{iterator: cty.ObjectVal(map[string]cty.Value{"key": k, "value": v})}
		for _, b := range body.Blocks {
			all = append(all, e.object(b.Body, form, inner))
		}
	}
	return all
}

// object returns the value of a body.
func (e *evaluator) object(body *hclsyntax.Body, form *reshapes.Form, ctx *hcl.EvalContext) cty.Value {
	members := map[string]cty.Value{}
	for name, a := range body.Attributes {
		members[name] = e.value(a.Expr, ctx)
	}
	for i := range form.Inside {
		inner := &form.Inside[i]
		for _, b := range body.Blocks {
			if b.Type == inner.Type || b.Type == "dynamic" && b.Labels[0] == inner.Type {
				members[inner.Type] = e.blocks(body, inner, ctx)
				break
			}
		}
	}
	return cty.ObjectVal(members)
}

func (e *evaluator) value(x hclsyntax.Expression, ctx *hcl.EvalContext) cty.Value {
	v, diags := x.Value(ctx)
	e.bad = e.bad || diags.HasErrors()
	return v
}

// equalValues compares two values. Lists and tuples are the same, as are all nulls.
func equalValues(a, b cty.Value) bool {
	if a.IsNull() || b.IsNull() {
		return a.IsNull() && b.IsNull()
	}
	listed := func(v cty.Value) bool { return v.Type().IsTupleType() || v.Type().IsListType() }
	keyed := func(v cty.Value) bool { return v.Type().IsObjectType() || v.Type().IsMapType() }
	switch {
	case listed(a) && listed(b):
		x, y := a.AsValueSlice(), b.AsValueSlice()
		return slices.EqualFunc(x, y, equalValues)
	case keyed(a) && keyed(b):
		x, y := a.AsValueMap(), b.AsValueMap()
		for name, v := range x {
			if w, ok := y[name]; !ok || !equalValues(v, w) {
				return false
			}
		}
		return len(x) == len(y)
	}
	return a.RawEquals(b)
}

// concat joins tuples and lists.
var concat = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "x", Type: cty.DynamicPseudoType, AllowNull: true, AllowDynamicType: true},
	Type:     typeOf(joined), Impl: implOf(joined),
})

func joined(args []cty.Value) (cty.Value, error) {
	var all []cty.Value
	for _, a := range args {
		if a.IsNull() || !a.CanIterateElements() {
			return cty.NilVal, fmt.Errorf("no list")
		}
		all = append(all, a.AsValueSlice()...)
	}
	return cty.TupleVal(all), nil
}

// one returns the one element of a list, or null.
var one = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "x", Type: cty.DynamicPseudoType, AllowDynamicType: true}},
	Type:   typeOf(onlyOne), Impl: implOf(onlyOne),
})

func onlyOne(args []cty.Value) (cty.Value, error) {
	if !args[0].CanIterateElements() || args[0].LengthInt() > 1 {
		return cty.NilVal, fmt.Errorf("not one")
	}
	for it := args[0].ElementIterator(); it.Next(); {
		_, v := it.Element()
		return v, nil
	}
	return cty.NullVal(cty.DynamicPseudoType), nil
}

func typeOf(f func([]cty.Value) (cty.Value, error)) function.TypeFunc {
	return func(args []cty.Value) (cty.Type, error) {
		v, err := f(args)
		if err != nil {
			return cty.NilType, err
		}
		return v.Type(), nil
	}
}

func implOf(f func([]cty.Value) (cty.Value, error)) function.ImplFunc {
	return func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f(args) }
}

// withLiterals returns code in which the for_each of each dynamic block is a literal, of elements
// that have all that the block uses.
func withLiterals(ch *rand.Rand, code []byte) []byte {
	file, _ := hclsyntax.ParseConfig(code, "", hcl.InitialPos)
	type place struct {
		at   hcl.Range
		text string
	}
	var places []place
	hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(n hclsyntax.Node) hcl.Diagnostics {
		b, ok := n.(*hclsyntax.Block)
		if !ok || b.Type != "dynamic" || b.Body.Attributes["for_each"] == nil {
			return nil
		}
		iterator := b.Labels[0]
		if a := b.Body.Attributes["iterator"]; a != nil {
			iterator = hcl.ExprAsKeyword(a.Expr)
		}
		members := map[string]bool{}
		hclsyntax.VisitAll(b.Body, func(n hclsyntax.Node) hcl.Diagnostics {
			if x, ok := n.(*hclsyntax.ScopeTraversalExpr); ok && x.Traversal.RootName() == iterator && len(x.Traversal) > 2 {
				if name, ok := x.Traversal[2].(hcl.TraverseAttr); ok {
					members[name.Name] = true
				}
			}
			return nil
		})
		var elements []string
		for i := range ch.IntN(4) {
			if len(members) == 0 {
				elements = append(elements, fmt.Sprintf("%q", fmt.Sprint("e", i)))
				continue
			}
			text := "{ "
			for _, name := range slices.Sorted(maps.Keys(members)) {
				text += fmt.Sprintf("%s = \"%s%d\", ", name, name, i)
			}
			elements = append(elements, strings.TrimSuffix(text, ", ")+" }")
		}
		text := "[" + strings.Join(elements, ", ") + "]"
		if len(elements) > 0 && ch.IntN(3) == 0 {
			text = fmt.Sprintf("var.reshape_c%d ? [%s] : []", ch.IntN(2), elements[0])
		} else if ch.IntN(2) == 0 {
			for i := range elements {
				elements[i] = fmt.Sprintf("k%d = %s", i, elements[i])
			}
			text = "{ " + strings.Join(elements, ", ") + " }"
		}
		places = append(places, place{b.Body.Attributes["for_each"].Expr.Range(), text})
		return nil
	})
	slices.SortFunc(places, func(a, b place) int { return a.at.Start.Byte - b.at.Start.Byte })
	var out []byte
	from := 0
	for _, p := range places {
		out = append(append(out, code[from:p.at.Start.Byte]...), p.text...)
		from = p.at.End.Byte
	}
	return append(out, code[from:]...)
}
