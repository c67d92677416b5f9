package read_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/module"
	"iacedit/read"
)

// TestValues: what addresses lead to has its file, its place and its code.
func TestValues(t *testing.T) {
	a := module.File{Name: "a.tf", Code: []byte("variable \"a\" {\n  default = f(x)\n}\n")}
	b := module.File{Name: "b.tf.json", Code: []byte(`{"locals": {"b": "x"}}`)}
	got, err := new(read.Options).Values([]module.File{b, a}, []byte(`{"select": ["local.b", "var.a.default", "var.a"]}`))
	want := []read.Value{
		{Target: 0, Address: "locals.b", File: "b.tf.json", Start: 13, JSON: []byte(`"x"`), Source: []byte(`"x"`)},
		{Target: 1, Address: "variable.a.default", File: "a.tf", Start: 17, Source: []byte("f(x)")},
		{Target: 2, Address: "variable.a", File: "a.tf", Block: true, JSON: []byte(`{"unreadable":["default"]}`), Source: []byte("variable \"a\" {\n  default = f(x)\n}")},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	for _, name := range []string{"", "prod.tfvars", "a_override.tf"} {
		got, err = new(read.Options).Values([]module.File{{Name: name, Code: []byte("x = 1\n")}}, []byte(`{"select": "iacvars.x"}`))
		if err != nil || len(got) != 1 || string(got[0].JSON) != "1" {
			t.Errorf("%q: %v, %v", name, got, err)
		}
	}
	if _, err = new(read.Options).Values(nil, []byte(`{"select": "var.a"}`)); err == nil {
		t.Error("no files have a variable")
	}
}

// TestManyValues: hundreds of addresses of one file are within the budget of a request.
func TestManyValues(t *testing.T) {
	const n = 400
	var code, addresses []byte
	for i := range n {
		code = fmt.Appendf(code, "resource \"x\" \"r%d\" {\n  a = 1\n  b {}\n  b {}\n}\n", i)
		addresses = fmt.Appendf(addresses, ", \"x.r%d.a\"", i)
	}
	values, err := new(read.Options).Values([]module.File{{Name: "main.tf", Code: code}}, fmt.Appendf(nil, `{"select": ["x.*.a"%s]}`, addresses))
	if err != nil || len(values) != 2*n {
		t.Error(len(values), err)
	}
}
