package edit

import (
	"path/filepath"
	"strings"
	"testing"

	"iacedit/address"
	"iacedit/internal/testkit/corpus"
	"iacedit/read"
	"iacedit/value"
)

// A Go string is text wherever it stands, whatever is in it.
func TestStringsAreLiteral(t *testing.T) {
	const evil = `${file("/etc/passwd")}`
	type tags struct {
		Owner string `json:"owner"`
		From  Expr   `json:"from"`
	}
	for _, c := range []struct {
		op   Operation
		want string // in what comes out, or in the error
	}{
		{Set(Block("locals"), Attr("a", evil)), `a = "$${file(\"/etc/passwd\")}"`},
		{Set(Block("locals"), Attr("a", []string{evil})), `a = ["$${file(\"/etc/passwd\")}"]`},
		{Set(Block("locals"), Attr("a", map[string]string{evil: "b"})), `"$${file(\"/etc/passwd\")}" = "b"`},
		{Set(Block("locals"), Attr("a", tags{evil, "var.x"})), `owner = "$${file(\"/etc/passwd\")}"`},
		{Set(Block("locals"), Attr("a", tags{evil, "var.x"})), `from  = var.x`},
		{Set(Block("locals"), Attr("a", "%{ if x }")), `a = "%%{ if x }"`},
		{Set(Block("locals"), AddAttr("a", evil)), `a = "$${file(\"/etc/passwd\")}"`},
		{Set(Block("locals"), Attr("a", Template("a-${var.x}"))), `a = "a-${var.x}"`},
		{Set(Block("locals"), Attr("a", Expr("var.x"))), `a = var.x`},
		{Set(Block("iacvars"), Attr("a", evil)), `a = "$${file(\"/etc/passwd\")}"`},
		{Set(Block("iacvars"), Attr("a", Expr("var.x"))), `only literal text is allowed here, and "var.x" is an expression`},
		{Set(Block("module", "m"), Attr("source", evil)), `source = "$${file(\"/etc/passwd\")}"`},
		{Set(Block("variable", "v"), Attr("type", "string")), `the attribute "type": an expression is expected here, and a Go string is text: use edit.Expr("string")`},
		{Set(Block("variable", "v"), Attr("type", Expr("string"))), `type = string`},
		{Set(Block("moved"), Attr("from", "a.b"), Attr("to", Expr("a.c"))), "from = a.b\n  to   = a.c"},
		{Set(Block("moved"), Attr("from", evil)), `is not a reference`},
		{Set(Block("resource", "a", "b"), Set(Block("lifecycle"), Attr("ignore_changes", []any{"tags", Expr("ami")}))), `ignore_changes = [tags, ami]`},
		{Set(Block("resource", "a", "b"), Set(Block("x"), Where("n", evil), Attr("n", evil))), `n = "$${file(\"/etc/passwd\")}"`},
		{Set(Block("resource", "a", "b"), Add(Block("x"), Place(First())), Add(Block("y"), Place(Before(Block("x"), Lacks("n"))))), "y {}\n\n  x {}"},
	} {
		out, err := new(Options).ApplyOperations(nil, nil, c.op)
		text := string(out)
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s\nlacks %s", text, c.want)
		}
	}
	hcl := Options{Dialect: HCL}
	out, err := hcl.ApplyOperations(nil, nil, Set(Block("variable", "v"), Attr("type", "string"), Attr("x", evil)))
	if want := "type = \"string\"\n  x    = \"$${file(\\\"/etc/passwd\\\")}\""; err != nil || !strings.Contains(string(out), want) {
		t.Errorf("%s, %v", out, err)
	}
}

// Setting what was read changes no byte.
func TestReadValueSetsNothing(t *testing.T) {
	count := 0
	for _, code := range corpusCode(t) {
		f, err := read.Open(code, address.Language{})
		if err != nil {
			continue
		}
		var ops []Operation
		for b := range f.Blocks() {
			parts := settersOf(b.Attributes(), &count)
			if len(parts) > 0 && b.Type() != "locals" && !repeated(f, b) {
				ops = append(ops, Update(Block(b.Type(), b.Labels()...), parts...))
			}
		}
		if len(ops) == 0 {
			continue
		}
		var kept []Operation
		for _, op := range ops { // those that the language refuses by their address say nothing of values
			if _, err := new(Options).ApplyOperations(nil, code, op); err == nil {
				kept = append(kept, op)
			} else if strings.Contains(err.Error(), "stands here") {
				t.Error(err)
			}
		}
		if len(kept) == 0 {
			continue
		}
		out, err := new(Options).ApplyOperations(nil, code, kept...)
		if err != nil || string(out) != string(code) {
			t.Errorf("%v: changed %q\nto %q", err, code, out)
		}
	}
	if count < 100 {
		t.Errorf("only %d values were read", count)
	}
}

// repeated reports whether another block has the same type and labels.
func repeated(f *read.File, b read.Block) bool {
	n := 0
	for other := range f.Blocks() {
		if other.Type() == b.Type() && strings.Join(other.Labels(), "\x00") == strings.Join(b.Labels(), "\x00") {
			n++
		}
	}
	return n > 1
}

func settersOf(attributes func(func(read.Attribute) bool), count *int) (parts []Part) {
	for a := range attributes {
		if v, ok := a.Value(); ok {
			*count++
			parts = append(parts, Attr(a.Name, v))
		}
	}
	return parts
}

// What was text where it was read is text where it is set, and code is code.
func TestReadValueElsewhere(t *testing.T) {
	code := []byte("module \"m\" {\n  source = \"./${x}\"\n}\n\nlocals {\n  a = 1\n}\n")
	for _, c := range []struct {
		v    value.Value
		want string
	}{
		{value.Value{Kind: value.String, As: value.AsText, Text: "${x}"}, `a = "$${x}"`},
		{value.Value{Kind: value.String, As: value.AsExpression, Text: "string"}, `a = string`},
		{value.Value{Kind: value.String, As: value.AsTemplate, Text: "${x}"}, `a = x`},
		{value.Value{Kind: value.String, Text: "${x}"}, `a = x`},
	} {
		out, err := new(Options).ApplyOperations(nil, code, Set(Block("locals"), Attr("a", c.v)))
		if err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s, %v, want %s", out, err, c.want)
		}
	}
}

// corpusCode returns the code of the cases, and a module.
func corpusCode(t *testing.T) [][]byte {
	all := [][]byte{corpus.Module(20000)}
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases: ", err)
	}
	for _, path := range paths {
		for _, c := range readCases(t, path) {
			if code, ok := c.text(t, "in"); ok {
				all = append(all, []byte(code))
			}
		}
	}
	return all
}

// A negative MaxEdits is no limit.
func TestNoLimitOfEdits(t *testing.T) {
	edits := []byte(`{"set": {"locals": {"attributes": {"a": 1, "b": 2}}}}`)
	for most, refused := range map[int]bool{-1: false, 0: false, 1: true, 3: false} {
		_, err := (&Options{MaxEdits: most}).Apply(nil, nil, edits)
		if (err != nil) != refused {
			t.Errorf("MaxEdits %d: %v", most, err)
		}
	}
}
