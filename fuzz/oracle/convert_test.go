package oracle

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"iacedit/convert"
	"iacedit/edit"
	language "iacedit/internal/languages/terraform"
)

// A convertCount counts what has been converted.
type convertCount struct{ files, refused, values, special, pairs, back int }

// Code in JSON means what it means in native syntax: hcl/v2's reader of JSON evaluates each
// argument to what hclsyntax does. Converted back, the code has the content that it had.
func TestConvertingMeansTheSame(t *testing.T) {
	var n convertCount
	rnd := rand.New(rand.NewPCG(uint64(fromEnv(t, "IACEDIT_SEED", 0)), 3))
	files := accepted(samples(t))
	if testing.Short() && len(files) > 300 {
		files = files[:300]
	}
	if !testing.Short() {
		files = append(files, corpusFiles(t)...)
	}
	for _, s := range files {
		n.file(t, rnd, s.name, s.src)
	}
	t.Logf("%d files converted, %d refused; %d arguments in %d contexts, %d of other places; %d converted back", n.files, n.refused, n.values, n.pairs, n.special, n.back)
	if n.files < 20 || n.values < 100 {
		t.Error("those are too few")
	}
}

// corpusFiles returns the files of open modules, where they are beside the repository.
func corpusFiles(t *testing.T) (all []sample) {
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".tf" {
			if text, err := os.ReadFile(path); err == nil && parses(text) {
				all = append(all, sample{name: path, src: text})
			}
		}
		return nil
	})
	if len(all) == 0 {
		t.Log("NOT CHECKED: the corpus, which is not beside the repository")
	}
	return all
}

func (n *convertCount) file(t *testing.T, rnd *rand.Rand, name string, src []byte) {
	var o convert.Options
	text, notes, err := o.ToJSON(nil, src)
	if err != nil {
		if refused, ok := err.(*convert.Error); !ok || refused.Code != "INVALID_CODE" {
			t.Errorf("%s: %v", name, err)
		}
		n.refused++
		return
	}
	n.files++
	native, _ := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	inJSON, diags := hcljson.Parse(text, name+".json")
	if diags.HasErrors() {
		t.Errorf("%s: %v\n%s", name, diags, text)
		return
	}
	body := native.Body.(*hclsyntax.Body)
	if len(body.Blocks) == 0 {
		return // values of variables, which are literal
	}
	n.body(t, rnd, name, body, inJSON.Body, nil, true)
	if !slices.ContainsFunc(notes, func(n convert.Note) bool { return n.Code == convert.NotInSchema }) {
		n.andBack(t, name, src, text)
	}
}

// body compares a body in both syntaxes.
func (n *convertCount) body(t *testing.T, rnd *rand.Rand, name string, body *hclsyntax.Body, inJSON hcl.Body, core *language.Body, top bool) {
	schema := &hcl.BodySchema{}
	for attribute := range body.Attributes {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: attribute})
	}
	types := map[string]bool{}
	for _, b := range body.Blocks {
		if !types[b.Type] {
			schema.Blocks = append(schema.Blocks, hcl.BlockHeaderSchema{Type: b.Type, LabelNames: make([]string, len(b.Labels))})
		}
		types[b.Type] = true
	}
	content, diags := inJSON.Content(schema)
	if diags.HasErrors() {
		t.Errorf("%s: %v", name, diags)
		return
	}
	for attribute, native := range body.Attributes {
		got := content.Attributes[attribute]
		switch {
		case got == nil:
			t.Errorf("%s: %s is missing", name, attribute)
		case core.Attribute(attribute) != nil:
			n.special++
		default:
			n.argument(t, rnd, name+": "+attribute, native.Expr, got.Expr)
		}
	}
	blocks := map[string][]*hcl.Block{}
	key := func(typ string, labels []string) string { return typ + "\x00" + strings.Join(labels, "\x00") }
	for _, b := range content.Blocks {
		k := key(b.Type, b.Labels)
		blocks[k] = append(blocks[k], b)
	}
	for _, b := range body.Blocks {
		k := key(b.Type, b.Labels)
		if len(blocks[k]) == 0 {
			t.Errorf("%s: %s %q is missing", name, b.Type, b.Labels)
			continue
		}
		inner := core.Block(b.Type)
		if top {
			inner = language.Block(b.Type).Body
		}
		n.body(t, rnd, name+": "+b.Type, b.Body, blocks[k][0].Body, inner, false)
		blocks[k] = blocks[k][1:]
	}
	for k, left := range blocks {
		if len(left) > 0 {
			t.Errorf("%s: %q is there too often", name, k)
		}
	}
}

