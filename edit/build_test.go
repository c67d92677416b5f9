package edit

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/value"
)

var web = Block("resource", "aws_instance", "web")

// Each operation as a request has it.
var built = []struct {
	op   Operation
	want string
}{
	{Set(web), `{"set":{"resource":{"aws_instance":{"web":[{}]}}}}`},
	{Add(Block("moved"), Attr("from", "a.b")), `{"add":{"moved":[{"attributes":{"from":"a.b"}}]}}`},
	{Set(Block("locals"), Attr("a", nil), Attr("b", 1.5), Attr("c", []any{true, "x"}), Attr("d", value.Value{Kind: value.Number, Text: "0.10"})),
		`{"set":{"locals":[{"attributes":{"a":null,"b":1.5,"c":[true,"x"],"d":0.10}}]}}`},
	{Set(Block("locals"), Attr("a", Expr("var.x")), Attr("b", "<${x}>"), Attr("c", Template("<${x}>"))),
		`{"set":{"locals":[{"attributes":{"a":"${var.x}","b":"<$${x}>","c":"<${x}>"}}]}}`},
	{Update(web, Where("ami", "a"), Where("tags.x", 1), Has("b", "c"), Lacks("d"), Labels("a", "b"), Index(2), All(), Optional()),
		`{"update":{"resource":{"aws_instance":{"web":[{"where":{"ami":"a","tags.x":1},"has":["b","c"],"lacks":["d"],"labels":["a","b"],"index":2,"all":true,"optional":true}]}}}}`},
	{Update(web, AddAttr("a", 1), UpdateAttr("b", 2), Attr("c", 3), DeleteAttr("d", "e.f")),
		`{"update":{"resource":{"aws_instance":{"web":[{"add":{"attributes":{"a":1}},"update":{"attributes":{"b":2}},"attributes":{"c":3},"delete":{"attributes":["d","e.f"]}}]}}}}`},
	{Set(web, Add(Block("x"), Attr("a", 1)), Add(Block("x")), Set(Block("y", "l"), Delete(Block("z"), Index(0)))),
		`{"set":{"resource":{"aws_instance":{"web":[{"add":{"blockTypes":{"x":[{"attributes":{"a":1}},{}]}},"set":{"blockTypes":{"y":[{"delete":{"blockTypes":{"z":[{"index":0}]}},"labels":["l"]}]}}}]}}}}`},
	{Rename(web, InFile("main.tf"), To("aws_lb", "app"), KeepReferences(), Moved(false), RenameAttr("ami", "image"), RenameType("x", "y"), Rename(Block("z"), Index(1), RenameAttr("a.b", "c"))),
		`{"rename":{"resource":{"aws_instance":{"web":[{"file":"main.tf","to":["aws_lb","app"],"references":false,"moved":false,"attributes":{"ami":"image"},"blockTypes":{"x":"y","z":[{"index":1,"attributes":{"a.b":"c"}}]}}]}}}}`},
	{Rename(web, KeepEmpty(), Optional(), RenameAttrTo("a", NewName{To: "b.c", Object: true, Value: "!$", Reference: "!$"}), RenameAttrTo("d", NewName{Values: map[string]any{"y": "${x}", "n": 1}}), RenameAttrTo("e", NewName{To: "f"})),
		`{"rename":{"resource":{"aws_instance":{"web":[{"keepEmpty":true,"optional":true,"attributes":{"a":{"to":"b.c","value":"!$","reference":"!$","object":true},"d":{"values":{"n":1,"y":"$${x}"}},"e":"f"}}]}}}}`},
	{Add(web, Comment("one"), CommentAttr("ami", "two"), Uncomment("a", "b"), Place(After(Block("module", "m"), Index(0))), PlaceAttr("ami", First()), PlaceAttr("x", AfterAttr("ami"))),
		`{"add":{"resource":{"aws_instance":{"web":[{"comment":"one","comments":{"ami":"two","a":null,"b":null},"places":{"ami":"first","x":{"after":"ami"}},"place":{"after":{"module":{"m":[{"index":0}]}}}}]}}}}`},
	{Set(web, Add(Block("p", "l"), Uncomment(), Place(Before(Block("p", "k"))))),
		`{"set":{"resource":{"aws_instance":{"web":[{"add":{"blockTypes":{"p":[{"comment":null,"labels":["l"],"place":{"before":{"p":[{"labels":["k"]}]}}}]}}}]}}}}`},
	{Move(web, InFile("web.tf"), Place(Last()), PlaceAttr("ami", BeforeAttr("x")), Move(Block("y"), Place(First()))),
		`{"move":{"resource":{"aws_instance":{"web":[{"file":"web.tf","attributes":{"ami":{"before":"x"}},"blockTypes":{"y":[{"place":"first"}]},"place":"last"}]}}}}`},
	{Update(web, DeleteEqual("cidr_blocks", "10.0.0.0/8")),
		`{"update":{"resource":{"aws_instance":{"web":[{"delete":{"attributes":{"cidr_blocks[=]":"10.0.0.0/8"}}}]}}}}`},
	{Update(web, DeleteAttr("d"), DeleteEqual("e", 1), DeleteAttr("f")),
		`{"update":{"resource":{"aws_instance":{"web":[{"delete":{"attributes":{"d":null,"e[=]":1,"f":null}}}]}}}}`},
	{Update(web, SetAttr("b", 1)),
		`{"update":{"resource":{"aws_instance":{"web":[{"set":{"attributes":{"b":1}}}]}}}}`},
	{Add(web, Contents(value.Value{Kind: value.Object, Items: []value.Item{{Key: "attributes", Value: value.Value{Kind: value.Object}}}})),
		`{"add":{"resource":{"aws_instance":{"web":[{"attributes":{}}]}}}}`},
	{Sort(web, Sort(Block("env"), All(), SortAttr("zones"))),
		`{"sort":{"resource":{"aws_instance":{"web":[{"blockTypes":{"env":[{"all":true,"attributes":["zones"]}]}}]}}}}`},
	{Set(At("aws_instance.web.ami"), Value("${x}"), Place(First())), `{"set":[{"address":"aws_instance.web.ami","value":"$${x}","place":"first"}]}`},
	{Set(At("var.a.type"), Value(Expr("string"))), `{"set":[{"address":"var.a.type","value":"string"}]}`},
	{Add(At("var.a"), Attr("default", "${x}"), Attr("type", Expr("string"))), `{"add":[{"address":"var.a","attributes":{"default":"${x}","type":"string"}}]}`},
	{Delete(At("local.a")), `{"delete":[{"address":"local.a"}]}`},
	{Rename(At("local.a"), To("b"), KeepReferences()), `{"rename":[{"address":"local.a","to":"b","references":false}]}`},
	{Move(At("var.a"), Place(After(At("var.b")))), `{"move":[{"address":"var.a","place":{"after":"var.b"}}]}`},
	{Move(At("local.a"), InFile("b.tf")), `{"move":[{"address":"local.a","file":"b.tf"}]}`},
	{Delete(Block("module", "m")), `{"delete":{"module":{"m":[{}]}}}`},
}

