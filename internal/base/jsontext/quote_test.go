package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestAppendQuote(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `""`},
		{"plain é 😀 <b> & ' / \u2028", `"plain é 😀 <b> & ' / ` + "\u2028" + `"`},
		{"a\"b\\c\nd\re\tf\bg\fh\x00i\x1fj\x7f", `"a\"b\\c\nd\re\tf\bg\fh\u0000i\u001fj` + "\x7f" + `"`},
		{"a\xffb\xe2\x82\"é", `"a\ufffdb\ufffd\ufffd\"é"`},
		{"\xed\xa0\x80", `"\ufffd\ufffd\ufffd"`},
		{strings.Repeat("\x01", 100), `"` + strings.Repeat(`\u0001`, 100) + `"`},
	} {
		if got := string(AppendQuote([]byte("x"), []byte(c.in))); got != "x"+c.want {
			t.Errorf("%q: got %s, want %s", c.in, got, c.want)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add([]byte("resource \"a\" {\n  b = \"\\n\"\n}\n"), 3)
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09é\xff"), 0)
	f.Fuzz(func(t *testing.T, s []byte, spare int) {
		dst := make([]byte, 1, 1+max(spare, 0)%1024)
		text := AppendQuote(dst, s)[1:]
		var got string
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if want := string(bytes.ToValidUTF8(s, nil)); len(s) == len(want) && got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		var theirs string
		marshalled, _ := json.Marshal(string(s))
		if json.Unmarshal(marshalled, &theirs); got != theirs {
			t.Fatalf("got %q, encoding/json has %q", got, theirs)
		}
		var r Reader
		r.Reset(text)
		back, err := r.AppendUnquoted([]byte("x"), nil)
		if err != nil || string(back) != "x"+got || r.End() != nil {
			t.Fatalf("read back %q, %v", back, err)
		}
	})
}

func TestPointer(t *testing.T) {
	const text = `{"set": {"a/b~c": [{"x": 1}, {"k": "v", "z": [10, [20, 30]]}], "e\n": null}, "d": {}}`
	for _, c := range []struct{ at, want string }{
		{`{"set"`, ""},
		{`"set"`, "/set"},
		{`{"a/b`, "/set"},
		{`"a/b`, "/set/a~1b~0c"},
		{`[{"x"`, "/set/a~1b~0c"},
		{`{"x"`, "/set/a~1b~0c/0"},
		{`1}`, "/set/a~1b~0c/0/x"},
		{`{"k"`, "/set/a~1b~0c/1"},
		{`"v"`, "/set/a~1b~0c/1/k"},
		{`v"`, "/set/a~1b~0c/1/k"},
		{`: "v"`, "/set/a~1b~0c/1/k"},
		{`10`, "/set/a~1b~0c/1/z/0"},
		{`[20`, "/set/a~1b~0c/1/z/1"},
		{`30`, "/set/a~1b~0c/1/z/1/1"},
		{`"e\n"`, "/set/e\n"},
		{`null`, "/set/e\n"},
		{`{}}`, "/d"},
	} {
		if got := Pointer([]byte(text), strings.Index(text, c.at)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.at, got, c.want)
		}
	}
	for at := -1; at < len(text)+2; at++ {
		Pointer([]byte(text), at)
		Pointer([]byte(text[:len(text)/2]), at)
	}
}
