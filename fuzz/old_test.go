package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/syntax"
)

// A wrapper makes values in which "$" stands for the old one, as people send them.
type wrapper struct{ *rand.Rand }

func (g *wrapper) expression(depth int) string {
	x := func() string { return g.expression(depth - 1 - g.IntN(2)) }
	if depth <= 0 {
		return []string{"$", "$", "var.x", "local.tags", `"a"`, "1", "null"}[g.IntN(7)]
	}
	return []func() string{
		func() string { return "merge(" + x() + ", { Owner = \"me\", env = " + x() + " })" },
		func() string { return "f($)" },
		func() string { return "f(" + x() + ", " + x() + ")" },
		func() string { return "[" + x() + ", " + x() + "]" },
		func() string { return "[for each_item in " + x() + " : each_item.id]" },
		func() string { return "{ for k, each_item in " + x() + " : k => upper(each_item) if " + x() + " }" },
		func() string { return "var.create ? " + x() + " : null" },
		func() string { return x() + " == null ? var.y : $" },
		func() string { return "try($.id, " + x() + ")" },
		func() string { return "$[0]" },
		func() string { return "$[*].id" },
		func() string { return "!" + x() },
		func() string { return "-" + x() },
		func() string { return x() + " " + []string{"+", "-", "*", "&&", "||", "==", "<"}[g.IntN(7)] + " $" },
		func() string { return "$ " + []string{"+", "-", "*", "&&", "||", "==", "<"}[g.IntN(7)] + " " + x() },
		func() string { return "\"a-${" + x() + "}-b\"" },
		func() string { return "merge(\n  " + x() + ", # why\n  {\n    a = " + x() + "\n  },\n)" },
		func() string { return "{ \"b c\" = " + x() + ", a = $ }" },
		func() string { return "merge(local.tags, $)" },
		func() string { return "merge($, $, " + x() + ")" },
		func() string { return "concat($, [" + x() + "], $)" },
		func() string { return "merge(\n  $,\n  { a = " + x() + " },\n)" },
	}[g.IntN(22)]()
}

// value returns a JSON value with "$" in it.
func (g *wrapper) value(depth int) any {
	inner := func() any { return g.value(depth - 1) }
	switch g.IntN(9) {
	case 0:
		return "${$}-" + []string{"prod", "$", "%", "{a}", " x", `"q"`}[g.IntN(6)]
	case 1:
		return []string{"a-${$}", "a-${$}-${$}", "${$}${$}", "%${$}{", "${var.a}${$}"}[g.IntN(5)]
	case 2:
		return "one\n${$}\ntwo\n"
	case 3:
		if depth > 0 {
			return []any{inner(), 1, "x"}
		}
	case 4:
		if depth > 0 {
			return map[string]any{"base": inner(), "a b": "c"}
		}
	}
	for {
		if s := g.expression(1 + g.IntN(3)); bytes.IndexByte([]byte(s), '$') >= 0 && !bytes.HasPrefix([]byte(s), []byte("\"a-${$}")) {
			return "${" + s + "}"
		}
	}
}

// realFiles returns the files of the corpus of trees that parse. It is empty where that is not
// there.
func realFiles(t *testing.T) (paths []string) {
	t.Helper()
	root := os.Getenv("IACEDIT_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	for _, folder := range []string{"corpus/trees", "corpus/real/valid"} {
		_ = filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".tf" {
				paths = append(paths, path)
			}
			return err
		})
	}
	return paths
}

// Setting a value that is made of the old one twice is setting it once, and leaves clean code
// clean, in real modules too.
func TestOldValueTwice(t *testing.T) {
	paths := realFiles(t)
	if len(paths) == 0 {
		t.Skip("SKIPPED: the old value was not tried on real modules, since the corpus is not there")
	}
	seed := uint64(200)
	if text := os.Getenv("IACEDIT_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(22, seed))
	g := wrapper{random}
	wraps := make([]any, 200)
	for i := range wraps {
		wraps[i] = g.value(2)
	}
	changed, tried := 0, 0
	for _, path := range paths {
		if testing.Short() && random.IntN(12) != 0 {
			continue
		}
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := syntax.Parse(code)
		if err != nil {
			continue
		}
		clean, err := format.Format(nil, code)
		isClean := err == nil && bytes.Equal(clean, code)
		for id := range f.Children(syntax.Root) {
			if f.Kind(id) != syntax.KindBlock {
				continue
			}
			attributes := map[string]any{}
			for a := range f.Attributes(id) {
				if name := string(f.Name(a)); random.IntN(3) == 0 {
					attributes[name] = wraps[random.IntN(len(wraps))]
				}
			}
			if len(attributes) == 0 {
				continue
			}
			tree := any([]any{map[string]any{"all": true, "attributes": attributes, "optional": true}})
			var labels []string
			for label := range f.Labels(id) {
				labels = append(labels, string(label))
			}
			for i := len(labels) - 1; i >= 0; i-- {
				tree = map[string]any{labels[i]: tree}
			}
			edits, err := json.Marshal(map[string]any{"set": map[string]any{string(f.Name(id)): tree}})
			if err != nil {
				t.Fatal(err)
			}
			tried++
			once, err := new(edit.Options).Apply(nil, code, edits)
			if refused, ok := errors.AsType[*edit.Error](err); ok && refused.Code == edit.InvalidRequest {
				continue // a place where no value made of others may stand, or a captured name
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", path, err, edits)
			}
			twice, err := new(edit.Options).Apply(nil, once, edits)
			if err != nil || !bytes.Equal(once, twice) {
				t.Fatalf("%s: %v\n%s\nonce:\n%s\ntwice:\n%s", path, err, edits, blockAt(once, string(f.At(f.Header(id)))), blockAt(twice, string(f.At(f.Header(id)))))
			}
			if formatted, err := format.Format(nil, once); isClean && (err != nil || !bytes.Equal(formatted, once)) {
				t.Fatalf("%s: not clean: %v\n%s\n%s\nformatted:\n%s", path, err, edits, blockAt(once, string(f.At(f.Header(id)))), blockAt(formatted, string(f.At(f.Header(id)))))
			}
			if !bytes.Equal(once, code) {
				changed++
			}
		}
	}
	if changed < tried/3 {
		t.Errorf("only %d of %d edits changed something", changed, tried)
	}
	t.Logf("%d edits, %d of which changed something", tried, changed)
}

// blockAt returns code from a text on, for a message.
func blockAt(code []byte, text string) string {
	if i := bytes.Index(code, []byte(text)); i >= 0 {
		code = code[i:]
	}
	return string(code[:min(len(code), 2500)])
}