// A place for references takes them as an expression, as in code.
func TestReferencesAsExpression(t *testing.T) {
	web := Block("module", "m")
	op := Set(web, Attr("depends_on", Expr(`[module.a, aws_eip.b["c"]]`)), Attr("providers", Expr("{ aws = aws.east }")))
	var options Options
	got, err := options.ApplyOperations(nil, []byte("module \"m\" {\n}\n"), op)
	want := "module \"m\" {\n  providers = {\n    aws = aws.east\n  }\n  depends_on = [module.a, aws_eip.b[\"c\"]]\n}\n"
	if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func TestMatchesAsJSON(t *testing.T) {
	text, err := Update(web, Matches("ami", "^a"), Matches("tags.x", "$")).MarshalJSON()
	want := `{"update":{"resource":{"aws_instance":{"web":[{"matches":{"ami":"^a","tags.x":"$"}}]}}}}`
	if diff := cmp.Diff(want, string(text)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func TestOperationsAsJSON(t *testing.T) {
	for _, c := range built {
		text, err := c.op.MarshalJSON()
		if diff := cmp.Diff(c.want, string(text)); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
		decoded, err := new(Options).Decode(text)
		if err != nil || len(decoded) != 1 {
			t.Errorf("%s: %d operations, %v", text, len(decoded), err)
			continue
		}
		if again, err := decoded[0].MarshalJSON(); err != nil || string(again) != c.want {
			t.Errorf("%s: decoded it is %s, %v", text, again, err)
		}
	}
}

// The typed form is refused as its JSON would be, with what is wrong and where.
func TestOperationsRefused(t *testing.T) {
	decoded, err := new(Options).Decode([]byte(`{"set": {"locals": {"attributes": {"a": 1}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		op            Operation
		message, path string
	}{
		{Operation{}, "an operation is made by a function such as Set, or by Decode", ""},
		{Add(Block("resource", "a b", "c")), `add: resource: the label "a b" is not an identifier`, "/add/resource/a b"},
		{Set(Block("resource", "a")), `set: resource "a": a block of this type has 2 labels, and this address has 1`, ""},
		{Set(Block("locals", "range")), `set: locals "range": a block of this type has 0 labels, and this address has 1`, ""},
		{Set(Block("resorce", "a", "b")), `set: unknown block type "resorce"; did you mean "resource"?`, "/set/resorce"},
		{Set(Block("")), `set: unknown block type ""`, "/set/"},
		{Add(web, Index(0)), `add: resource "aws_instance" "web": "index" selects blocks that are there, and "add" makes a new one`, "/add/resource/aws_instance/web/0/index"},
		{Update(web, Index(-1)), `update: resource "aws_instance" "web": "index" must be an integer from 0 on, found -1`, "/update/resource/aws_instance/web/0/index"},
		{Set(web, Attr("a b", 1)), `set: resource "aws_instance" "web": the attribute "a b": expected ".", "[", "(" or the end, found " b"; a label or key with other characters than letters, digits, "_" and "-" is in brackets and quotes: ["a/b"]`, "/set/resource/aws_instance/web/0/attributes/a b"},
		{Set(web, Attr("a", 1), Attr("a", 2)), `the operations are refused: the key "a" is given twice in one object (at offset 113)`, "/set/resource/aws_instance/web/0/attributes/a"},
		{Set(web, Attr("a", Template("${"))), `"${" has a "${" or "%{" without its "}"`, "/set/resource/aws_instance/web/0/attributes/a"},
		{Set(web, Attr("a", "\xff")), `set: resource "aws_instance" "web": the attribute "a": the string "\xff" is not UTF-8`, ""},
		{Set(web, Attr("\xff", 1)), `a string that is not UTF-8`, ""},
		{Set(Block("locals"), Attr("a", value.Value{Kind: value.Number, Text: "1 ]"})), `"1 ]" is not a number`, ""},
		{Set(Block("locals"), Attr("a", value.Value{Kind: 77})), `a value of no kind`, ""},
		{Set(web, Attr("a", math.Inf(1))), `the attribute "a": +Inf is not a number that can be written`, ""},
		{Set(web, Attr("a", make(chan int))), `the attribute "a": a value of type chan int has no JSON form`, ""},
		{Set(web, Attr("a", Expr("} x"))), `"} x" is not an expression`, ""},
		{Delete(web, Attr("a", 1)), `delete: resource "aws_instance" "web": Attr("a") sets a value and cannot be in Delete: use DeleteAttr`, ""},
		{Delete(web, Set(Block("x"))), `delete: resource "aws_instance" "web": an entry under "delete" may not hold "set"`, "/delete/resource/aws_instance/web/0/set"},
		{Delete(web, DeleteAttr()), `delete: resource "aws_instance" "web": the entry names nothing to delete`, "/delete/resource/aws_instance/web/0"},
		{Set(web, Set(Block("x y"))), `set: resource "aws_instance" "web": the block type "x y" is not an identifier`, "/set/resource/aws_instance/web/0/set/blockTypes/x y"},
		{Rename(web, To("a b")), `rename: resource "aws_instance" "web": the label "a b" is not an identifier`, "/rename/resource/aws_instance/web/0/to"},
		{Rename(web, RenameAttrTo("a", NewName{Values: map[string]any{"x": make(chan int)}})), "chan int", ""},
		{Rename(web, RenameAttrTo("a", NewName{})), `the new name of "a" is missing`, "/rename/resource/aws_instance/web/0/attributes/a"},
		{Rename(web, Attr("a", 1)), `Attr("a") sets a value and cannot be in Rename: use RenameAttr`, ""},
		{Rename(web, Set(Block("x"))), `set(x) cannot be in an operation rename: only another rename can`, ""},
		{Move(web, Attr("a", 1)), `Attr("a") sets a value and cannot be in Move: use PlaceAttr`, ""},
		{Move(web), `move: resource "aws_instance" "web": the entry has no place: it needs "place" or "file" for the block, or "attributes" for the places of its attributes`, "/move/resource/aws_instance/web/0"},
		{Add(web, Place(AfterAttr("x"))), `Place: a block goes First, Last, Before or After another block`, ""},
		{Add(web, Place(Destination{})), `Place: a block goes First, Last, Before or After another block`, ""},
		{Add(web, Place(After(Block("module")))), `add: module: a block of this type has 1 label, and this address has 0`, ""},
		{Add(web, Place(After(Block("module", "m"), Attr("a", make(chan int))))), `a value of type chan int has no JSON form`, ""},
		{Add(web, PlaceAttr("x", Before(web))), `PlaceAttr("x"): an attribute goes First, Last, BeforeAttr or AfterAttr another one`, ""},
		{Add(web, CommentAttr("a b", "x")), `add: resource "aws_instance" "web": the attribute "a b"`, "/add/resource/aws_instance/web/0/comments/a b"},
		{Set(web, Add(At("a.b"))), `At("a.b") is for the outermost operation`, ""},
		{Set(web, Place(After(At("var.a")))), `At("var.a") is for the outermost operation`, ""},
		{Rewrite(Rule{Match: "a", To: "b", In: []Region{In(At("var.a"))}}), `At("var.a") is for the outermost operation`, ""},
		{Move(At("var.a"), Place(Before(At("var.b"), Index(0)))), `At("var.b") has its own selectors, in brackets`, ""},
		{Set(At("var a"), Value(1)), `set: the address "var a": `, "/set/0/address"},
		{Set(At("var.a.default")), `the entry has no "value"`, "/set/0/address"},
		{Set(At("var.a.default"), Value(make(chan int))), `a value of type chan int has no JSON form`, ""},
		{Add(At("aws_instance.wep.ami"), Value(1)), `no resource.aws_instance.wep`, "/add/0/address"},
		{Set(web, To("x")), `unknown key "to"`, "/set/resource/aws_instance/web/0/to"},
		{Set(web, nil), `set: resource "aws_instance" "web": a part is nil`, ""},
		{Set(web, decoded[0]), `an operation made by Decode is for a whole file and cannot be part of another operation`, ""},
		{Set(web, Operation{}), `an operation is made by a function such as Set, or by Decode`, ""},
	} {
		out, err := new(Options).ApplyOperations([]byte("kept"), nil, Set(Block("locals"), Attr("x", 1)), c.op)
		e, ok := err.(*Error)
		if !ok || string(out) != "kept" {
			t.Errorf("%s: got %q, %v", c.message, out, err)
			continue
		}
		if !strings.Contains(e.Message, c.message) || e.Pointer != "/edits/1"+c.path {
			t.Errorf("got  %s: %s\nwant %s: %s", e.Pointer, e.Message, "/edits/1"+c.path, c.message)
		}
	}
}

func TestNoOperations(t *testing.T) {
	if _, err := new(Options).ApplyOperations(nil, nil); err == nil || err.(*Error).Code != InvalidRequest {
		t.Error(err)
	}
}

// Options that would write something else than code are refused.
func TestOddOptions(t *testing.T) {
	for _, o := range []Options{{SettingsBlock: "x }"}, {SettingsBlock: "a\nb"}, {Dialect: 7}} {
		_, err := o.Apply(nil, nil, []byte(`{"set": {"iac": [{}]}}`))
		if e, ok := err.(*Error); !ok || e.Code != InvalidRequest || !strings.HasPrefix(e.Message, "the option ") {
			t.Errorf("%+v: %v", o, err)
		}
		if _, err := o.ApplyOperations(nil, nil, Set(Block("iac"))); err == nil {
			t.Errorf("%+v: applied", o)
		}
		if _, err := o.Decode([]byte(`{"set": {"iac": [{}]}}`)); err == nil {
			t.Errorf("%+v: decoded", o)
		}
	}
}

// A request decoded and then applied does what it does at once.
func TestDecodeThenApply(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases: ", err)
	}
	for _, path := range paths {
		for _, c := range readCases(t, path) {
			code, ok := c.text(t, "in")
			edits := c.parts["edits.json"]
			if !ok || edits == "" || edits[0] != '{' {
				continue
			}
			var o Options
			want, wantErr := o.Apply(nil, []byte(code), []byte(edits))
			var got []byte
			ops, err := o.Decode([]byte(edits))
			if err == nil {
				got, err = o.ApplyOperations(nil, []byte(code), ops...)
			}
			if string(got) != string(want) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: %s: got %q, %v; want %q, %v", path, c.name, got, err, want, wantErr)
			}
			if err != nil && err.(*Error).Message != wantErr.(*Error).Message {
				t.Errorf("%s: %s: got %v\nwant %v", path, c.name, err, wantErr)
			}
		}
	}
}

// What comes out may be written over what went in.
func TestApplyInPlace(t *testing.T) {
	code := []byte("a = 1\n\nb = 2 # two\n")
	got, err := new(Options).Apply(code[:0], code, []byte(`{"set": {"iacvars": {"attributes": {"a": [1, 2, 3], "c": 3}}}}`))
	if want := "a = [1, 2, 3]\n\nb = 2 # two\nc = 3\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
}

// Renames are made last, whatever their place: the other operations speak of the names that
// the code has.
func TestRenamesComeLast(t *testing.T) {
	code := []byte("variable \"a\" {}\n")
	got, err := new(Options).ApplyOperations(nil, code,
		Rename(Block("variable", "a"), To("b")),
		Set(Block("variable", "a"), Attr("default", 1)),
		Set(Block("locals"), Attr("x", Expr("var.a"))))
	want := "variable \"b\" {\n  default = 1\n}\n\nlocals {\n  x = var.b\n}\n"
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// Rewrite makes an operation of rules, which are checked as those of a request are.
func TestRewriteOperation(t *testing.T) {
	var o Options
	out, err := o.ApplyOperations(nil, []byte("x = lookup(var.m, \"us-1\")\n"),
		Rewrite(Rule{Match: "lookup($m, $k)", To: "$m[$k]", Required: true}, Rule{Text: "us-1", By: "${var.region}"}))
	if want := "x = var.m[var.region]\n"; err != nil || string(out) != want {
		t.Errorf("%q, %v", out, err)
	}
	for _, op := range []Operation{Rewrite(), Rewrite(Rule{To: "x"}), Rewrite(Rule{Match: "$x", To: "x"}), Rewrite(Rule{Pattern: "(", By: "x"})} {
		if _, err := o.ApplyOperations(nil, nil, op); err == nil {
			t.Errorf("%+v is applied", op)
		}
	}
}
