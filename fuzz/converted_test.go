package fuzz

import (
	"strings"
	"testing"

	"iacedit/convert"
	"iacedit/edit"
	"iacedit/read"
	"iacedit/syntax"
)

// What is converted from JSON looks as what "add" makes of the same content, and the formatter
// leaves it alone (docs/layout.md, "New code").
func TestConvertedLooksAsAdded(t *testing.T) {
	blocks, differ := 0, 0
	for i, files := range neighbourModules(t) {
		if i%4 > 0 && i > 8 {
			continue
		}
		for _, f := range files {
			asJSON, _, err := new(convert.Options).ToJSON(nil, f.Code)
			if err != nil {
				continue
			}
			native, _, err := new(convert.Options).ToNative(nil, asJSON)
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
				continue
			}
			if !isTidy(string(native)) {
				t.Errorf("%s: not tidy:\n%s", f.Name, native)
			}
			tree, err := syntax.Parse(native)
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			for id := range tree.Blocks(syntax.Root, "") {
				it := tree.Item(id)
				text := string(tree.At(it.Head)) + string(tree.At(it.Content)) + string(tree.At(it.Tail))
				content := contentToAdd(text)
				if content == "" {
					continue
				}
				added, err := new(edit.Options).Apply(nil, nil, []byte(`{"add": `+content+`}`))
				if err != nil {
					t.Errorf("%v\n%s", err, content)
					continue
				}
				blocks++
				if string(added) != text {
					differ++
					t.Logf("%s: %v", f.Name, same(text, string(added)))
				}
			}
		}
	}
	t.Logf("%d blocks, %d differ", blocks, differ)
	// Values with comments or sequences in them are text in JSON, and stay as they were written.
	if differ*1000 > blocks {
		t.Errorf("%d of %d blocks look otherwise than those that are added", differ, blocks)
	}
}

// contentToAdd returns what is in code, as "add" takes it; "" where it cannot be read.
func contentToAdd(code string) string {
	out, err := new(read.Options).Read(nil, []byte(code), []byte(`{"include": ["comments"]}`))
	if err != nil || strings.Contains(string(out), `"unreadable"`) {
		return ""
	}
	content := readTree(string(out))
	dropIndexes(content)
	return content.String()
}

// dropIndexes takes away what tells blocks that are there from one another.
func dropIndexes(t *tree) {
	for i := 0; i < len(t.members); i++ {
		switch {
		case t.object && t.keys[i] == "index":
			t.keys, t.members = append(t.keys[:i], t.keys[i+1:]...), append(t.members[:i], t.members[i+1:]...)
			i--
		case !t.object || t.keys[i] != "attributes" && t.keys[i] != "comments":
			dropIndexes(t.members[i])
		}
	}
}
