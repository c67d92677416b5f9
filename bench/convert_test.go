package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	hcl2json "github.com/tmccombs/hcl2json/convert"

	"iacedit/convert"
	"iacedit/internal/testkit/corpus"
)

// Where hcl2json is right, package convert says the same. Its faults are those of the table
// below (docs/convert.md tells of them).
func TestAgreementWithHCL2JSON(t *testing.T) {
	var n agreement
	for name, code := range modules(t) {
		n.file(t, name, code)
	}
	t.Logf("%d files, %d refused by one of both; %d values, of which %d are not the same: %v", n.files, n.refused, n.values, n.other, n.faults)
	if n.values < 500 || n.other*20 > n.values {
		t.Error("too few agree")
	}
}

// modules returns generated modules and, where it is beside the repository, code of others.
func modules(t testing.TB) map[string][]byte {
	all := map[string][]byte{}
	for i := range 5 {
		all[fmt.Sprint("generated ", i)] = corpus.Module(20_000 + i)
	}
	root := filepath.Join("..", "..", "shared", "corpus")
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".tf" {
			if text, err := os.ReadFile(path); err == nil {
				all[path] = text
			}
		}
		return nil
	})
	if len(all) == 5 {
		t.Log("NOT CHECKED: the corpus, which is not beside the repository")
	}
	return all
}

type agreement struct {
	files, refused, values, other int
	faults                        map[string]int
}

func (n *agreement) file(t *testing.T, name string, code []byte) {
	ours, _, err := new(convert.Options).ToJSON(nil, code)
	theirs, bad := hcl2json.Bytes(code, name, hcl2json.Options{})
	if err != nil || bad != nil {
		n.refused++
		return
	}
	n.files++
	var x, y any
	if json.Unmarshal(ours, &x) != nil || json.Unmarshal(theirs, &y) != nil {
		t.Errorf("%s: this is no JSON: %s", name, theirs)
		return
	}
	n.compare(t, name, plainly(x), plainly(y))
}

// plainly removes the differences in form between the two converters: arrays of one element,
// "${…}" around a whole string, comments.
func plainly(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range v {
			if inside, ok := strings.CutPrefix(key, "${("); ok {
				key = "${" + strings.TrimSuffix(inside, ")}") + "}"
			}
			if key != "//" {
				out[key] = plainly(inner)
			}
		}
		return out
	case []any:
		if len(v) == 1 {
			return plainly(v[0])
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = plainly(v[i])
		}
		return out
	case string:
		v = strings.ReplaceAll(v, "$${", "${")
		if inner, ok := strings.CutPrefix(v, "${"); ok && strings.HasSuffix(inner, "}") {
			v = strings.TrimSuffix(inner, "}")
		}
		return strings.Join(strings.Fields(v), " ")
	}
	return v
}

// compare counts the values that are the same.
func (n *agreement) compare(t *testing.T, at string, x, y any) {
	a, isObject := x.(map[string]any)
	b, both := y.(map[string]any)
	if isObject && both {
		for key := range a {
			n.compare(t, at+"."+key, a[key], b[key])
		}
		return
	}
	n.values++
	if reflect.DeepEqual(x, y) {
		return
	}
	n.other++
	if n.faults == nil {
		n.faults = map[string]int{}
	}
	n.faults[faultOf(at, x, y)]++
	if testing.Verbose() {
		t.Logf("%s: %.200v\nhcl2json: %.200v", at, x, y)
	}
}

// faultOf names what a difference is about.
func faultOf(at string, x, y any) string {
	text, isText := x.(string)
	_, object := y.(map[string]any)
	_, list := y.([]any)
	switch {
	case isText && (object || list) && (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")):
		return "objects of a provider are expressions here"
	case strings.Contains(at, ".provisioner"):
		return "the order of provisioners"
	case y == nil:
		return "missing"
	case reflect.TypeOf(x) != reflect.TypeOf(y):
		return "another kind of value"
	}
	return "another value"
}

func BenchmarkConvert(b *testing.B) {
	code := corpus.Module(100_000)
	text, _, err := new(convert.Options).ToJSON(nil, code)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("json", func(b *testing.B) {
		b.SetBytes(int64(len(code)))
		var dst []byte
		for b.Loop() {
			if dst, _, err = new(convert.Options).ToJSON(dst[:0], code); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json/hcl2json", func(b *testing.B) {
		b.SetBytes(int64(len(code)))
		for b.Loop() {
			if _, err := hcl2json.Bytes(code, "main.tf", hcl2json.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("native", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		var dst []byte
		for b.Loop() {
			if dst, _, err = new(convert.Options).ToNative(dst[:0], text); err != nil {
				b.Fatal(err)
			}
		}
	})
}
