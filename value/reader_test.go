package value

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"iacedit/internal/base/jsontext"
)

// read reads a text that is one value.
func read(text string) (Value, error) {
	var r Reader
	r.Reset([]byte(text))
	v, err := r.Value()
	if err == nil {
		err = r.End()
	}
	return v, err
}

func TestValueKeepsOrderDigitsAndOffsets(t *testing.T) {
	got, err := read(" {\"b\": 1.50e+2, \"a\": [true, null, \"x\\ty\"], \"\": {}}")
	if err != nil {
		t.Fatal(err)
	}
	want := Value{Kind: Object, Items: []Item{
		{Key: "b", Value: Value{Kind: Number, Text: "1.50e+2", At: 6}},
		{Key: "a", Value: Value{Kind: Array, At: 20, Items: []Item{
			{Value: Value{Kind: True, At: 21}},
			{Value: Value{Kind: Null, At: 27}},
			{Value: Value{Kind: String, Text: "x\ty", At: 33}},
		}}},
		{Key: "", Value: Value{Kind: Object, At: 46}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRefusals(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	for _, c := range []struct{ text, want string }{
		{"", "expected a value, found the end of the text (at offset 0)"},
		{"[1,]", "expected a value, found ']'; remove the comma before it (at offset 3)"},
		{"[1 2]", `expected "," or "]", found '2' (at offset 3)`},
		{`{"a":1,}`, `expected a key in quotes, found '}'; remove the comma before it (at offset 7)`},
		{`{"a" 1}`, `expected ":", found '1' (at offset 5)`},
		{`{a:1}`, `expected a key in quotes, found 'a' (at offset 1)`},
		{`{"a":1`, `expected "," or "}", found the end of the text; unless more is cut off, } is missing there (at offset 6)`},
		{"1 2", "expected the end of the text, found '2' (at offset 2)"},
		{"01", "a number may not start with 0 (at offset 1)"},
		{`[{"a]": "}", "b": [1`, `expected "," or "]", found the end of the text; unless more is cut off, ]}] is missing there (at offset 20)`},
		{"-", "expected a digit, found the end of the text (at offset 1)"},
		{"1.", "expected a digit, found the end of the text (at offset 2)"},
		{"1e+", "expected a digit, found the end of the text (at offset 3)"},
		{"nul", "expected a value, found 'n' (at offset 0)"},
		{"\xff", "expected a value, found the byte 0xff (at offset 0)"},
		{"\"a\xffb\"", "the byte 0xff in a string is not UTF-8 (at offset 2)"},
		{"\"\\n\xc3\"", "the byte 0xc3 in a string is not UTF-8 (at offset 3)"},
		{"\"a\nb\"", `the control character '\n' in a string has to be escaped (at offset 2)`},
		{`"abc`, "the string has no closing quote (at offset 4)"},
		{`"abc\`, "the string has no closing quote (at offset 4)"},
		{`"\x41"`, `no escape starts with "\\x" (at offset 1)`},
		{`"\u12g4"`, `"\u" needs four hexadecimal digits (at offset 1)`},
		{`"\ud800"`, `"\ud800" is half of a surrogate pair and stands alone (at offset 1)`},
		{`"\ud800\u0041"`, `"\ud800" is half of a surrogate pair and stands alone (at offset 1)`},
		{`"\udc00\ud800"`, `"\udc00" is half of a surrogate pair and stands alone (at offset 1)`},
		{`[{"a": 1, "b": 2, "\u0061": 3}]`, `the key "a" is given twice in one object (at offset 28)`},
		{deep, "arrays and objects nested more than 500 deep (at offset 500)"},
		{"[" + strings.Repeat("0,", MaxValues) + "0]", "more than 1000000 values (at offset 1999999)"},
	} {
		_, err := read(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestManyKeys(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, `"k%d": %d, `, i, i)
	}
	if _, err := read("{" + b.String() + `"last": 0}`); err != nil {
		t.Error(err)
	}
	if _, err := read("{" + b.String() + `"k777": 0}`); err == nil || !strings.Contains(err.Error(), `"k777" is given twice`) {
		t.Errorf("got %v", err)
	}
}

func TestObjectReadsMemberByMember(t *testing.T) {
	var r Reader
	r.Reset([]byte(`{"x": {"y": 1, "y": 2}, "code": "a\nbé", "n": [1]}`))
	var code []byte
	var keys []string
	err := r.Object(func(key string) (err error) {
		keys = append(keys, key)
		if key == "code" && r.Peek() == '"' {
			code, err = r.AppendUnquoted(code, nil)
			return err
		}
		return r.Skip()
	})
	if err == nil {
		err = r.End()
	}
	if err != nil || string(code) != "a\nbé" || fmt.Sprint(keys) != "[x code n]" {
		t.Errorf("got %q, %q, %v", code, keys, err)
	}
}

// hcl is a module of 31 KB with a line end or quote every 20 bytes or so.
func hcl() []byte {
	const block = "# The machines that serve the site; see the runbook before changing their size.\n" +
		"resource \"aws_instance\" \"web\" {\n  ami                    = data.aws_ami.ubuntu_of_the_region.id\n" +
		"  instance_type          = var.instance_type\n  vpc_security_group_ids = [aws_security_group.web.id, aws_security_group.ops.id]\n" +
		"  subnet_id              = module.network.private_subnets[count.index]\n\n  tags = {\n    Name = \"web-${var.environment}\"\n  }\n}\n\n"
	return bytes.Repeat([]byte(block), 31<<10/len(block))
}

func TestAllocations(t *testing.T) {
	code := hcl()
	text := jsontext.AppendQuote(nil, code)
	value := []byte(`{"set": {"locals": [{"attributes": {"a": "x\ny", "b": [1, 2, 3], "c": {"d": null}}}]}}`)
	dst := make([]byte, 0, 2*len(text))
	var r Reader
	for name, f := range map[string]func(){
		"AppendUnquoted": func() { r.Reset(text); r.AppendUnquoted(dst, nil) },
		"AppendQuote":    func() { jsontext.AppendQuote(dst, code) },
		"Value":          func() { r.Reset(value); r.Value() },
		"Skip":           func() { r.Reset(text); r.Skip() },
	} {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func FuzzValue(f *testing.F) {
	for _, s := range []string{
		`{"a": [1, -0.5e+10, true, false, null, "x"], "b": {"\u00e9\ud83d\ude00": "\\\"\/\b\f\n\r\t"}}`,
		`"0123456789\n0123456789é"`, `[[[]]]`, `{"a":1,"a":2}`, " 1 ", `"\ud800"`, "\"\xff\"", `"\u0000"`, `[1,]`, `-`, `01`,
		`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"a":1}`,
	} {
		f.Add([]byte(s))
	}
	var r Reader // used again and again, as a server would
	f.Fuzz(func(t *testing.T, text []byte) {
		r.Reset(text)
		v, err := r.Value()
		if err == nil {
			err = r.End()
		}
		if jsontext.Pointer(text, len(text)/2); err != nil {
			if json.Valid(text) && !stricter(err) {
				t.Fatalf("refused: %v", err)
			}
			return
		}
		if !json.Valid(text) || !utf8.Valid(text) {
			t.Fatal("accepted, but encoding/json refuses it")
		}
		r.Reset(text)
		if err := r.Skip(); err != nil || r.End() != nil {
			t.Fatalf("Skip refuses what Value accepts: %v", err)
		}
		r.Reset(text)
		v, _ = r.Value()
		if diff := cmp.Diff(decode(t, text), plainValue(&v)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// stricter reports whether an error is one that encoding/json does not have.
func stricter(err error) bool {
	for _, s := range []string{"given twice", "UTF-8", "surrogate", "nested more", "more than"} {
		if strings.Contains(err.Error(), s) {
			return true
		}
	}
	return false
}

// decode reads text with encoding/json.
func decode(t *testing.T, text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return v
}

// plainValue turns a value into what encoding/json would have read.
func plainValue(v *Value) any {
	switch v.Kind {
	case False, True:
		return v.Kind == True
	case Number:
		return json.Number(v.Text)
	case String:
		return strings.Clone(v.Text)
	case Array:
		list := []any{}
		for i := range v.Items {
			list = append(list, plainValue(&v.Items[i].Value))
		}
		return list
	case Object:
		object := map[string]any{}
		for i := range v.Items {
			object[v.Items[i].Key] = plainValue(&v.Items[i].Value)
		}
		return object
	}
	return nil
}

func BenchmarkAppendUnquoted(b *testing.B) {
	text := jsontext.AppendQuote(nil, hcl())
	dst := make([]byte, 0, 2*len(text))
	var r Reader
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Reset(text)
		r.AppendUnquoted(dst, nil)
	}
}

func BenchmarkAppendQuote(b *testing.B) {
	code := hcl()
	dst := make([]byte, 0, 2*len(code))
	b.SetBytes(int64(len(code)))
	for b.Loop() {
		jsontext.AppendQuote(dst, code)
	}
}

func BenchmarkSkipString(b *testing.B) {
	text := jsontext.AppendQuote(nil, hcl())
	var r Reader
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Reset(text)
		r.Skip()
	}
}

func BenchmarkValue(b *testing.B) {
	text := []byte(`{"set": {"resource": {"aws_instance": {"main": [{
  "update": {"attributes": {"instance_type": "t3.small"}, "blockTypes": {"ebs_block_device": [{"where": {"device_name": "/dev/sdf"}, "attributes": {"volume_size": 200}}]}},
  "add": {"blockTypes": {"ebs_block_device": [{"attributes": {"device_name": "/dev/sdg", "volume_size": 100}}]}}}]}}}}`)
	var r Reader
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r.Reset(text)
		r.Value()
	}
}