// argument evaluates an argument in both syntaxes.
func (n *convertCount) argument(t *testing.T, rnd *rand.Rand, name string, native hclsyntax.Expression, inJSON hcl.Expression) {
	n.values++
	for range contexts {
		ctx := randomContext(rnd, native)
		want, bad := native.Value(ctx)
		got, wrong := inJSON.Value(ctx)
		n.pairs++
		if bad.HasErrors() || strings.Contains(wrong.Error(), "Duplicate object attribute") {
			continue
		}
		if wrong.HasErrors() || !got.RawEquals(want) {
			t.Errorf("%s evaluates to %#v (%v)\ninstead of %#v", name, got, wrong, want)
			return
		}
	}
}

// andBack converts JSON back, and once more to JSON.
func (n *convertCount) andBack(t *testing.T, name string, src, text []byte) {
	var o convert.Options
	native, _, err := o.ToNative(nil, text)
	if err != nil {
		t.Errorf("%s: back: %v\n%s", name, err, text)
		return
	}
	again, _, err := o.ToJSON(nil, native)
	if err != nil {
		t.Errorf("%s: to JSON again: %v\n%s", name, err, native)
		return
	}
	was, is := blind(withoutNull(decoded(text))), blind(withoutNull(decoded(again))) // blanks in sequences go
	if !reflect.DeepEqual(was, is) {
		t.Errorf("%s: JSON, native and JSON differ: %s", name, difference(was, is, ""))
	}
	n.back++
	before, err := contentOf(src, edit.Terraform, "")
	if err != nil {
		return
	}
	after, err := contentOf(native, edit.Terraform, "")
	if err != nil {
		t.Errorf("%s: back: %v", name, err)
		return
	}
	was, is = contentAlone(before), contentAlone(after)
	if !reflect.DeepEqual(was, is) {
		t.Errorf("%s: converted there and back it differs: %s", name, difference(was, is, ""))
	}
}

// contentAlone returns a content without what converting may change.
func contentAlone(text []byte) any { return blind(withoutNull(withoutPlaces(decoded(text)))) }

// withoutNull returns a value without the members of objects that are null.
func withoutNull(v any) any {
	switch v := v.(type) {
	case map[string]any:
		all := map[string]any{}
		for key, inner := range v {
			if inner != nil {
				all[key] = withoutNull(inner)
			}
		}
		return all
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = withoutNull(v[i])
		}
		return all
	}
	return v
}

// FuzzConverting asks the same of any code, and of any JSON that it is converted and
// converted back.
func FuzzConverting(f *testing.F) {
	for _, s := range []string{
		"resource \"a\" \"b\" {\n  c = { d = 1 }\n  e {\n    f = \"x${y}\"\n  }\n}\n", "locals {\n  a = <<-E\n    x ${~ y ~}\n  E\n}\n",
		"variable \"v\" {\n  type = list(string)\n  default = [\"${\"]\n}\n", "terraform {\n  backend \"s3\" {}\n}\n",
	} {
		f.Add([]byte(s), uint64(1))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		if len(src) > 4096 || !parses(src) {
			return
		}
		new(convertCount).file(t, rand.New(rand.NewPCG(seed, 1)), "fuzzed", src)
	})
}

// FuzzFromJSON: whatever JSON becomes native code, that parses, and converts back.
func FuzzFromJSON(f *testing.F) {
	for _, s := range []string{
		`{"resource": {"a": {"b": {"c": {"d": 1}, "e": [{"f": "${g}"}], "//": "x"}}}}`, `[{"locals": [{"a": null}]}, {"variable": {"v": {"type": "any"}}}]`,
		`{"resource": {"a": {"b": {"dynamic": {"c": {"for_each": [], "content": {}}}}}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var o convert.Options
		native, _, err := o.ToNative(nil, text)
		if err != nil {
			return
		}
		if !parses(native) {
			t.Fatalf("%s becomes what does not parse:\n%s", text, native)
		}
		if _, _, err := o.ToJSON(nil, native); err != nil && !strings.Contains(err.Error(), "dynamic") { // mixed with others
			t.Fatalf("%s becomes what is not converted back: %v\n%s", text, err, native)
		}
	})
}
